// The choice of a solver: by counting, the same every time, and the same motion whatever is chosen.
#include "src/acceleration/choose_solver.hpp"

#include "src/acceleration/solve_proof.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/measuring/time_solvers.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

Mechanism ready_model(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

// So many four-bars side by side, each standing on the ground.
Mechanism many_linkages(int count) {
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    const std::string at = std::to_string(10 * i), comma = i == 0 ? "" : ", ";
    const auto body = [&](const char* name, const std::string& x, const char* z) {
      return R"({"name": ")" + (name + std::to_string(i)) +
             R"(", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [)" + x + ", 0, " + z + "]}";
    };
    const auto joint = [&](const char* name, const std::string& parent, const char* child,
                           const std::string& x, const char* z) {
      return R"({"name": ")" + (name + std::to_string(i)) +
             R"(", "type": "revolute", "parent": ")" + parent + R"(", "child": ")" +
             (child + std::to_string(i)) + R"(", "position": [)" + x + ", 0, " + z +
             R"(], "axis": [0, 1, 0]})";
    };
    const std::string far = std::to_string(10 * i + 3), n = std::to_string(i);
    bodies += comma + body("crank", at, "0.5") + ", " + body("coupler", at, "1") + ", " +
              body("rocker", far, "1");
    joints += comma + joint("A", "ground", "crank", at, "0") + ", " +
              joint("B", "crank" + n, "coupler", at, "1") + ", " +
              joint("C", "coupler" + n, "rocker", far, "2") + ", " +
              joint("D", "ground", "rocker", far, "0");
  }
  return build_mechanism(
      read_model_text(R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}", "many"));
}

// A plate in the air with so many corners: two arms and an upright between them.
Mechanism many_corners(int count) {
  std::string bodies = R"({"name": "plate", "mass": 10, "inertia": [9, 9, 9]})", joints;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i), x = std::to_string(i), comma = i == 0 ? "" : ", ";
    const auto body = [&](const char* name, const char* y, const char* z) {
      return R"(, {"name": ")" + (name + n) +
             R"(", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [)" + x + ", " + y + ", " +
             z + "]}";
    };
    const auto joint = [&](const char* name, const char* type, const std::string& parent,
                           const char* child, const char* y, const char* z) {
      return R"({"name": ")" + (name + n) + R"(", "type": ")" + type + R"(", "parent": ")" +
             parent + R"(", "child": ")" + (child + n) + R"(", "position": [)" + x + ", " + y +
             ", " + z + "]";
    };
    bodies += body("upper", "1.5", "1") + body("lower", "1.6", "0") + body("upright", "2.1", "0.5");
    joints += comma + joint("u", "revolute", "plate", "upper", "1", "1") +
              R"(, "axis": [1, 0, 0]}, )" + joint("l", "revolute", "plate", "lower", "1", "0") +
              R"(, "axis": [1, 0, 0]}, )" +
              joint("s", "spherical", "upper" + n, "upright", "2", "1") + "}, " +
              joint("t", "spherical", "lower" + n, "upright", "2.2", "0") + "}";
  }
  return build_mechanism(
      read_model_text(R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}", "corners"));
}

TEST(ChooseSolver, TreesGetTheRecursion) {
  const SolverChoice choice = choose_solver(ready_model("double_pendulum"));
  EXPECT_EQ(choice.name, "clustered");
  EXPECT_TRUE(choice.counts.empty());
}

TEST(ChooseSolver, TheCheapestByTheTableOfCosts) {
  for (const char* name : {"hmmwv", "four_bar", "double_wishbone", "slider_crank"}) {
    const Mechanism mechanism = ready_model(name);
    const SolverChoice choice = choose_solver(mechanism);
    ASSERT_EQ(choice.counts.size(), 3U) << name;
    double least = HUGE_VAL;
    std::string best;
    for (const SolverCount& count : choice.counts) {
      const Tally& t = count.operations;
      const double cost = static_cast<double>(t.add + t.mul + 8 * t.div + 10 * t.sqrt);
      EXPECT_GE(count.cost, cost) << name << " " << count.name;
      if (count.cost < least) {
        least = count.cost;
        best = count.name;
      }
    }
    EXPECT_EQ(choice.name, best) << name;
    const SolverChoice again = choose_solver(mechanism);
    EXPECT_EQ(again.reason, choice.reason);
    EXPECT_NE(choice.reason.find(" operations against "), std::string::npos) << choice.reason;
  }
}

TEST(ChooseSolver, ANameIsTakenAsItIs) {
  const SolverChoice choice = resolve_solver(ready_model("four_bar"), "gauss");
  EXPECT_EQ(choice.name, "gauss");
  EXPECT_FALSE(choice.chosen);
  EXPECT_EQ(solver_words(choice), "gauss");
  EXPECT_EQ(solver_options().front(), "auto");
  EXPECT_EQ(solver_options().size(), solver_names().size() + 2);  // and 'generated'
}

// Beyond 400 coordinates. What is counted on a small one of the same kind is the witness.
TEST(ChooseSolver, LargeMechanismsAreEstimated) {
  const SolverChoice counted = choose_solver(many_corners(10)),
                     estimated = choose_solver(many_corners(80));
  ASSERT_EQ(estimated.counts.size(), 2U);
  EXPECT_EQ(operations(estimated.counts.front().operations), 0);
  EXPECT_GT(operations(counted.counts.front().operations), 0);
  EXPECT_EQ(estimated.reason.find("about "), 0U) << estimated.reason;
  EXPECT_EQ(counted.name, "clustered") << counted.reason;
  EXPECT_EQ(estimated.name, "clustered") << estimated.reason;
  // many small clusters on the ground: M and Q are what the recursion does without
  EXPECT_EQ(choose_solver(many_linkages(150)).name, "clustered");
}

TEST(ChooseSolver, AMethodThatNeedsHelpIsNoCandidate) {
  for (const SolverCount& count : choose_solver(ready_model("car_axis")).counts)
    EXPECT_NE(count.name, "clustered");
}

TEST(ChooseSolver, TheRunTellsWhatItUsed) {
  const Mechanism mechanism = ready_model("hmmwv");
  RunOptions options;
  options.duration = 2e-3;
  const RunResult chosen = run(mechanism, options);
  EXPECT_EQ(chosen.solver, choose_solver(mechanism).name);
  EXPECT_EQ(chosen.solver_reason, "auto: " + choose_solver(mechanism).reason);
  options.solver = "gauss";
  const RunResult asked = run(mechanism, options);
  EXPECT_EQ(asked.solver, "gauss");
  EXPECT_EQ(asked.solver_reason, "asked for");
  for (const auto& [joint, values] : chosen.v) {
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_NEAR(values[k], asked.v.at(joint)[k], 1e-9) << joint;
  }
}

TEST(TimeSolvers, AnAnswerThatIsSlightlyOffIsFound) {
  const Mechanism mechanism = ready_model("hmmwv");
  Workspace<double> w(mechanism.model, mechanism.functions.size());
  w.functions = mechanism.functions_at(0.0);
  const auto solver = make_solver<double>("gauss", *mechanism.model.pattern);
  ASSERT_TRUE(evaluate<double>(mechanism.model, mechanism.forces, *solver, {}, mechanism.start.q,
                               mechanism.start.v, w)
                  .ok());
  const StateEquations e{0.0,
                         mechanism.start.q,
                         mechanism.start.v,
                         w.matrix.diagonal,
                         w.matrix.lower,
                         w.loops.phi,
                         w.q_force,
                         w.gamma};
  EXPECT_LT(backward_error(*mechanism.model.pattern, e, w.qdd, w.lambda), 1e-13);
  for (std::size_t k = 0; k < w.qdd.size(); ++k) {
    std::vector<double> off = w.qdd;
    off[k] += 1e-4 * (1.0 + std::fabs(off[k]));
    EXPECT_GT(backward_error(*mechanism.model.pattern, e, off, w.lambda), 1e-10) << k;
  }
}

// A door on two hinges: all that the second one asks for is rounding over rounding.
TEST(TimeSolvers, EquationsThatAllVanishProveNothing) {
  const Mechanism door = build_mechanism(read_model_text(R"({
    "bodies": [{"name": "door", "mass": 20, "inertia": [1.3, 1.7, 0.4], "position": [0.41, 0.13, 0.9]},
               {"name": "flap", "mass": 2, "inertia": [0.13, 0.17, 0.04], "position": [0.41, 0.13, 0.2]}],
    "joints": [{"name": "low", "type": "revolute", "parent": "ground", "child": "door",
                "position": [0, 0, 0.3], "axis": [0.1, 0.2, 1], "velocity": 0.7},
               {"name": "high", "type": "revolute", "parent": "ground", "child": "door",
                "position": [0.1, 0.2, 1.3], "axis": [0.1, 0.2, 1]},
               {"name": "flap", "type": "revolute", "parent": "door", "child": "flap",
                "position": [0.41, 0.13, 0.4], "axis": [1, 0.3, 0.2], "velocity": 2}]})",
                                                         "door"));
  ASSERT_EQ(door.redundancy.vanishing.size(), 5U);
  const SolverTimes times = time_solvers(door, {{"topology", "gauss", "clustered"}, 0.02, {}});
  for (const SolverTime& entry : times.solvers) {
    EXPECT_EQ(entry.refusal, "") << entry.name;
    EXPECT_LT(entry.error, 1e-13) << entry.name;
  }
}

TEST(TimeSolvers, StopsWhenAsked) {
  const Mechanism mechanism = ready_model("four_bar");
  const SolverTimes stopped =
      time_solvers(mechanism, {{"topology"}, 0.02, [](double) { return false; }});
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.rounds, 0);
  EXPECT_EQ(stopped.reference, "");
  ASSERT_NE(stopped.find("topology"), nullptr);
  EXPECT_EQ(stopped.find("topology")->refusal, "left out: interrupted");
  const SolverTimes whole = time_solvers(mechanism, {{"topology"}, 0.02, {}});
  EXPECT_FALSE(whole.stopped);
  EXPECT_GE(whole.rounds, 1);
  EXPECT_GT(whole.find("topology")->solve.median, 0.0);
  EXPECT_GE(whole.find("topology")->whole.spread(), 0.0);
  EXPECT_EQ(whole.reference.find("gauss"), 0U);
  EXPECT_EQ(whole.find("dense"), nullptr);
}

}  // namespace
}  // namespace treadle
