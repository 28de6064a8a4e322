#include "copy_graph.hpp"

namespace treadle {

Ref GraphCopy::again(const Node& n) {
  const auto table = [&]() -> const LookupTable& {
    return from_.tables()[static_cast<std::size_t>(n.b)];
  };
  switch (n.op) {
    case Op::constant:
      return to_.constant(from_.constants()[static_cast<std::size_t>(n.a)]);
    case Op::input:
      return to_.input(n.a, n.b);
    case Op::add:
      return to_.add(of(n.a), of(n.b));
    case Op::sub:
      return to_.add(of(n.a), -of(n.b));
    case Op::mul:
      return to_.mul(of(n.a), of(n.b));
    case Op::inverse:
      return to_.divide(to_.constant(1.0), of(n.a));
    case Op::root:
      return to_.root(of(n.a));
    case Op::sine:
      return to_.sine(of(n.a));
    case Op::cosine:
      return to_.cosine(of(n.a));
    case Op::atan2:
      return to_.atan2(of(n.a), of(n.b));
    case Op::abs:
      return to_.abs(of(n.a));
    case Op::min:
      return to_.least(of(n.a), of(n.b));
    case Op::max:
      return to_.most(of(n.a), of(n.b));
    case Op::less:
      return to_.less(of(n.a), of(n.b));
    case Op::select:
      return to_.select(of(n.a), of(n.b), of(n.c));
    case Op::lookup:
    case Op::lookup_integral:
    case Op::lookup_slope:
      return to_.lookup(n.op, table(), of(n.a));
    default:
      return to_.function(n.op, of(n.a));
  }
}

}  // namespace treadle
