// The cheap guess of the smallest singular value against Eigen's.
#include "src/constraints/weakest_strength.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <numeric>
#include <random>

namespace treadle {
namespace {

TEST(WeakestStrength, is_never_too_small_and_nearly_right) {
  std::mt19937 dice(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int m = 2 + trial % 30, n = m + 1 + trial % 7;
    Eigen::MatrixXd a(m, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) a(i, j) = trial % 3 == 0 && (i + j) % 4 != 0 ? 0.0 : normal(dice);
    Matrix<double> phi(m, n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) phi(i, j) = a(i, j);
    const double exact = a.jacobiSvd().singularValues()(m - 1), most = a.norm();
    std::vector<int> all(static_cast<std::size_t>(m));
    std::iota(all.begin(), all.end(), 0);
    WeakestStrength guess;
    const double first = guess.of(phi, all), again = guess.of(phi, all);
    if (exact < 1e-6 * most) {  // the sparse ones may have no full rank
      EXPECT_LT(first, 2e-6 * most) << trial;
      continue;
    }
    EXPECT_GE(first, exact * (1.0 - 1e-6)) << trial;
    EXPECT_LE(first, 1.5 * exact) << trial;
    EXPECT_LE(again, 1.1 * exact) << trial;  // the direction of the first time helps
  }
}

TEST(WeakestStrength, is_zero_where_the_rank_drops) {
  Matrix<double> phi(2, 3);
  phi.set_zero();
  phi(0, 0) = 1.0;
  phi(1, 0) = 2.0;
  WeakestStrength guess;
  const std::vector<int> all{0, 1}, one{1};
  EXPECT_EQ(guess.of(phi, all), 0.0);
  EXPECT_DOUBLE_EQ(guess.of(phi, one), 2.0);
}

// Directions against Eigen's singular vectors, and the basis against the null space.
TEST(WeakestStrength, directions_are_the_last_singular_vectors) {
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
    std::vector<int> all(static_cast<std::size_t>(m));
    std::iota(all.begin(), all.end(), 0);
    WeakestStrength guess;
    ASSERT_GT(guess.of(phi, all), 0.0);
    guess.directions(phi, all);
    ASSERT_EQ(guess.count(), WeakestStrength::most_directions);
    for (int k = 0; k < weak; ++k) {
      const int here = guess.count() - 1 - k, there = m - 1 - k;
      EXPECT_NEAR(guess.sigma(here), sigma[there], 1e-6 * sigma[there]);
      double along = 0.0;
      for (int i = 0; i < m; ++i) along += guess.lefts()(i, here) * u(i, there);
      EXPECT_NEAR(std::fabs(along), 1.0, 1e-3) << trial << " " << k;
      double length = 0.0;
      for (int j = 0; j < n; ++j) length += guess.normals()(j, here) * v(j, there);
      EXPECT_NEAR(std::fabs(length), sigma[there], 1e-3 * sigma[there]);
    }
    Matrix<double> basis(n, n - m);
    for (int c = 0; c < n - m; ++c)
      for (int j = 0; j < n; ++j) basis(j, c) = v(j, m + c) + 0.05 * normal(dice);
    guess.free_directions(phi, all, basis);
    Eigen::MatrixXd t(n, n - m);
    for (int c = 0; c < n - m; ++c)
      for (int j = 0; j < n; ++j) t(j, c) = basis(j, c);
    EXPECT_LT((a * t).norm(), 1e-12);
    EXPECT_LT((t.transpose() * t - Eigen::MatrixXd::Identity(n - m, n - m)).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace treadle
