// States that somebody gives: where a position is singular there is no number, but the name of the
// equation that says nothing.
#include "parallelogram.hpp"
#include "src/analyses/state_evaluator.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/singular/state_rank.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace treadle::test {
namespace {

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
      build_mechanism(read_model(tests_folder() + "/campaign/cases/runs/driven_dead_centre.json"));
  EXPECT_TRUE(m.redundancy.rows.empty());
  EXPECT_FALSE(m.redundancy.singular_here.empty());
}

}  // namespace
}  // namespace treadle::test
