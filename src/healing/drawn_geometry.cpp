#include "drawn_geometry.hpp"

#include "../base/at.hpp"
#include "../joints/dispatch.hpp"
#include "../spatial/quaternion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

Vec3<double> part(const Eigen::VectorXd& x, int first) {
  return {x[first], x[first + 1], x[first + 2]};
}

Triple shifted(const Triple& t, const Vec3<double>& by) {
  return {t[0] + by.x, t[1] + by.y, t[2] + by.z};
}

// How a frame on a body moves with each of its six numbers: three ways, three turns along the axes
// in which it was drawn. (HG3)
std::array<Motion<double>, 6> frame_motions(const Mat3<double>& axes, const Vec3<double>& place,
                                            double size) {
  const Vec3<double> along[3] = {axes.x, axes.y, axes.z};
  std::array<Motion<double>, 6> out;
  for (std::size_t k = 0; k < 3; ++k) {
    out[k] = {size * along[k], {0.0, 0.0, 0.0}};
    out[k + 3] = {cross(place, along[k]), along[k]};
  }
  return out;
}

void turn(JointFrame& frame, const Mat3<double>& now, const Vec3<double>& by, bool may_spin) {
  const Mat3<double> turned = exponential(by).matrix() * now;
  const bool steady = turned.z.z > -0.99;  // near -z the rule for the other axes is not
  if (frame.axis && may_spin && steady) {
    frame.axis = Triple{turned.z.x, turned.z.y, turned.z.z};
    return;
  }
  frame.axis.reset();
  frame.orientation = to_quaternion(turned);
}

Mat3<double> design_axes(const JointItem& joint, const Placement& p, std::size_t j) {
  return p.design_frame(joint.parent).r * p.joints[j].parent.r;
}

double angle_of(const Mat3<double>& a, const Mat3<double>& b, bool axis_only) {
  const double sines =
      axis_only ? norm(cross(a.z, b.z))
                : std::max({norm(cross(a.x, b.x)), norm(cross(a.y, b.y)), norm(cross(a.z, b.z))});
  return std::asin(std::min(1.0, sines));
}

double apart(const Triple& a, const Triple& b) { return norm(to_vec(a) - to_vec(b)); }

}  // namespace

bool turns_about_z(JointType type) {
  return with_joint(type, [](auto joint) {
    if constexpr (HasShape<decltype(joint)> || HasInside<decltype(joint)>) {
      return false;
    } else {
      const Transform<double> here;
      std::array<Motion<double>, 6> b{};
      joint.subspace(here, here, 1.0, b.data());
      return std::any_of(b.begin(), b.begin() + joint.nv, [](const Motion<double>& m) {
        return m.ang.z == 1.0 && norm(m.lin) == 0.0;
      });
    }
  });
}

void DrawnGeometry::add(Drawn::Kind kind, int item, int count) {
  Drawn drawn{kind, item, count_, count};
  const int number = static_cast<int>(items_.size());
  if (drawn.is_joint()) {
    const int place = kind == Drawn::Kind::design ? 0 : kind == Drawn::Kind::parent ? 1 : 2;
    of_joint_[at(item)][at(place)] = number;
  } else {
    const int place = kind == Drawn::Kind::from ? 0 : kind == Drawn::Kind::to ? 1 : 2;
    of_constraint_[at(item)][at(place)] = number;
  }
  items_.push_back(drawn);
  count_ += count;
  held_.resize(at(count_), false);
}

DrawnGeometry::DrawnGeometry(const Description& d, const Model<double>& model,
                             const LoopIsland& island, double size)
    : of_joint_(d.joints.size(), {-1, -1, -1}),
      of_constraint_(d.constraints.size(), {-1, -1, -1}),
      size_(size) {
  for (const int j : joints_of(*model.topology, island)) {
    const JointItem& joint = d.joints[at(j)];
    if (joint.design) {
      add(Drawn::Kind::design, j, 6);
    } else {
      add(Drawn::Kind::parent, j, 6);
      add(Drawn::Kind::child, j, 6);
    }
  }
  for (const int c : island.loops) {
    const Loop& loop = model.topology->loops[LoopId{c}];
    if (loop.constraint < 0 || loop.kind == LoopKind::coordinates) continue;
    const bool rod = loop.kind == LoopKind::distance;
    add(Drawn::Kind::from, loop.constraint, 3);
    add(Drawn::Kind::to, loop.constraint, rod ? 3 : 6);
    if (rod) add(Drawn::Kind::length, loop.constraint, 1);
  }
}

Eigen::MatrixXd DrawnGeometry::columns(const Description& d, const Placement& placement,
                                       const IslandView& view) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(view.rows(), count_);
  const Model<double>& model = view.model();
  const Topology& t = *model.topology;
  // adds sign times the power of the loop's wrenches on the motions of one item
  const auto put = [&](Eigen::Index row, const LoopData<double>& loop, const Drawn& item,
                       const std::array<Motion<double>, 6>& motions, double sign) {
    for (int r = 0; r < loop.row_count; ++r) {
      const Force<double>& wrench = view.loops().wrench[at(loop.first_row + r)];
      for (int k = 0; k < item.count; ++k)
        out(row + r, item.first + k) += sign * dot(motions[at(k)], wrench) / view.row_unit(row + r);
    }
  };
  // the frame of a joint on its parent or its child
  const auto put_joint = [&](Eigen::Index row, const LoopData<double>& loop, int j, bool on_child,
                             double sign) {
    const JointItem& joint = d.joints[at(j)];
    const std::string& name = on_child ? joint.child : joint.parent;
    const PlacedBody placed = placement.find(name);
    const Frame body = place_on(view.at(), loop.group, placed.body.at, placed.frame);
    const JointFrames& frames = placement.joints[at(j)];
    const Vec3<double> place = body * (on_child ? frames.child : frames.parent).p;
    const Mat3<double> axes =
        joint.design ? body.r * transpose(placement.design_frame(name).r) : body.r;
    const int number = of_joint_[at(j)][joint.design ? 0 : on_child ? 2 : 1];
    if (number < 0) return;
    put(row, loop, items_[at(number)], frame_motions(axes, place, size_), sign);
  };
  Eigen::Index row = 0;
  for (const int c : view.island().loops) {
    const LoopData<double>& loop = model.loops[at(c)];
    const Loop& graph = t.loops[LoopId{c}];
    if (loop.kind != LoopKind::coordinates) {
      for (std::size_t k = 0; k < loop.path.size(); ++k) {
        const TreeBody& body = t.bodies[BodyId{loop.path[k]}];
        if (!body.item.valid()) continue;
        // all that is outboard follows the inner frame, and moves against the outer one
        put_joint(row, loop, body.item.at, body.reversed, loop.side[k]);
        put_joint(row, loop, body.item.at, !body.reversed, -loop.side[k]);
      }
      if (graph.joint >= 0) {
        put_joint(row, loop, graph.joint, true, 1.0);
        put_joint(row, loop, graph.joint, false, -1.0);
      } else {
        const ConstraintItem& item = d.constraints[at(graph.constraint)];
        const std::array<int, 3>& numbers = of_constraint_[at(graph.constraint)];
        for (const bool to : {false, true}) {
          const Anchor& anchor = to ? item.to : item.from;
          const PlacedBody placed = placement.find(anchor.body);
          const Frame body = place_on(view.at(), loop.group, placed.body.at, placed.frame);
          put(row, loop, items_[at(numbers[to ? 1 : 0])],
              frame_motions(body.r, body * to_vec(anchor.position), size_), to ? -1.0 : 1.0);
        }
        if (numbers[2] >= 0) out(row, items_[at(numbers[2])].first) = -size_ / view.row_unit(row);
      }
    }
    row += loop.row_count;
  }
  for (int k = 0; k < count_; ++k) {
    if (held_[at(k)]) out.col(k).setZero();
  }
  return out;
}

Description DrawnGeometry::moved(const Description& d, const Placement& placement,
                                 const Eigen::VectorXd& change) const {
  Description out = d;
  for (const Drawn& item : items_) {
    if (change.segment(item.first, item.count).cwiseAbs().maxCoeff() == 0.0) continue;
    const auto i = at(item.item);
    const Vec3<double> shift =
        item.count >= 3 ? size_ * part(change, item.first) : Vec3<double>{0.0, 0.0, 0.0};
    const auto turn_by = [&] { return part(change, item.first + 3); };
    if (item.is_joint()) {
      JointItem& joint = out.joints[i];
      const bool may_spin = item.kind == Drawn::Kind::design || turns_about_z(joint.type);
      std::optional<JointFrame>& frame = item.kind == Drawn::Kind::design   ? joint.design
                                         : item.kind == Drawn::Kind::parent ? joint.parent_frame
                                                                            : joint.child_frame;
      if (!frame) frame = JointFrame{};
      const Mat3<double> now = item.kind == Drawn::Kind::design   ? design_axes(joint, placement, i)
                               : item.kind == Drawn::Kind::parent ? placement.joints[i].parent.r
                                                                  : placement.joints[i].child.r;
      frame->position = shifted(frame->position, shift);
      turn(*frame, now, turn_by(), may_spin);
      continue;
    }
    ConstraintItem& constraint = out.constraints[i];
    if (item.kind == Drawn::Kind::length) {
      const double now =
          constraint.length.value_or(norm(placement.design_point(d.constraints[i].from) -
                                          placement.design_point(d.constraints[i].to)));
      constraint.length = now + size_ * change[item.first];
      continue;
    }
    // the points move: the length must not follow them
    const bool rod = of_constraint_[i][2] >= 0;
    if (rod && !constraint.length)
      constraint.length = norm(placement.design_point(d.constraints[i].from) -
                               placement.design_point(d.constraints[i].to));
    Anchor& anchor = item.kind == Drawn::Kind::from ? constraint.from : constraint.to;
    anchor.position = shifted(anchor.position, shift);
    if (item.count == 6) {
      const Vec3<double> axis = exponential(turn_by()).matrix() * to_vec(d.constraints[i].axis);
      constraint.axis = {axis.x, axis.y, axis.z};
    }
  }
  return out;
}

std::vector<DrawnGeometry::Change> DrawnGeometry::changes(const Description& now,
                                                          const Placement& placed_now,
                                                          const Description& drawn,
                                                          const Placement& placed_drawn) const {
  std::vector<Change> out;
  for (const Drawn& item : items_) {
    Change change;
    const auto i = at(item.item);
    if (item.is_joint()) {
      const JointItem &a = now.joints[i], &b = drawn.joints[i];
      if (item.kind == Drawn::Kind::design) {
        change.length = apart(a.design->position, b.design->position);
        change.angle = angle_of(design_axes(a, placed_now, i), design_axes(b, placed_drawn, i),
                                b.design->axis.has_value());
      } else {
        const bool child = item.kind == Drawn::Kind::child;
        const Frame& fa = child ? placed_now.joints[i].child : placed_now.joints[i].parent;
        const Frame& fb = child ? placed_drawn.joints[i].child : placed_drawn.joints[i].parent;
        change.length = norm(fa.p - fb.p);
        change.angle = angle_of(fa.r, fb.r, turns_about_z(a.type));
      }
    } else {
      const ConstraintItem &a = now.constraints[i], &b = drawn.constraints[i];
      if (item.kind == Drawn::Kind::length) {
        const double before = b.length.value_or(
            norm(placed_drawn.design_point(b.from) - placed_drawn.design_point(b.to)));
        change.length = std::fabs(a.length.value_or(before) - before);
      } else {
        const bool from = item.kind == Drawn::Kind::from;
        change.length =
            from ? apart(a.from.position, b.from.position) : apart(a.to.position, b.to.position);
        if (item.count == 6)
          change.angle = angle_of(frame_along(a.axis), frame_along(b.axis), true);
      }
    }
    change.length /= size_;
    out.push_back(change);
  }
  return out;
}

}  // namespace treadle
