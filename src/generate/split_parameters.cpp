// What depends on parameters alone is computed once, apart from what changes every step. (X17)
#include "parameters.hpp"
#include "statements.hpp"

namespace treadle {

namespace {

constexpr std::int32_t nobody = -1;

/// Copies a graph node by node; some nodes become inputs.
class Copy {
 public:
  Copy(const Graph& from, Graph& to, const std::vector<std::int32_t>& place)
      : from_(from), to_(to), place_(place), made_(from.nodes().size()) {}

  Ref of(std::int32_t code) const {
    const Ref r = made_[static_cast<std::size_t>(code >> 1)];
    return (code & 1) != 0 ? -r : r;
  }
  void node(std::size_t i) {
    const Node& n = from_.nodes()[i];
    made_[i] = place_[i] != nobody ? to_.input(input_parameters, place_[i]) : again(n);
  }

 private:
  Ref again(const Node& n) {
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
        return to_.lookup(n.op, table(), of(n.a));
      default:
        return to_.function(n.op, of(n.a));
    }
  }

  const Graph& from_;
  Graph& to_;
  const std::vector<std::int32_t>& place_;
  std::vector<Ref> made_;
};

// Nodes made of parameters and constants only; constants themselves are not.
std::vector<char> parameter_nodes(const Graph& graph) {
  const std::vector<Node>& nodes = graph.nodes();
  std::vector<char> only(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = nodes[i];
    if (n.op == Op::input) only[i] = n.a == input_parameters ? 1 : 0;
    bool all = operands(n.op) > 0, any = false;
    each_operand(n, [&](std::int32_t code) {
      const auto k = static_cast<std::size_t>(code >> 1);
      any = any || only[k] != 0;
      all = all && (only[k] != 0 || nodes[k].op == Op::constant);
    });
    if (all && any) only[i] = 1;
  }
  return only;
}

}  // namespace

PreparedProgram split_parameters(const Program& whole) {
  const std::vector<Node>& nodes = whole.graph.nodes();
  const std::vector<char> live = live_nodes(whole.graph, whole.wanted);
  const std::vector<char> only = parameter_nodes(whole.graph);
  // the border: nodes of parameters that others read
  std::vector<std::int32_t> place(nodes.size(), nobody);
  std::vector<std::size_t> border;
  const auto read = [&](std::int32_t code) {
    const auto k = static_cast<std::size_t>(code >> 1);
    if (only[k] == 0 || place[k] != nobody || nodes[k].op == Op::less) return;
    place[k] = static_cast<std::int32_t>(border.size());
    border.push_back(k);
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live[i] != 0 && (only[i] == 0 || nodes[i].op == Op::less)) each_operand(nodes[i], read);
  }
  for (const Ref r : whole.wanted) read(r.code);

  PreparedProgram out;
  const auto copy_all = [&](Program& to, const std::vector<std::int32_t>& inputs) {
    Copy copy(whole.graph, to.graph, inputs);
    std::vector<std::int32_t> first(nodes.size() + 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      first[i] = static_cast<std::int32_t>(to.graph.nodes().size());
      copy.node(i);
    }
    return std::make_pair(copy, first);
  };
  const std::vector<std::int32_t> none(nodes.size(), nobody);
  auto [before, unused] = copy_all(out.prepare, none);
  out.prepare.name = whole.name + "_prepare";
  out.prepare.words = "all that depends on parameters alone, for " + whole.name;
  out.prepare.inputs = whole.inputs;
  OutputBlock block{"prepared", "numbers that " + whole.name + " reads as p", {}};
  std::vector<Ref> refs;
  for (const std::size_t k : border) {
    block.numbers.push_back({"number " + std::to_string(refs.size()), "SI"});
    refs.push_back(before.of(static_cast<std::int32_t>(2 * k)));
  }
  out.prepare.output(block, refs);

  auto [after, first] = copy_all(out.program, place);
  out.program.name = whole.name;
  out.program.words = whole.words;
  out.program.inputs = whole.inputs;
  out.program.inputs[input_parameters] = {"p", "what " + whole.name + "_prepare gives",
                                          block.numbers};
  for (const Ref r : whole.graph.watched()) out.program.graph.watch(after.of(r.code));
  out.program.outputs = whole.outputs;
  for (const Ref r : whole.wanted) out.program.wanted.push_back(after.of(r.code));
  for (const auto& [node, text] : whole.notes) out.program.note(after.of(2 * node), text);
  for (const auto& [node, text] : whole.marks)
    out.program.marks.emplace_back(first[static_cast<std::size_t>(node)], text);
  return out;
}

}  // namespace treadle
