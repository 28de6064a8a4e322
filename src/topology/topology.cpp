#include "topology.hpp"

#include "clusters.hpp"
#include "loops.hpp"
#include "spanning_tree.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Bodies in depth-first order, children in the order of their joints in the file, so that each
// branch is consecutive.
std::vector<int> depth_first(const SpanningTree& tree, std::size_t nodes) {
  std::vector<std::vector<int>> children(nodes);
  for (std::size_t e = 0; e < tree.edges.size(); ++e) {
    children[static_cast<std::size_t>(tree.edges[e].parent)].push_back(static_cast<int>(e));
  }
  const auto file_order = [&](int a, int b) {
    const int ja = tree.edges[static_cast<std::size_t>(a)].joint;
    const int jb = tree.edges[static_cast<std::size_t>(b)].joint;
    if ((ja < 0) != (jb < 0)) return jb < 0;  // added free joints last
    return ja < 0 ? a < b : ja < jb;
  };
  std::vector<int> order, stack;
  const auto push_children = [&](int node) {
    std::vector<int>& list = children[static_cast<std::size_t>(node)];
    std::sort(list.begin(), list.end(), file_order);
    stack.insert(stack.end(), list.rbegin(), list.rend());
  };
  push_children(0);
  while (!stack.empty()) {
    const int e = stack.back();
    stack.pop_back();
    order.push_back(e);
    push_children(tree.edges[static_cast<std::size_t>(e)].node);
  }
  return order;
}

void number_bodies(const Description& d, const WeldedGraph& graph, const SpanningTree& tree,
                   Topology& t, std::vector<BodyId>& body_of_node) {
  body_of_node.assign(graph.first_body.size(), ground);
  for (const int e : depth_first(tree, graph.first_body.size())) {
    const TreeEdge& edge = tree.edges[static_cast<std::size_t>(e)];
    TreeBody body;
    const int first = graph.first_body[static_cast<std::size_t>(edge.node)];
    body.name = d.bodies[static_cast<std::size_t>(first)].name;
    body.item = JointId{edge.joint};
    body.reversed = edge.reversed;
    body.parent = body_of_node[static_cast<std::size_t>(edge.parent)];
    body.depth = body.parent.valid() ? t.bodies[body.parent].depth + 1 : 1;
    if (edge.joint >= 0) {
      body.joint = d.joints[static_cast<std::size_t>(edge.joint)].name;
      body.type = d.joints[static_cast<std::size_t>(edge.joint)].type;
    } else if (edge.follows >= 0) {
      body.joint = d.joints[static_cast<std::size_t>(edge.follows)].name + ".links";
      body.type = JointType::fixed;
      body.follows = edge.follows;
    } else {
      body.joint = body.name + ".free";
    }
    body.nq = joint_facts(body.type).nq;
    body.nv = joint_facts(body.type).nv;
    body.q_at = t.nq;
    t.nq += body.nq;
    t.nv += body.nv;
    body_of_node[static_cast<std::size_t>(edge.node)] = t.bodies.push_back(std::move(body));
  }
  // matrix positions: leaves first (Lemma 2), or the bad order for comparison
  int before = 0;
  for (TreeBody& body : t.bodies) {
    body.v_at = t.numbering == Numbering::leaf_first ? t.nv - before - body.nv : before;
    before += body.nv;
  }
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) t.bodies[i].subtree_end = BodyId{i.at + 1};
  for (BodyId i{t.bodies.size() - 1}; i.at >= 0; --i.at) {
    const BodyId up = t.bodies[i].parent;
    if (up.valid())
      t.bodies[up].subtree_end = std::max(t.bodies[up].subtree_end, t.bodies[i].subtree_end);
  }
}

void place_welds(const Description& d, const WeldedGraph& graph,
                 const std::vector<BodyId>& body_of_node, Topology& t) {
  t.weld_order = graph.weld_order;
  t.weld_checks = graph.weld_checks;
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    t.welds.push_back({body_of_node[static_cast<std::size_t>(graph.node_of[b])], graph.via[b]});
  }
}

}  // namespace

Topology make_topology(const Description& description) {
  Topology t;
  t.numbering = description.numbering;
  const WeldedGraph graph = weld_bodies(description);
  const SpanningTree tree = grow_tree(description, graph);
  std::vector<BodyId> body_of_node;
  number_bodies(description, graph, tree, t, body_of_node);
  place_welds(description, graph, body_of_node, t);
  find_loops(description, tree.cuts, t);
  find_groups(description, t);
  find_clusters(t);
  return t;
}

}  // namespace treadle
