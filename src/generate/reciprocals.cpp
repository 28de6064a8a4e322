#include "reciprocals.hpp"

#include "copy_graph.hpp"
#include "statements.hpp"

#include <utility>

namespace treadle {

namespace {

constexpr std::size_t most_shared = 4;     // reciprocals of one division
constexpr double largest_product = 1e300;  // beyond it the quotient would lose its digits

using Group = std::vector<std::size_t>;  // nodes that are reciprocals

// A root, or one that is kept away from zero.
bool is_length(const Graph& graph, Ref r) {
  const std::vector<Node>& nodes = graph.nodes();
  const Node& n = nodes[static_cast<std::size_t>(r.node())];
  if (n.op == Op::root) return true;
  if (n.op != Op::max && n.op != Op::select) return false;
  const Ref a{n.op == Op::max ? n.a : n.b}, b{n.op == Op::max ? n.b : n.c};
  return (graph.is_constant(a) && is_length(graph, b)) ||
         (graph.is_constant(b) && is_length(graph, a));
}

// Neighbouring reciprocals of lengths; none needs another of its group.
std::vector<Group> find_groups(const Graph& graph, const std::vector<char>& live) {
  const std::vector<Node>& nodes = graph.nodes();
  std::vector<Group> groups;
  Group open;
  std::size_t number = 1;
  std::vector<std::size_t> needs(nodes.size(), 0);  // a reciprocal of the group of this number
  const auto close = [&] {
    if (open.size() > 1) groups.push_back(open);
    open.clear();
    ++number;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (live[i] == 0) continue;
    const Node& n = nodes[i];
    bool any = false;
    each_operand(n, [&](std::int32_t code) {
      any = any || needs[static_cast<std::size_t>(code >> 1)] == number;
    });
    if (n.op == Op::inverse && is_length(graph, Ref{n.a})) {
      if (any || open.size() == most_shared) close();
      open.push_back(i);
      any = true;
    }
    needs[i] = any ? number : 0;
  }
  close();
  return groups;
}

class Sharing final : public Remake {
 public:
  explicit Sharing(Program& whole) : Remake(whole), groups_(find_groups(from(), live())) {
    group_of_.assign(from().nodes().size(), -1);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (const std::size_t i : groups_[g]) group_of_[i] = static_cast<int>(g);
    }
  }

  [[nodiscard]] bool anything() const { return !groups_.empty(); }

 private:
  // p_k = a_1 ... a_k, r = 1 / p_n; from the last: 1 / a_k = r p_(k-1), r becomes r a_k
  bool make_otherwise(std::size_t one) override {
    if (group_of_[one] < 0) return false;
    const Group& group = groups_[static_cast<std::size_t>(group_of_[one])];
    std::vector<Ref> number, product;
    for (const std::size_t i : group) {
      const std::int32_t code = from().nodes()[i].a;
      make(static_cast<std::size_t>(code >> 1));
      number.push_back(copy().of(code));
      product.push_back(product.empty() ? number.back() : to().mul(product.back(), number.back()));
    }
    to().watch(to().less(product.back(), to().constant(largest_product)));
    Ref r = to().divide(to().constant(1.0), product.back());
    for (std::size_t k = group.size(); k-- > 0;) {
      copy().put(group[k], k == 0 ? r : to().mul(r, product[k - 1]));
      is_made(group[k]);
      if (k > 0) r = to().mul(r, number[k]);
    }
    return true;
  }

  std::vector<Group> groups_;
  std::vector<int> group_of_;
};

}  // namespace

void share_reciprocals(Program& program) {
  Sharing sharing(program);
  if (sharing.anything()) sharing.apply();
}

}  // namespace treadle
