// Which nodes of a program become statements, and which are written inside the statement that needs
// them.
#pragma once

#include "program.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace treadle {

class Statements {
 public:
  explicit Statements(const Program& program);

  /// Nodes that are statements, in order.
  [[nodiscard]] const std::vector<std::int32_t>& order() const { return order_; }
  /// Written inside its only user: a product in a sum, a reciprocal in a product, a comparison.
  [[nodiscard]] bool inside(std::int32_t node) const { return inside_[at(node)] != 0; }
  [[nodiscard]] bool live(std::int32_t node) const { return live_[at(node)] != 0; }
  /// A condition for the numbers to be trusted.
  [[nodiscard]] bool watched(std::int32_t node) const { return watched_[at(node)] != 0; }
  /// Conditions that do not hold whatever the numbers are.
  [[nodiscard]] bool never_good() const { return never_good_; }

 private:
  static std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }
  void find_inside(const Program& program);

  std::vector<char> live_, inside_, watched_;
  std::vector<std::int32_t> order_;
  bool never_good_ = false;
};

/// Calls f(code) for each operand that is a node.
template <class F>
void each_operand(const Node& n, F&& f) {
  const int count = operands(n.op);
  if (count > 0) f(n.a);
  if (count > 1) f(n.b);
  if (count > 2) f(n.c);
}

/// Calls f(node, which, code) for each operand of a statement that does not stand inside it.
template <class F>
void each_leaf(const Graph& graph, const Statements& statements, std::int32_t node, F&& f) {
  const Node& n = graph.nodes()[static_cast<std::size_t>(node)];
  int which = 0;
  each_operand(n, [&](std::int32_t code) {
    if (statements.inside(code >> 1)) {
      each_leaf(graph, statements, code >> 1, f);
    } else {
      f(node, which, code);
    }
    ++which;
  });
}

}  // namespace treadle
