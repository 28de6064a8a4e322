// treadle kinematics, and what run says of singular positions.
#include "fixture.hpp"
#include "support/places.hpp"

#include <cmath>
#include <numbers>

namespace treadle {
namespace {

const std::string models = models_folder();

TEST(KinematicsCommand, finds_the_dead_centres_of_an_engine) {
  const Finished run = treadle_program({"kinematics", models + "/slider_crank.json", "--drive",
                                        "crankshaft=10:370 deg", "--points", "37", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  const nlohmann::json object = run.object();
  EXPECT_EQ(object["rows"].size(), 37U);
  std::vector<double> at;
  for (const auto& point : object["dead_points"]) {
    if (point["joint"] == "guide") at.push_back(point["at"]);
  }
  ASSERT_EQ(at.size(), 2U);
  EXPECT_NEAR(at[0], std::numbers::pi, 1e-9);
  EXPECT_NEAR(at[1], 2.0 * std::numbers::pi, 1e-9);
}

TEST(KinematicsCommand, ends_with_trouble_at_the_dead_point_of_the_drive) {
  const Finished run = treadle_program(
      {"kinematics", models + "/slider_crank.json", "--drive", "guide=-100:-500 mm", "--json"});
  EXPECT_EQ(run.code, 3);
  const nlohmann::json object = run.object();
  EXPECT_NEAR(object["drive"]["reached"].get<double>(), -0.4, 1e-9);
  EXPECT_TRUE(object.contains("error"));
  EXPECT_NE(run.err.find("guide"), std::string::npos);
}

TEST(KinematicsCommand, refuses_with_a_remedy) {
  const auto refused = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"kinematics", models + "/slider_crank.json"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, 2) << run.err;
    return run.err;
  };
  EXPECT_NE(refused({"--drive", "crankshat=0:1"}).find("crankshaft"), std::string::npos);
  EXPECT_NE(refused({}).find("JOINT=FROM:TO"), std::string::npos);
  EXPECT_NE(refused({"--drive", "crankshaft"}).find("JOINT=FROM:TO"), std::string::npos);
  EXPECT_NE(refused({"--drive", "crankshaft=0:1 m"}).find("--drive"), std::string::npos);
  EXPECT_NE(refused({"--drive", "crankshaft=0:1", "--points", "1"}).find("--points"),
            std::string::npos);
  EXPECT_NE(refused({"--drive", "crankshaft=0:1", "--speed", "-1"}).find("--speed"),
            std::string::npos);
}

TEST(KinematicsCommand, run_tells_when_a_singular_position_was_passed) {
  const Finished run =
      treadle_program({"run", models + "/parallel_four_bar.json", "--until", "1.1 s", "--json"});
  EXPECT_EQ(run.code, 0);
  const nlohmann::json object = run.object();
  ASSERT_EQ(object["singular_times"].size(), 2U);
  EXPECT_NEAR(object["singular_times"][0].get<double>(), 0.1789, 1e-4);
  EXPECT_NEAR(object["singular_times"][1].get<double>(), 0.9866, 1e-4);
  EXPECT_EQ(object["switches"], 4);
  const std::string warning = object["warnings"].back();
  EXPECT_NE(warning.find("right_pin"), std::string::npos) << warning;
  EXPECT_NE(warning.find("0.1788"), std::string::npos) << warning;
  EXPECT_NE(run.err.find("smooth"), std::string::npos);
}

}  // namespace
}  // namespace treadle
