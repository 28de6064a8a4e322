// Alg-S against the dense reference, patterns against what topology predicted, redundant rows.
#include "src/acceleration/step.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/scalar/counted.hpp"
#include "src/solve/registry.hpp"
#include "src/solve/topology_solver.hpp"
#include "src/topology/topology.hpp"
#include "support/dense.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

namespace treadle::test {
namespace {

RandomMechanism pick_closed(unsigned seed) {
  RandomChoice choice;
  choice.bodies = 3 + static_cast<int>(seed % 10);
  choice.loops = 1 + static_cast<int>(seed % 5);
  choice.free_root = seed % 2 == 0;
  return random_mechanism(seed + 5000, choice);
}

class RandomSolve : public ::testing::TestWithParam<unsigned> {
 protected:
  explicit RandomSolve(Numbering numbering = Numbering::leaf_first) {
    Description d = pick_closed(GetParam()).description;
    d.numbering = numbering;
    mechanism = build_mechanism(d);
    w = std::make_unique<Workspace<double>>(mechanism.model);
    assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                               mechanism.start.v, *w);
    m = dense_inertia(mechanism.model, w->matrix);
    phi = dense_phi(mechanism.model, w->loops.phi);
  }
  SaddleMatrix<double> matrix() const {
    return {w->matrix.diagonal, w->matrix.lower, w->loops.phi};
  }

  // Residual of both equations over the size of what was added up: the backward error.
  double backward_error(const std::vector<double>& qdd, const std::vector<double>& lambda) const {
    const Eigen::VectorXd a = dense_vector(qdd), l = dense_vector(lambda);
    const Eigen::VectorXd q = dense_vector(w->q_force), g = dense_vector(w->gamma);
    const double norm = m.lpNorm<Eigen::Infinity>() + phi.lpNorm<Eigen::Infinity>();
    const double x = a.lpNorm<Eigen::Infinity>() + l.lpNorm<Eigen::Infinity>();
    const double upper = (m * a + phi.transpose() * l - q).lpNorm<Eigen::Infinity>();
    const double lower = (phi * a - g).lpNorm<Eigen::Infinity>();
    return std::max(upper, lower) /
           (norm * x + q.lpNorm<Eigen::Infinity>() + g.lpNorm<Eigen::Infinity>());
  }

  Mechanism mechanism;
  std::unique_ptr<Workspace<double>> w;
  Eigen::MatrixXd m, phi;
};

class RandomSolveBadOrder : public RandomSolve {
 protected:
  RandomSolveBadOrder() : RandomSolve(Numbering::root_first) {}
};

void solve(SaddleSolver<double>& solver, const Mechanism& mechanism,
           const SaddleMatrix<double>& matrix, Workspace<double>& w, std::vector<double>& qdd,
           std::vector<double>& lambda) {
  solver.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  ASSERT_TRUE(solver.factor(matrix).ok());
  qdd.resize(w.qdd.size());
  lambda.resize(w.lambda.size());
  solver.solve(w.q_force, w.gamma, qdd, lambda);
}

TEST_P(RandomSolve, AllSolversAgree) {
  std::vector<double> reference, lambda;
  solve(*make_solver<double>("gauss", *mechanism.model.pattern), mechanism, matrix(), *w, reference,
        lambda);
  const Eigen::VectorXd b = dense_vector(reference);
  for (const std::string& name : usable_solvers()) {
    std::vector<double> qdd;
    solve(*make_solver<double>(name, *mechanism.model.pattern), mechanism, matrix(), *w, qdd,
          lambda);
    // rows that say nothing new agree with the others as well as the start velocities close
    // a null space of a cluster is a little less stable than the symmetric factors
    const bool exact = mechanism.redundancy.rows.empty() && name != "clustered";
    const double bound = exact ? 1e-13 : 1e-11;
    EXPECT_LT(backward_error(qdd, lambda), bound) << name;
    // forward: as far as the condition of the problem allows
    const Eigen::VectorXd a = dense_vector(qdd);
    EXPECT_LT((a - b).lpNorm<Eigen::Infinity>(), 1e-9 * (1.0 + b.lpNorm<Eigen::Infinity>()))
        << name;
  }
}

TEST_P(RandomSolveBadOrder, TopologyWorksWithFillIn) {
  for (const std::string name : {"topology", "topology-ldl"}) {
    std::vector<double> qdd, lambda;
    solve(*make_solver<double>(name, *mechanism.model.pattern), mechanism, matrix(), *w, qdd,
          lambda);
    EXPECT_LT(backward_error(qdd, lambda), 1e-13) << name;
  }
}

// Lemma 2: L has entries exactly where M has them. Lemma 3: T only where the paths lead.
TEST_P(RandomSolve, FactorsHaveThePredictedPatterns) {
  const SaddlePattern& pattern = *mechanism.model.pattern;
  const Eigen::MatrixXd l = m.llt().matrixL();
  Eigen::MatrixXd t(pattern.n, pattern.m);
  if (pattern.m > 0) t = l.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd(phi.transpose()));
  int outside = 0;
  for (int j = 0; j < pattern.n; ++j) {
    for (int i = j + 1; i < pattern.n; ++i) {
      if (pattern.factor.slot(i, j) >= 0) continue;
      ++outside;
      EXPECT_LT(std::fabs(l(i, j)), 1e-14) << "L(" << i << ", " << j << ")";
    }
  }
  EXPECT_TRUE(pattern.no_fill());
  EXPECT_EQ(pattern.factor.entries() + outside, pattern.n * (pattern.n - 1) / 2);
  for (const LoopPattern& loop : pattern.loops) {
    for (int r = loop.first_row; r < loop.first_row + loop.rows; ++r) {
      for (int i = 0; i < pattern.n; ++i) {
        if (std::binary_search(loop.t_columns.begin(), loop.t_columns.end(), i)) continue;
        EXPECT_LT(std::fabs(t(i, r)), 1e-13) << "T(" << i << ", " << r << ")";
      }
    }
  }
  // and the numbers inside are those of the dense factors
  TopologySolver<double> solver(pattern);
  ASSERT_TRUE(solver.factor(matrix()).ok());
  for (int j = 0; j < pattern.n; ++j) {
    for (int s = pattern.factor.begin[static_cast<std::size_t>(j)];
         s < pattern.factor.begin[static_cast<std::size_t>(j) + 1]; ++s) {
      const int i = pattern.factor.rows[static_cast<std::size_t>(s)];
      const auto place = static_cast<std::size_t>(solver.inertia_factor().place(i, j));
      EXPECT_NEAR(solver.inertia_factor().values()[place], l(i, j),
                  1e-12 * (1.0 + std::fabs(l(i, j))));
    }
  }
  for (int i = 0; i < pattern.n; ++i) {
    for (int r = 0; r < pattern.m; ++r)
      EXPECT_NEAR(solver.t().entry(i, r), t(i, r), 1e-11 * (1.0 + std::fabs(t(i, r))));
  }
}

TEST_P(RandomSolve, CountedGivesTheSameNumbers) {
  const Model<Counted> model = cast<Counted>(mechanism.model);
  const Forces<Counted> forces = cast<Counted>(mechanism.forces);
  Workspace<Counted> counted(model);
  const std::vector<Counted> q(mechanism.start.q.begin(), mechanism.start.q.end());
  const std::vector<Counted> v(mechanism.start.v.begin(), mechanism.start.v.end());
  TopologySolver<Counted> a(*model.pattern);
  TopologySolver<double> b(*model.pattern);
  a.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  b.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  ASSERT_TRUE(evaluate<Counted>(model, forces, a, {}, q, v, counted).ok());
  ASSERT_TRUE(evaluate<double>(mechanism.model, mechanism.forces, b, {}, mechanism.start.q,
                               mechanism.start.v, *w)
                  .ok());
  double scale = 1.0;
  for (const double x : w->qdd) scale = std::max(scale, std::fabs(x));
  // fused multiply-adds round differently; nothing else may differ
  for (std::size_t k = 0; k < w->qdd.size(); ++k)
    EXPECT_NEAR(value(counted.qdd[k]), w->qdd[k], 1e-10 * scale);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, RandomSolve, ::testing::Range(0U, 300U));
INSTANTIATE_TEST_SUITE_P(Mechanisms, RandomSolveBadOrder, ::testing::Range(0U, 100U));

TEST(RandomSolve, TheMechanismsDoHaveLoops) {
  int rows = 0, loops = 0, reversed = 0, redundant = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Mechanism mechanism = build_mechanism(pick_closed(seed).description);
    rows += mechanism.model.rows();
    loops += static_cast<int>(mechanism.model.loops.size());
    redundant += static_cast<int>(mechanism.redundancy.rows.size());
    for (const TreeBody& body : mechanism.topology().bodies) reversed += body.reversed ? 1 : 0;
    EXPECT_EQ(check(mechanism.topology(), mechanism.description), "");
  }
  EXPECT_GT(loops, 300);
  EXPECT_GT(rows, 900);
  EXPECT_GT(reversed, 300);
  EXPECT_LT(redundant, rows / 20);  // random loops are rarely redundant
}

}  // namespace
}  // namespace treadle::test
