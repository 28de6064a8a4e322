// The weakest directions and the free ones against singular vectors that are known.
#include "src/singular/weak_subspace.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <random>

namespace treadle {
namespace {

// Directions against Eigen's singular vectors, and the basis against the null space.
TEST(WeakSubspace, directions_are_the_last_singular_vectors) {
  std::mt19937 dice(8);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 40; ++trial) {
    const int m = 15 + trial % 20, n = m + 1 + trial % 3, weak = 1 + trial % 6;
    const auto turn = [&](int size) -> Eigen::MatrixXd {
      Eigen::MatrixXd x(size, size);
      for (int i = 0; i < size * size; ++i) x.data()[i] = normal(dice);
      return x.householderQr().householderQ();
    };
    const Eigen::MatrixXd u = turn(m), v = turn(n);
    Eigen::VectorXd sigma(m);
    for (int k = 0; k < m; ++k) sigma[k] = k < m - weak ? 2.0 - k / (2.0 * m) : 1e-2 / (k + 2.0);
    const Eigen::MatrixXd a = u * sigma.asDiagonal() * v.leftCols(m).transpose();
    Matrix<double> phi(m, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) phi(i, j) = a(i, j);
    // some rows that depend on the others do not matter
    Matrix<double> more(m + 3, n);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < m; ++i) more(i, j) = phi(i, j);
      for (int i = m; i < m + 3; ++i) more(i, j) = 0.0;
    }
    Matrix<double> basis(n, n - m);
    for (int c = 0; c < n - m; ++c)
      for (int j = 0; j < n; ++j) basis(j, c) = v(j, m + c) + 0.003 * normal(dice);
    WeakSubspace guess(m + 3, n, m);
    ASSERT_TRUE(guess.find(more, basis));
    ASSERT_EQ(guess.count(), WeakSubspace::most_directions);
    for (int k = 0; k < weak; ++k) {
      const int here = guess.count() - 1 - k, there = m - 1 - k;
      EXPECT_NEAR(guess.sigma(here), sigma[there], 1e-6 * sigma[there]);
      double along = 0.0;
      for (int i = 0; i < m; ++i) along += guess.lefts()(i, here) * u(i, there);
      EXPECT_NEAR(std::fabs(along), 1.0, 1e-3) << trial << " " << k;
      double length = 0.0;
      for (int j = 0; j < n; ++j) length += guess.normals()(j, here) * v(j, there);
      EXPECT_NEAR(std::fabs(length), 1.0, 1e-3);
    }
    Eigen::MatrixXd t(n, n - m);
    for (int c = 0; c < n - m; ++c)
      for (int j = 0; j < n; ++j) t(j, c) = basis(j, c);
    EXPECT_LT((a * t).norm(), 1e-11);
    EXPECT_LT((t.transpose() * t - Eigen::MatrixXd::Identity(n - m, n - m)).norm(), 1e-13);
  }
}

TEST(WeakSubspace, says_where_rank_is_lost) {
  Matrix<double> phi(2, 3), basis(3, 1);
  phi.set_zero();
  phi(0, 0) = phi(1, 0) = 1.0;
  basis.set_zero();
  basis(2, 0) = 1.0;
  WeakSubspace subspace(2, 3, 2);
  EXPECT_FALSE(subspace.find(phi, basis));
}

}  // namespace
}  // namespace treadle
