// Every solver on patterns of random mechanisms that are filled with numbers of no mechanism,
// against Eigen: only matrices, no bodies.
#include "src/solve/registry.hpp"
#include "src/topology/make_pattern.hpp"
#include "src/topology/topology.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace treadle::test {
namespace {

struct Filled {
  SaddlePattern pattern;
  std::vector<double> diagonal, lower, phi, q, gamma;

  [[nodiscard]] SaddleMatrix<double> matrix() const { return {diagonal, lower, phi}; }
  [[nodiscard]] Eigen::MatrixXd inertia() const {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(pattern.n, pattern.n);
    for (int j = 0; j < pattern.n; ++j) {
      const auto c = static_cast<std::size_t>(j);
      out(j, j) = diagonal[c];
      for (int s = pattern.inertia.begin[c]; s < pattern.inertia.begin[c + 1]; ++s) {
        const int i = pattern.inertia.rows[static_cast<std::size_t>(s)];
        out(i, j) = out(j, i) = lower[static_cast<std::size_t>(s)];
      }
    }
    return out;
  }
  [[nodiscard]] Eigen::MatrixXd jacobian() const {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(pattern.m, pattern.n);
    for (const LoopPattern& loop : pattern.loops) {
      auto at = static_cast<std::size_t>(loop.values_at);
      for (const int column : loop.columns) {
        for (int r = 0; r < loop.rows; ++r, ++at) out(loop.first_row + r, column) = phi[at];
      }
    }
    return out;
  }
};

std::vector<double> numbers(std::mt19937& dice, int size) {
  std::vector<double> out(static_cast<std::size_t>(size));
  for (double& x : out) x = uniform(dice);
  return out;
}

/// M outweighs its rows by its diagonal, so its condition is small; Phi is anything.
Filled fill(unsigned seed) {
  RandomChoice choice;
  choice.bodies = 3 + static_cast<int>(seed % 8);
  choice.loops = static_cast<int>(seed % 4);
  choice.free_root = seed % 3 == 0;
  std::mt19937 dice(seed + 500);
  Filled f;
  f.pattern = make_pattern(make_topology(random_mechanism(seed, choice).description));
  f.lower = numbers(dice, f.pattern.inertia.entries());
  f.diagonal.assign(static_cast<std::size_t>(f.pattern.n), 0.0);
  const Eigen::VectorXd sums = f.inertia().cwiseAbs().rowwise().sum();
  for (int j = 0; j < f.pattern.n; ++j)
    f.diagonal[static_cast<std::size_t>(j)] = 0.5 + 1.5 * sums[j];
  f.phi = numbers(dice, f.pattern.phi_values);
  f.q = numbers(dice, f.pattern.n);
  f.gamma = numbers(dice, f.pattern.m);
  return f;
}

Eigen::VectorXd eigen(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

struct Answer {
  Report report;
  std::vector<double> qdd, lambda;
};

Answer solve(const std::string& name, const Filled& f, const std::vector<int>& dependent = {},
             const std::vector<int>& vanishing = {}) {
  const auto solver = make_solver<double>(name, f.pattern);
  solver->leave_out(dependent, vanishing);
  Answer a{solver->factor(f.matrix()), std::vector<double>(static_cast<std::size_t>(f.pattern.n)),
           std::vector<double>(static_cast<std::size_t>(f.pattern.m))};
  if (a.report.ok()) solver->solve(f.q, f.gamma, a.qdd, a.lambda);
  return a;
}

/// Of the augmented matrix.
double condition(const Filled& f) {
  const Eigen::MatrixXd m = f.inertia(), phi = f.jacobian();
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m.rows() + phi.rows(), m.rows() + phi.rows());
  a << m, phi.transpose(), phi, Eigen::MatrixXd::Zero(phi.rows(), phi.rows());
  const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
  return values(0) / values(values.size() - 1);
}

class EverySolver : public ::testing::TestWithParam<std::string> {};

// Wrong by rounding times the condition; methods that form T^T T lose it twice.
TEST_P(EverySolver, SolvesWhatEigenSolves) {
  int with_loops = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Filled f = fill(seed);
    const Eigen::MatrixXd m = f.inertia(), phi = f.jacobian();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m.rows() + phi.rows(), m.rows() + phi.rows());
    a << m, phi.transpose(), phi, Eigen::MatrixXd::Zero(phi.rows(), phi.rows());
    Eigen::VectorXd right(a.rows());
    right << eigen(f.q), eigen(f.gamma);
    const Eigen::VectorXd expected = a.fullPivLu().solve(right);
    const Answer answer = solve(GetParam(), f);
    ASSERT_TRUE(answer.report.ok()) << seed;
    Eigen::VectorXd ours(a.rows());
    ours << eigen(answer.qdd), eigen(answer.lambda);
    const double k = condition(f);
    EXPECT_LT((ours - expected).norm(), 1e-15 * k * std::sqrt(k) * (1.0 + expected.norm())) << seed;
    with_loops += f.pattern.m > 0 ? 1 : 0;
  }
  EXPECT_GT(with_loops, 30);
}

// The same numbers again and again, whatever was solved before.
TEST_P(EverySolver, RemembersNothing) {
  const Filled one = fill(3), other = [&] {
    Filled f = one;
    for (double& x : f.phi) x = 0.3 - x;
    return f;
  }();
  const auto solver = make_solver<double>(GetParam(), one.pattern);
  solver->leave_out({}, {});
  std::vector<double> qdd(one.q.size()), lambda(one.gamma.size()), again(qdd), forces(lambda);
  ASSERT_TRUE(solver->factor(one.matrix()).ok());
  solver->solve(one.q, one.gamma, qdd, lambda);
  ASSERT_TRUE(solver->factor(other.matrix()).ok());
  solver->solve(other.q, other.gamma, again, forces);
  ASSERT_TRUE(solver->factor(one.matrix()).ok());
  solver->solve(one.q, one.gamma, again, forces);
  const double k = condition(one);
  EXPECT_LT((eigen(qdd) - eigen(again)).norm(), 1e-15 * k * std::sqrt(k));
  EXPECT_LT((eigen(lambda) - eigen(forces)).norm(),
            1e-15 * k * std::sqrt(k) * (1.0 + eigen(lambda).norm()));
}

// A row that repeats another one and a row that vanishes: with these left out, accelerations are
// those of the rest, and Phi^T lambda too.
TEST_P(EverySolver, LeavesOutRowsThatSayNothing) {
  int tried = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Filled f = fill(seed);
    const LoopPattern* loop = nullptr;
    for (const LoopPattern& l : f.pattern.loops) {
      if (l.rows >= 3) loop = &l;
    }
    if (loop == nullptr) continue;
    ++tried;
    for (std::size_t k = 0; k < loop->columns.size(); ++k) {
      double* column = f.phi.data() + loop->values_at + static_cast<int>(k) * loop->rows;
      column[1] = 2.0 * column[0];
      column[2] = 0.0;
    }
    const int first = loop->first_row;
    f.gamma[static_cast<std::size_t>(first + 1)] = 2.0 * f.gamma[static_cast<std::size_t>(first)];
    f.gamma[static_cast<std::size_t>(first + 2)] = 0.0;
    const Answer answer = solve(GetParam(), f, {first + 1, first + 2}, {first + 2});
    ASSERT_TRUE(answer.report.ok()) << seed;
    EXPECT_GE(answer.report.dropped, 1) << seed;
    const Eigen::MatrixXd m = f.inertia(), phi = f.jacobian();
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m.rows() + phi.rows(), m.rows() + phi.rows());
    a << m, phi.transpose(), phi, Eigen::MatrixXd::Zero(phi.rows(), phi.rows());
    Eigen::VectorXd right(a.rows());
    right << eigen(f.q), eigen(f.gamma);
    const Eigen::VectorXd least = a.completeOrthogonalDecomposition().solve(right);
    const Eigen::VectorXd qdd = least.head(m.rows()),
                          pull = phi.transpose() * least.tail(phi.rows());
    const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
    const double k = values(0) / values(values.size() - 3);  // without the two that vanish
    const double close = 1e-15 * k * std::sqrt(k) * (1.0 + least.norm());
    EXPECT_LT((eigen(answer.qdd) - qdd).norm(), close) << seed;
    EXPECT_LT((phi.transpose() * eigen(answer.lambda) - pull).norm(), close) << seed;
  }
  EXPECT_GT(tried, 10);
}

TEST_P(EverySolver, TellsWhereThereIsNoInertia) {
  Filled f = fill(0);
  ASSERT_EQ(f.pattern.m, 0);
  const int at = f.pattern.n - 1;  // the last position: all of its row is in earlier columns
  f.diagonal[static_cast<std::size_t>(at)] = 0.0;
  for (std::size_t s = 0; s < f.lower.size(); ++s) {
    if (f.pattern.inertia.rows[s] == at) f.lower[s] = 0.0;
  }
  const Answer answer = solve(GetParam(), f);
  EXPECT_EQ(answer.report.trouble, Trouble::singular_inertia);
  EXPECT_EQ(answer.report.index, at);
}

INSTANTIATE_TEST_SUITE_P(Names, EverySolver, ::testing::ValuesIn(usable_solvers()),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Solvers, UnknownNamesGiveNone) {
  EXPECT_EQ(make_solver<double>("nobody", fill(0).pattern), nullptr);
}

}  // namespace
}  // namespace treadle::test
