#include "statements.hpp"

namespace treadle {

Statements::Statements(const Program& program)
    : live_(live_nodes(program.graph, program.wanted)),
      inside_(live_.size(), 0),
      watched_(live_.size(), 0) {
  for (const Ref r : program.graph.watched()) {
    if (program.graph.is_constant(r)) {
      never_good_ = never_good_ || program.graph.number(r) == 0.0;
    } else {
      watched_[at(r.node())] = 1;
    }
  }
  find_inside(program);
  for (std::size_t i = 0; i < live_.size(); ++i) {
    const Op op = program.graph.nodes()[i].op;
    if (live_[i] == 0 || inside_[i] != 0 || op == Op::constant || op == Op::input) continue;
    order_.push_back(static_cast<std::int32_t>(i));
  }
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
  for (std::size_t i = 0; i < nodes.size(); ++i) uses[i] += watched_[i] != 0 ? 2 : 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live_[i] == 0 || uses[i] != 1) continue;
    const Op op = nodes[i].op;
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

ProgramCount count_operations(const Program& program) {
  const Statements statements(program);
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
