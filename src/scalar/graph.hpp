// The expression graph that kernels leave behind when they run on Traced: each expression once
// (hash-consed), simplified while it is built by the rules of graph.cpp, in the order in which it
// was first asked for (docs/theory/generate.md). Numbers are never computed here but for constants.
#pragma once

#include "lookup.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treadle {

enum class Op : std::uint8_t {
  constant,  ///< a: place among constants(); never negative
  input,     ///< a: array, b: place in it
  add,
  sub,
  mul,
  inverse,
  root,
  sine,
  cosine,
  atan2,
  exp,
  log,
  tanh,
  abs,
  min,
  max,
  less,             ///< a mask: 1 where a < b, else 0
  select,           ///< a: mask; b where it holds, else c
  lookup,           ///< a: where, b: table
  lookup_integral,  ///< a: where, b: table
  lookup_slope,     ///< a: where, b: table
};

/// How many operands an operation has that are nodes.
int operands(Op op);

/// A node, or its negative: signs belong to references, so a change of sign costs nothing.
struct Ref {
  std::int32_t code = 0;  ///< 2 node + sign; 0 is the number zero

  [[nodiscard]] std::int32_t node() const { return code >> 1; }
  [[nodiscard]] bool negative() const { return (code & 1) != 0; }
  friend Ref operator-(Ref r) { return r.code == 0 ? r : Ref{r.code ^ 1}; }
  friend bool operator==(Ref, Ref) = default;
};

struct Node {
  Op op = Op::constant;
  std::int32_t a = 0, b = 0, c = 0;  ///< codes of references, or places: see Op

  friend bool operator==(const Node&, const Node&) = default;
};

/// Node ids ascend from operands to results. Building is linear in the number of nodes.
class Graph {
 public:
  /// `simplify` off: expressions stay as they were written, for comparison.
  explicit Graph(bool simplify = true);

  Ref constant(double x);
  Ref input(int array, int place);
  Ref add(Ref a, Ref b);
  Ref mul(Ref a, Ref b);
  Ref divide(Ref a, Ref b);
  Ref root(Ref a);
  Ref sine(Ref a);
  Ref cosine(Ref a);
  Ref atan2(Ref y, Ref x);
  Ref function(Op op, Ref a);  ///< exp, log, tanh
  Ref abs(Ref a);
  Ref least(Ref a, Ref b);
  Ref most(Ref a, Ref b);
  Ref less(Ref a, Ref b);
  Ref select(Ref mask, Ref a, Ref b);
  Ref lookup(Op op, const LookupTable& table, Ref a);

  /// A condition under which the numbers may be trusted.
  void watch(Ref mask) { watched_.push_back(mask); }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<double>& constants() const { return constants_; }
  [[nodiscard]] const std::vector<LookupTable>& tables() const { return tables_; }
  [[nodiscard]] const std::vector<Ref>& watched() const { return watched_; }
  [[nodiscard]] bool is_constant(Ref r) const { return at(r).op == Op::constant; }
  /// The number that a reference to a constant stands for.
  [[nodiscard]] double number(Ref r) const;

 private:
  [[nodiscard]] const Node& at(Ref r) const { return nodes_[static_cast<std::size_t>(r.node())]; }
  Ref inverse(Ref a);
  bool without(Ref sum, Ref part, int depth, Ref& rest);
  Ref node(Op op, std::int32_t a, std::int32_t b = 0, std::int32_t c = 0);
  std::int32_t put(const Node& node);
  void grow();
  [[nodiscard]] bool has_constant(Ref r, Op op) const;

  bool simplify_;
  std::vector<Node> nodes_;
  std::vector<double> constants_;
  std::vector<LookupTable> tables_;
  std::vector<Ref> watched_;
  std::vector<std::int32_t> buckets_;  ///< open addressing: node + 1, 0 where empty
};

/// Nodes that the wanted references are made of.
std::vector<char> live_nodes(const Graph& graph, std::span<const Ref> wanted);

/// Numbers of all live nodes (others stay NaN), for given input arrays.
std::vector<double> evaluate_graph(const Graph& graph, std::span<const char> live,
                                   std::span<const std::span<const double>> inputs);

inline double value_of(std::span<const double> numbers, Ref r) {
  const double x = numbers[static_cast<std::size_t>(r.node())];
  return r.negative() ? -x : x;
}

}  // namespace treadle
