#include "composites.hpp"

#include "../base/error.hpp"
#include "../describe/names.hpp"
#include "spanning_tree.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

namespace treadle {

namespace {

bool has_composites(const Description& d) {
  return std::any_of(d.joints.begin(), d.joints.end(),
                     [](const JointItem& j) { return j.composite.has_value(); });
}

std::string in_joints(std::size_t j, const char* key) {
  return "joints[" + std::to_string(j) + "]." + key;
}

bool ties_frames(ConstraintKind kind) {
  return kind == ConstraintKind::distance || kind == ConstraintKind::point_on_line ||
         kind == ConstraintKind::point_on_plane;
}
bool ties_coordinates(ConstraintKind kind) {
  return kind == ConstraintKind::coupler || kind == ConstraintKind::gear;
}

class Settling {
 public:
  explicit Settling(const Description& d) : d_(d) {
    const WeldedGraph graph = weld_bodies(d_);
    node_[ground_name] = 0;
    for (std::size_t b = 0; b < d_.bodies.size(); ++b) {
      node_[d_.bodies[b].name] = graph.node_of[b];
      body_[d_.bodies[b].name] = b;
    }
    for (std::size_t j = 0; j < d_.joints.size(); ++j) joint_[d_.joints[j].name] = j;
  }

  Description settle() {
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      if (d_.joints[j].composite) take_links(j);
    }
    for (std::size_t j = 0; j < d_.joints.size(); ++j) mark_joint(j);
    mark_couplers();
    for (std::size_t c = 0; c < d_.constraints.size(); ++c) mark_constraint(c);
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      if (d_.joints[j].composite) take_coordinates(j);
    }
    for (std::size_t j = 0; j < d_.joints.size(); ++j) {
      if (d_.joints[j].inside >= 0) check_inside(j);
    }
    move_references();
    return std::move(d_);
  }

 private:
  [[nodiscard]] int node(const std::string& body) const { return node_.at(body); }
  [[nodiscard]] const std::string& name(int joint) const {
    return d_.joints[static_cast<std::size_t>(joint)].name;
  }
  [[noreturn]] void fail(std::size_t j, const char* key, const std::string& message) const {
    throw ModelError(in_joints(j, key), "composite '" + d_.joints[j].name + "': " + message);
  }

  // Links by their welded bodies; masses that a person says do not matter vanish.
  void take_links(std::size_t j) {
    JointItem& joint = d_.joints[j];
    if (node(joint.parent) == node(joint.child))
      fail(j, "child", "parent and child are held together by fixed joints");
    if (joint.composite->links.empty() && joint.composite->independent.empty())
      fail(j, "links", "names neither links nor coordinates");
    for (const std::string& link : joint.composite->links) {
      const auto found = body_.find(link);
      if (found == body_.end()) fail(j, "links", "unknown body '" + link + "'");
      const int n = node(link);
      if (n == node(joint.parent) || n == node(joint.child))
        fail(j, "links",
             "'" + link + "' is its parent or its child, or fixed to one; leave it out");
      const auto [known, fresh] = link_of_.try_emplace(n, static_cast<int>(j));
      if (!fresh && known->second != static_cast<int>(j))
        fail(j, "links", "'" + link + "' is a link of '" + name(known->second) + "' already");
    }
    for (auto& [body, b] : body_) {
      const auto found = link_of_.find(node(body));
      if (found == link_of_.end() || found->second != static_cast<int>(j)) continue;
      BodyItem& item = d_.bodies[b];
      const bool massive = item.mass != 0.0 || item.inertia != std::array<double, 6>{};
      if (massive && !joint.composite->ignore_mass)
        fail(j, "links",
             "link '" + body +
                 "' has mass, which a composite joint leaves out; give it none, say \"mass\": "
                 "\"ignored\", or move its mass to '" +
                 joint.parent + "' and '" + joint.child + "'");
      item.mass = 0.0;
      item.inertia = {};
    }
    if (!joint.design) {
      joint.design = JointFrame{};
      if (joint.child != ground_name)
        joint.design->position = d_.bodies[body_.at(joint.child)].pose.position;
      joint.design->orientation = Pose{}.orientation;
    }
    joint.hint = TreeHint::keep;
    const auto [twin, alone] =
        both_.try_emplace({node(joint.parent), node(joint.child)}, static_cast<int>(j));
    if (!alone)
      fail(j, "child",
           "'" + joint.parent + "' and '" + joint.child + "' are joined by composite '" +
               name(twin->second) + "' already; name all links in one of the two");
  }

  [[nodiscard]] int link_at(int n) const {
    const auto found = link_of_.find(n);
    return found == link_of_.end() ? -1 : found->second;
  }
  [[nodiscard]] bool belongs(int n, int composite) const {
    const JointItem& joint = d_.joints[static_cast<std::size_t>(composite)];
    return link_at(n) == composite || n == node(joint.parent) || n == node(joint.child);
  }
  // The composite that holds whatever ties two bodies; -1: none, -2: one that only one of them is
  // in.
  [[nodiscard]] int holder(int a, int b) const {
    for (const int c : {link_at(a), link_at(b)}) {
      if (c >= 0) return belongs(a, c) && belongs(b, c) ? c : -2;
    }
    for (const auto& pair : {std::pair{a, b}, std::pair{b, a}}) {
      const auto found = both_.find(pair);
      if (found != both_.end()) return found->second;
    }
    return -1;
  }

  void mark_joint(std::size_t j) {
    JointItem& joint = d_.joints[j];
    joint.inside = -1;
    const int a = node_at(joint.parent, j), b = node_at(joint.child, j);
    if (a == b && is_weld(joint.type) && joint.hint != TreeHint::cut) return;
    if (joint.composite) {
      if (link_at(a) >= 0 || link_at(b) >= 0)
        fail(j, "parent", "a link of another composite joint cannot carry it");
      return;
    }
    const int c = holder(a, b);
    if (c == -2) {
      const int inner = link_at(a) >= 0 ? link_at(a) : link_at(b);
      const std::string& other = link_at(a) >= 0 ? joint.child : joint.parent;
      fail(static_cast<std::size_t>(inner), "links",
           "joint '" + joint.name + "' leads from a link to '" + other +
               "', which is not in it; name that body among the links, or hang it on the child");
    }
    joint.inside = c;
    if (c >= 0 && is_unconstrained(joint.type)) joint.inside = -1;
  }

  [[nodiscard]] int node_at(const std::string& body, std::size_t j) const {
    const auto found = node_.find(body);
    if (found == node_.end())
      throw ModelError("joints[" + std::to_string(j) + "]",
                       "joint '" + d_.joints[j].name + "': unknown body '" + body + "'");
    return found->second;
  }

  // Couplers and gears whose joints are all inside of one composite.
  void mark_couplers() {
    for (ConstraintItem& c : d_.constraints) {
      c.inside = -1;
      if (!ties_coordinates(c.kind)) continue;
      std::set<int> holders;
      for (const CoordinateRef& ref : c.coordinates) {
        const auto found = joint_.find(ref.joint);
        holders.insert(found == joint_.end() ? -1 : d_.joints[found->second].inside);
      }
      if (holders.size() == 1) c.inside = *holders.begin();
    }
  }

  void mark_constraint(std::size_t c) {
    ConstraintItem& item = d_.constraints[c];
    if (!ties_frames(item.kind)) return;
    const auto from = node_.find(item.from.body), to = node_.find(item.to.body);
    if (from == node_.end() || to == node_.end() || from->second == to->second) return;
    const int composite = holder(from->second, to->second);
    if (composite == -2)
      throw ModelError("constraints[" + std::to_string(c) + "]",
                       "constraint '" + item.name +
                           "' ties a link of a composite joint to a body that is not in it; only "
                           "forces may do so");
    item.inside = composite;
  }

  // Start values and what acts on independent coordinates go to the composite.
  void take_coordinates(std::size_t j) {
    JointItem& joint = d_.joints[j];
    const std::vector<std::string>& names = joint.composite->independent;
    if (names.empty() || names.size() > 6)
      fail(j, "independent", "needs 1 to 6 coordinates that settle all others");
    joint.type = composite_of(static_cast<int>(names.size()));
    constexpr double not_given = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < names.size(); ++k) {
      const CoordinateRef ref = find_coordinate(d_, names[k]);
      if (ref.index < 0) fail(j, "independent", "there is no coordinate '" + names[k] + "'");
      JointItem& inner = d_.joints[joint_.at(ref.joint)];
      if (inner.inside != static_cast<int>(j))
        fail(j, "independent",
             "joint '" + ref.joint +
                 "' is not inside: it does not join two of parent, child and "
                 "links");
      if (!taken_.emplace(std::pair{ref.joint, ref.index}, CoordinateRef{joint.name, int(k)})
               .second)
        fail(j, "independent", "'" + names[k] + "' is named twice");
      const auto i = static_cast<std::size_t>(ref.index);
      const auto take = [&](std::vector<double>& from, std::vector<double>& to) {
        if (i >= from.size() || from[i] != from[i]) return;
        if (to.empty()) to.assign(names.size(), not_given);
        to[k] = from[i];
        from[i] = not_given;
      };
      take(inner.start, joint.start);
      take(inner.start_velocity, joint.start_velocity);
      if (i < inner.forces.size() && inner.forces[i].acts()) {
        joint.on(k) = inner.forces[i];
        inner.forces[i] = {};
      }
    }
  }

  // What is left at joints inside would be about coordinates that follow from others.
  void check_inside(std::size_t j) const {
    const JointItem& joint = d_.joints[j];
    const auto given = [](const std::vector<double>& numbers) {
      return std::any_of(numbers.begin(), numbers.end(), [](double x) { return x == x; });
    };
    const auto refuse = [&](const char* key, const char* what, const char* remedy) {
      throw ModelError(in_joints(j, key),
                       "joint '" + joint.name + "' " + what + ", but it is inside composite '" +
                           name(joint.inside) + "' and follows from its independent coordinates; " +
                           remedy);
    };
    if (given(joint.start)) refuse("start", "has a start", "give them a start instead");
    if (given(joint.start_velocity))
      refuse("velocity", "has a velocity", "give them a velocity instead");
    if (joint.uses_coordinate())
      refuse("type", "has a spring, damper, stop, friction or drive",
             "let it act on one of those, or use a force between two bodies");
    if (joint.strut) refuse("type", "is a strut", "write its arm and links as bodies instead");
  }

  // Names of independent coordinates elsewhere.
  void move(CoordinateRef& ref, const std::string& where, const std::string& what) const {
    const auto found = taken_.find({ref.joint, ref.index});
    if (found != taken_.end()) {
      ref = found->second;
      return;
    }
    const auto joint = joint_.find(ref.joint);
    if (joint == joint_.end() || d_.joints[joint->second].inside < 0) return;
    throw ModelError(where,
                     what + ": joint '" + ref.joint + "' is inside composite '" +
                         name(d_.joints[joint->second].inside) +
                         "' and follows from its independent coordinates; name one of these");
  }

  void move_references() {
    for (std::size_t c = 0; c < d_.constraints.size(); ++c) {
      ConstraintItem& item = d_.constraints[c];
      if (item.inside >= 0) continue;
      const std::string where = "constraints[" + std::to_string(c) + "]";
      for (CoordinateRef& ref : item.coordinates) {
        if (item.gear && taken_.contains({ref.joint, ref.index}))
          throw ModelError(where, "gear '" + item.name + "': the wheel of '" + ref.joint +
                                      "' is inside a composite joint; use a coupler");
        move(ref, where, "constraint '" + item.name + "'");
      }
    }
    for (std::size_t f = 0; f < d_.forces.size(); ++f) {
      ForceItem& item = d_.forces[f];
      const std::string where = "forces[" + std::to_string(f) + "]";
      for (CoordinateRef& ref : item.coordinates) {
        if (item.gear && taken_.contains({ref.joint, ref.index}))
          throw ModelError(where, "gear '" + item.name + "': the wheel of '" + ref.joint +
                                      "' is inside a composite joint; use a coupler");
        move(ref, where, "force '" + item.name + "'");
      }
    }
    for (std::size_t t = 0; t < d_.targets.size(); ++t) {
      TargetItem& item = d_.targets[t];
      if (item.joint.empty()) continue;
      CoordinateRef ref{item.joint, item.index};
      move(ref, "assembly[" + std::to_string(t) + "]", "target");
      item.joint = ref.joint;
      item.index = ref.index;
    }
  }

  Description d_;
  std::unordered_map<std::string, int> node_;                  ///< welded body of each body
  std::unordered_map<std::string, std::size_t> body_, joint_;  ///< place by name
  std::map<int, int> link_of_;               ///< composite that a welded body is a link of
  std::map<std::pair<int, int>, int> both_;  ///< composite from parent to child
  std::map<std::pair<std::string, int>, CoordinateRef> taken_;  ///< coordinate inside, at the joint
};

bool is_settled(const Description& d) {
  return std::any_of(d.joints.begin(), d.joints.end(),
                     [](const JointItem& j) { return j.composite && j.design.has_value(); });
}

}  // namespace

CoordinateRef find_coordinate(const Description& d, const std::string& name) {
  const auto find = [&](const std::string& joint) {
    return std::find_if(d.joints.begin(), d.joints.end(),
                        [&](const JointItem& j) { return j.name == joint; });
  };
  const auto whole = find(name);
  if (whole != d.joints.end()) {
    const bool single = has_plain_coordinates(whole->type) && joint_facts(whole->type).nv == 1;
    return {name, single ? 0 : -1};
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {name, -1};
  const std::string joint = name.substr(0, dot), word = name.substr(dot + 1);
  const auto found = find(joint);
  if (found == d.joints.end() || !has_plain_coordinates(found->type)) return {joint, -1};
  const auto& names = coordinate_names(found->type);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (word == names[k].suffix) return {joint, static_cast<int>(k)};
  }
  return {joint, -1};
}

Description settle_composites(const Description& d) {
  if (!has_composites(d) || is_settled(d)) return d;
  return Settling(d).settle();
}

Description unsettled(const Description& settled) {
  Description d = settled;
  if (!is_settled(d)) return d;
  std::unordered_map<std::string, JointItem*> joints;
  std::map<std::pair<std::string, int>, CoordinateRef> back;
  for (JointItem& joint : d.joints) joints[joint.name] = &joint;
  for (JointItem& joint : d.joints) {
    joint.inside = -1;
    if (!joint.composite) continue;
    for (std::size_t k = 0; k < joint.composite->independent.size(); ++k) {
      const CoordinateRef ref = find_coordinate(d, joint.composite->independent[k]);
      back[{joint.name, static_cast<int>(k)}] = ref;
      JointItem& inner = *joints.at(ref.joint);
      const auto i = static_cast<std::size_t>(ref.index);
      const auto give = [&](const std::vector<double>& from, std::vector<double>& to) {
        if (k >= from.size() || from[k] != from[k]) return;
        to.resize(coordinate_names(inner.type).size(), std::numeric_limits<double>::quiet_NaN());
        to[i] = from[k];
      };
      give(joint.start, inner.start);
      give(joint.start_velocity, inner.start_velocity);
      if (k < joint.forces.size() && joint.forces[k].acts()) inner.on(i) = joint.forces[k];
    }
    joint.start.clear();
    joint.start_velocity.clear();
    joint.forces.clear();
    joint.design.reset();
    joint.hint = TreeHint::automatic;
  }
  const auto move = [&](std::string& joint, int& index) {
    const auto found = back.find({joint, index});
    if (found == back.end()) return;
    joint = found->second.joint;
    index = found->second.index;
  };
  for (ConstraintItem& item : d.constraints) {
    item.inside = -1;
    for (CoordinateRef& ref : item.coordinates) move(ref.joint, ref.index);
  }
  for (ForceItem& item : d.forces)
    for (CoordinateRef& ref : item.coordinates) move(ref.joint, ref.index);
  for (TargetItem& item : d.targets) move(item.joint, item.index);
  return d;
}

Description inside_of(const Description& d, std::size_t composite) {
  const JointItem& joint = d.joints[composite];
  const WeldedGraph graph = weld_bodies(d);
  std::set<int> nodes;
  const auto node = [&](const std::string& body) {
    for (std::size_t b = 0; b < d.bodies.size(); ++b) {
      if (d.bodies[b].name == body) return graph.node_of[b];
    }
    return 0;
  };
  const int base = node(joint.parent);
  nodes.insert({base, node(joint.child)});
  for (const std::string& link : joint.composite->links) nodes.insert(node(link));

  Description out;
  out.name = joint.name;
  out.gravity = d.gravity;
  out.tolerance = d.tolerance;
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    if (!nodes.contains(graph.node_of[b])) continue;
    BodyItem body;
    body.name = d.bodies[b].name;
    body.pose = d.bodies[b].pose;
    out.bodies.push_back(std::move(body));
  }
  const auto known = [&](const std::string& body) {
    return body == ground_name || nodes.contains(node(body));
  };
  for (std::size_t j = 0; j < d.joints.size(); ++j) {
    const JointItem& item = d.joints[j];
    const bool welded = is_weld(item.type) && item.hint != TreeHint::cut && item.inside < 0;
    const bool ours = item.inside == static_cast<int>(composite);
    if (!ours && !(welded && known(item.parent) && known(item.child) &&
                   nodes.contains(node(item.child)) && nodes.contains(node(item.parent))))
      continue;
    JointItem inner = item;
    inner.inside = -1;
    inner.start.clear();
    inner.start_velocity.clear();
    inner.forces.clear();
    inner.on_angles = {};
    out.joints.push_back(std::move(inner));
  }
  if (base != 0) {  // the parent stands where the drawing has it
    JointItem hold;
    hold.name = joint.name + ".held";
    hold.type = JointType::fixed;
    hold.parent = ground_name;
    hold.child = joint.parent;
    out.joints.push_back(std::move(hold));
  }
  for (const std::string& name : joint.composite->independent) {
    const CoordinateRef ref = find_coordinate(d, name);
    for (JointItem& inner : out.joints) {
      if (inner.name == ref.joint) inner.hint = TreeHint::keep;
    }
  }
  for (const ConstraintItem& item : d.constraints) {
    if (item.inside != static_cast<int>(composite)) continue;
    out.constraints.push_back(item);
    out.constraints.back().inside = -1;
  }
  return out;
}

}  // namespace treadle
