// LU and LDL^T in a planned pattern against dense ones, with equations that depend on others.
#include "src/solve/static_lu.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <random>

namespace treadle {
namespace {

// A chain of blocks with far couples and two equations on them, the second one twice the first.
StaticPlan chain_plan(bool in_order) {
  return {.sizes = {2, 1, 3, 2, 1, 1, 1},
          .couples = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}, {0, 5}, {2, 5}, {0, 6}, {2, 6}},
          .late = {0, 0, 0, 0, 0, 1, 1},
          .in_order = in_order};
}

TEST(StaticFactors, SolveAsDenseOnesDo) {
  for (const bool in_order : {true, false}) {
    const StaticPattern pattern(chain_plan(in_order));
    const int n = pattern.n, free = 9;
    std::mt19937 dice(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
    for (int r = 0; r < free; ++r) {
      for (int c = 0; c <= r; ++c)
        if (pattern.find(r, c) >= 0) dense(r, c) = dense(c, r) = number(dice);
      dense(r, r) += 8.0;
    }
    for (int c = 0; c < free; ++c) {
      if (pattern.find(free, c) < 0) continue;
      dense(free, c) = dense(c, free) = number(dice);
      dense(free + 1, c) = dense(c, free + 1) = 2.0 * dense(free, c);
    }
    StaticLu lu(pattern), ldl(pattern);
    for (int r = 0; r < n; ++r) {
      for (int c = 0; c < n; ++c) {
        if (const int slot = pattern.find(r, c); slot >= 0) {
          lu.values()[static_cast<std::size_t>(slot)] = dense(r, c);
          // left of the diagonal nothing is looked at
          ldl.values()[static_cast<std::size_t>(slot)] = pattern.is_upper(r, c) ? dense(r, c) : 1e9;
        }
      }
    }
    EXPECT_EQ(lu.factor().dropped, 1);
    EXPECT_EQ(ldl.factor_symmetric().dropped, 1);
    const Eigen::VectorXd wanted = Eigen::VectorXd::Random(n);
    const Eigen::VectorXd right = dense * wanted;
    std::vector<double> x(right.data(), right.data() + n), y = x;
    lu.solve(x);
    ldl.solve_symmetric(y);
    for (int k = 0; k < free; ++k) {
      EXPECT_NEAR(x[static_cast<std::size_t>(k)], wanted(k), 1e-13);
      EXPECT_NEAR(y[static_cast<std::size_t>(k)], wanted(k), 1e-13);
    }
  }
}

}  // namespace
}  // namespace treadle
