// One function to be generated: a graph, the arrays it reads and what it writes, with names.
#pragma once

#include "../scalar/graph.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// A number of an array: what it is, and its unit.
struct NamedNumber {
  std::string name, unit;
};

/// An array that generated code reads, in the order of the enumerators below.
struct InputArray {
  std::string symbol;  ///< `q`
  std::string words;   ///< `coordinates of the joints`
  std::vector<NamedNumber> numbers;
};

enum InputOrder : int { input_q, input_v, input_functions, input_parameters, input_count };

/// Neighbouring numbers of the array that generated code writes.
struct OutputBlock {
  std::string name;   ///< `accelerations`
  std::string words;  ///< `second derivatives of the coordinates`
  std::vector<NamedNumber> numbers;
  std::vector<std::pair<int, int>> entries{};  ///< row and column of each, for a sparse matrix
};

/// Operations of a program as it is emitted.
struct ProgramCount {
  long add = 0, mul = 0, div = 0, root = 0, other = 0, nodes = 0;
};

struct Program {
  std::string name;  ///< of the function, without the prefix of the model
  std::string words;
  Graph graph;
  std::vector<InputArray> inputs;
  std::vector<OutputBlock> outputs;
  std::vector<Ref> wanted;  ///< all numbers of all blocks, one after the other
  std::vector<std::pair<std::int32_t, std::string>> notes;  ///< what a node is
  std::vector<std::pair<std::int32_t, std::string>> marks;  ///< what begins at a node

  void mark(const std::string& text) {
    marks.emplace_back(static_cast<std::int32_t>(graph.nodes().size()), text);
  }
  void note(Ref r, const std::string& text) { notes.emplace_back(r.node(), text); }
  void output(OutputBlock block, std::vector<Ref> refs) {
    outputs.push_back(std::move(block));
    wanted.insert(wanted.end(), refs.begin(), refs.end());
  }
};

ProgramCount count_operations(const Program& program);

}  // namespace treadle
