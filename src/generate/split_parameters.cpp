// What depends on parameters alone is computed once, apart from what changes every step. (X17)
#include "copy_graph.hpp"
#include "parameters.hpp"
#include "statements.hpp"

namespace treadle {

namespace {

constexpr std::int32_t nobody = -1;

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
    GraphCopy copy(whole.graph, to.graph);
    std::vector<std::int32_t> first(nodes.size() + 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      first[i] = static_cast<std::int32_t>(to.graph.nodes().size());
      if (inputs[i] == nobody) {
        copy.node(i);
      } else {
        copy.put(i, to.graph.input(input_parameters, inputs[i]));
      }
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
