#include "graph.hpp"

#include "../base/thread_local.hpp"
#include "graph_limit.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace treadle {

namespace {

TREADLE_THREAD_LOCAL std::size_t most_nodes = std::numeric_limits<std::size_t>::max();

constexpr std::int32_t zero_code = 0;
constexpr int depth_of_search = 2;  // of sums inside sums: bounded, so that building stays linear

std::size_t mix(const Node& n, double number) {
  std::uint64_t h = static_cast<std::uint64_t>(n.op) * 0x9E3779B97F4A7C15ULL;
  const auto add = [&](std::uint64_t x) {
    h ^= x;
    h *= 0xBF58476D1CE4E5B9ULL;
    h ^= h >> 29U;
  };
  if (n.op == Op::constant) {
    add(std::bit_cast<std::uint64_t>(number));
  } else {
    add(static_cast<std::uint32_t>(n.a));
    add(static_cast<std::uint32_t>(n.b));
    add(static_cast<std::uint32_t>(n.c));
  }
  return static_cast<std::size_t>(h ^ (h >> 32U));
}

double fold(Op op, double x) {
  switch (op) {
    case Op::exp:
      return std::exp(x);
    case Op::log:
      return std::log(x);
    default:
      return std::tanh(x);
  }
}

double look_up(Op op, const LookupTable& table, double x) {
  switch (op) {
    case Op::lookup_integral:
      return look_integral(table, x);
    case Op::lookup_slope:
      return look(table, x).slope;
    default:
      return look(table, x).value;
  }
}

}  // namespace

int operands(Op op) {
  switch (op) {
    case Op::constant:
    case Op::input:
      return 0;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::atan2:
    case Op::min:
    case Op::max:
    case Op::less:
      return 2;
    case Op::select:
      return 3;
    default:
      return 1;
  }
}

Graph::Graph(bool simplify) : simplify_(simplify), buckets_(1024, 0) { constant(0.0); }

double Graph::number(Ref r) const {
  const double x = constants_[static_cast<std::size_t>(at(r).a)];
  return r.negative() ? -x : x;
}

void Graph::grow() {
  std::vector<std::int32_t> old(2 * buckets_.size(), 0);
  old.swap(buckets_);
  const std::size_t mask = buckets_.size() - 1;
  for (const std::int32_t entry : old) {
    if (entry == 0) continue;
    const Node& n = nodes_[static_cast<std::size_t>(entry - 1)];
    const double number = n.op == Op::constant ? constants_[static_cast<std::size_t>(n.a)] : 0.0;
    std::size_t place = mix(n, number) & mask;
    while (buckets_[place] != 0) place = (place + 1) & mask;
    buckets_[place] = entry;
  }
}

GraphLimit::GraphLimit(std::size_t nodes) : before_(most_nodes) { most_nodes = nodes; }
GraphLimit::~GraphLimit() { most_nodes = before_; }

// Equal expressions become one node. (X1)
std::int32_t Graph::put(const Node& node) {
  if (nodes_.size() >= most_nodes) throw GraphTooLarge();
  if (!simplify_ && node.op != Op::input) {
    nodes_.push_back(node);
    return static_cast<std::int32_t>(nodes_.size() - 1);
  }
  if (2 * nodes_.size() >= buckets_.size()) grow();
  const std::size_t mask = buckets_.size() - 1;
  std::size_t place = mix(node, 0.0) & mask;
  while (buckets_[place] != 0) {
    if (nodes_[static_cast<std::size_t>(buckets_[place] - 1)] == node) return buckets_[place] - 1;
    place = (place + 1) & mask;
  }
  nodes_.push_back(node);
  buckets_[place] = static_cast<std::int32_t>(nodes_.size());
  return buckets_[place] - 1;
}

Ref Graph::node(Op op, std::int32_t a, std::int32_t b, std::int32_t c) {
  return {2 * put({op, a, b, c})};
}

// Numbers are kept without their sign. (X2)
Ref Graph::constant(double x) {
  const bool negative = std::signbit(x) && x != 0.0;
  const double size = x == 0.0 ? 0.0 : std::fabs(x);
  if (2 * nodes_.size() >= buckets_.size()) grow();
  const std::size_t mask = buckets_.size() - 1;
  std::size_t place = mix({Op::constant, 0, 0, 0}, size) & mask;
  for (; buckets_[place] != 0; place = (place + 1) & mask) {
    const std::int32_t found = buckets_[place] - 1;
    const Node& n = nodes_[static_cast<std::size_t>(found)];
    if (n.op == Op::constant &&
        std::bit_cast<std::uint64_t>(constants_[static_cast<std::size_t>(n.a)]) ==
            std::bit_cast<std::uint64_t>(size))
      return {2 * found + (negative ? 1 : 0)};
  }
  constants_.push_back(size);
  nodes_.push_back({Op::constant, static_cast<std::int32_t>(constants_.size() - 1), 0, 0});
  buckets_[place] = static_cast<std::int32_t>(nodes_.size());
  return {2 * (buckets_[place] - 1) + (negative ? 1 : 0)};
}

Ref Graph::input(int array, int place) { return node(Op::input, array, place); }

// A sum or product whose first operand is a constant.
bool Graph::has_constant(Ref r, Op op) const {
  return at(r).op == op && nodes_[static_cast<std::size_t>(at(r).a >> 1)].op == Op::constant;
}

// `sum` minus `part`, where the part is one of its terms; looks a few sums deep.
bool Graph::without(Ref sum, Ref part, int depth, Ref& rest) {
  const Node n = at(sum);
  if (n.op != Op::add && n.op != Op::sub) return false;
  const Ref first = sum.negative() ? -Ref{n.a} : Ref{n.a};
  const Ref second = sum.negative() != (n.op == Op::sub) ? -Ref{n.b} : Ref{n.b};
  if (first == part) return rest = second, true;
  if (second == part) return rest = first, true;
  if (depth == 0) return false;
  Ref inner;
  if (without(first, part, depth - 1, inner)) return rest = add(inner, second), true;
  if (without(second, part, depth - 1, inner)) return rest = add(first, inner), true;
  return false;
}

Ref Graph::add(Ref a, Ref b) {
  if (!simplify_) return node(Op::add, a.code, b.code);
  if (is_constant(b)) std::swap(a, b);
  if (is_constant(a)) {
    if (is_constant(b)) return constant(number(a) + number(b));  // (X3)
    if (a.code == zero_code) return b;                           // (X4)
    const Node n = at(b);  // constants of nested sums meet (X5)
    if (has_constant(b, Op::add) || has_constant(b, Op::sub)) {
      const Ref inner{b.negative() ? n.a ^ 1 : n.a};
      const bool minus = (n.op == Op::sub) != b.negative();
      return add(constant(number(a) + number(inner)), minus ? -Ref{n.b} : Ref{n.b});
    }
  } else if (a.node() == b.node()) {
    return a == b ? mul(constant(2.0), a) : Ref{};  // x + x, x - x (X6)
  } else {
    // what a sum contains with the other sign goes out of it (X14)
    Ref rest;
    if (without(a, -b, depth_of_search, rest) || without(b, -a, depth_of_search, rest)) return rest;
    if (a.node() > b.node()) std::swap(a, b);
  }
  // signs in front: a + b or a - b of plain nodes (X7)
  const Ref plain_a{a.code & ~1}, plain_b{b.code & ~1};
  const Ref sum =
      node(a.negative() == b.negative() ? Op::add : Op::sub, plain_a.code, plain_b.code);
  return a.negative() ? -sum : sum;
}

Ref Graph::mul(Ref a, Ref b) {
  if (!simplify_) return node(Op::mul, a.code, b.code);
  if (is_constant(b)) std::swap(a, b);
  if (is_constant(a)) {
    if (is_constant(b)) return constant(number(a) * number(b));  // (X3)
    if (a.code == zero_code) return a;                           // 0 x (X4)
    if (number(a) == 1.0) return b;
    if (number(a) == -1.0) return -b;
    if (has_constant(b, Op::mul)) {  // constants of nested products meet (X5)
      const Node n = at(b);
      const Ref rest{n.b};
      return mul(constant(number(a) * number(Ref{n.a})), b.negative() ? -rest : rest);
    }
  } else if (a.node() > b.node()) {
    std::swap(a, b);
  }
  const Ref product = node(Op::mul, a.code & ~1, b.code & ~1);  // (X7)
  return a.negative() != b.negative() ? -product : product;
}

Ref Graph::inverse(Ref a) {
  if (!simplify_) return node(Op::inverse, a.code);
  if (is_constant(a)) return constant(1.0 / number(a));
  const Node n = at(a);
  if (n.op == Op::inverse) return a.negative() ? -Ref{n.a} : Ref{n.a};
  const Ref r = node(Op::inverse, a.code & ~1);
  return a.negative() ? -r : r;
}

// One reciprocal for all that is divided by a number. (X8)
Ref Graph::divide(Ref a, Ref b) { return mul(a, inverse(b)); }

Ref Graph::root(Ref a) {
  if (simplify_ && is_constant(a)) return constant(std::sqrt(number(a)));
  return node(Op::root, a.code);
}

// sin(-x) = -sin x, cos(-x) = cos x: both share one plain angle. (X9)
Ref Graph::sine(Ref a) {
  if (!simplify_) return node(Op::sine, a.code);
  if (is_constant(a)) return constant(std::sin(number(a)));
  const Ref s = node(Op::sine, a.code & ~1);
  return a.negative() ? -s : s;
}

Ref Graph::cosine(Ref a) {
  if (!simplify_) return node(Op::cosine, a.code);
  if (is_constant(a)) return constant(std::cos(number(a)));
  return node(Op::cosine, a.code & ~1);
}

Ref Graph::atan2(Ref y, Ref x) {
  if (simplify_ && is_constant(y) && is_constant(x))
    return constant(std::atan2(number(y), number(x)));
  return node(Op::atan2, y.code, x.code);
}

Ref Graph::function(Op op, Ref a) {
  if (simplify_ && is_constant(a)) return constant(fold(op, number(a)));
  return node(op, a.code);
}

Ref Graph::abs(Ref a) {
  if (!simplify_) return node(Op::abs, a.code);
  const Ref plain{a.code & ~1};  // the sign does not matter, nor a second time (X10)
  const Op op = at(plain).op;
  if (op == Op::constant || op == Op::abs || op == Op::root) return plain;
  return node(Op::abs, plain.code);
}

Ref Graph::least(Ref a, Ref b) {
  if (!simplify_) return node(Op::min, a.code, b.code);
  if (is_constant(a) && is_constant(b)) return number(b) < number(a) ? b : a;
  if (a == b) return a;  // (X11)
  if (a.code > b.code) std::swap(a, b);
  return node(Op::min, a.code, b.code);
}

Ref Graph::most(Ref a, Ref b) {
  if (!simplify_) return node(Op::max, a.code, b.code);
  if (is_constant(a) && is_constant(b)) return number(a) < number(b) ? b : a;
  if (a == b) return a;  // (X11)
  if (a.code > b.code) std::swap(a, b);
  return node(Op::max, a.code, b.code);
}

Ref Graph::less(Ref a, Ref b) {
  if (!simplify_) return node(Op::less, a.code, b.code);
  if (is_constant(a) && is_constant(b)) return constant(number(a) < number(b) ? 1.0 : 0.0);
  if (a == b) return {};  // (X11)
  return node(Op::less, a.code, b.code);
}

Ref Graph::select(Ref mask, Ref a, Ref b) {
  if (!simplify_) return node(Op::select, mask.code, a.code, b.code);
  if (is_constant(mask)) return number(mask) != 0.0 ? a : b;  // (X12)
  if (a == b) return a;
  if (at(a).op == Op::select && at(a).a == mask.code)  // the same question again
    a = a.negative() ? -Ref{at(a).b} : Ref{at(a).b};
  if (at(b).op == Op::select && at(b).a == mask.code)
    b = b.negative() ? -Ref{at(b).c} : Ref{at(b).c};
  if (a == b) return a;
  return node(Op::select, mask.code, a.code, b.code);
}

Ref Graph::lookup(Op op, const LookupTable& table, Ref a) {
  if (simplify_ && is_constant(a)) {
    return constant(look_up(op, table, number(a)));
  }
  std::size_t at_table = 0;
  const auto same = [&](const LookupTable& t) {
    return t.x == table.x && t.y == table.y && t.slope == table.slope;
  };
  while (at_table < tables_.size() && !same(tables_[at_table])) ++at_table;
  if (at_table == tables_.size()) tables_.push_back(table);
  return node(op, a.code, static_cast<std::int32_t>(at_table));
}

// Backwards once: what nobody asks for is dead. (X13)
std::vector<char> live_nodes(const Graph& graph, std::span<const Ref> wanted) {
  std::vector<char> live(graph.nodes().size(), 0);
  const auto ask = [&](std::int32_t code) { live[static_cast<std::size_t>(code >> 1)] = 1; };
  for (const Ref r : wanted) ask(r.code);
  for (const Ref r : graph.watched()) ask(r.code);
  for (std::size_t i = live.size(); i-- > 0;) {
    if (live[i] == 0) continue;
    const Node& n = graph.nodes()[i];
    const int count = operands(n.op);
    if (count > 0) ask(n.a);
    if (count > 1) ask(n.b);
    if (count > 2) ask(n.c);
  }
  return live;
}

std::vector<double> evaluate_graph(const Graph& graph, std::span<const char> live,
                                   std::span<const std::span<const double>> inputs) {
  std::vector<double> x(graph.nodes().size(), std::numeric_limits<double>::quiet_NaN());
  const auto get = [&](std::int32_t code) { return value_of(x, Ref{code}); };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (live[i] == 0) continue;
    const Node& n = graph.nodes()[i];
    switch (n.op) {
      case Op::constant:
        x[i] = graph.constants()[static_cast<std::size_t>(n.a)];
        break;
      case Op::input:
        x[i] = inputs[static_cast<std::size_t>(n.a)][static_cast<std::size_t>(n.b)];
        break;
      case Op::add:
        x[i] = get(n.a) + get(n.b);
        break;
      case Op::sub:
        x[i] = get(n.a) - get(n.b);
        break;
      case Op::mul:
        x[i] = get(n.a) * get(n.b);
        break;
      case Op::inverse:
        x[i] = 1.0 / get(n.a);
        break;
      case Op::root:
        x[i] = std::sqrt(get(n.a));
        break;
      case Op::sine:
        x[i] = std::sin(get(n.a));
        break;
      case Op::cosine:
        x[i] = std::cos(get(n.a));
        break;
      case Op::atan2:
        x[i] = std::atan2(get(n.a), get(n.b));
        break;
      case Op::exp:
      case Op::log:
      case Op::tanh:
        x[i] = fold(n.op, get(n.a));
        break;
      case Op::abs:
        x[i] = std::fabs(get(n.a));
        break;
      case Op::min:
        x[i] = get(n.b) < get(n.a) ? get(n.b) : get(n.a);
        break;
      case Op::max:
        x[i] = get(n.a) < get(n.b) ? get(n.b) : get(n.a);
        break;
      case Op::less:
        x[i] = get(n.a) < get(n.b) ? 1.0 : 0.0;
        break;
      case Op::select:
        x[i] = get(n.a) != 0.0 ? get(n.b) : get(n.c);
        break;
      case Op::lookup:
      case Op::lookup_integral:
      case Op::lookup_slope:
        x[i] = look_up(n.op, graph.tables()[static_cast<std::size_t>(n.b)], get(n.a));
        break;
    }
  }
  return x;
}

}  // namespace treadle
