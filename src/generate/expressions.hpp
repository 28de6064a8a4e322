// The C text of what a statement computes. Who writes it says how its operands are called.
#pragma once

#include "statements.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace treadle {

/// Operand number `which` of a node: the place at which a name stands.
struct OperandPlace {
  std::int32_t node = 0;
  int which = 0;

  friend auto operator<=>(const OperandPlace&, const OperandPlace&) = default;
};

/// The code of an operand.
inline std::int32_t operand_at(const Node& n, int which) {
  return which == 0 ? n.a : which == 1 ? n.b : n.c;
}

class Expressions {
 public:
  /// How an operand without its sign is called; it is no node that stands inside another.
  using Names = std::function<std::string(OperandPlace place)>;

  Expressions(const Program& program, const Statements& statements, std::string prefix, Names names)
      : p_(program), s_(statements), prefix_(std::move(prefix)), names_(std::move(names)) {}

  [[nodiscard]] std::string of(std::int32_t node) const;
  /// One call for functions of one kind, which writes to array `out`; it is filled up to `width`.
  [[nodiscard]] std::string side_by_side(std::span<const std::int32_t> some, std::size_t width,
                                         const std::string& out) const;

 private:
  [[nodiscard]] const Node& node(std::int32_t i) const {
    return p_.graph.nodes()[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::string operand(std::int32_t user, int which, bool turned = false) const;
  [[nodiscard]] std::string call(const char* function, std::int32_t i) const;
  [[nodiscard]] std::string sum(std::int32_t i) const;
  [[nodiscard]] std::string product(std::int32_t i) const;
  [[nodiscard]] std::string reading(std::int32_t i) const;
  [[nodiscard]] bool quotient(std::int32_t i, int& under) const;

  const Program& p_;
  const Statements& s_;
  std::string prefix_;
  Names names_;
};

}  // namespace treadle
