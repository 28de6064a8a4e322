// The cheap guess of the smallest singular value against Eigen's.
#include "src/singular/weakest_strength.hpp"

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

}  // namespace
}  // namespace treadle
