#include "targets.hpp"

#include "../base/error.hpp"
#include "../describe/names.hpp"
#include "../joints/dispatch.hpp"
#include "../kinematics/relative_coordinates.hpp"
#include "../spatial/quaternion.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace treadle {

namespace {

Vec3<double> unit_axis(int k) {
  return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
}

// The joint's coordinate, in the tree or cut.
void freeze_coordinate(const Description& d, const Model<double>& model, const TargetItem& item,
                       const std::string& where, Target& out) {
  const auto found = std::find_if(d.joints.begin(), d.joints.end(),
                                  [&](const JointItem& joint) { return joint.name == item.joint; });
  if (found == d.joints.end())
    throw ModelError(where, "a target asks for joint '" + item.joint + "', which does not exist");
  const int names = static_cast<int>(coordinate_names(found->type).size());
  if (!has_plain_coordinates(found->type) || item.index < 0 || item.index >= names)
    throw ModelError(where, "joint '" + item.joint + "' (" + joint_name(found->type) +
                                ") has no such coordinate to ask for; ask for the pose of a body");
  const int joint = static_cast<int>(found - d.joints.begin());
  out.coordinate = true;
  out.type = found->type;
  out.index = item.index;
  out.pitch = found->pitch;
  out.value = item.value;
  for (const TreeBody& body : model.topology->bodies) {
    if (body.item.at != joint) continue;
    out.q_at = body.q_at + item.index;
    out.v_at = body.v_at + item.index;
  }
  for (LoopId c{0}; c.at < model.topology->loops.size(); ++c) {
    if (model.topology->loops[c].joint != joint) continue;
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c.at)];
    out.group = loop.group;
    out.from = loop.from;
    out.to = loop.to;
    out.path = loop.path;
    out.side = loop.side;
  }
}

void freeze_frame(const Model<double>& model, const Placement& placement, const TargetItem& item,
                  const std::string& where, Target& out) {
  if (item.frame.body != ground_name && !placement.body_index.contains(item.frame.body))
    throw ModelError(where,
                     "a target asks for body '" + item.frame.body + "', which does not exist");
  const PlacedBody placed = placement.find(item.frame.body);
  out.position = item.position.has_value();
  out.orientation = item.orientation.has_value();
  out.goal = to_frame({item.position.value_or(Triple{}),
                       item.orientation.value_or(std::array<double, 4>{1.0, 0.0, 0.0, 0.0})});
  out.from = {placed.body.at, placed.frame * to_frame(item.frame.pose)};
  for (int i = placed.body.at; i >= 0; i = model.links[static_cast<std::size_t>(i)].parent) {
    out.group = model.links[static_cast<std::size_t>(i)].group;
    out.path.push_back(i);
    out.side.push_back(1);
  }
}

// Rate of a cut joint's coordinate as the power of a wrench on the child's motion seen from the
// parent.
Force<double> coordinate_wrench(const Target& t, const Transform<double>& child,
                                const Transform<double>& parent) {
  const Vec3<double> axis =
      with_joint(t.type, [&](auto joint) { return joint.axis(t.index, parent.r, child.r); });
  if (t.is_length()) return force_at(child.p, axis);
  return {{0.0, 0.0, 0.0}, axis};
}

}  // namespace

bool Target::is_length() const {
  if (!coordinate) return position && !orientation;
  const char* unit_name = coordinate_names(type)[static_cast<std::size_t>(index)].unit;
  return std::string_view(unit_name) == "m";
}

std::vector<Target> freeze_targets(const Description& d, const Model<double>& model,
                                   const Placement& placement) {
  std::vector<Target> out;
  for (std::size_t k = 0; k < d.targets.size(); ++k) {
    const TargetItem& item = d.targets[k];
    const std::string where = "assembly.targets[" + std::to_string(k) + "]";
    Target target;
    target.item = static_cast<int>(k);
    target.rank = item.rank;
    if (item.joint.empty()) {
      freeze_frame(model, placement, item, where, target);
    } else {
      freeze_coordinate(d, model, item, where, target);
    }
    out.push_back(std::move(target));
  }
  return out;
}

std::vector<TargetRow> compare(const Target& t, std::span<const double> q,
                               const PositionStage<double>& at) {
  std::vector<TargetRow> rows;
  if (t.q_at >= 0) return {{q[static_cast<std::size_t>(t.q_at)] - t.value, t.is_length(), {}}};
  if (t.coordinate) {
    const Transform<double> child = place_on(at, t.group, t.from.body, t.from.frame);
    const Transform<double> parent = place_on(at, t.group, t.to.body, t.to.frame);
    std::array<double, 7> guess{};
    guess[static_cast<std::size_t>(t.index)] = t.value;
    const std::vector<double> now = relative_coordinates(t.type, t.pitch, parent, child, guess);
    return {{now[static_cast<std::size_t>(t.index)] - t.value, t.is_length(),
             coordinate_wrench(t, child, parent)}};
  }
  const bool still = t.from.body < 0;  // on the ground
  const auto g = static_cast<std::size_t>(t.group);
  const Transform<double> here =
      still ? t.from.frame : place_on(at, t.group, t.from.body, t.from.frame);
  const Transform<double> world = still ? here : at.group[g] * here;
  const Mat3<double> axes = still ? Mat3<double>::identity() : at.world[g].r;
  if (t.position) {
    const Vec3<double> off = world.p - t.goal.p;
    rows.push_back({off.x, true, force_at(here.p, axes.x)});
    rows.push_back({off.y, true, force_at(here.p, axes.y)});
    rows.push_back({off.z, true, force_at(here.p, axes.z)});
  }
  if (t.orientation) {
    const auto turned = to_quaternion(transpose_times(t.goal.r, world.r));
    const Vec3<double> off =
        logarithm(Quaternion<double>{turned[0], turned[1], turned[2], turned[3]});
    for (int k = 0; k < 3; ++k) {
      const double angle = k == 0 ? off.x : k == 1 ? off.y : off.z;
      rows.push_back(
          {angle, false, {{0.0, 0.0, 0.0}, here.r * rotation_vector_rate(-off, unit_axis(k))}});
    }
  }
  return rows;
}

}  // namespace treadle
