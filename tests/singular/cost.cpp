// What the ways to keep loops closed cost in counted operations, and what LU alone does on the way
// through singular positions.
#include "counted_run.hpp"
#include "linkages.hpp"

#include "support/sanitized.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

struct Cost {
  double operations = 0.0;
  KeeperCounts counts;
};

/// All operations of a run.
Cost cost_of(const Mechanism& mechanism, ConstraintMethod method, double duration) {
  CountedSystem system(mechanism, method, run_step);
  const auto integrator = make_integrator(run_integrator, system);
  std::vector<double> x = system.start();
  for (long k = 0; k < std::lround(duration / run_step); ++k) {
    const double t = static_cast<double>(k) * run_step;
    EXPECT_TRUE(integrator->step(system, t, run_step, x).ok());
    system.accepted({t + run_step, run_step, run_step, run_step, 0}, x);
  }
  return {static_cast<double>(system.operations()), system.keeper().counts()};
}

TEST(CostOfConstraints, AllPartitionsGiveTheSameAccelerations) {
  const Mechanism m = build_mechanism(parallel_copies(2, 0.4));
  std::vector<std::vector<double>> found;
  for (const ConstraintMethod method :
       {ConstraintMethod::closest, ConstraintMethod::automatic, ConstraintMethod::lu,
        ConstraintMethod::qr, ConstraintMethod::svd, ConstraintMethod::gram_schmidt,
        ConstraintMethod::projection, ConstraintMethod::hybrid, ConstraintMethod::hybrid_qr,
        ConstraintMethod::hybrid_steady}) {
    MechanismSystem system(m, "topology", method, 1e-3);
    std::vector<double> x = system.start(), dx(system.tangent_size());
    ASSERT_TRUE(system.rate_with_multipliers(0.0, x, dx).ok());
    found.push_back(dx);
  }
  for (const auto& dx : found) {
    for (std::size_t k = 0; k < dx.size(); ++k) EXPECT_NEAR(dx[k], found.front()[k], 1e-11);
  }
}

// Everything that a run does, for each method: figures of docs/theory/partition.md.
TEST(CostOfConstraints, HybridTakesFewerOperationsThanProjection) {
  constexpr int many = sanitized ? 4 : 40;
  for (const int n : {1, many}) {
    const Mechanism m = build_mechanism(parallel_copies(n, std::numbers::pi / 18.0));
    const double duration = n == 1 ? 1.2 : 0.4;  // two passages, one
    const Cost lu = cost_of(m, ConstraintMethod::lu, duration),
               projection = cost_of(m, ConstraintMethod::projection, duration);
    for (const ConstraintMethod method :
         {ConstraintMethod::hybrid, ConstraintMethod::hybrid_steady}) {
      const Cost hybrid = cost_of(m, method, duration);
      EXPECT_GT(hybrid.counts.base, 3 * hybrid.counts.projection);
      EXPECT_GT(hybrid.counts.smooth, 0);
      EXPECT_LE(hybrid.counts.smooth, projection.counts.smooth + 8);
      EXPECT_LT(lu.operations, hybrid.operations);
      EXPECT_LT(hybrid.operations, 0.95 * projection.operations) << n;
      std::printf(
          "n = %d: lu %.4g, projection %.4g, hybrid %.4g operations, hybrid/projection %.3f\n", n,
          lu.operations, projection.operations, hybrid.operations,
          hybrid.operations / projection.operations);
    }
  }
}

// Where no step comes close LU passes too; a step that ends within nanoseconds of the flat position
// is its end, and nothing for `auto`.
TEST(CostOfConstraints, LuAloneFailsWhereAStepComesClose) {
  const double flat = travel(parallel_four_bar(), "auto", 0.25).result.singular_times.at(0);
  double worst_lu = 0.0, worst_auto = 0.0;
  for (const double off : {1e-6, 1e-7, 1e-8, 1e-9}) {
    const double step = (flat + off) / 200.0;
    const Trip lu = travel(parallel_four_bar(), "lu", 300.0 * step, step, 10.0 * step);
    worst_lu = std::max(worst_lu, lu.result.end == RunEnd::done ? lu.result.energy_drift : 1.0);
    worst_auto = std::max(
        worst_auto,
        travel(parallel_four_bar(), "auto", 300.0 * step, step, 10.0 * step).result.energy_drift);
  }
  std::printf("a step ends near the flat position: lu %.2g, auto %.2g of the energy\n", worst_lu,
              worst_auto);
  EXPECT_GT(worst_lu, 1e-6);
  EXPECT_LT(worst_auto, 1e-9);
}

}  // namespace
}  // namespace treadle::test
