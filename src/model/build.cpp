#include "build.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../joints/dispatch.hpp"
#include "../spatial/quaternion.hpp"
#include "gear.hpp"
#include "inside.hpp"
#include "mass_properties.hpp"
#include "strut_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace treadle {

namespace {

bool is_identity(const Mat3<double>& r) {
  return r.x.x == 1.0 && r.y.y == 1.0 && r.z.z == 1.0 && r.x.y == 0.0 && r.x.z == 0.0 &&
         r.y.z == 0.0;
}

void add_links(const Description& d, const Placement& p, Model<double>& model) {
  const Topology& t = *model.topology;
  const std::vector<MassProperties> masses = merge_masses(d, t, p);
  int columns = 0;
  std::map<int, int> followers;  // by composite joint
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const TreeBody& body = t.bodies[i];
    const Group& group = t.groups[body.group];
    Link<double> link;
    link.type = body.type;
    link.carries_axes = group.moving_axes && group.first == i;
    link.reversed = body.reversed;
    link.parent = body.parent.at;
    link.group = body.group.at;
    link.q_at = body.q_at;
    link.v_at = body.v_at;
    link.nv = body.nv;
    link.b_at = columns;
    columns += body.nv;
    if (body.item.valid()) {
      const JointItem& joint = d.joints[static_cast<std::size_t>(body.item.at)];
      const JointFrames& frames = p.joints[static_cast<std::size_t>(body.item.at)];
      const PlacedBody inboard = p.find(body.reversed ? joint.child : joint.parent);
      link.pitch = joint.pitch;
      if (joint.strut) link.strut.push_back(strut_shape(d, p, body));
      link.joint_frame =
          along_tree(body, inboard.frame * (body.reversed ? frames.child : frames.parent));
    }
    link.aligned = is_identity(link.joint_frame.r);
    if (is_composite(body.type)) link.inside = make_inside(d, p, t, i);
    if (body.follows >= 0) link.follows = ++followers[body.follows];
    const MassProperties& mass = masses[static_cast<std::size_t>(i.at)];
    link.mass = mass.mass;
    link.center = mass.center;
    link.inertia = mass.inertia;
    model.links.push_back(link);
  }
  for (const Group& group : t.groups) model.groups.push_back({group.first.at, group.moving_axes});
}

LoopEnd<double> end_at(const Placement& p, const std::string& body, const Frame& own) {
  const PlacedBody placed = p.find(body);
  return {placed.body.at, placed.frame * own};
}

LoopEnd<double> end_at(const Placement& p, const Anchor& anchor) {
  return end_at(p, anchor.body, Frame{Mat3<double>::identity(), to_vec(anchor.position)});
}

// A point keeps to the z axis of a frame, or to its x-y plane.
constexpr std::array<CutRow, 2> on_line{{{RowKind::offset, 0, 0}, {RowKind::offset, 1, 1}}};
constexpr std::array<CutRow, 1> on_plane{{{RowKind::offset, 2, 2}}};
constexpr std::array<CutRow, 3> rolls_on{
    {{RowKind::touch, 2, 2}, {RowKind::roll, 0, 0}, {RowKind::roll, 1, 1}}};

// What touches a plane is a ring of balls; a ball alone has none.
void add_wheel(const Placement& p, const ConstraintItem& item, LoopData<double>& data) {
  data.rows = std::span<const CutRow>(rolls_on);
  data.ball = !item.wheel_axis.has_value();
  data.tube = data.ball ? *item.length : item.rim_radius;
  data.ring = *item.length - data.tube;
  if (!data.ball)
    data.from =
        end_at(p, item.from.body, Frame{frame_along(*item.wheel_axis), to_vec(item.from.position)});
}

// Couplers, gears and drivers: factors on single coordinates.
void add_coordinates(const ConstraintItem& item, const Topology& t, const Loop& loop,
                     std::span<const double> factors, LoopData<double>& data,
                     std::vector<TimeFunction>& functions) {
  data.group = t.bodies[loop.coordinates.front().first].group.at;
  for (std::size_t k = 0; k < loop.coordinates.size(); ++k) {
    const TreeBody& body = t.bodies[loop.coordinates[k].first];
    const int index = loop.coordinates[k].second, position = body.v_at + index;
    const auto at = std::lower_bound(data.columns.begin(), data.columns.end(), position);
    data.coordinates.push_back({body.q_at + index, position,
                                static_cast<int>(at - data.columns.begin()),
                                factors.empty() ? 1.0 : factors[k]});
  }
  data.length = item.offset;
  if (item.kind == ConstraintKind::driver) {
    data.function = static_cast<int>(functions.size());
    functions.push_back(item.function);
  }
}

// The first three rows hold a point, x before y before z.
bool holds_point(std::span<const CutRow> rows) {
  if (rows.size() < 3) return false;
  for (int k = 0; k < 3; ++k) {
    const CutRow& row = rows[static_cast<std::size_t>(k)];
    if (row.kind != RowKind::point || row.a != k) return false;
  }
  return true;
}

void add_loops(const Description& d, const Placement& p, Model<double>& model,
               std::vector<TimeFunction>& functions) {
  const Topology& t = *model.topology;
  for (LoopId c{0}; c.at < t.loops.size(); ++c) {
    const Loop& loop = t.loops[c];
    LoopData<double> data;
    data.kind = loop.kind;
    data.ancestor = loop.ancestor.at;
    data.first_row = loop.first_row;
    data.row_count = loop.rows;
    data.columns = loop_columns(t, loop);
    data.values_at = model.phi_values;
    model.phi_values += loop.rows * static_cast<int>(data.columns.size());
    if (loop.kind == LoopKind::coordinates) {
      const ConstraintItem& item = d.constraints[static_cast<std::size_t>(loop.constraint)];
      if (item.kind == ConstraintKind::gear) {
        const Meshing gear = mesh_wheels(d, p, *item.gear, place_of(loop), item.name);
        add_coordinates(item, t, loop, gear.factors, data, functions);
        data.teeth.push_back(gear.tooth);
      } else {
        const bool coupled = item.kind == ConstraintKind::coupler;
        add_coordinates(item, t, loop,
                        coupled ? std::span<const double>(item.factors) : std::span<const double>(),
                        data, functions);
      }
      model.loops.push_back(std::move(data));
      continue;
    }
    data.group = t.bodies[loop.from.valid() ? loop.from : loop.to].group.at;
    const Group& group = t.groups[GroupId{data.group}];
    data.plain_axes = group.moving_axes ? loop.ancestor == group.first : !loop.ancestor.valid();
    if (loop.joint >= 0) {
      const JointItem& joint = d.joints[static_cast<std::size_t>(loop.joint)];
      const JointFrames& frames = p.joints[static_cast<std::size_t>(loop.joint)];
      if (joint.strut) refuse_cut_strut(joint, loop.joint);
      if (joint.composite) refuse_cut_composite(joint, loop.joint);
      data.pitch = joint.pitch;
      data.rows =
          with_joint(joint.type, [](auto j) { return std::span<const CutRow>(decltype(j)::cut); });
      data.from = end_at(p, joint.child, frames.child);
      data.to = end_at(p, joint.parent, frames.parent);
    } else if (loop.kind == LoopKind::frames) {
      const ConstraintItem& item = d.constraints[static_cast<std::size_t>(loop.constraint)];
      data.rows = item.kind == ConstraintKind::point_on_line ? std::span<const CutRow>(on_line)
                                                             : std::span<const CutRow>(on_plane);
      data.from = end_at(p, item.from);
      data.to = end_at(p, item.to.body, Frame{frame_along(item.axis), to_vec(item.to.position)});
      if (item.kind == ConstraintKind::rolling) add_wheel(p, item, data);
    } else {
      const ConstraintItem& item = d.constraints[static_cast<std::size_t>(loop.constraint)];
      data.from = end_at(p, item.from);
      data.to = end_at(p, item.to);
      if (item.kind == ConstraintKind::distance_driver) {
        data.function = static_cast<int>(functions.size());
        functions.push_back(item.function);
      }
      data.length = item.length.value_or(norm(p.design_point(item.from) - p.design_point(item.to)));
      if (data.length < 1e-9 && data.function < 0) {
        throw ModelError(place_of(loop), "constraint '" + item.name +
                                             "' has no length: its points coincide in the design "
                                             "position; give a length or use a spherical joint");
      }
    }
    const auto add_path = [&](const std::vector<BodyId>& path, signed char side) {
      for (const BodyId i : path) {
        const auto at =
            std::lower_bound(data.columns.begin(), data.columns.end(), t.bodies[i].v_at);
        data.path.push_back(i.at);
        data.side.push_back(side);
        data.column.push_back(static_cast<int>(at - data.columns.begin()));
      }
    };
    add_path(loop.from_path, 1);
    add_path(loop.to_path, -1);
    data.holds_point = holds_point(data.rows);
    data.from_root = data.plain_axes && group.moving_axes;
    for (const int i : data.path) {
      if (data.from_root) model.links[static_cast<std::size_t>(i)].watched = true;
    }
    model.loops.push_back(std::move(data));
  }
}

// Where a free joint puts its body in the design position.
std::vector<double> design_coordinates(const Description& d, const Placement& p,
                                       const TreeBody& body) {
  Frame x;
  if (body.item.valid()) {
    const JointItem& joint = d.joints[static_cast<std::size_t>(body.item.at)];
    const JointFrames& frames = p.joints[static_cast<std::size_t>(body.item.at)];
    x = inverse(p.design_frame(joint.parent) * frames.parent) *
        (p.design_frame(joint.child) * frames.child);
  } else {
    x = p.design_frame(body.name);
  }
  const auto quaternion = to_quaternion(x.r);
  return {x.p.x, x.p.y, x.p.z, quaternion[0], quaternion[1], quaternion[2], quaternion[3]};
}

bool is_given(const std::vector<double>& numbers, std::size_t k) {
  return k < numbers.size() && !std::isnan(numbers[k]);
}

void copy_given(const std::vector<double>& numbers, double* out) {
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (is_given(numbers, k)) out[k] = numbers[k];
  }
}

// Bordering bodies of compiled parts bring the velocities that their senders gave them: where the
// receiver asks for others, they follow.
std::set<std::string> borders_of_compiled_parts(const Description& d) {
  std::set<std::string> names;
  for (const PartItem& part : d.parts)
    if (!part.library.empty()) names.insert(part.bodies.begin(), part.bodies.end());
  return names;
}

StartState start_state(const Description& d, const Placement& p, const Topology& t) {
  StartState s;
  s.q.assign(static_cast<std::size_t>(t.nq), 0.0);
  s.v.assign(static_cast<std::size_t>(t.nv), 0.0);
  s.asked.assign(static_cast<std::size_t>(t.nv), false);
  s.asked_velocity = s.asked;
  const std::set<std::string> borders = borders_of_compiled_parts(d);
  for (const TreeBody& body : t.bodies) {
    double* q = s.q.data() + body.q_at;
    double* v = s.v.data() + body.v_at;
    with_joint(body.type, [&](auto joint) { joint.neutral(q); });
    const JointItem* item =
        body.item.valid() ? &d.joints[static_cast<std::size_t>(body.item.at)] : nullptr;
    if (is_unconstrained(body.type)) {
      const std::vector<double> design = design_coordinates(d, p, body);
      std::copy(design.begin(), design.end(), q);
    }
    if (item == nullptr) continue;
    copy_given(item->start, q);
    copy_given(item->start_velocity, v);
    turn_joint(body.type, body.reversed, {q, static_cast<std::size_t>(body.nq)},
               {v, static_cast<std::size_t>(body.nv)});
    for (int a = 0; a < body.nv; ++a) {
      // of a quaternion, the last number of the coordinates stands for its three turns
      const std::size_t k =
          static_cast<std::size_t>(has_plain_coordinates(body.type) || a < 3 ? a : body.nq - 1);
      s.asked[static_cast<std::size_t>(body.v_at + a)] = is_given(item->start, k);
      s.asked_velocity[static_cast<std::size_t>(body.v_at + a)] =
          is_given(item->start_velocity, static_cast<std::size_t>(a)) &&
          !borders.contains(item->child);
    }
  }
  return s;
}

}  // namespace

void turn_joint(JointType type, bool reversed, std::span<double> q, std::span<double> v) {
  if (reversed) with_joint(type, [&](auto joint) { joint.reverse(q.data(), v.data()); });
}

BuiltModel build_model(const Description& d) {
  check_masses(d);
  BuiltModel built;
  auto topology = std::make_shared<Topology>(make_topology(d));
  built.placement = place(d, *topology);
  built.model.pattern = LazyPattern(topology);
  built.model.topology = topology;
  built.model.q_count = topology->nq;
  built.model.v_count = topology->nv;
  built.model.row_count = topology->rows;
  built.model.gravity = to_vec(d.gravity);
  add_links(d, built.placement, built.model);
  add_loops(d, built.placement, built.model, built.functions);
  built.start = start_state(d, built.placement, *topology);
  return built;
}

}  // namespace treadle
