// Forests that are cut into shares: whole subtrees, each node once, the same however often it is
// done.
#include "src/base/shares.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace treadle {
namespace {

// So many chains side by side, on a common root or on nothing.
std::vector<int> chains(int count, int length, bool root) {
  std::vector<int> parent;
  if (root) parent.push_back(-1);
  for (int c = 0; c < count; ++c) {
    for (int k = 0; k < length; ++k)
      parent.push_back(k > 0 ? static_cast<int>(parent.size()) - 1 : (root ? 0 : -1));
  }
  return parent;
}

std::vector<double> ones(const std::vector<int>& parent) {
  return std::vector<double>(parent.size(), 1.0);
}

// What is promised, whatever the forest.
void check(const std::vector<int>& parent, const std::vector<double>& weight, const Shares& cut) {
  if (cut.count() == 0) return;
  std::vector<int> seen(parent.size(), 0);
  for (const int i : cut.trunk) ++seen[static_cast<std::size_t>(i)];
  double largest = 0.0, all = 0.0;
  for (int s = 0; s < cut.count(); ++s) {
    double sum = 0.0;
    for (const auto& [first, last] : cut.nodes[static_cast<std::size_t>(s)]) {
      for (int i = first; i < last; ++i) {
        ++seen[static_cast<std::size_t>(i)];
        EXPECT_EQ(cut.of[static_cast<std::size_t>(i)], s);
        sum += weight[static_cast<std::size_t>(i)];
      }
    }
    largest = std::max(largest, sum);
    all += sum;
  }
  for (std::size_t i = 0; i < parent.size(); ++i) {
    EXPECT_EQ(seen[i], 1) << i;
    if (parent[i] < 0) continue;
    const int above = cut.of[static_cast<std::size_t>(parent[i])];
    EXPECT_TRUE(above == cut.of[i] || above == -1) << "a subtree is not whole at " << i;
  }
  double trunk = 0.0;
  for (const int i : cut.trunk) trunk += weight[static_cast<std::size_t>(i)];
  EXPECT_NEAR(cut.gain, (all + trunk) / (largest + trunk), 1e-12);
  EXPECT_GE(cut.gain, 1.5);
}

TEST(Shares, EightBranchesAreEightShares) {
  for (const bool root : {false, true}) {
    const std::vector<int> parent = chains(8, 200, root);
    const Shares cut = cut_shares(parent, ones(parent));
    ASSERT_EQ(cut.count(), 8);
    EXPECT_EQ(cut.trunk.size(), root ? 1U : 0U);
    check(parent, ones(parent), cut);
  }
}

TEST(Shares, AChainIsNotCut) {
  const std::vector<int> parent = chains(1, 1000, false);
  EXPECT_EQ(cut_shares(parent, ones(parent)).count(), 0);
}

TEST(Shares, TiedBranchesStayTogether) {
  const std::vector<int> parent = chains(8, 50, false);
  std::vector<std::vector<int>> ties;
  for (int c = 0; c < 8; c += 2) ties.push_back({50 * c + 10, 50 * c + 70});
  const Shares cut = cut_shares(parent, ones(parent), ties);
  ASSERT_EQ(cut.count(), 4);
  for (const auto& tie : ties)
    EXPECT_EQ(cut.of[static_cast<std::size_t>(tie[0])], cut.of[static_cast<std::size_t>(tie[1])]);
  ties.push_back({30, 80, 130, 180, 230, 280, 330, 380});
  EXPECT_EQ(cut_shares(parent, ones(parent), ties).count(), 0);
}

TEST(Shares, WithoutATrunkTheRootHoldsAllTogether) {
  const std::vector<int> parent = chains(8, 50, true);
  EXPECT_EQ(cut_shares(parent, ones(parent), {}, 0.0).count(), 0);
}

TEST(Shares, SubtreesInPiecesAreNotCut) {
  const std::vector<int> parent{-1, -1, 0, 1, 0, 1, 2, 3};
  EXPECT_EQ(cut_shares(parent, ones(parent)).count(), 0);
}

TEST(Shares, AnyForestIsCutAsPromised) {
  std::mt19937 dice(3);
  int cut_ones = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<int> parent{-1};
    std::vector<double> weight{1.0};
    const int n = 5 + static_cast<int>(dice() % 400);
    while (static_cast<int>(parent.size()) < n) {  // depth first: an ancestor of the last one
      int up = static_cast<int>(parent.size()) - 1;
      for (unsigned climb = dice() % 4; climb > 0 && up >= 0; --climb)
        up = parent[static_cast<std::size_t>(up)];
      parent.push_back(up);
      weight.push_back(0.1 + static_cast<double>(dice() % 100));
    }
    const Shares cut = cut_shares(parent, weight), again = cut_shares(parent, weight);
    check(parent, weight, cut);
    EXPECT_EQ(cut.of, again.of);
    cut_ones += cut.count() > 0 ? 1 : 0;
  }
  EXPECT_GT(cut_ones, 10);
}

}  // namespace
}  // namespace treadle
