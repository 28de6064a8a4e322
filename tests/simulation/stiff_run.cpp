// Runs of stiff machines with implicit integrators and every Jacobian, against Adams' method with
// short steps: closed and redundant loops, friction, stops, states of forces, events, saved runs.
#include "src/base/error.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/newton/jacobian_kind.hpp"
#include "src/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace treadle {
namespace {

Mechanism made(const std::string& text) { return build_mechanism(read_model_text(text, "stiff")); }

// A four-bar linkage whose rocker stands in a bushing: the loop is closed by pivots that repeat
// their equations, and the bushing carries it. A damper with a stiff series spring and friction in
// a pivot.
Mechanism linkage(double stiffness) {
  const std::string k = std::to_string(stiffness), d = std::to_string(stiffness / 1e3);
  return made(R"({"treadle": 1, "name": "linkage", "bodies": [
    {"name": "crank", "mass": 1, "inertia": [0.01, 0.01, 0.01], "center": [0.1, 0, 0]},
    {"name": "coupler", "mass": 2, "inertia": [0.02, 0.02, 0.02], "position": [0.2, 0, 0], "center": [0.3, 0, 0.1]},
    {"name": "rocker", "mass": 1.5, "inertia": [0.03, 0.03, 0.03], "position": [0.8, 0, -0.4], "center": [0, 0, 0.2]},
    {"name": "foot", "mass": 1, "inertia": [0.01, 0.01, 0.01], "position": [0.8, 0, -0.4]}],
  "joints": [
    {"name": "A", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 1, 0],
     "velocity": 3, "friction": {"coulomb": 0.1, "speed": 0.05}},
    {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler", "position": [0.2, 0, 0], "axis": [0, 1, 0]},
    {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker", "position": [0.8, 0, 0.1], "axis": [0, 1, 0]},
    {"name": "D", "type": "revolute", "parent": "foot", "child": "rocker", "position": [0.8, 0, -0.4], "axis": [0, 1, 0]},
    {"name": "E", "type": "planar", "parent": "ground", "child": "foot", "position": [0.8, 0, -0.4], "axis": [0, 1, 0]}],
  "forces": [
    {"name": "mount", "type": "bushing", "from": {"body": "foot"}, "to": {"body": "ground", "position": [0.8, 0, -0.4]},
     "stiffness": [)" +
              k + "," + k + "," + k + R"(, 1e4, 1e4, 1e4], "damping": [)" + d + "," + d + "," + d +
              R"(, 10, 10, 10]},
    {"name": "strut", "type": "spring", "from": {"body": "ground", "position": [0.3, 0, -0.5]}, "to": {"body": "coupler"},
     "stiffness": 200, "length": 0.5, "relaxation": {"stiffness": 2e4, "time": 1e-3}}]})");
}

RunOptions options_for(const std::string& integrator, const std::string& jacobian,
                       double tolerance) {
  RunOptions options;
  options.duration = 1.0;
  options.step = 1e-3;
  options.output_interval = 0.1;
  options.rtol = options.atol = tolerance;
  options.integrator = integrator;
  options.jacobian = jacobian;
  return options;
}

double apart(const RunResult& a, const RunResult& b) {
  double most = 0.0;
  for (const auto& [joint, q] : a.q) {
    for (std::size_t k = 0; k < q.size(); ++k)
      most = std::fmax(most, std::fabs(q[k] - b.q.at(joint)[k]));
  }
  return most;
}

const std::vector<std::string> own{"implicit", "bdf", "generalized-alpha"};
const std::vector<std::string> adaptive = [] {
  std::vector<std::string> names = own;
  if (has_sundials()) names.insert(names.end(), {"cvode-bdf", "ida"});
  return names;
}();

TEST(StiffRun, EndsWhereAdamsEndsWithEveryJacobian) {
  const Mechanism mechanism = linkage(1e6);
  const RunResult witness = run(mechanism, options_for("adams", "auto", 1e-10));
  ASSERT_EQ(witness.end, RunEnd::done) << witness.message;
  for (const std::string& integrator : adaptive) {
    for (const std::string& jacobian : jacobian_names()) {
      const RunResult result = run(mechanism, options_for(integrator, jacobian, 1e-6));
      ASSERT_EQ(result.end, RunEnd::done) << integrator << " " << jacobian << result.message;
      EXPECT_LT(apart(result, witness), 2e-3) << integrator << " " << jacobian;
      EXPECT_LT(result.position_violation, 1e-8) << integrator << " " << jacobian;
      EXPECT_GT(result.newton.evaluations, 0);
      if (jacobian != "auto") {
        EXPECT_EQ(result.jacobian, jacobian);
      }
    }
  }
}

// Errors fall with the tolerance, whatever the Jacobian.
TEST(StiffRun, LooseAndTightTolerances) {
  const Mechanism mechanism = linkage(1e6);
  const RunResult witness = run(mechanism, options_for("adams", "auto", 1e-11));
  for (const char* jacobian : {"exact", "approximate", "approximate-symmetric"}) {
    double before = 1.0;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const RunResult result = run(mechanism, options_for("implicit", jacobian, tolerance));
      ASSERT_EQ(result.end, RunEnd::done) << jacobian << result.message;
      const double error = apart(result, witness);
      EXPECT_LT(error, std::fmax(0.5 * before, 1e-7)) << jacobian << " " << tolerance;
      before = error;
    }
  }
  RunOptions tight = options_for("bdf", "auto", 1e-12);
  tight.duration = 0.1;
  EXPECT_EQ(run(mechanism, tight).end, RunEnd::done);
  tight.integrator = "implicit";
  tight.duration = 0.01;
  EXPECT_EQ(run(mechanism, tight).end, RunEnd::done);
}

// Six decades: steps do not shrink without end, and nothing blows up.
TEST(StiffRun, StiffnessOfSixDecades) {
  for (const std::string& integrator : {std::string("implicit"), std::string("bdf")}) {
    for (const double stiffness : {1e4, 1e6, 1e8, 1e10}) {
      const RunResult result =
          run(linkage(stiffness), options_for(integrator, "approximate", 1e-4));
      ASSERT_EQ(result.end, RunEnd::done) << integrator << stiffness << result.message;
      EXPECT_LT(result.steps, 4000) << integrator << " " << stiffness;
      EXPECT_LT(std::fabs(result.q.at("A")[0]), 20.0);
    }
  }
  const RunResult fixed = run(linkage(1e10), options_for("implicit-euler", "approximate", 1e-4));
  EXPECT_EQ(fixed.end, RunEnd::done) << fixed.message;
  EXPECT_EQ(fixed.newton.factorizations, 1000);
}

// A run that was saved in the middle goes on with the same bits.
TEST(StiffRun, SavedAndRestoredItGoesOnWithTheSameBits) {
  const Mechanism mechanism = linkage(1e7);
  for (const char* integrator :
       {"implicit", "bdf", "generalized-alpha", "implicit-euler", "auto"}) {
    for (const char* jacobian : {"exact", "approximate", "block-diagonal"}) {
      RunOptions options = options_for(integrator, jacobian, 1e-5);
      options.duration = 0.2;
      Simulation whole(mechanism, options), part(mechanism, options);
      ASSERT_TRUE(whole.advance_to(0.1));
      const std::vector<std::byte> saved = whole.save();
      part.restore(saved);
      ASSERT_TRUE(whole.advance_to(0.2)) << integrator << jacobian;
      ASSERT_TRUE(part.advance_to(0.2)) << integrator << jacobian;
      ASSERT_EQ(whole.state().size(), part.state().size());
      EXPECT_EQ(std::memcmp(whole.state().data(), part.state().data(), whole.state().size_bytes()),
                0)
          << integrator << " " << jacobian;
      Simulation again(mechanism, options);
      ASSERT_TRUE(again.advance_to(0.1));
      ASSERT_TRUE(again.advance_to(0.2));
      EXPECT_EQ(std::memcmp(whole.state().data(), again.state().data(), whole.state().size_bytes()),
                0);
    }
  }
}

// A mass on a hard stop, thrown up by an event that switches a spring: rows, events, energies.
TEST(StiffRun, EventsAndStops) {
  const Mechanism mechanism = made(R"({"treadle": 1, "name": "press", "bodies": [
    {"name": "ram", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 0.1]}],
  "joints": [{"name": "slide", "type": "prismatic", "parent": "ground", "child": "ram", "position": [0, 0, 0.1],
    "axis": [0, 0, 1], "limits": {"lower": -0.1, "upper": 0.3, "stiffness": 1e8, "damping": 1e4}}],
  "forces": [{"name": "band", "type": "spring", "from": {"body": "ground", "position": [0, 0, 1]},
    "to": {"body": "ram"}, "stiffness": 100, "length": 0.2}],
  "events": [{"name": "let go", "when": "slide.q", "crosses": 0.1, "direction": "up", "action": "switch off", "force": "band"}]})");
  const RunResult witness = run(mechanism, options_for("adams", "auto", 1e-9));
  ASSERT_EQ(witness.events.size(), 1U);
  for (const std::string& integrator : adaptive) {
    const RunResult result = run(mechanism, options_for(integrator, "auto", 1e-6));
    ASSERT_EQ(result.end, RunEnd::done) << integrator << result.message;
    ASSERT_EQ(result.events.size(), 1U) << integrator;
    EXPECT_NEAR(result.events[0].time, witness.events[0].time, 1e-4) << integrator;
    EXPECT_LT(apart(result, witness), 1e-2) << integrator;
  }
}

// A mass falls on a hard stop from forty heights: however a step meets the stop, none may end deep
// in it and find energy there. (Those of SUNDIALS do not control the error of the work that is
// counted.)
TEST(StiffRun, NoEnergyFromAStop) {
  for (int n = 0; n < 40; ++n) {
    const std::string height = std::to_string(0.011 + 0.0137 * n);
    const Mechanism mechanism = made(
        R"({"treadle": 1, "bodies": [{"name": "ram", "mass": 2, "inertia": [0.01, 0.01, 0.01]}],
      "joints": [{"name": "slide", "type": "prismatic", "parent": "ground", "child": "ram", "position": [0, 0, 0], "axis": [0, 0, 1],
        "start": )" +
        height + R"(, "limits": {"lower": 0, "stiffness": 1e8, "damping": 1e3}}]})");
    for (const std::string& integrator : own) {
      RunOptions options = options_for(integrator, "auto", 1e-6);
      options.duration = 0.8;
      const RunResult result = run(mechanism, options);
      ASSERT_EQ(result.end, RunEnd::done) << integrator << result.message;
      EXPECT_LT(result.energy_drift, 1e-2) << integrator << " from " << height;
      EXPECT_TRUE(result.warnings.empty() || result.energy_drift < 0.1);
    }
  }
}

TEST(StiffRun, AutoChangesAndSaysWhen) {
  RunOptions options = options_for("auto", "auto", 1e-5);
  options.duration = 0.1;
  const Mechanism mechanism = linkage(1e9);
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  ASSERT_FALSE(result.changes.empty());
  EXPECT_TRUE(result.changes.front().implicit);
  options.integrator = "adams";
  const RunResult witness = run(mechanism, options);
  EXPECT_LT(10 * result.evaluations, witness.evaluations);
  EXPECT_LT(apart(result, witness), 1e-2);
}

// A force that grows with the third power of the way reaches infinity in finite time: the joint and
// what acts there are named, and not the one that only hangs there.
TEST(StiffRun, NamesWhatRunsAway) {
  const Mechanism mechanism = made(R"({"treadle": 1, "bodies": [
    {"name": "still", "mass": 1, "inertia": [0.01, 0.01, 0.01], "center": [0, 0, -0.1]},
    {"name": "cart", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
  "joints": [
    {"name": "hinge", "type": "revolute", "parent": "ground", "child": "still", "position": [0, 0, 0], "axis": [0, 1, 0], "start": 0.1},
    {"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart", "position": [0, 0, 0], "axis": [1, 0, 0], "start": 1, "velocity": 1}],
  "controllers": [{"name": "blow", "type": "expression", "inputs": {"x": "rail.q"}, "expression": "50*x*x*x"}],
  "forces": [{"name": "wind", "type": "applied", "on": {"body": "cart"}, "direction": [1, 0, 0], "force": {"type": "input", "name": "blow"}}]})");
  std::vector<std::string> all = adaptive;
  all.insert(all.end(), {"adams", "dormand-prince", "auto"});
  for (const std::string& integrator : all) {
    const RunResult result = run(mechanism, options_for(integrator, "auto", 1e-6));
    ASSERT_EQ(result.end, RunEnd::trouble) << integrator;
    EXPECT_EQ(result.where, "rail") << integrator << ": " << result.message;
    if (result.message.find("no step is short enough") != std::string::npos) {
      EXPECT_NE(result.message.find("'wind'"), std::string::npos) << result.message;
    }
  }
}

TEST(StiffRun, UnknownJacobianIsAnError) {
  RunOptions options = options_for("implicit", "aproximate", 1e-5);
  EXPECT_THROW(run(linkage(1e6), options), ModelError);
}

}  // namespace
}  // namespace treadle
