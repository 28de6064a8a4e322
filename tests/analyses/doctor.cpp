// The doctor: each finding fires on a sick model and not on its healthy twin; the limit of the step
// against what runs show.
#include "src/analyses/doctor.hpp"

#include "src/io/reading/read_model.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace treadle {
namespace {

Mechanism build(const std::string& text) {
  return build_mechanism(read_model_text(text, "test.json"));
}

std::vector<Finding> findings(const Mechanism& mechanism) {
  RunOptions options = options_of(mechanism.description.simulation);
  options.integrator = "rk4";
  return examine(mechanism, options);
}

// The one finding there is, in words; "healthy" if there is none.
std::string diagnosis(const std::string& text) {
  const std::vector<Finding> found = findings(build(text));
  EXPECT_LE(found.size(), 1U);
  return found.empty() ? "healthy"
                       : found[0].check + " of " + found[0].name + ": " + found[0].words();
}

void expect_words(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

std::string two_bodies(const std::string& mass, const std::string& inertia) {
  return R"({"bodies": [{"name": "press", "mass": 2000, "inertia": [300, 300, 300]},
      {"name": "pin", "mass": )" +
         mass + R"(, "inertia": [)" + inertia + "," + inertia + "," + inertia + R"(]}],
      "joints": [{"name": "a", "type": "revolute", "parent": "ground", "child": "press",
                  "position": [0, 0, 0], "axis": [0, 1, 0]},
                 {"name": "b", "type": "revolute", "parent": "press", "child": "pin",
                  "position": [0, 0, 1], "axis": [0, 1, 0]}]})";
}

TEST(Doctor, names_the_lightest_and_the_heaviest_body) {
  expect_words(diagnosis(two_bodies("0.001", "1e-8")),
               {"mass ratio of pin", "'press'", "'pin'", "2e+06", "units"});
  EXPECT_EQ(diagnosis(two_bodies("0.01", "1e-6")), "healthy");
}

std::string body(const std::string& numbers) {
  return R"({"bodies": [{"name": "brick", )" + numbers + R"(}],
      "joints": [{"name": "a", "type": "revolute", "parent": "ground", "child": "brick",
                  "position": [0, 0, 1], "axis": [0, 1, 0]}]})";
}

TEST(Doctor, wonders_at_the_density_of_a_star) {
  // a steel ball of 1 kg has a radius of 31 mm and 3.9e-4 kg m^2; in g mm^2 somebody wrote 3.9e-10
  EXPECT_EQ(diagnosis(body(R"("mass": 1, "inertia": [3.9e-4, 3.9e-4, 3.9e-4])")), "healthy");
  expect_words(diagnosis(body(R"("mass": 1, "inertia": [3.9e-6, 3.9e-6, 3.9e-6])")),
               {"density of brick", "more than any metal", "inertia", "units"});
  expect_words(diagnosis(body(R"("mass": 1, "inertia": [1e4, 1e4, 1e4])")),
               {"density of brick", "less than air"});
  // shapes tell it better; a thin rod and a point mass are no stars
  expect_words(diagnosis(body(R"("mass": 900, "center": [0, 0, 0], "inertia": [1, 1, 1],
      "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}])")),
               {"density of brick", "9e+05", "shapes"});
  EXPECT_EQ(diagnosis(body(R"("mass": 9, "center": [0, 0, 0], "inertia": [0.1, 0.1, 0.1],
      "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}])")),
            "healthy");
  EXPECT_EQ(diagnosis(body(R"("mass": 1, "inertia": [1e-9, 0.1, 0.1])")), "healthy");
  EXPECT_EQ(diagnosis(body(R"("mass": 1)")), "healthy");
}

// A slider of 2 kg that drags a wheel of 3 kg and 0.05 kg m^2 by a gear of 10 rad/m: 7 kg in all.
std::string geared_slider(const std::string& spring, const std::string& rest = "") {
  return R"({"gravity": [0, 0, 0],
    "bodies": [{"name": "ram", "mass": 2, "inertia": [0.01, 0.01, 0.01]},
               {"name": "wheel", "mass": 3, "inertia": [0.05, 0.05, 0.05]}],
    "joints": [{"name": "slide", "type": "prismatic", "parent": "ground", "child": "ram",
                "position": [0, 0, 0], "axis": [1, 0, 0], "start": 0.01)" +
         rest + R"(},
               {"name": "spin", "type": "revolute", "parent": "ground", "child": "wheel",
                "position": [0, 0, 0], "axis": [1, 0, 0]}],
    "constraints": [{"name": "rack", "type": "coupler", "coordinates":
                     [{"joint": "slide", "factor": 10}, {"joint": "spin", "factor": -1}]}])" +
         spring + "}";
}

std::string tyre(double k, double c) {
  return R"(, "forces": [{"name": "tyre", "type": "spring", "from": {"body": "ground", "position":
      [-1, 0, 0]}, "to": {"body": "ram"}, "stiffness": )" +
         std::to_string(k) + R"(, "damping": )" + std::to_string(c) + R"(, "length": 1}])";
}

// Whether a run of some hundred steps of this length grows.
bool grows(const Mechanism& mechanism, const std::string& integrator, double step) {
  RunOptions options;
  options.integrator = integrator;
  options.step = step;
  options.duration = 300.0 * step;
  double most = 0.0;
  Listener listener;
  listener.row = [&](std::span<const double> row) { most = std::max(most, std::fabs(row[1])); };
  const RunResult result = run(mechanism, options, listener);
  return result.end != RunEnd::done || most > 0.1;
}

TEST(Doctor, knows_the_limit_of_the_step) {
  const double mass = 2.0 + 100.0 * 0.05;
  struct Case {
    double k, c;
    const char* integrator;
  };
  for (const Case& each :
       {Case{7e6, 0.0, "rk4"}, Case{7e6, 2000.0, "rk4"}, Case{7e4, 7e4, "rk4"},
        Case{7e6, 0.0, "semi-implicit-euler"}, Case{7e6, 2000.0, "semi-implicit-euler"},
        Case{7e4, 7e4, "semi-implicit-euler"}, Case{7e4, 7e4, "explicit-euler"}}) {
    SCOPED_TRACE(std::string(each.integrator) + " " + std::to_string(each.c));
    const Mechanism mechanism = build(geared_slider(tyre(each.k, each.c)));
    const Stiffest found = find_stiffest(mechanism, each.integrator);
    EXPECT_EQ(found.name, "spring 'tyre'");
    EXPECT_NEAR(found.omega, std::sqrt(each.k / mass), 1e-9 * found.omega);
    EXPECT_NEAR(found.rate, each.c / mass, 1e-9 * (1.0 + found.rate));
    EXPECT_FALSE(grows(mechanism, each.integrator, 0.99 * found.limit));
    EXPECT_TRUE(grows(mechanism, each.integrator, 1.03 * found.limit));
  }
}

TEST(Doctor, leaves_steps_to_integrators_that_choose_them) {
  const Mechanism mechanism = build(geared_slider(tyre(7e9, 0.0)));
  EXPECT_FALSE(findings(mechanism).empty());
  EXPECT_TRUE(examine(mechanism, options_of(mechanism.description.simulation)).empty());
}

TEST(Doctor, knows_textbook_limits) {
  EXPECT_NEAR(stable_step("rk4", 10.0, 0.0), std::sqrt(8.0) / 10.0, 1e-4);
  EXPECT_NEAR(stable_step("rk4", 0.0, 10.0), 0.27852935634, 1e-8);
  EXPECT_NEAR(stable_step("semi-implicit-euler", 10.0, 0.0), 0.2, 1e-8);
  EXPECT_NEAR(stable_step("explicit-euler", 0.0, 10.0), 0.2005, 1e-8);
  EXPECT_TRUE(std::isinf(stable_step("some other", 10.0, 0.0)));
  EXPECT_TRUE(std::isinf(stable_step("rk4", 0.0, 0.0)));
}

TEST(Doctor, compares_the_stiffest_spring_with_the_step) {
  expect_words(diagnosis(geared_slider(tyre(1e8, 0.0))),
               {"stiffness of tyre", "spring 'tyre'", "omega = 3.8e+03 rad/s", "step 1 ms",
                "0.75 ms of rk4", "--step 0.0006"});
  EXPECT_EQ(diagnosis(geared_slider(tyre(1e7, 0.0))), "healthy");
  expect_words(diagnosis(geared_slider(tyre(0.0, 4e4))), {"spring 'tyre'", "rate = 5.7e+03 1/s"});
  EXPECT_EQ(diagnosis(geared_slider(tyre(0.0, 1e4))), "healthy");
}

TEST(Doctor, adds_springs_that_pull_together) {
  // each alone would do
  const std::string joint_spring = R"(, "spring": {"stiffness": 4e7})";
  EXPECT_EQ(diagnosis(geared_slider("", joint_spring)), "healthy");
  EXPECT_EQ(diagnosis(geared_slider(tyre(4e7, 0.0))), "healthy");
  expect_words(diagnosis(geared_slider(tyre(4e7, 0.0), joint_spring)),
               {"stiffness of", "omega = 3.4e+03"});
}

TEST(Doctor, looks_at_stops_bushings_and_planes) {
  const auto force = [](const std::string& type, const std::string& more) {
    return geared_slider(R"(, "forces": [{"name": "f", "type": ")" + type +
                         R"(", "from": {"body": "ram"}, "to": {"body": "ground"}, )" + more + "}]");
  };
  expect_words(diagnosis(force("plane", R"("normal": [1, 0, 0], "stiffness": 1e8)")),
               {"plane 'f'"});
  EXPECT_EQ(diagnosis(force("plane", R"("normal": [1, 0, 0], "stiffness": 1e7)")), "healthy");
  EXPECT_EQ(diagnosis(force("plane", R"("normal": [0, 1, 0], "stiffness": 1e8)")), "healthy");
  expect_words(diagnosis(force("bushing", R"("stiffness": [1e8, 1e8, 1e8, 1, 1, 1])")),
               {"bushing 'f' (x)"});
  EXPECT_EQ(diagnosis(force("bushing", R"("stiffness": [1e7, 1e9, 1e9, 1, 1, 1])")), "healthy");
  expect_words(diagnosis(geared_slider("", R"(, "limits": {"upper": 0.1, "stiffness": 1e8})")),
               {"joint 'slide'"});
  EXPECT_EQ(diagnosis(geared_slider("", R"(, "limits": {"upper": 0.1, "stiffness": 1e7})")),
            "healthy");
}

TEST(Doctor, looks_at_play_couplers_and_laws) {
  const auto coupler = [](const std::string& law) {
    return geared_slider(R"(, "forces": [{"name": "f", "type": "coupler", "coordinates":
        [{"joint": "slide", "factor": 2}], )" +
                         law + "}]");
  };
  // twice as far is four times as stiff
  expect_words(diagnosis(coupler(R"("play": {"width": 0.1, "stiffness": 2.5e7})")),
               {"coupler 'f'", "omega = 3.8e+03"});
  EXPECT_EQ(diagnosis(coupler(R"("play": {"width": 0.1, "stiffness": 2.5e6})")), "healthy");
  expect_words(diagnosis(coupler(R"("damping": 1e4)")), {"rate = 5.7e+03 1/s"});
  // at 10 mm the slope of 1e12 x^3 / 3 is 1e8
  expect_words(diagnosis(geared_slider("", R"(, "spring": {"law": "3.333e11 N/m^3*stretch^3"})")),
               {"joint 'slide'", "omega = 3.8e+03"});
}

TEST(Doctor, asks_about_a_force_with_both_ends_on_one_body) {
  const auto spring = [](const char* from, const char* to) {
    return geared_slider(R"(, "forces": [{"name": "s", "type": "spring", "from": {"body": ")" +
                         std::string(from) + R"(", "position": [1, 0, 0]}, "to": {"body": ")" + to +
                         R"("}, "stiffness": 10}])");
  };
  expect_words(diagnosis(spring("ram", "ram")), {"both ends of s", "on 'ram'", "moves nothing"});
  EXPECT_EQ(diagnosis(spring("ram", "wheel")), "healthy");
  EXPECT_EQ(diagnosis(spring("ram", "ground")), "healthy");
  std::string welded = spring("ram", "plate");
  welded.replace(welded.find(R"("bodies": [)"), 11, R"("bodies": [{"name": "plate", "mass": 1},)");
  welded.replace(welded.find(R"("joints": [)"), 11, R"("joints": [{"name": "weld", "type": "fixed",
      "parent": "ram", "child": "plate"},)");
  expect_words(diagnosis(welded), {"'ram' and 'plate', which are one rigid body"});
}

TEST(Doctor, asks_about_metres_among_millimetres) {
  const auto four_bar = [](const char* place) {
    return R"({"bodies": [{"name": "a", "mass": 1, "center": [0.05, 0, 0], "inertia": [0.01, 0.01, 0.01]},
      {"name": "b", "mass": 1, "center": [0.1, 0, 0.1], "inertia": [0.01, 0.01, 0.01]}],
      "joints": [{"name": "j", "type": "revolute", "parent": "ground", "child": "a",
                  "position": [0, 0, 0], "axis": [0, 1, 0]},
                 {"name": "k", "type": "revolute", "parent": "a", "child": "b", "position": )" +
           std::string(place) + R"(, "axis": [0, 1, 0]}]})";
  };
  expect_words(diagnosis(four_bar("[100, 0, 0]")),
               {"length of k", "joint 'k' is at a distance of 99.9 m", "millimetres"});
  EXPECT_EQ(diagnosis(four_bar("[0.1, 0, 0]")), "healthy");
  EXPECT_EQ(diagnosis(four_bar("[3, 0, 0]")), "healthy");
  expect_words(
      diagnosis(geared_slider(R"(, "forces": [{"name": "rope", "type": "spring", "length": 250,
      "from": {"body": "ground", "position": [0.2, 0, 0]}, "to": {"body": "ram", "position": [0.1, 0, 0]},
      "stiffness": 10}])")),
      {"length of rope", "has a length of 250 m"});
}

TEST(Doctor, asks_about_degrees_as_radians) {
  const auto hinge = [](const char* start) {
    std::string text = body(R"("mass": 1)");
    return text.insert(text.find(R"("axis")"), R"("start": )" + std::string(start) + ", ");
  };
  expect_words(diagnosis(hinge("30")), {"angle of a", "starts at 30 rad, 4.8 turns", "\"30 deg\""});
  EXPECT_EQ(diagnosis(hinge("3")), "healthy");
  EXPECT_EQ(diagnosis(hinge("\"-300 deg\"")), "healthy");
}

TEST(Doctor, finds_the_ready_models_healthy) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() != ".json") continue;
    const Mechanism mechanism = build_mechanism(read_model(entry.path().string()));
    for (const Finding& finding : findings(mechanism))
      ADD_FAILURE() << entry.path() << ": " << finding.words();
    ++count;
  }
  EXPECT_GE(count, 11);
}

}  // namespace
}  // namespace treadle
