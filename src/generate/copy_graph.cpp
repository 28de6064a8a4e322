#include "copy_graph.hpp"

#include "statements.hpp"

#include <utility>

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

Remake::Remake(Program& whole)
    : whole_(whole),
      from_(whole.graph),
      copy_(from_, to_),
      live_(live_nodes(whole.graph, whole.wanted)),
      made_(from_.nodes().size(), 0) {}

void Remake::make(std::size_t i) {
  if (made_[i] != 0) return;
  each_operand(from_.nodes()[i],
               [&](std::int32_t code) { make(static_cast<std::size_t>(code >> 1)); });
  if (made_[i] != 0 || make_otherwise(i)) return;
  copy_.node(i);
  made_[i] = 1;
}

void Remake::apply() {
  std::vector<std::int32_t> first(from_.nodes().size() + 1);
  for (std::size_t i = 0; i < from_.nodes().size(); ++i) {
    first[i] = static_cast<std::int32_t>(to_.nodes().size());
    if (live_[i] != 0) make(i);
  }
  first.back() = static_cast<std::int32_t>(to_.nodes().size());
  for (const Ref r : from_.watched()) to_.watch(copy_.of(r.code));
  for (Ref& r : whole_.wanted) r = copy_.of(r.code);
  std::vector<std::pair<std::int32_t, std::string>> notes;
  for (auto& [node, text] : whole_.notes) {
    if (live_[static_cast<std::size_t>(node)] != 0)
      notes.emplace_back(copy_.of(2 * node).node(), std::move(text));
  }
  whole_.notes = std::move(notes);
  for (auto& [node, text] : whole_.marks) node = first[static_cast<std::size_t>(node)];
  whole_.graph = std::move(to_);
}

}  // namespace treadle
