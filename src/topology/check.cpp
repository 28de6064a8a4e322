// The promises of topology.hpp, asserted one by one.
#include "loops.hpp"
#include "topology.hpp"

#include <algorithm>
#include <set>

namespace treadle {

namespace {

std::string check_tree(const Topology& t) {
  std::set<int> positions;
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const TreeBody& b = t.bodies[i];
    if (b.parent >= i) return "P2: parent of body '" + b.name + "' comes after it";
    BodyId end{i.at + 1};
    while (end.at < t.bodies.size()) {  // consecutive: every body up to the end has i above it
      BodyId up = end;
      while (up > i) up = t.bodies[up].parent;
      if (up != i) break;
      ++end;
    }
    if (end != b.subtree_end) return "P2: subtree of body '" + b.name + "' is not consecutive";
    for (int a = 0; a < b.nv; ++a) {
      if (!positions.insert(b.v_at + a).second) return "P4: a matrix position is taken twice";
    }
    if (t.numbering == Numbering::leaf_first && b.parent.valid()) {
      if (b.v_at >= t.bodies[b.parent].v_at)
        return "P4: body '" + b.name + "' is numbered after its parent";
    }
  }
  if (static_cast<int>(positions.size()) != t.nv) return "P4: positions do not cover the matrix";
  if (!positions.empty() && (*positions.begin() != 0 || *positions.rbegin() != t.nv - 1)) {
    return "P4: positions do not cover the matrix";
  }
  return "";
}

std::string check_joints(const Topology& t, const Description& d) {
  for (std::size_t b = 0; b < t.welds.size(); ++b) {
    if (t.welds[b].body.at >= t.bodies.size())
      return "P1: body '" + d.bodies[b].name + "' is nowhere";
  }
  if (t.welds.size() != d.bodies.size()) return "P1: a body is missing";
  std::vector<int> used(d.joints.size(), 0);
  for (const TreeBody& b : t.bodies) {
    if (b.item.valid()) ++used[static_cast<std::size_t>(b.item.at)];
  }
  for (const Loop& loop : t.loops) {
    if (loop.joint >= 0) ++used[static_cast<std::size_t>(loop.joint)];
  }
  for (std::size_t j = 0; j < used.size(); ++j) {
    const bool welded = is_weld(d.joints[j].type) && d.joints[j].hint != TreeHint::cut;
    const bool idle = is_unconstrained(d.joints[j].type) && used[j] == 0;  // a cut free joint
    if (!idle && used[j] != (welded || d.joints[j].inside >= 0 ? 0 : 1))
      return "P3: joint '" + d.joints[j].name + "' is not used once";
  }
  return "";
}

std::string check_loops(const Topology& t) {
  int row = 0;
  for (const Loop& loop : t.loops) {
    if (loop.first_row != row) return "P6: rows of loop '" + loop.name + "' do not follow";
    row += loop.rows;
    if (loop.kind == LoopKind::coordinates) continue;
    if (loop.ancestor != common_ancestor(t, loop.from, loop.to))
      return "P5: wrong ancestor of '" + loop.name + "'";
    const auto starts_below = [&](const std::vector<BodyId>& path, BodyId end) {
      if (path.empty()) return end == loop.ancestor;
      return t.bodies[path.front()].parent == loop.ancestor && path.back() == end;
    };
    if (!starts_below(loop.from_path, loop.from) || !starts_below(loop.to_path, loop.to)) {
      return "P5: a path of loop '" + loop.name + "' does not lead from the ancestor to its body";
    }
    for (const BodyId i : loop.from_path) {
      if (std::count(loop.to_path.begin(), loop.to_path.end(), i) != 0) {
        return "P5: the paths of loop '" + loop.name + "' meet";
      }
    }
  }
  return row == t.rows ? "" : "P6: rows do not add up";
}

std::string check_sets(const Topology& t) {
  std::vector<int> grouped(static_cast<std::size_t>(t.bodies.size()), 0);
  for (GroupId g{0}; g.at < t.groups.size(); ++g) {
    for (const BodyId i : t.groups[g].bodies) {
      if (t.bodies[i].group != g) return "P7: body '" + t.bodies[i].name + "' is in two groups";
      ++grouped[static_cast<std::size_t>(i.at)];
      const BodyId up = t.bodies[i].parent;
      if (up.valid() && t.bodies[up].group != g) return "P7: a tree is torn between groups";
    }
  }
  if (std::any_of(grouped.begin(), grouped.end(), [](int k) { return k != 1; }))
    return "P7: a body has no group";
  for (const Loop& loop : t.loops) {
    if (loop.from.valid() && loop.to.valid() &&
        t.bodies[loop.from].group != t.bodies[loop.to].group) {
      return "P7: loop '" + loop.name + "' spans two groups";
    }
  }
  std::set<LoopId> seen;
  std::set<BodyId> members;
  for (const Cluster& cluster : t.clusters) {
    for (const LoopId c : cluster.loops) {
      if (!seen.insert(c).second) return "P8: loop '" + t.loops[c].name + "' is in two clusters";
    }
    for (const BodyId i : cluster.members) {
      if (!members.insert(i).second)
        return "P8: body '" + t.bodies[i].name + "' is in two clusters";
    }
    for (const BodyId i : cluster.interfaces) {
      if (std::count(cluster.members.begin(), cluster.members.end(), i) != 0)
        return "P8: member and interface";
    }
  }
  return static_cast<int>(seen.size()) == t.loops.size() ? "" : "P8: a loop is in no cluster";
}

}  // namespace

std::string check(const Topology& t, const Description& d) {
  for (const std::string& broken :
       {check_tree(t), check_joints(t, d), check_loops(t), check_sets(t)}) {
    if (!broken.empty()) return broken;
  }
  return "";
}

}  // namespace treadle
