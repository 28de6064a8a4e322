#include "statements.hpp"

#include <algorithm>

namespace treadle {

Statements::Statements(const Program& program, int part)
    : live_(live_nodes(program.graph, program.wanted)),
      inside_(live_.size(), 0),
      part_(live_.size(), 0),
      slot_(live_.size(), -1) {
  std::vector<char> seen(live_.size(), 0);
  for (const Ref r : program.graph.watched()) {
    if (program.graph.is_constant(r) && program.graph.number(r) != 0.0) continue;
    if (std::exchange(seen[at(r.node())], 1) == 0) watched_.push_back(r);
  }
  find_inside(program);
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const Op op = program.graph.nodes()[i].op;
    if (live_[i] == 0 || inside_[i] != 0 || op == Op::constant || op == Op::input) continue;
    order_.push_back(static_cast<std::int32_t>(i));
  }
  const int count = static_cast<int>(order_.size());
  parts_ = std::max(1, (count + part - 1) / part);
  for (int k = 0; k < count; ++k)  // parts of equal size
    part_[at(order_[static_cast<std::size_t>(k)])] =
        static_cast<int>(static_cast<long>(k) * parts_ / std::max(1, count));
  if (parts_ > 1) share_slots(program);
}

void Statements::find_inside(const Program& program) {
  const std::vector<Node>& nodes = program.graph.nodes();
  std::vector<int> uses(nodes.size(), 0);
  std::vector<std::int32_t> user(nodes.size(), -1);
  const auto used = [&](std::int32_t code) { ++uses[at(code >> 1)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live_[i] == 0) continue;
    each_operand(nodes[i], [&](std::int32_t code) {
      used(code);
      user[at(code >> 1)] = static_cast<std::int32_t>(i);
    });
  }
  for (const Ref r : program.wanted) uses[at(r.node())] += 2;
  for (const Ref r : watched_) used(r.code);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live_[i] == 0 || uses[i] != 1) continue;
    const Op op = nodes[i].op;
    if (user[i] < 0) {
      inside_[i] = op == Op::less ? 1 : 0;  // a condition alone
      continue;
    }
    const Op above = nodes[at(user[i])].op;
    const bool sum = above == Op::add || above == Op::sub;
    if ((op == Op::mul && sum) || (op == Op::inverse && above == Op::mul) ||
        (op == Op::less && above == Op::select))
      inside_[i] = 1;
  }
  // of two reciprocals in one product one stays outside, so that the quotient is plain
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live_[i] == 0 || nodes[i].op != Op::mul) continue;
    const std::size_t a = at(nodes[i].a >> 1), b = at(nodes[i].b >> 1);
    if (nodes[a].op == Op::inverse && inside_[a] != 0 && nodes[b].op == Op::inverse) inside_[a] = 0;
  }
}

// Values that later parts read get a place in the scratch; a place is free again when its last
// reader is done, so that the scratch stays in the nearest cache.
void Statements::share_slots(const Program& program) {
  const std::vector<Node>& nodes = program.graph.nodes();
  std::vector<int> last(nodes.size(), -1);
  const auto reads = [&](auto&& self, std::int32_t code, int part) -> void {
    const std::size_t i = at(code >> 1);
    if (inside_[i] != 0) {
      each_operand(nodes[i], [&](std::int32_t inner) { self(self, inner, part); });
    } else {
      last[i] = std::max(last[i], part);
    }
  };
  for (const std::int32_t node : order_) {
    each_operand(nodes[at(node)], [&](std::int32_t code) { reads(reads, code, part_[at(node)]); });
  }
  for (const Ref r : watched_) {  // in the part that knows its operands last
    if (inside_[at(r.node())] == 0) continue;
    int part = 0;
    each_operand(nodes[at(r.node())],
                 [&](std::int32_t code) { part = std::max(part, part_[at(code >> 1)]); });
    part_[at(r.node())] = part;
    reads(reads, r.code, part);
  }
  std::vector<std::vector<int>> freed(static_cast<std::size_t>(parts_) + 1);
  std::vector<int> pool;
  int part = 0;
  for (const std::int32_t node : order_) {
    for (; part < part_[at(node)]; ++part) {
      auto& back = freed[static_cast<std::size_t>(part)];
      pool.insert(pool.end(), back.begin(), back.end());
    }
    if (last[at(node)] <= part_[at(node)]) continue;
    if (pool.empty()) {
      slot_[at(node)] = slots_++;
    } else {
      slot_[at(node)] = pool.back();
      pool.pop_back();
    }
    freed[static_cast<std::size_t>(last[at(node)])].push_back(slot_[at(node)]);
  }
}

ProgramCount count_operations(const Program& program) {
  const Statements statements(program, 1 << 30);
  ProgramCount count;
  const std::vector<Node>& nodes = program.graph.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto id = static_cast<std::int32_t>(i);
    if (!statements.live(id)) continue;
    ++count.nodes;
    switch (nodes[i].op) {
      case Op::add:
      case Op::sub:
        ++count.add;
        break;
      case Op::mul: {  // a product with a reciprocal of its own is a division
        const bool quotient = (nodes[static_cast<std::size_t>(nodes[i].a >> 1)].op == Op::inverse &&
                               statements.inside(nodes[i].a >> 1)) ||
                              (nodes[static_cast<std::size_t>(nodes[i].b >> 1)].op == Op::inverse &&
                               statements.inside(nodes[i].b >> 1));
        if (!quotient) ++count.mul;
        break;
      }
      case Op::inverse:
        ++count.div;
        break;
      case Op::root:
        ++count.root;
        break;
      case Op::constant:
      case Op::input:
      case Op::less:
      case Op::select:
      case Op::abs:
      case Op::min:
      case Op::max:
        break;
      default:
        ++count.other;
        break;
    }
  }
  return count;
}

}  // namespace treadle
