// What the ways to keep loops closed cost in counted operations, and what LU alone does on the way
// through singular positions.
#include "linkages.hpp"

#include "src/constraints/partitioned.hpp"
#include "src/integrate/fixed_step.hpp"
#include "src/scalar/counted.hpp"
#include "src/simulate/choose_solver.hpp"
#include "src/simulate/loop_keeper.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

Description four_bar() {
  return read_model(std::string(TREADLE_MODELS) + "/parallel_four_bar.json");
}

/// How often a run went each way.
KeeperCounts counts_of(const Mechanism& mechanism, ConstraintMethod method, double duration) {
  MechanismSystem system(mechanism, "topology", method, run_step);
  const auto integrator = make_integrator(run_integrator, system);
  std::vector<double> x = system.start();
  for (long k = 0; k < std::lround(duration / run_step); ++k) {
    const double t = static_cast<double>(k) * run_step;
    EXPECT_TRUE(integrator->step(system, t, run_step, x).ok());
    system.accepted({t + run_step, run_step, run_step, run_step, 0}, x);
  }
  return system.keeper()->counts();
}

/// Operations of one evaluation: splits, reduced equations, accelerations.
long operations_of(const Mechanism& mechanism, const char* method) {
  const Model<Counted> model = cast<Counted>(mechanism.model);
  const auto islands = scaled_islands(mechanism.model, mechanism.redundancy.rows);
  PartitionedLoops<Counted> loops(model, islands, method);
  PositionStage<Counted> position(model);
  LoopStage<Counted> stage(model);
  InertiaStage<Counted> inertia(model);
  InertiaMatrix<Counted> matrix(model);
  std::vector<Counted> q(mechanism.start.q.begin(), mechanism.start.q.end()),
      force(static_cast<std::size_t>(model.nv()), Counted(1.0)),
      gamma(static_cast<std::size_t>(model.rows()), Counted(0.1)),
      qdd(static_cast<std::size_t>(model.nv()));
  place_bodies<Counted>(model, q, position);
  close_loops<Counted>(model, q, {}, position, stage);
  body_inertias<Counted>(model, position, inertia);
  composite_inertia<Counted>(model, position, inertia, matrix);
  const Tally before = Counted::tally();
  EXPECT_TRUE(loops.accelerate(matrix, stage.phi, force, gamma, qdd, {}).ok());
  return operations(Counted::tally() - before);
}

TEST(CostOfConstraints, AllPartitionsGiveTheSameAccelerations) {
  const Mechanism m = build_mechanism(parallel_copies(2, 0.4));
  std::vector<std::vector<double>> found;
  for (const ConstraintMethod method :
       {ConstraintMethod::closest, ConstraintMethod::automatic, ConstraintMethod::lu,
        ConstraintMethod::qr, ConstraintMethod::svd, ConstraintMethod::gram_schmidt,
        ConstraintMethod::projection, ConstraintMethod::hybrid, ConstraintMethod::hybrid_qr}) {
    MechanismSystem system(m, "topology", method, 1e-3);
    std::vector<double> x = system.start(), dx(system.tangent_size());
    ASSERT_TRUE(system.rate_with_multipliers(0.0, x, dx).ok());
    found.push_back(dx);
  }
  for (const auto& dx : found) {
    for (std::size_t k = 0; k < dx.size(); ++k) EXPECT_NEAR(dx[k], found.front()[k], 1e-11);
  }
}

TEST(CostOfConstraints, HybridTakesFewerOperationsThanProjection) {
  for (const int n : {1, 40}) {
    const Mechanism m = build_mechanism(parallel_copies(n, std::numbers::pi / 18.0));
    const double duration = n == 1 ? 1.2 : 0.6;
    const KeeperCounts hybrid = counts_of(m, ConstraintMethod::hybrid, duration);
    EXPECT_GT(hybrid.base, 3 * hybrid.projection);
    EXPECT_GT(hybrid.projection, 0);
    const long lu = operations_of(m, "lu"), projection = operations_of(m, "projection");
    EXPECT_LT(2 * lu, projection) << n;
    const double all = static_cast<double>(hybrid.base + hybrid.projection);
    const double mixed = static_cast<double>(hybrid.base) * static_cast<double>(lu) +
                         static_cast<double>(hybrid.projection) * static_cast<double>(projection);
    EXPECT_LT(mixed, 0.7 * all * static_cast<double>(projection)) << n;
    RecordProperty("operations lu " + std::to_string(n), std::to_string(lu));
    RecordProperty("operations projection " + std::to_string(n), std::to_string(projection));
    std::printf("n = %d: lu %ld, projection %ld operations; hybrid %.3f of projection\n", n, lu,
                projection, mixed / (all * static_cast<double>(projection)));
  }
}

// Where no step comes close LU passes too; a step that ends within nanoseconds of the flat position
// is its end, and nothing for `auto`.
TEST(CostOfConstraints, LuAloneFailsWhereAStepComesClose) {
  const double flat = travel(four_bar(), "auto", 0.25).result.singular_times.at(0);
  double worst_lu = 0.0, worst_auto = 0.0;
  for (const double off : {1e-6, 1e-7, 1e-8, 1e-9}) {
    const double step = (flat + off) / 200.0;
    const Trip lu = travel(four_bar(), "lu", 300.0 * step, step, 10.0 * step);
    worst_lu = std::max(worst_lu, lu.result.end == RunEnd::done ? lu.result.energy_drift : 1.0);
    worst_auto =
        std::max(worst_auto,
                 travel(four_bar(), "auto", 300.0 * step, step, 10.0 * step).result.energy_drift);
  }
  std::printf("a step ends near the flat position: lu %.2g, auto %.2g of the energy\n", worst_lu,
              worst_auto);
  EXPECT_GT(worst_lu, 1e-6);
  EXPECT_LT(worst_auto, 1e-9);
}

}  // namespace
}  // namespace treadle::test
