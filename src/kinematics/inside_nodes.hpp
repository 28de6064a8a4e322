// Solved positions of what is inside a composite joint on a lattice of its coordinates: where each
// solve begins, so that its result depends on the coordinates alone, and the branch of the drawing
// is kept (docs/theory/composite.md).
#pragma once

#include "inside_series.hpp"

#include <array>

namespace treadle {

class InsideNodes {
 public:
  using Key = std::array<long, 6>;
  using Coordinates = std::array<double, 6>;

  struct Node {
    Key key{};
    bool known = false;
    bool reached = false;     ///< the branch of the drawing leads here
    bool has_series = false;  ///< where solves have begun from it
    long used = 0;            ///< when, in solves that began elsewhere than the one before
    std::size_t at = 0;       ///< its numbers: y, q, slopes, series
  };

  explicit InsideNodes(const Inside& inside);

  /// The node next to a position, or the one between it and the drawing; null where no position is
  /// reached there.
  const Node* find(const Coordinates& y);
  /// The same position as `node`, moved on to y in small steps; null where that fails.
  const Node* creep(const Node& node, const Coordinates& y);

  [[nodiscard]] const double* coordinates(const Node& node) const { return pool_.data() + node.at; }
  /// Adds up the series at dy from the node, in place of q; false: it has none. (CJ8)
  template <class S>
  bool expand(const Node& node, const S* dy, std::span<S> q) const {
    if (!node.has_series) return false;
    const double* const start = positions(node);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = S(start[i]);
    series_.add(pool_.data() + node.at + series_at_, dy, q.data());
    return true;
  }
  [[nodiscard]] const double* positions(const Node& node) const {
    return pool_.data() + node.at + q_at_;
  }
  [[nodiscard]] const double* slopes(const Node& node) const {
    return pool_.data() + node.at + slope_at_;
  }

  /// Below this a pivot means a dead point.
  [[nodiscard]] double weakest() const { return limit_; }
  [[nodiscard]] const InsideSolve<double>& solve() const { return solve_; }
  /// What is wrong in the drawing: coordinates that nothing settles, or that something else does.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  [[nodiscard]] std::size_t place_of(const Key& key) const;
  void begin();
  void keep(Node& node, const double* y);
  void copy(const Node& from, Node& to);
  const Node* reach(const Key& end);
  const Node* ready(const Key& key);
  const Node* make_ready(const Node& node);
  bool find_series(Node& node);
  bool go(const Node& from, const Coordinates& y, Node& to);
  bool step(const Node& from, const Coordinates& y, Node& to);

  InsideSolve<double> solve_;
  InsideSeries series_;
  std::vector<double> pool_;
  std::size_t q_at_ = 0, slope_at_ = 0, series_at_ = 0;
  std::vector<Node> nodes_;  ///< on ways from the drawing
  std::vector<Node> ready_;  ///< where solves begin: pairs that share a place
  long uses_ = 0;
  Node first_, walker_, other_, spare_, crept_;
  double limit_ = 0.0;
  std::string fault_;
};

}  // namespace treadle
