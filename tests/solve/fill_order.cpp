// Orders against fill-in: a grid of loops that each share a coordinate with their neighbours.
#include "src/solve/fill_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace treadle {
namespace {

struct Grid {
  std::vector<int> order, rows;
  std::vector<std::vector<int>> meetings;

  explicit Grid(int side, int equations) {
    for (int a = 0; a < side; ++a) {
      for (int b = 0; b < side; ++b) {
        const int loop = a * side + b;
        order.push_back(loop);
        rows.push_back(equations);
        if (b + 1 < side) meetings.push_back({loop, loop + 1});
        if (a + 1 < side) meetings.push_back({loop, loop + side});
      }
    }
  }
};

// The textbook: eliminate on a full matrix of zeros and ones.
double by_hand(const Grid& grid, const std::vector<int>& order) {
  std::vector<std::set<int>> near(order.size());
  for (const auto& meeting : grid.meetings) {
    near[static_cast<std::size_t>(meeting[0])].insert(meeting[1]);
    near[static_cast<std::size_t>(meeting[1])].insert(meeting[0]);
  }
  double sum = 0.0;
  for (const int loop : order) {
    const std::set<int> left = near[static_cast<std::size_t>(loop)];
    double entries = 0.0;
    for (const int a : left) {
      entries += grid.rows[static_cast<std::size_t>(a)];
      near[static_cast<std::size_t>(a)].erase(loop);
      for (const int b : left) {
        if (a != b) near[static_cast<std::size_t>(a)].insert(b);
      }
    }
    for (int r = grid.rows[static_cast<std::size_t>(loop)]; r > 0; --r)
      sum += (entries + r) * (entries + r);
  }
  return sum;
}

TEST(FillOrder, CostsWhatEliminationCosts) {
  const Grid grid(6, 2);
  EXPECT_EQ(elimination_cost(grid.order, grid.rows, grid.meetings), by_hand(grid, grid.order));
  std::vector<int> back(grid.order.rbegin(), grid.order.rend());
  std::swap(back[3], back[30]);
  EXPECT_EQ(elimination_cost(back, grid.rows, grid.meetings), by_hand(grid, back));
}

TEST(FillOrder, AGridIsNotEliminatedRowByRow) {
  const Grid grid(24, 2);
  const std::vector<int> found = order_against_fill(grid.order, grid.rows, grid.meetings);
  EXPECT_LT(by_hand(grid, found), 0.7 * by_hand(grid, grid.order));
  std::vector<int> sorted = found;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, grid.order);
  EXPECT_EQ(found, order_against_fill(grid.order, grid.rows, grid.meetings));
}

TEST(FillOrder, WhatIsGoodStays) {
  std::vector<int> order(40), rows(40, 3);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> chain;
  for (int k = 0; k + 1 < 40; ++k) chain.push_back({k, k + 1});
  EXPECT_EQ(order_against_fill(order, rows, chain), order);
  EXPECT_EQ(order_against_fill(order, rows, {order}), order) << "all meet all";
  EXPECT_EQ(order_against_fill(order, rows, {}), order) << "none meets another";
}

}  // namespace
}  // namespace treadle
