#include "spanning_tree.hpp"

#include "../base/error.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace treadle {

namespace {

std::unordered_map<std::string, int> body_indices(const Description& d) {
  std::unordered_map<std::string, int> index;
  for (std::size_t i = 0; i < d.bodies.size(); ++i) index[d.bodies[i].name] = static_cast<int>(i);
  index[ground_name] = -1;
  return index;
}

struct Ends {
  int parent, child;  // bodies of the description; -1 is the ground
};

std::vector<Ends> joint_ends(const Description& d) {
  const auto index = body_indices(d);
  std::vector<Ends> ends;
  for (std::size_t j = 0; j < d.joints.size(); ++j) {
    const auto parent = index.find(d.joints[j].parent), child = index.find(d.joints[j].child);
    const std::string where = "joints[" + std::to_string(j) + "]";
    if (parent == index.end() || child == index.end()) {
      throw ModelError(where, "joint '" + d.joints[j].name + "': unknown body '" +
                                  (parent == index.end() ? d.joints[j].parent : d.joints[j].child) +
                                  "'");
    }
    ends.push_back({parent->second, child->second});
  }
  return ends;
}

bool welds(const JointItem& joint) { return is_weld(joint.type) && joint.hint != TreeHint::cut; }

enum Use { unused, wanted, needed };

// Joints whose coordinate something needs, a force on it, a coupler, a driver; or would like to
// have, a start value, an output, a target.
std::unordered_map<std::string, Use> used_joints(const Description& d) {
  std::unordered_map<std::string, Use> used;
  const auto note = [&](const std::string& joint, Use use) {
    Use& known = used[joint];
    known = std::max(known, use);
  };
  for (const JointItem& joint : d.joints) {
    if (!joint.start.empty() || !joint.start_velocity.empty()) note(joint.name, wanted);
    if (joint.uses_coordinate()) note(joint.name, needed);
  }
  for (const ConstraintItem& constraint : d.constraints) {
    for (const CoordinateRef& ref : constraint.coordinates) note(ref.joint, needed);
  }
  for (const ForceItem& force : d.forces) {
    for (const CoordinateRef& ref : force.coordinates) note(ref.joint, needed);
  }
  for (const OutputItem& output : d.outputs) {
    if (output.kind <= ChannelKind::acceleration) note(output.of, wanted);
  }
  for (const TargetItem& target : d.targets) note(target.joint, wanted);
  return used;
}

// Trees are wide, with short paths to the ground, or narrow, with few loops open at each joint.
enum class Shape { wide, narrow };

// The order in which crossing joints join the tree: what a person asked to keep, what is used; then
// in a wide tree few equations when the others are cut and short paths (coordinates, joints), in a
// narrow one what was reached last (its turn, and how few joints lead on from there); early in the
// file.
struct Candidate {
  bool asked;
  Use used;
  int equations, first, second, joint, from, to;
  bool reversed;

  bool operator<(const Candidate& o) const {  // the largest is taken first
    return std::make_tuple(asked, used, equations, first, second, -joint) <
           std::make_tuple(o.asked, o.used, o.equations, o.first, o.second, -o.joint);
  }
};

// A narrow tree is looked for where, root mean square, more equations are open at each joint; it is
// taken where the sum of squares is so much smaller.
constexpr double many_open = 30.0, much_smaller = 0.25;

}  // namespace

WeldedGraph weld_bodies(const Description& d) {
  const std::vector<Ends> ends = joint_ends(d);
  const int count = static_cast<int>(d.bodies.size());
  // fixed joints at each body; index 0 is the ground
  std::vector<std::vector<int>> fixed(d.bodies.size() + 1);
  for (std::size_t j = 0; j < ends.size(); ++j) {
    if (!welds(d.joints[j])) continue;
    fixed[static_cast<std::size_t>(ends[j].parent + 1)].push_back(static_cast<int>(j));
    fixed[static_cast<std::size_t>(ends[j].child + 1)].push_back(static_cast<int>(j));
  }
  WeldedGraph graph;
  graph.node_of.assign(d.bodies.size(), -1);
  graph.via.assign(d.bodies.size(), -1);
  std::vector<bool> seen_joint(d.joints.size(), false);
  // flood along fixed joints from the ground, then from each body that is still alone
  for (int start = -1; start < count; ++start) {
    if (start >= 0 && graph.node_of[static_cast<std::size_t>(start)] >= 0) continue;
    const int node = static_cast<int>(graph.first_body.size());
    graph.first_body.push_back(start);
    if (start >= 0) graph.node_of[static_cast<std::size_t>(start)] = node;
    std::queue<int> open;
    open.push(start);
    while (!open.empty()) {
      const int body = open.front();
      open.pop();
      for (const int j : fixed[static_cast<std::size_t>(body + 1)]) {
        if (seen_joint[static_cast<std::size_t>(j)]) continue;
        seen_joint[static_cast<std::size_t>(j)] = true;
        const Ends e = ends[static_cast<std::size_t>(j)];
        const int other = e.parent == body ? e.child : e.parent;
        if (other < 0 || graph.node_of[static_cast<std::size_t>(other)] >= 0) {
          graph.weld_checks.push_back(j);
          continue;
        }
        graph.node_of[static_cast<std::size_t>(other)] = node;
        graph.via[static_cast<std::size_t>(other)] = j;
        graph.weld_order.push_back(j);
        open.push(other);
      }
    }
  }
  return graph;
}

namespace {

SpanningTree grow_tree(const Description& d, const WeldedGraph& graph, Shape shape) {
  const std::vector<Ends> ends = joint_ends(d);
  const auto node = [&](int body) {
    return body < 0 ? 0 : graph.node_of[static_cast<std::size_t>(body)];
  };
  const std::size_t nodes = graph.first_body.size();
  std::vector<std::vector<int>> joints_at(nodes);
  std::vector<int> follows(nodes, -1);  // the composite joint that a link is inside of
  for (std::size_t j = 0; j < ends.size(); ++j) {
    if (welds(d.joints[j])) continue;
    if (d.joints[j].composite) {
      const auto all = body_indices(d);
      for (const std::string& link : d.joints[j].composite->links)
        follows[static_cast<std::size_t>(node(all.at(link)))] = static_cast<int>(j);
    }
    if (d.joints[j].inside >= 0) continue;
    const int a = node(ends[j].parent), b = node(ends[j].child);
    if (a == b) {
      throw ModelError(
          "joints[" + std::to_string(j) + "]",
          "joint '" + d.joints[j].name + "' connects '" + d.joints[j].parent + "' and '" +
              d.joints[j].child +
              "', which fixed joints already hold together; remove it or a fixed joint");
    }
    joints_at[static_cast<std::size_t>(a)].push_back(static_cast<int>(j));
    joints_at[static_cast<std::size_t>(b)].push_back(static_cast<int>(j));
  }

  const std::unordered_map<std::string, Use> used = used_joints(d);
  SpanningTree tree;
  std::vector<bool> reached(nodes, false), in_tree(d.joints.size(), false);
  std::vector<int> coordinate_depth(nodes, 0), depth(nodes, 0);
  int turn = 0;
  std::priority_queue<Candidate> crossing;

  const auto reach = [&](int n) {
    reached[static_cast<std::size_t>(n)] = true;
    ++turn;
    for (const int j : joints_at[static_cast<std::size_t>(n)]) {
      const JointItem& item = d.joints[static_cast<std::size_t>(j)];
      if (item.hint == TreeHint::cut) continue;
      const Ends e = ends[static_cast<std::size_t>(j)];
      const bool reversed = node(e.child) == n;
      const int to = reversed ? node(e.parent) : node(e.child);
      if (reached[static_cast<std::size_t>(to)]) continue;
      const auto known = used.find(item.name);
      const auto leads_on = static_cast<int>(joints_at[static_cast<std::size_t>(to)].size());
      crossing.push({item.hint == TreeHint::keep, known == used.end() ? unused : known->second,
                     shape == Shape::narrow ? 0 : cut_equations(item.type),
                     shape == Shape::narrow ? turn : -coordinate_depth[static_cast<std::size_t>(n)],
                     shape == Shape::narrow ? -leads_on : -depth[static_cast<std::size_t>(n)], j, n,
                     to, reversed});
    }
  };
  const auto grow = [&] {
    while (!crossing.empty()) {
      const Candidate c = crossing.top();
      crossing.pop();
      const auto to = static_cast<std::size_t>(c.to), from = static_cast<std::size_t>(c.from);
      if (reached[to]) continue;
      const JointType type = d.joints[static_cast<std::size_t>(c.joint)].type;
      coordinate_depth[to] = coordinate_depth[from] + joint_facts(type).nv;
      depth[to] = depth[from] + 1;
      in_tree[static_cast<std::size_t>(c.joint)] = true;
      tree.edges.push_back({c.to, c.from, c.joint, c.reversed});
      reach(c.to);
    }
  };

  // grow from the ground; what cannot be reached floats and gets a free joint of its own
  reach(0);
  grow();
  for (std::size_t n = 1; n < nodes; ++n) {
    if (reached[n] || follows[n] >= 0) continue;
    tree.edges.push_back({static_cast<int>(n), 0, -1, false});
    coordinate_depth[n] = 6;
    depth[n] = 1;
    reach(static_cast<int>(n));
    grow();
  }
  for (std::size_t j = 0; j < d.joints.size(); ++j) {
    const JointItem& item = d.joints[j];
    if (in_tree[j] || welds(item) || item.inside >= 0) continue;
    if (item.hint == TreeHint::keep) {
      throw ModelError("joints[" + std::to_string(j) + "].tree",
                       "joint '" + item.name +
                           "' cannot be kept: the other joints asked to be kept already "
                           "connect its bodies; remove one \"tree\": \"keep\"");
    }
    if (item.uses_coordinate()) {
      throw ModelError("joints[" + std::to_string(j) + "]",
                       "joint '" + item.name +
                           "' has to be cut, so its spring or damper has no coordinate to act on; "
                           "set \"tree\": \"cut\" on another joint of its loop or use a spring "
                           "between two points");
    }
    tree.cuts.push_back(static_cast<int>(j));
  }
  for (std::size_t n = 1; n < nodes; ++n) {
    if (follows[n] < 0) continue;
    const int carried = node(ends[static_cast<std::size_t>(follows[n])].child);
    tree.edges.push_back({static_cast<int>(n), carried, -1, false, follows[n]});
  }
  return tree;
}

// Sum of the squares of equations of cut joints that are open at the joints of a tree.
double open_squares(const Description& d, const WeldedGraph& graph, const SpanningTree& tree) {
  const std::size_t nodes = graph.first_body.size();
  std::vector<int> parent(nodes, -1), depth(nodes, 0);
  for (const TreeEdge& edge : tree.edges) {
    parent[static_cast<std::size_t>(edge.node)] = edge.parent;
    depth[static_cast<std::size_t>(edge.node)] = depth[static_cast<std::size_t>(edge.parent)] + 1;
  }
  std::vector<double> open(nodes, 0.0);
  const std::vector<Ends> ends = joint_ends(d);
  for (const int j : tree.cuts) {
    const auto node = [&](int body) {
      return static_cast<std::size_t>(body < 0 ? 0 : graph.node_of[static_cast<std::size_t>(body)]);
    };
    std::size_t a = node(ends[static_cast<std::size_t>(j)].parent),
                b = node(ends[static_cast<std::size_t>(j)].child);
    while (a != b) {
      std::size_t& deeper = depth[a] < depth[b] ? b : a;
      open[deeper] += cut_equations(d.joints[static_cast<std::size_t>(j)].type);
      deeper = static_cast<std::size_t>(parent[deeper]);
    }
  }
  double sum = 0.0;
  for (const double rows : open) sum += rows * rows;
  return sum;
}

}  // namespace

SpanningTree grow_tree(const Description& d, const WeldedGraph& graph) {
  SpanningTree tree = grow_tree(d, graph, Shape::wide);
  const double open = open_squares(d, graph, tree);
  if (open <= many_open * many_open * static_cast<double>(tree.edges.size())) return tree;
  SpanningTree narrow = grow_tree(d, graph, Shape::narrow);
  return open_squares(d, graph, narrow) < much_smaller * open ? narrow : tree;
}

}  // namespace treadle
