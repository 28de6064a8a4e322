// Which nodes of a program become statements, which are written inside the statement that needs
// them, and in which function each stands.
#pragma once

#include "program.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace treadle {

class Statements {
 public:
  Statements(const Program& program, int part);

  /// Nodes that are statements, in order.
  [[nodiscard]] const std::vector<std::int32_t>& order() const { return order_; }
  [[nodiscard]] int parts() const { return parts_; }
  [[nodiscard]] int part_of(std::int32_t node) const { return part_[at(node)]; }
  /// Written inside its only user: a product in a sum, a reciprocal in a product, a comparison.
  [[nodiscard]] bool inside(std::int32_t node) const { return inside_[at(node)] != 0; }
  [[nodiscard]] bool live(std::int32_t node) const { return live_[at(node)] != 0; }
  /// Place in the scratch of a value that later functions read, or -1.
  [[nodiscard]] int slot(std::int32_t node) const { return slot_[at(node)]; }
  [[nodiscard]] int slots() const { return slots_; }
  /// Conditions, each once.
  [[nodiscard]] const std::vector<Ref>& watched() const { return watched_; }

 private:
  static std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }
  void find_inside(const Program& program);
  void share_slots(const Program& program);

  std::vector<char> live_, inside_;
  std::vector<std::int32_t> order_;
  std::vector<int> part_, slot_;
  std::vector<Ref> watched_;
  int parts_ = 1, slots_ = 0;
};

/// Calls f(code) for each operand that is a node.
template <class F>
void each_operand(const Node& n, F&& f) {
  const int count = operands(n.op);
  if (count > 0) f(n.a);
  if (count > 1) f(n.b);
  if (count > 2) f(n.c);
}

}  // namespace treadle
