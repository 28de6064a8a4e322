// An order of elimination with little fill-in for a graph that changes from time to time: minimum
// degree on a quotient graph. Memory is used again (docs/theory/stiff.md, J23).
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace treadle {

class MinimumDegree {
 public:
  /// Blocks by their sizes; couples of different blocks, each pair at least once. The result holds
  /// until the next call.
  std::span<const int> order(std::span<const int> sizes,
                             std::span<const std::pair<int, int>> couples);

 private:
  static std::size_t no(int i) { return static_cast<std::size_t>(i); }

  void begin(std::span<const int> sizes, std::span<const std::pair<int, int>> couples);
  void put(int i, int degree);
  void take(int i);
  int least();
  void eliminate(int p);
  void find_outside(const std::vector<int>& clique);
  void prune(int i, int p, int clique_weight);
  void join_equals(const std::vector<int>& clique);
  [[nodiscard]] bool are_equal(int i, int j) const;
  void finish(int i);

  int left_ = 0, lowest_ = 0, stamp_ = 0;
  std::vector<std::vector<int>> near_, cliques_;  ///< of each block that is left
  std::vector<std::vector<int>> members_;         ///< of a clique, by the block that made it
  std::vector<int> weight_, degree_, clique_weight_, outside_;
  std::vector<char> gone_, absorbed_;
  std::vector<int> mark_, outside_mark_;
  std::vector<int> joined_, last_joined_;    ///< blocks that are eliminated with another, as lists
  std::vector<int> head_, next_, previous_;  ///< blocks by degree
  std::vector<std::pair<std::size_t, int>> sums_;
  std::vector<int> order_;
};

}  // namespace treadle
