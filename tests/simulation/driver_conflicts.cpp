// Drivers that cannot have what they ask for are named, with joint, time and position. Witness: the
// dead point of a rocker in closed form, crank and coupler in one line.
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <utility>

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

std::string ramp_of(const std::string& name, const std::string& joint, double slope,
                    double offset = 0.0) {
  return R"({"name": ")" + name + R"(", "type": "driver", "joint": ")" + joint +
         R"(", "function": {"type": "ramp", "slope": )" + std::to_string(slope) +
         R"(, "offset": )" + std::to_string(offset) + "}}";
}

void replace(std::string& text, const std::string& words, const std::string& others) {
  const std::size_t at = text.find(words);
  ASSERT_NE(at, std::string::npos) << words;
  text.replace(at, words.size(), others);
}

Description four_bar_with(const std::string& drivers) {
  std::ifstream file(models_folder() + "/four_bar.json");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  replace(text, R"("velocity": "60 rpm")", R"("velocity": 0)");
  replace(text, R"("simulation":)", R"("constraints": [)" + drivers + R"(], "simulation":)");
  return read_model_text(text, "four_bar.json");
}

RunResult run_with(const Description& d, const std::string& integrator) {
  RunOptions options;
  options.duration = 3.0;
  options.step = 1e-3;
  options.integrator = integrator;
  return run(build_mechanism(d), options);
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(DriverConflicts, ADeadPointIsNamedWithJointTimeAndPosition) {
  // pivots 0.8 m apart, crank 0.3 m, coupler 1 m, rocker 0.9 m that stands upright: crank and
  // coupler are in line where the pin is 1.3 m or 0.7 m from the crank's pivot
  const auto angle_at = [](double far) {
    return 0.5 * pi - std::acos((0.8 * 0.8 + 0.9 * 0.9 - far * far) / (2.0 * 0.8 * 0.9));
  };
  for (const auto& [slope, dead] :
       {std::pair(0.5, angle_at(0.7)), std::pair(-0.5, angle_at(1.3))}) {
    for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
      const RunResult result =
          run_with(four_bar_with(ramp_of("motor", "rocker_pivot", slope)), integrator);
      ASSERT_EQ(result.end, RunEnd::trouble);
      EXPECT_EQ(result.where, "motor");
      const std::string words =
          "s: driver 'motor' (joint 'rocker_pivot') stands at its dead point, near ";
      ASSERT_TRUE(says(result.message, words)) << result.message;
      const double near =
          std::stod(result.message.substr(result.message.find(words) + words.size()));
      const bool adapts = std::string(integrator) != "rk4";
      EXPECT_NEAR(near, dead, adapts ? 1e-6 : 1e-3) << integrator;
      EXPECT_NEAR(result.time, dead / slope, adapts ? 1e-6 : 2e-3) << integrator;
    }
  }
}

TEST(DriverConflicts, TwoDriversOfOneFreedomContradictEachOther) {
  for (const char* integrator : {"adams", "rk4"}) {
    const RunResult same = run_with(
        four_bar_with(ramp_of("a", "crank_pivot", 1.0) + "," + ramp_of("b", "crank_pivot", 1.0)),
        integrator);
    EXPECT_EQ(same.end, RunEnd::done) << same.message;
    for (const char* joint : {"crank_pivot", "rocker_pivot"}) {
      const RunResult other =
          run_with(four_bar_with(ramp_of("a", "crank_pivot", 1.0) + "," + ramp_of("b", joint, 0.9)),
                   integrator);
      ASSERT_EQ(other.end, RunEnd::trouble);
      EXPECT_EQ(other.where, "b");
      EXPECT_TRUE(says(other.message, "at t = 0 s: driver 'b' (joint '" + std::string(joint) +
                                          "') contradicts driver 'a' (joint 'crank_pivot')"))
          << other.message;
    }
  }
}

TEST(DriverConflicts, ValuesThatContradictAtTheStartAreAMistakeOfTheModel) {
  try {
    build_mechanism(four_bar_with(ramp_of("a", "crank_pivot", 1.0) + "," +
                                  ramp_of("b", "crank_pivot", 1.0, 0.1)));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "constraints[1]");
    EXPECT_TRUE(says(error.what(), "it asks for 0.1 rad (5.72958 deg) where 0 rad"))
        << error.what();
  }
}

}  // namespace
}  // namespace treadle::test
