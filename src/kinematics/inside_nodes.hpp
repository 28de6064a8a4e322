// Solved positions of what is inside a composite joint on a lattice of its coordinates: where each
// solve begins, so that its result depends on the coordinates alone, and the branch of the drawing
// is kept (docs/theory/composite.md).
#pragma once

#include "inside_solve.hpp"

#include <array>

namespace treadle {

class InsideNodes {
 public:
  using Key = std::array<long, 6>;

  struct Node {
    Key key{};
    bool known = false;
    bool reached = false;  ///< the branch of the drawing leads here
    std::vector<double> y, q, slope;
  };

  explicit InsideNodes(const Inside& inside);

  /// The node between the drawing and a position; null where no position is reached there.
  const Node* find(const std::array<double, 6>& y);
  /// The same position as `node`, moved on to y in small steps; null where that fails.
  const Node* creep(const Node& node, const std::array<double, 6>& y);

  /// Below this a pivot means a dead point.
  [[nodiscard]] double weakest() const { return limit_; }
  [[nodiscard]] const InsideSolve<double>& solve() const { return solve_; }
  /// What is wrong in the drawing: coordinates that nothing settles, or that something else does.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  [[nodiscard]] static std::size_t place_of(const Key& key);
  void begin();
  bool go(const Node& from, const std::array<double, 6>& y, Node& to);
  bool step(const Node& from, const std::array<double, 6>& y, Node& to);

  InsideSolve<double> solve_;
  std::vector<Node> nodes_;
  Node first_, walker_, other_, spare_, crept_;
  double limit_ = 0.0;
  std::string fault_;
};

}  // namespace treadle
