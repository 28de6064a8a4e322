// States that somebody gives: where a position is singular there is no number, but the name of the
// equation that says nothing.
#include "src/analyses/state_evaluator.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/singular/state_rank.hpp"
#include "src/solve/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace treadle::test {
namespace {

// Two equal cranks and a coupler as long as the ground: flat at q = 0, from where it could go on as
// a parallelogram or crossed.
Mechanism parallelogram() {
  return build_mechanism(read_model_text(R"({
    "gravity": [0, -9.81, 0],
    "bodies": [
      {"name": "left", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]},
      {"name": "coupler", "mass": 2, "inertia": [0.2, 0.2, 0.2], "position": [2, 0, 0]},
      {"name": "right", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [2.5, 0, 0]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "left",
       "position": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "B", "type": "revolute", "parent": "left", "child": "coupler",
       "position": [1, 0, 0], "axis": [0, 0, 1]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "right",
       "position": [3, 0, 0], "axis": [0, 0, 1]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "right",
       "position": [2, 0, 0], "axis": [0, 0, 1]}]})",
                                         "parallelogram"));
}

// Cranks turned by an angle, the coupler by none.
std::vector<double> turned(const Mechanism& m, double angle, double speed) {
  std::vector<double> x(static_cast<std::size_t>(m.model.nq() + m.model.nv() + 1), 0.0);
  const auto nq = static_cast<std::size_t>(m.model.nq());
  for (const TreeBody& body : m.topology().bodies) {
    const double sign = body.joint == "A" || body.joint == "D" ? 1.0 : -1.0;
    x[static_cast<std::size_t>(body.q_at)] = sign * angle;
    x[nq + static_cast<std::size_t>(body.v_at)] = sign * speed;
  }
  return x;
}

TEST(SingleStates, SingularPositionsHaveNoNumbers) {
  const Mechanism m = parallelogram();
  for (const std::string& solver : usable_solvers()) {
    StateEvaluator evaluator(m, solver);
    std::vector<double> row(evaluator.columns().size());
    const Report flat = evaluator.evaluate(0.0, turned(m, 0.0, 1.0), row);
    EXPECT_EQ(flat.trouble, Trouble::singular_position) << solver;
    ASSERT_GE(flat.index, 0) << solver;
    EXPECT_LT(flat.value, 1e-9) << solver;
    EXPECT_TRUE(std::isnan(row[0])) << solver;
  }
}

// A pendulum of 1 m for both cranks, that carries the coupler.
TEST(SingleStates, WeakPositionsHaveRightNumbers) {
  const Mechanism m = parallelogram();
  const double angle = 1e-3, speed = 2.0;
  const double inertia = 2.0 * (0.1 + 0.25) + 2.0;
  for (const std::string& solver : usable_solvers()) {
    StateEvaluator evaluator(m, solver);
    std::vector<double> row(evaluator.columns().size());
    ASSERT_TRUE(evaluator.evaluate(0.0, turned(m, angle, speed), row).ok()) << solver;
    ASSERT_EQ(evaluator.columns()[0].name, "A.a");
    EXPECT_NEAR(row[0], -3.0 * 9.81 * std::cos(angle) / inertia, 1e-8) << solver;
  }
}

TEST(SingleStates, TheEquationThatSaysNothingIsNamed) {
  const Mechanism m = parallelogram();
  const auto islands = scaled_islands(m.model, m.redundancy.rows);
  StateRank rank(m.model, islands, m.functions_at(0.0), m.redundancy.q);
  PositionStage<double> position(m.model);
  LoopStage<double> loops(m.model);
  const auto look = [&](double angle) {
    const std::vector<double> x = turned(m, angle, 0.0);
    const std::span<const double> q(x.data(), static_cast<std::size_t>(m.model.nq()));
    place_bodies<double>(m.model, q, position);
    close_loops<double>(m.model, q, m.functions_at(0.0), position, loops);
    return rank.look(loops.phi);
  };
  EXPECT_LT(look(0.0).strength, 1e-12);
  EXPECT_EQ(look(0.0).row, m.redundancy.singular_here.at(0));
  EXPECT_GT(look(1.0).strength, 0.3);
  EXPECT_NEAR(look(2e-3).strength / look(1e-3).strength, 2.0, 1e-2);
}

// A crank that is led through the line of its slider has a joint that says nothing just there, for
// as long as the driver stands still.
TEST(SingleStates, DriversMoveOnFromTheirStart) {
  const Mechanism m =
      build_mechanism(read_model(TREADLE_TEST_DATA "/campaign/cases/runs/driven_dead_centre.json"));
  EXPECT_TRUE(m.redundancy.rows.empty());
  EXPECT_FALSE(m.redundancy.singular_here.empty());
}

}  // namespace
}  // namespace treadle::test
