#include "expressions.hpp"

#include "elementary_code.hpp"

namespace treadle {

std::string Expressions::operand(std::int32_t user, int which, bool turned) const {
  const std::int32_t code = operand_at(node(user), which);
  const bool minus = ((code & 1) != 0) != turned;
  const std::string plain =
      s_.inside(code >> 1) ? "(" + of(code >> 1) + ")" : names_({user, which});
  return minus ? "-" + plain : plain;
}

std::string Expressions::call(const char* function, std::int32_t i) const {
  std::string text = std::string(function) + "(" + operand(i, 0);
  if (operands(node(i).op) > 1) text += ", " + operand(i, 1);
  return text + ")";
}

// A product with a reciprocal of its own; `under` is where that stands.
bool Expressions::quotient(std::int32_t i, int& under) const {
  for (under = 1; under >= 0; --under) {
    const std::int32_t k = operand_at(node(i), under) >> 1;
    if (node(k).op == Op::inverse && s_.inside(k)) return true;
  }
  return false;
}

std::string Expressions::product(std::int32_t i) const {
  int under = 0;
  if (!quotient(i, under)) return operand(i, 0) + " * " + operand(i, 1);
  return operand(i, 1 - under) + " / " + operand(operand_at(node(i), under) >> 1, 0);
}

// A product inside a sum is a multiply-add, the first of two. (X19)
std::string Expressions::sum(std::int32_t i) const {
  const Node& n = node(i);
  const auto fused = [&](std::int32_t code) {
    int under = 0;
    return node(code >> 1).op == Op::mul && s_.inside(code >> 1) && !quotient(code >> 1, under);
  };
  const bool minus = n.op == Op::sub;
  if (fused(n.a)) {
    const std::int32_t k = n.a >> 1;
    return prefix_ + "_FMA(" + operand(k, 0, (n.a & 1) != 0) + ", " + operand(k, 1) + ", " +
           operand(i, 1, minus) + ")";
  }
  if (fused(n.b)) {
    const std::int32_t k = n.b >> 1;
    return prefix_ + "_FMA(" + operand(k, 0, minus != ((n.b & 1) != 0)) + ", " + operand(k, 1) +
           ", " + operand(i, 0) + ")";
  }
  return operand(i, 0) + (minus ? " - " : " + ") + operand(i, 1);
}

std::string Expressions::reading(std::int32_t i) const {
  const Node& n = node(i);
  const char* const function = n.op == Op::lookup         ? "_look("
                               : n.op == Op::lookup_slope ? "_look_slope("
                                                          : "_look_integral(";
  const std::size_t count = p_.graph.tables()[static_cast<std::size_t>(n.b)].x.size();
  return prefix_ + function + prefix_ + "_" + p_.name + "_table" + std::to_string(n.b) + ", " +
         std::to_string(count) + ", " + operand(i, 0) + ")";
}

std::string Expressions::side_by_side(std::span<const std::int32_t> some, std::size_t width,
                                      const std::string& out) const {
  const Op op = node(some.front()).op;
  std::string text = prefix_ + "_" + elementary_name(op) + "_4(" + out;
  for (int which = 0; which < operands(op); ++which) {
    for (std::size_t k = 0; k < width; ++k)
      text += ", " + (k < some.size() ? operand(some[k], which) : std::string("1.0"));
  }
  return text + ")";
}

std::string Expressions::of(std::int32_t i) const {
  const auto smaller = [&](int a, int b) {
    return operand(i, a) + " < " + operand(i, b) + " ? " + operand(i, 1) + " : " + operand(i, 0);
  };
  switch (node(i).op) {
    case Op::add:
    case Op::sub:
      return sum(i);
    case Op::mul:
      return product(i);
    case Op::inverse:
      return "1.0 / " + operand(i, 0);
    case Op::root:
      return call("sqrt", i);
    case Op::sine:
    case Op::cosine:
    case Op::atan2:
    case Op::exp:
    case Op::tanh:
      return call((prefix_ + "_" + elementary_name(node(i).op) + "_1").c_str(), i);
    case Op::log:
      return call("log", i);
    case Op::abs:
      return call("fabs", i);
    case Op::min:
      return smaller(1, 0);
    case Op::max:
      return smaller(0, 1);
    case Op::less:
      return operand(i, 0) + " < " + operand(i, 1);
    case Op::select:
      return operand(i, 0) + " ? " + operand(i, 1) + " : " + operand(i, 2);
    case Op::lookup:
    case Op::lookup_integral:
    case Op::lookup_slope:
      return reading(i);
    case Op::constant:
    case Op::input:
      break;
  }
  return "";
}

}  // namespace treadle
