// Long loops carried along the recursion: against the augmented matrix, moved and turned, and a
// long chain against its energy.
#include "src/acceleration/accelerations.hpp"
#include "src/acceleration/step.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/long_mechanisms.hpp"
#include "support/random_mechanism.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace treadle::test {
namespace {

struct Family {
  const char* name;
  Description (*make)(int size);
  int size;
};

const Family families[] = {
    {"chain", [](int n) { return LongMechanism::chain(n, false); }, 24},
    {"spatial chain", [](int n) { return LongMechanism::chain(n, true); }, 24},
    {"ring", [](int n) { return LongMechanism::ring(n); }, 24},
    {"scissor lift", [](int n) { return LongMechanism::scissor_lift(n); }, 14},
    {"ladder", [](int n) { return LongMechanism::ladder(n); }, 14},
};

std::vector<double> moving(const Mechanism& mechanism) {
  std::mt19937 dice(5);
  std::vector<double> v(static_cast<std::size_t>(mechanism.model.nv()));
  for (double& x : v) x = std::uniform_real_distribution<double>(-0.3, 0.3)(dice);
  return v;
}

// Accelerations and forces of loops at closed positions, with velocities that keep them closed.
TEST(LongLoops, AgreeWithTheAugmentedMatrix) {
  for (const Family& family : families) {
    SCOPED_TRACE(family.name);
    const Mechanism m = build_mechanism(family.make(family.size));
    Accelerations closing(m, {.solver = "topology", .method = ConstraintMethod::closest});
    std::vector<double> q = m.start.q, v = moving(m);
    ASSERT_TRUE(closing.project(0.0, q, v).ok());
    Workspace<double> w(m.model, m.functions.size()), by(m.model, m.functions.size());
    w.functions = by.functions = m.functions_at(0.0);
    const auto solver = make_solver<double>("topology", *m.model.pattern);
    solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
    ASSERT_TRUE(evaluate<double>(m.model, m.forces, *solver, {}, q, v, w).ok());
    Recursion<double> recursion(m.model, m.redundancy.vanishing);
    ASSERT_TRUE(recursion.carries());
    recursion.leave_out(m.redundancy.rows);
    ASSERT_TRUE(
        evaluate_by_recursion<double>(m.model, m.forces, recursion, {}, q, v, true, by).ok());
    const Eigen::VectorXd expected = dense_vector(w.qdd);
    EXPECT_LT((dense_vector(by.qdd) - expected).lpNorm<Eigen::Infinity>(),
              1e-9 * expected.lpNorm<Eigen::Infinity>());
    const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
    const Eigen::VectorXd forces = phi.transpose() * dense_vector(w.lambda);
    EXPECT_LT((phi.transpose() * dense_vector(by.lambda) - forces).lpNorm<Eigen::Infinity>(),
              1e-9 * forces.lpNorm<Eigen::Infinity>());
  }
}

// The nearest closed position does not depend on who finds it, nor does the nearest velocity there.
// (On the way from an open position factors may be older than what the recursion sees.)
TEST(LongLoops, AreClosedAsByFactors) {
  for (const Family& family : families) {
    SCOPED_TRACE(family.name);
    const Mechanism m = build_mechanism(family.make(family.size));
    std::vector<double> q[2], v[2];
    for (const int k : {0, 1}) {
      Accelerations by(
          m, {.solver = k == 0 ? "topology" : "clustered", .method = ConstraintMethod::closest});
      q[k] = m.start.q;
      v[k].assign(static_cast<std::size_t>(m.model.nv()), 0.0);
      for (const TreeBody& body : m.topology().bodies) {
        if (body.nq == 1) q[k][static_cast<std::size_t>(body.q_at)] += 1e-6 * (body.q_at % 5);
      }
      ASSERT_TRUE(by.project(0.0, q[k], v[k]).ok());
      v[k] = moving(m);
      std::vector<double> same = q[0];
      ASSERT_TRUE(by.project(0.0, same, v[k]).ok());
      const MethodCount* count = by.count_of(k == 0 ? "solver" : "recursion");
      ASSERT_NE(count, nullptr);
      EXPECT_EQ(count->projected, 2);
    }
    for (std::size_t i = 0; i < q[0].size(); ++i) EXPECT_NEAR(q[0][i], q[1][i], 1e-10);
    for (std::size_t i = 0; i < v[0].size(); ++i) EXPECT_NEAR(v[0][i], v[1][i], 1e-9);
  }
}

TEST(LongLoops, MoveTheSameUnderRigidMotions) {
  std::mt19937 dice(11);
  for (const Family& family : families) {
    SCOPED_TRACE(family.name);
    const Description here = family.make(family.size);
    const auto accelerations = [](const Description& d) {
      const Mechanism m = build_mechanism(d);
      Accelerations by(m, {.solver = "clustered", .method = ConstraintMethod::closest});
      std::vector<double> v(static_cast<std::size_t>(m.model.nv()), 0.0);
      EXPECT_TRUE(by.find({0.0, m.start.q, v, {}, true, true}).ok());
      EXPECT_EQ(by.count_of("recursion")->answered, 1);
      return by.workspace().qdd;
    };
    const std::vector<double> reference = accelerations(here);
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> other = accelerations(moved(here, random_pose(dice, 3.0)));
      ASSERT_EQ(other.size(), reference.size());
      double most = 0.0;
      for (const double x : reference) most = std::max(most, std::fabs(x));
      const std::size_t end = std::string(family.name) == "ring"  // a free body's are in its axes,
                                  ? reference.size() - 6          // its weight is turned too
                                  : reference.size();
      for (std::size_t i = 0; i < end; ++i)
        EXPECT_NEAR(other[i], reference[i], 1e-9 * most) << "number " << i;
    }
  }
}

// Two ways that share little: where the paths of loops run over a few joints only, narrow trees
// keep few loops open.
TEST(LongLoops, NarrowTreesKeepFewOpen) {
  for (const int size : {30, 60}) {
    for (const bool lift : {false, true}) {
      const Mechanism m =
          build_mechanism(lift ? LongMechanism::scissor_lift(size) : LongMechanism::ladder(size));
      const RecursionPlan plan = plan_recursion(m.model, m.redundancy.vanishing);
      int most = 0;
      for (const CarriedPlan::OpenSet& set : plan.carried.sets) most = std::max(most, set.count);
      EXPECT_LE(most, 6) << size << (lift ? " stages" : " rungs");
    }
  }
}

TEST(LongLoops, KeepTheEnergyOfALongChain) {
  const Description d = LongMechanism::chain(sanitized ? 60 : 400, false);
  const Mechanism m = build_mechanism(d);
  RunOptions options = options_of(d.simulation);
  options.duration = 0.1;
  options.output_interval = 0.05;
  const RunResult result = run(m, options, {});
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_EQ(result.solver, "clustered");
  EXPECT_LT(result.energy_drift, 1e-7);
  EXPECT_LT(result.position_violation, 1e-10);
}

}  // namespace
}  // namespace treadle::test
