// Factors of blocks whose pattern changes, against dense ones; the order against fill-in.
#include "src/solve/block_factors.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <random>

namespace treadle {
namespace {

// Blocks on a square grid that touch their neighbours, some of them joints, and two equations on
// two blocks, the second one twice the first.
StaticPlan grid_plan(int side) {
  StaticPlan plan;
  for (int i = 0; i < side * side; ++i) {
    plan.sizes.push_back(i % 7 == 3 ? 2 : 6);
    plan.late.push_back(0);
    if (i % side != 0) plan.couples.emplace_back(i - 1, i);
    if (i >= side) plan.couples.emplace_back(i - side, i);
  }
  for (int k = 0; k < 2; ++k) {
    plan.sizes.push_back(1);
    plan.late.push_back(1);
    plan.couples.emplace_back(2, side * side + k);
    plan.couples.emplace_back(side + 1, side * side + k);
  }
  return plan;
}

void agrees_with_dense(BlockFactors& factors, int side, bool symmetric) {
  const StaticPlan plan = grid_plan(side);
  factors.plan(plan, symmetric);
  std::vector<int> first{0};
  for (const int size : plan.sizes) first.push_back(first.back() + size);
  const int n = first.back(), free = n - 2;
  std::mt19937 dice(3);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
  const auto fill = [&](int a, int b) {
    for (int r = first[static_cast<std::size_t>(a)]; r < first[static_cast<std::size_t>(a) + 1];
         ++r)
      for (int c = first[static_cast<std::size_t>(b)]; c < first[static_cast<std::size_t>(b) + 1];
           ++c) {
        dense(r, c) = number(dice);
        dense(c, r) = symmetric || r >= free || c >= free ? dense(r, c) : number(dice);
      }
  };
  for (const auto& [a, b] : plan.couples) fill(a, b);
  for (int b = 0; b < side * side; ++b) fill(b, b);
  for (int r = 0; r < free; ++r) dense(r, r) += 30.0;
  dense.row(n - 1) = 2.0 * dense.row(n - 2);
  dense.col(n - 1) = 2.0 * dense.col(n - 2);
  factors.clear();
  const auto put = [&](int a, int b) {
    if (!factors.is_kept(a, b)) return;
    double* to = factors.block(a, b);
    const int rows = plan.sizes[static_cast<std::size_t>(a)],
              columns = plan.sizes[static_cast<std::size_t>(b)];
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c)
        to[r * columns + c] =
            dense(first[static_cast<std::size_t>(a)] + r, first[static_cast<std::size_t>(b)] + c);
  };
  for (int b = 0; b < static_cast<int>(plan.sizes.size()); ++b) put(b, b);
  for (const auto& [a, b] : plan.couples) {
    put(a, b);
    put(b, a);
  }
  const Report report = factors.factor();
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.dropped, 1);
  const Eigen::VectorXd wanted = Eigen::VectorXd::Random(n), right = dense * wanted;
  std::vector<double> x(right.data(), right.data() + n);
  factors.solve(x);
  for (int k = 0; k < free; ++k) EXPECT_NEAR(x[static_cast<std::size_t>(k)], wanted(k), 1e-12);
}

TEST(BlockFactors, SolveAsDenseOnesDoInPatternsThatChange) {
  BlockFactors factors;
  for (const int side : {5, 3, 6})
    for (const bool symmetric : {true, false}) agrees_with_dense(factors, side, symmetric);
  EXPECT_EQ(factors.facts().plans, 6);
}

// Of a square grid nested dissection needs about 7.75 n log2 n entries, by numbers n^1.5.
TEST(MinimumDegree, KeepsFillInOfAGridSmall) {
  const int side = 40, n = side * side;
  std::vector<int> sizes(n, 1);
  std::vector<std::pair<int, int>> couples;
  for (int i = 0; i < n; ++i) {
    if (i % side != 0) couples.emplace_back(i - 1, i);
    if (i >= side) couples.emplace_back(i - side, i);
  }
  BlockFactors factors;
  factors.plan({sizes, couples, std::vector<char>(n, 0), true}, true);
  EXPECT_LT(factors.facts().factors, 2 * n * 11);  // n log2 n
  EXPECT_EQ(factors.facts().matrix, n + static_cast<long>(couples.size()));
}

// Trees have no fill-in, in any number.
TEST(MinimumDegree, LeavesTreesAsTheyAre) {
  std::vector<std::pair<int, int>> couples;
  for (int i = 1; i < 500; ++i) couples.emplace_back((i * 37) % i, i);
  BlockFactors factors;
  factors.plan({std::vector<int>(500, 1), couples, std::vector<char>(500, 0), true}, true);
  EXPECT_EQ(factors.facts().factors, factors.facts().matrix);
}

}  // namespace
}  // namespace treadle
