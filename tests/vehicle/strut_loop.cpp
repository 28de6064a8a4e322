// A strut as one joint is the limit of the whole loop, arm and all, for arms without mass.
#include "src/base/error.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

const std::string knuckle =
    R"({"name": "knuckle", "mass": 35, "position": [0, 0.77, 0.3], "center": [0.01, -0.05, 0.02], "inertia": [0.9, 1.3, 0.8]})";
const std::string what_acts = R"(
  "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "ground", "position": [-0.04, 0.58, 0.8]},
     "to": {"body": "knuckle", "position": [-0.015, -0.13, 0.05]}, "stiffness": 27000, "damping": 300},
    {"name": "rod", "type": "spring", "from": {"body": "ground", "position": [-0.13, 0.33, 0.22]},
     "to": {"body": "knuckle", "position": [-0.13, -0.095, -0.08]}, "stiffness": 20000, "damping": 30, "length": 0.37},
    {"name": "push", "type": "applied", "on": {"body": "knuckle", "position": [0.1, 0, -0.3]}, "direction": [0.2, 0.1, 1],
     "force": {"type": "sine", "amplitude": 900, "frequency": 3}}]})";

// Without a link the turn is held by the rod, which gives.
std::string as_joint(bool guided) {
  return R"({"bodies": [)" + knuckle + R"(], "joints": [{"name": "strut", "type": ")" +
         (guided ? "guided_strut" : "strut") +
         R"(", "parent": "ground", "child": "knuckle", "position": [0, 0.7, 0.19], "axis": [0.05, 0.1, -0.9],
      "top": [-0.04, 0.58, 0.8], "arm_position": [0.3, 0.36, 0.2], "arm_axis": [1, 0.05, 0.1])" +
         (guided ? R"(, "link_from": [-0.16, 0.35, 0.21], "link_to": [-0.16, 0.69, 0.2])" : "") +
         "}]," + what_acts;
}

std::string as_loop(bool guided, double arm) {
  const std::string mass = std::to_string(arm);
  return R"({"bodies": [{"name": "arm", "mass": )" + mass +
         R"(, "position": [0, 0.5, 0.2], "inertia": [)" + mass + "," + mass + "," + mass +
         R"(]}, )" + knuckle + R"(], "joints": [
    {"name": "hinge", "type": "revolute", "parent": "ground", "child": "arm", "position": [0.3, 0.36, 0.2], "axis": [1, 0.05, 0.1]},
    {"name": "ball", "type": "spherical", "parent": "arm", "child": "knuckle", "position": [0, 0.7, 0.19]}],
    "constraints": [{"name": "slide", "type": "point_on_line", "from": {"body": "ground", "position": [-0.04, 0.58, 0.8]},
      "to": {"body": "knuckle", "position": [-0.04, -0.19, 0.5]}, "axis": [0.05, 0.1, -0.9]})" +
         (guided
              ? R"(, {"name": "link", "type": "distance", "from": {"body": "ground", "position": [-0.16, 0.35, 0.21]},
      "to": {"body": "knuckle", "position": [-0.16, -0.08, -0.1]}})"
              : "") +
         "]," + what_acts;
}

// Pose of the knuckle after a while.
std::vector<double> end_of(const std::string& text, int freedoms) {
  const Mechanism m = build_mechanism(read_model_text(text, "strut"));
  EXPECT_EQ(m.degrees_of_freedom(), freedoms);
  RunOptions options;
  options.duration = 0.5;
  options.output_interval = 0.5;
  options.rtol = options.atol = 1e-11;
  options.channels.names = {"knuckle.pose", "knuckle.acceleration", "knuckle.angular_acceleration"};
  std::vector<double> last;
  Listener listener;
  listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.energy_drift, 1e-7);
  return last;
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

// The arm's inertia disturbs in proportion to it.
TEST(Strut, IsTheLoopWithALightArm) {
  for (const bool guided : {false, true}) {
    const std::vector<double> joint = end_of(as_joint(guided), guided ? 1 : 2);
    const double heavy = apart(joint, end_of(as_loop(guided, 1e-2), guided ? 1 : 2));
    const double light = apart(joint, end_of(as_loop(guided, 1e-4), guided ? 1 : 2));
    EXPECT_NEAR(heavy / light, 100.0, 15.0) << heavy << " and " << light;
    EXPECT_LT(light, 1e-2);  // of accelerations of some 10 m/s^2 and rad/s^2
  }
}

std::string refusal(const std::string& text) {
  try {
    build_mechanism(read_model_text(text, "strut"));
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(Strut, IsRefusedWhereItsPointsMakeNone) {
  const std::string good = as_joint(true);
  EXPECT_EQ(refusal(good), "taken");
  EXPECT_NE(refusal(replaced(good, "\"top\": [-0.04, 0.58, 0.8]", "\"top\": [0, 0.7, 0.19]"))
                .find("joints[0].top: strut 'strut'"),
            std::string::npos);
  EXPECT_NE(refusal(replaced(good, "[0.3, 0.36, 0.2]", "[0, 0.7, 0.19]")).find("arm_position"),
            std::string::npos);
  EXPECT_NE(
      refusal(replaced(good, "\"link_to\": [-0.16, 0.69, 0.2]", "\"link_to\": [-0.04, 0.58, 0.8]"))
          .find("link_from"),
      std::string::npos);
  EXPECT_NE(
      refusal(replaced(good, "\"parent\": \"ground\"", "\"tree\": \"cut\", \"parent\": \"ground\""))
          .find("always kept in the tree"),
      std::string::npos);
}

// Without its spring the suspension falls until arm and link are in line: no run goes on there, and
// the joint is named.
TEST(GuidedStrut, EndsWhereItsLinkDoes) {
  for (const char* integrator :
       {"adams", "dormand-prince", "implicit", "rk4", "semi-implicit-euler"}) {
    const Mechanism mechanism = build_mechanism(read_model_text(R"({"treadle": 1,
      "bodies": [{"name": "knuckle", "mass": 35, "position": [0, 0.77, 0.3], "inertia": [0.9, 1.3, 0.9]}],
      "joints": [{"name": "rear", "type": "guided_strut", "parent": "ground", "child": "knuckle", "position": [0, 0.69, 0.19],
        "axis": [-0.02, -0.1, 0.9], "top": [-0.02, 0.58, 0.82], "arm_position": [0, 0.34, 0.2], "arm_axis": [1, 0, 0],
        "link_from": [-0.16, 0.35, 0.21], "link_to": [-0.16, 0.55, 0.2]}]})",
                                                                "falling"));
    RunOptions options;
    options.duration = 5.0;
    options.step = 1e-3;
    options.integrator = integrator;
    const RunResult result = run(mechanism, options);
    EXPECT_EQ(result.end, RunEnd::trouble) << integrator;
    EXPECT_NE(result.message.find("rear"), std::string::npos)
        << integrator << ": " << result.message;
    if (is_adaptive(integrator)) {
      EXPECT_LT(result.energy_drift, 1e-4) << integrator;
    }
  }
}

}  // namespace
}  // namespace treadle
