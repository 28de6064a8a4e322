#include "place_part.hpp"

#include "../describe/functions_of.hpp"

#include <set>
#include <utility>

namespace treadle {

namespace {

/// Where a body's name and what is fixed to it go.
struct Target {
  std::string body;
  Pose shift;  ///< after the reflection; none for a body of the part itself
};

class PartPlacer {
 public:
  PartPlacer(const Description& part, const PartPlacement& placement)
      : placement_(placement), mirror_(placement.mirror) {
    add_seat(ground_name, placement.ground);
    for (const auto& [port, seat] : placement.ports) add_seat(port, seat);
    for (const BodyItem& body : part.bodies) targets_[body.name] = {named(body.name), Pose{}};
    for (const JointItem& joint : part.joints) types_[joint.name] = joint.type;
  }

  void place(BodyItem& body) const {
    if (body.kind.empty()) body.kind = placement_.file + "#" + body.name;
    body.name = named(body.name);
    body.pose = chained(placement_.pose, mirror_.pose(body.pose));
    mirror_body(mirror_, body);
  }

  void place(FrameItem& frame) const {
    const Target& target = target_of(frame.body);
    frame.name = named(frame.name);
    frame.pose = chained(target.shift, mirror_.pose(frame.pose));
    frame.body = target.body;
  }

  void place(JointItem& joint) const {
    const Target& parent = target_of(joint.parent);
    const Target& child = target_of(joint.child);
    if (joint.type == JointType::free && !joint.parent_frame &&
        !(is_identity(parent.shift) && is_identity(child.shift))) {
      joint.parent_frame = joint.child_frame = JointFrame{{}, std::nullopt, Pose{}.orientation};
    }
    if (joint.design) place_design(joint.type, *joint.design);
    if (joint.parent_frame) place_frame(joint.type, parent.shift, *joint.parent_frame);
    if (joint.child_frame) place_frame(joint.type, child.shift, *joint.child_frame);
    if (joint.strut) place(*joint.strut);
    mirror_coordinates(mirror_, joint);
    joint.name = named(joint.name);
    joint.parent = parent.body;
    joint.child = child.body;
    if (!joint.composite) return;
    for (std::string& link : joint.composite->links) link = target_of(link).body;
    for (std::string& coordinate : joint.composite->independent) coordinate = named(coordinate);
  }

  void place(ConstraintItem& item) const {
    item.name = named(item.name);
    const bool has_axis = item.kind == ConstraintKind::point_on_line ||
                          item.kind == ConstraintKind::point_on_plane ||
                          item.kind == ConstraintKind::rolling;
    if (item.wheel_axis)
      item.wheel_axis =
          turned(target_of(item.from.body).shift.orientation, mirror_.vector(*item.wheel_axis));
    if (has_axis)
      item.axis = turned(target_of(item.to.body).shift.orientation, mirror_.vector(item.axis));
    place(item.from);
    place(item.to);
    if (item.gear) place(*item.gear);
    const bool driver = item.kind == ConstraintKind::driver;
    if (driver &&
        mirror_flips(mirror_, types_.at(item.coordinates[0].joint), item.coordinates[0].index))
      reverse(item.function);
    std::vector<double> none;
    place(item.coordinates, driver ? none : item.factors);
  }

  void place(ForceItem& item) const {
    item.name = named(item.name);
    const Orientation from = target_of(item.from.body).shift.orientation;
    const Orientation to = target_of(item.to.body).shift.orientation;
    // an applied force may be given in the axes of the world, which move with the part
    const bool in_world = item.kind == ForceKind::applied && !item.in_body_axes;
    if (item.kind == ForceKind::applied || item.kind == ForceKind::plane)
      item.axis = turned(in_world ? placement_.pose.orientation : to, mirror_.vector(item.axis));
    if (item.kind == ForceKind::tyre) {
      // an axis that something spins about is reflected with the other sign
      Triple axis = turned(from, mirror_.vector(item.axis));
      if (mirror_.on()) axis = {-axis[0], -axis[1], -axis[2]};
      item.axis = axis;
    }
    if (item.kind == ForceKind::drag)
      item.wind = turned(placement_.pose.orientation, mirror_.vector(item.wind));
    if (item.kind == ForceKind::bushing) {
      item.from_orientation = turn_after(from, mirror_.turn(item.from_orientation));
      item.to_orientation = turn_after(to, mirror_.turn(item.to_orientation));
    }
    if (mirror_.on()) mirror_turning(item);
    if (item.gear) place(*item.gear);
    place(item.coordinates, item.factors);
    place(item.from);
    place(item.to);
  }

  void place(OutputItem& item) const {
    item.name = named(item.name);
    if (!item.of.empty()) item.of = named(item.of);
    for (BodyFrame* frame : {&item.frame, &item.seen_from}) place(*frame);
    if (item.axes) place(*item.axes);
    if (item.course) place(*item.course);
    for (Anchor* anchor : {&item.from, &item.to, &item.vertex}) place(*anchor);
  }

  // Time and energies belong to the whole mechanism, all other channels to the part.
  void place(EventItem& item) const {
    item.name = named(item.name);
    if (item.when != "time" && !item.when.starts_with("energy.")) item.when = named(item.when);
    if (!item.force.empty()) item.force = named(item.force);
  }

  // Like events; the input that it feeds may be one of others.
  void place(ControllerItem& item) const {
    const auto renamed = [&](std::string& channel) {
      if (channel != "time" && !channel.starts_with("energy.")) channel = named(channel);
    };
    const std::string input = item.output.empty() ? item.name : item.output;
    const auto given = placement_.inputs.find(input);
    const bool shared =
        given != placement_.inputs.end() && given->second.kind == FunctionKind::input;
    item.output = shared ? given->second.input : named(input);
    item.name = named(item.name);
    if (item.output == item.name) item.output.clear();
    for (std::string& channel : item.inputs) renamed(channel);
    if (!item.follows.empty()) item.follows = named(item.follows);
    for (auto& point : item.points) place(point);
    if (!item.setpoint_from.empty()) renamed(item.setpoint_from);
  }

  void place(TargetItem& item) const {
    if (!item.joint.empty()) {
      if (mirror_flips(mirror_, types_.at(item.joint), item.index)) item.value = -item.value;
      item.joint = named(item.joint);
    }
    place(item.frame);
    if (item.position) item.position = placed(placement_.pose, mirror_.vector(*item.position));
    if (item.orientation)
      item.orientation = turn_after(placement_.pose.orientation, mirror_.turn(*item.orientation));
  }

  /// Each part has inputs of its own, but for those that are handed in. Before anything is
  /// reflected.
  void place(TimeFunction& function) const {
    if (function.kind != FunctionKind::input) return;
    const auto given = placement_.inputs.find(function.input);
    if (given == placement_.inputs.end()) {
      function.input = named(function.input);
      return;
    }
    const bool opposite = function.amplitude < 0.0;
    function = given->second;
    if (opposite) reverse(function);
  }

  /// A part inside the part.
  void place(PartItem& item) const {
    item.name = named(item.name);
    item.parent = item.parent.empty() ? placement_.name : named(item.parent);
    for (std::string& body : item.bodies) body = named(body);
    for (auto& [inner, body] : item.handed_in) body = target_of(body).body;
    if (!item.library.empty()) item.pose = chained(placement_.pose, item.pose);
  }

  /// The part itself, before its items are placed.
  [[nodiscard]] PartItem itself(const Description& part) const {
    PartItem item{placement_.name, "", placement_.file, {}, {}, "", "", {}};
    std::set<std::string> inner;
    for (const PartItem& other : part.parts) inner.insert(other.bodies.begin(), other.bodies.end());
    for (const BodyItem& body : part.bodies) {
      if (!inner.contains(body.name)) item.bodies.push_back(named(body.name));
    }
    item.handed_in[ground_name] = placement_.ground.body;
    for (const auto& [port, seat] : placement_.ports) item.handed_in[port] = seat.body;
    return item;
  }

  [[nodiscard]] std::string named(const std::string& inner) const {
    return placement_.name + "." + inner;
  }

 private:
  void add_seat(const std::string& name, const Seat& seat) {
    targets_[name] = {seat.body, is_identity(seat.pose)
                                     ? placement_.pose
                                     : chained(inverse_of(seat.pose), placement_.pose)};
  }

  [[nodiscard]] const Target& target_of(const std::string& body) const { return targets_.at(body); }

  // A factor goes with the sign of its coordinate; drivers and gears have none.
  void place(std::vector<CoordinateRef>& coordinates, std::vector<double>& factors) const {
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      CoordinateRef& coordinate = coordinates[k];
      if (k < factors.size() &&
          mirror_flips(mirror_, types_.at(coordinate.joint), coordinate.index))
        factors[k] = -factors[k];
      coordinate.joint = named(coordinate.joint);
    }
  }

  // The axis that the arm turns about is reflected with the other sign, so that its angle stays.
  void place(StrutItem& strut) const {
    std::vector<Triple*> points{&strut.top, &strut.hinge};
    if (strut.link) points.insert(points.end(), {&(*strut.link)[0], &(*strut.link)[1]});
    for (Triple* point : points) *point = placed(placement_.pose, mirror_.vector(*point));
    Triple axis = turned(placement_.pose.orientation, mirror_.vector(strut.hinge_axis));
    if (mirror_.on()) axis = {-axis[0], -axis[1], -axis[2]};
    strut.hinge_axis = axis;
  }

  void place(GearItem& gear) const {
    for (std::string& joint : gear.joints) joint = named(joint);
    if (!gear.carrier.empty()) gear.carrier = named(gear.carrier);
    if (gear.point) gear.point = placed(placement_.pose, mirror_.vector(*gear.point));
    if (mirror_.on()) gear.helix_angle = -gear.helix_angle;
  }

  // A point of the world in x and y.
  void place(std::array<double, 2>& point) const {
    const Triple at = placed(placement_.pose, mirror_.vector({point[0], point[1], 0.0}));
    point = {at[0], at[1]};
  }
  void place(CourseItem& course) const {
    for (auto& cone : course.cones) place(cone);
    if (!mirror_.on()) return;
    for (auto& corner : course.outline) {
      const Triple at = mirror_.vector({corner[0], corner[1], 0.0});
      corner = {at[0], at[1]};
    }
  }

  void place(Anchor& anchor) const {
    if (anchor.body.empty()) return;
    const Target& target = target_of(anchor.body);
    anchor.position = placed(target.shift, mirror_.vector(anchor.position));
    anchor.body = target.body;
  }

  void place(BodyFrame& frame) const {
    const Target& target = target_of(frame.body);
    frame = {target.body, chained(target.shift, mirror_.pose(frame.pose))};
  }

  // An axis in the world serves both bodies alike, so its frame's turn about it matters only where
  // the coordinates have to do with x and y.
  void place_design(JointType type, JointFrame& frame) const {
    const bool only_axis = type == JointType::revolute || type == JointType::prismatic ||
                           type == JointType::cylindrical || type == JointType::screw;
    if (!frame.axis || !only_axis) return place_frame(type, placement_.pose, frame);
    frame.position = placed(placement_.pose, mirror_.vector(frame.position));
    Triple axis = turned(placement_.pose.orientation, mirror_.vector(*frame.axis));
    if (mirror_.on() && mirror_frame_axis(mirror_, type) == 2)
      axis = {-axis[0], -axis[1], -axis[2]};
    frame.axis = axis;
  }

  // The turn that an axis leaves to a rule is settled before the frame moves.
  void place_frame(JointType type, const Pose& shift, JointFrame& frame) const {
    frame.position = placed(shift, mirror_.vector(frame.position));
    if (is_identity(shift) && !mirror_.on()) return;
    Orientation turn = frame.orientation.value_or(Pose{}.orientation);
    if (frame.axis) turn = least_turn_to(*frame.axis);
    frame.orientation =
        turn_after(shift.orientation, mirror_.turn(turn, mirror_frame_axis(mirror_, type)));
    frame.axis.reset();
  }

  // Torques follow -S where forces follow S.
  void mirror_turning(ForceItem& item) const {
    if (item.torque) reverse(*item.torque);
    if (item.kind != ForceKind::bushing) return;
    for (std::size_t k = 0; k < 3; ++k) {
      double& flipped = item.axis_preload[k == *mirror_.axis ? k : 3 + k];
      flipped = -flipped;
    }
  }

  const PartPlacement& placement_;
  const Mirror& mirror_;
  std::map<std::string, Target> targets_;
  std::map<std::string, JointType> types_;
};

}  // namespace

Description place_part(Description part, const PartPlacement& placement) {
  const PartPlacer placer(part, placement);
  PartItem itself = placer.itself(part);
  for (PartItem& item : part.parts) placer.place(item);
  part.parts.insert(part.parts.begin(), std::move(itself));
  for_each_function(part, [&](TimeFunction& function) { placer.place(function); });
  for (BodyItem& item : part.bodies) placer.place(item);
  for (FrameItem& item : part.frames) placer.place(item);
  for (JointItem& item : part.joints) placer.place(item);
  for (ConstraintItem& item : part.constraints) placer.place(item);
  for (ForceItem& item : part.forces) placer.place(item);
  for (OutputItem& item : part.outputs) placer.place(item);
  for (EventItem& item : part.events) placer.place(item);
  for (ControllerItem& item : part.controllers) placer.place(item);
  for (TargetItem& item : part.targets) placer.place(item);
  for (ParameterItem& item : part.parameters) item.name = placer.named(item.name);
  for (std::string& name : part.unused_parameters) name = placer.named(name);
  return part;
}

}  // namespace treadle
