#include "loops.hpp"

#include "../base/error.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace treadle {

namespace {

using BodyMap = std::unordered_map<std::string, BodyId>;

BodyMap tree_bodies(const Description& d, const Topology& t) {
  BodyMap map{{ground_name, ground}};
  for (std::size_t b = 0; b < d.bodies.size(); ++b) map[d.bodies[b].name] = t.welds[b].body;
  return map;
}

std::vector<BodyId> path_below(const Topology& t, BodyId ancestor, BodyId body) {
  std::vector<BodyId> path;
  for (BodyId i = body; i != ancestor; i = t.bodies[i].parent) path.push_back(i);
  std::reverse(path.begin(), path.end());
  return path;
}

void add_loop(Topology& t, Loop loop) {
  loop.ancestor = common_ancestor(t, loop.from, loop.to);
  loop.from_path = path_below(t, loop.ancestor, loop.from);
  loop.to_path = path_below(t, loop.ancestor, loop.to);
  loop.first_row = t.rows;
  t.rows += loop.rows;
  t.loops.push_back(std::move(loop));
}

// Why this joint of the loop and no other: the first rule of the choice that tells them apart.
std::string cut_reason(const Description& d, const Topology& t, const Loop& loop,
                       const JointItem& item) {
  if (item.hint == TreeHint::cut) return "asked for by \"tree\": \"cut\"";
  const int equations = cut_equations(item.type);
  std::string rival;
  int others = 6;
  for (const auto* path : {&loop.from_path, &loop.to_path}) {
    for (const BodyId i : *path) {
      const JointId j = t.bodies[i].item;
      if (!j.valid()) continue;
      const JointItem& other = d.joints[static_cast<std::size_t>(j.at)];
      if (other.hint == TreeHint::keep || other.uses_coordinate()) continue;
      others = std::min(others, cut_equations(other.type));
      if (cut_equations(other.type) == equations && rival.empty()) rival = other.name;
    }
  }
  const std::string count =
      std::to_string(equations) + (equations == 1 ? " equation" : " equations");
  if (rival.empty() && others > equations)
    return count + ", fewer than any other joint of its loop";
  if (rival.empty()) return count + "; the other joints of its loop are kept for their coordinates";
  const auto length = [&](BodyId i) { return i.valid() ? t.bodies[i].depth : 0; };
  if (length(loop.from) > 1 && length(loop.to) > 1 &&
      std::abs(length(loop.from) - length(loop.to)) <= 1) {
    return count + ", as '" + rival + "'; cut here both paths are short";
  }
  return count + ", as '" + rival + "', which is nearer to the root or earlier in the file";
}

}  // namespace

BodyId common_ancestor(const Topology& t, BodyId a, BodyId b) {
  while (a != b) {
    if (!a.valid() || !b.valid()) return ground;
    if (a > b) {
      a = t.bodies[a].parent;
    } else {
      b = t.bodies[b].parent;
    }
  }
  return a;
}

BodyId tree_body(const Description& d, const Topology& t, const std::string& name) {
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (d.bodies[b].name == name) return t.welds[b].body;
  }
  return ground;
}

namespace {

// Joints that couplers and drivers name, root first.
void find_coordinates(const Description& d, const Topology& t, const ConstraintItem& item,
                      const BodyMap& carried, std::size_t c, Loop& loop) {
  const std::string where = "constraints[" + std::to_string(c) + "]";
  for (const CoordinateRef& ref : item.coordinates) {
    const auto found = carried.find(ref.joint);
    if (found == carried.end()) {
      const bool known = std::any_of(d.joints.begin(), d.joints.end(),
                                     [&](const JointItem& j) { return j.name == ref.joint; });
      throw ModelError(where, "constraint '" + item.name + "': joint '" + ref.joint + "' " +
                                  (known ? "has to be cut, so it has no coordinate; set \"tree\": "
                                           "\"cut\" on another joint of its loop"
                                         : "does not exist"));
    }
    const TreeBody& body = t.bodies[found->second];
    if (!has_plain_coordinates(body.type) || ref.index < 0 || ref.index >= body.nv) {
      throw ModelError(where, "constraint '" + item.name + "': joint '" + ref.joint + "' (" +
                                  joint_name(body.type) +
                                  ") has no such coordinate to couple or drive");
    }
    loop.coordinates.emplace_back(found->second, ref.index);
    if (std::count(loop.from_path.begin(), loop.from_path.end(), found->second) == 0)
      loop.from_path.push_back(found->second);
  }
  std::sort(loop.from_path.begin(), loop.from_path.end());
}

// What is tied to a link would bear on the joints inside.
void refuse_links(const Topology& t, const Loop& loop) {
  for (const BodyId i : {loop.from, loop.to}) {
    if (!i.valid() || t.bodies[i].follows < 0) continue;
    throw ModelError(place_of(loop), "'" + loop.name + "' holds '" + t.bodies[i].name +
                                         "', a link inside a composite joint; only forces may act "
                                         "on links: make this constraint a part of the composite, "
                                         "or leave the link out of it");
  }
}

const char* type_name(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::distance:
      return "distance";
    case ConstraintKind::coupler:
      return "coupler";
    case ConstraintKind::driver:
      return "driver";
    case ConstraintKind::distance_driver:
      return "distance driver";
    case ConstraintKind::point_on_line:
      return "point on line";
    case ConstraintKind::gear:
      return "gear";
    case ConstraintKind::rolling:
      return "rolling";
    case ConstraintKind::point_on_plane:
      break;
  }
  return "point on plane";
}

void add_constraint(const Description& d, const BodyMap& body, const BodyMap& carried,
                    std::size_t c, Topology& t) {
  const ConstraintItem& item = d.constraints[c];
  Loop loop;
  loop.name = item.name;
  loop.constraint = static_cast<int>(c);
  loop.type = type_name(item.kind);
  loop.rows = item.kind == ConstraintKind::rolling         ? 3
              : item.kind == ConstraintKind::point_on_line ? 2
                                                           : 1;
  loop.reason = std::string("a ") + loop.type + " is always an equation";
  if (item.kind == ConstraintKind::coupler || item.kind == ConstraintKind::driver ||
      item.kind == ConstraintKind::gear) {
    loop.kind = LoopKind::coordinates;
    find_coordinates(d, t, item, carried, c, loop);
    loop.first_row = t.rows;
    t.rows += loop.rows;
    t.loops.push_back(std::move(loop));
    return;
  }
  const bool distance =
      item.kind == ConstraintKind::distance || item.kind == ConstraintKind::distance_driver;
  loop.kind = distance ? LoopKind::distance : LoopKind::frames;
  loop.from_name = item.from.body;
  loop.to_name = item.to.body;
  loop.from = body.at(item.from.body);
  loop.to = body.at(item.to.body);
  refuse_links(t, loop);
  if (loop.from == loop.to) {
    throw ModelError(
        "constraints[" + std::to_string(c) + "]",
        "constraint '" + item.name + "' connects two points of one rigid body; remove it");
  }
  add_loop(t, std::move(loop));
}

}  // namespace

void find_loops(const Description& d, const std::vector<int>& cuts, Topology& t) {
  const BodyMap body = tree_bodies(d, t);
  for (const int j : cuts) {
    const JointItem& item = d.joints[static_cast<std::size_t>(j)];
    if (is_unconstrained(item.type)) continue;
    Loop loop;
    loop.name = item.name;
    loop.joint = j;
    loop.type = joint_name(item.type);
    loop.rows = cut_equations(item.type);
    loop.from_name = item.child;
    loop.to_name = item.parent;
    loop.from = body.at(item.child);
    loop.to = body.at(item.parent);
    add_loop(t, loop);
    Loop& added = t.loops[LoopId{t.loops.size() - 1}];
    added.reason = cut_reason(d, t, added, item);
  }
  BodyMap carried;  // by joint
  if (!d.constraints.empty()) {
    for (BodyId i{0}; i.at < t.bodies.size(); ++i) carried[t.bodies[i].joint] = i;
  }
  for (std::size_t c = 0; c < d.constraints.size(); ++c)
    if (d.constraints[c].inside < 0) add_constraint(d, body, carried, c, t);
}

void find_groups(const Description& d, Topology& t) {
  const BodyMap body = tree_bodies(d, t);
  // union of trees, each named by its root
  std::vector<int> root(static_cast<std::size_t>(t.bodies.size()));
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const BodyId up = t.bodies[i].parent;
    root[static_cast<std::size_t>(i.at)] =
        up.valid() ? root[static_cast<std::size_t>(up.at)] : i.at;
  }
  std::vector<int> leader(root.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto find = [&](int i) {
    while (leader[static_cast<std::size_t>(i)] != i) {
      int& up = leader[static_cast<std::size_t>(i)];
      i = up = leader[static_cast<std::size_t>(up)];  // halves the path for the next one
    }
    return i;
  };
  const auto join = [&](BodyId a, BodyId b) {
    if (!a.valid() || !b.valid()) return;
    const int ra = find(root[static_cast<std::size_t>(a.at)]),
              rb = find(root[static_cast<std::size_t>(b.at)]);
    leader[static_cast<std::size_t>(std::max(ra, rb))] = std::min(ra, rb);
  };
  for (const Loop& loop : t.loops) join(loop.from, loop.to);
  for (const Loop& loop : t.loops) {
    for (const auto& [i, index] : loop.coordinates) join(loop.coordinates.front().first, i);
  }
  for (const ForceItem& force : d.forces) {
    if (has_two_ends(force.kind)) join(body.at(force.from.body), body.at(force.to.body));
  }

  std::vector<GroupId> group_of(root.size());
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const auto lead = static_cast<std::size_t>(find(root[static_cast<std::size_t>(i.at)]));
    if (!group_of[lead].valid()) {
      group_of[lead] = t.groups.push_back({i, is_unconstrained(t.bodies[i].type), {}});
    }
    Group& group = t.groups[group_of[lead]];
    if (!t.bodies[i].parent.valid() && i != group.first) group.moving_axes = false;
    group.bodies.push_back(i);
    t.bodies[i].group = group_of[lead];
  }
}

}  // namespace treadle
