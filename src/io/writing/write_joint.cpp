#include "write_joint.hpp"

#include "../../base/error.hpp"
#include "../../describe/names.hpp"
#include "write_acting.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace treadle {

namespace {

[[noreturn]] void refuse(const char* key, const JointItem& joint, const char* what) {
  throw ModelError(key, std::string(key) + " of a " + joint_name(joint.type) + " joint " + what);
}

void set_frame(Value& object, const JointFrame& frame, bool always_position) {
  if (always_position) {
    object.set("position", Value::list_of(frame.position));
  } else {
    set_numbers(object, "position", frame.position);
  }
  if (frame.axis) object.set("axis", Value::list_of(*frame.axis));
  if (frame.orientation) object.set("orientation", Value::list_of(*frame.orientation));
}

void set_seat(Value& object, const JointItem& joint) {
  if (joint.design) set_frame(object, *joint.design, true);
  const auto set_body_frame = [&](const char* key, const std::optional<JointFrame>& frame) {
    if (!frame) return;
    Value inner = Value::object();
    set_frame(inner, *frame, false);
    object.set(key, std::move(inner));
  };
  set_body_frame("parent_frame", joint.parent_frame);
  set_body_frame("child_frame", joint.child_frame);
}

bool is_not_given(double x) { return std::isnan(x); }

// Some numbers that are given together or not at all.
void set_together(Value& object, const char* key, std::span<const double> numbers,
                  const JointItem& joint) {
  if (std::all_of(numbers.begin(), numbers.end(), is_not_given)) return;
  if (std::any_of(numbers.begin(), numbers.end(), is_not_given))
    refuse(key, joint, "is given in part; give all of it or nothing");
  object.set(key, Value::list_of(numbers));
}

// A number, or an object with those numbers that are given, by name.
void set_plain(Value& object, const char* key, const std::vector<double>& numbers,
               const JointItem& joint) {
  const auto& names = coordinate_names(joint.type);
  if (numbers.size() != names.size())
    refuse(key, joint, "does not have as many numbers as the joint has coordinates");
  if (names.size() == 1) {
    if (!is_not_given(numbers[0])) object.set(key, numbers[0]);
    return;
  }
  Value inner = Value::object();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!is_not_given(numbers[k])) inner.set(names[k].suffix, numbers[k]);
  }
  object.set(key, std::move(inner));
}

void set_start(Value& object, const JointItem& joint) {
  const std::vector<double>& q = joint.start;
  if (q.empty()) return;
  if (has_plain_coordinates(joint.type)) return set_plain(object, "start", q, joint);
  if (joint.type == JointType::spherical && q.size() == 4)
    return set_together(object, "start", q, joint);
  if (joint.type != JointType::free || q.size() != 7)
    refuse("start", joint, "does not have as many numbers as the joint has coordinates");
  Value pose = Value::object();
  set_together(pose, "position", std::span(q).first(3), joint);
  set_together(pose, "orientation", std::span(q).last(4), joint);
  object.set("start", std::move(pose));
}

void set_velocity(Value& object, const JointItem& joint) {
  const std::vector<double>& v = joint.start_velocity;
  if (v.empty()) return;
  if (has_plain_coordinates(joint.type)) return set_plain(object, "velocity", v, joint);
  if (joint.type == JointType::spherical && v.size() == 3)
    return set_together(object, "velocity", v, joint);
  if (joint.type != JointType::free || v.size() != 6)
    refuse("velocity", joint, "does not have as many numbers as the joint has velocities");
  Value rates = Value::object();
  set_together(rates, "linear", std::span(v).first(3), joint);
  set_together(rates, "angular", std::span(v).last(3), joint);
  object.set("velocity", std::move(rates));
}

bool slides(const CoordinateName& name) { return std::string_view(name.unit) == "m"; }

// A ball joint has the same damping about all axes, and nothing else.
void set_ball_damping(Value& object, const JointItem& joint) {
  CoordinateForce only_damping;
  only_damping.damping = joint.forces.front().damping;
  const bool alike = std::all_of(joint.forces.begin(), joint.forces.end(),
                                 [&](const CoordinateForce& f) { return f == only_damping; });
  if (joint.forces.size() != 3 || !alike)
    refuse("coordinates", joint, "can only have the same damping about all axes");
  set_number(object, "damping", only_damping.damping);
}

void set_forces(Value& object, const JointItem& joint) {
  for (std::size_t k = 0; k < joint.on_angles.size(); ++k) {
    if (joint.on_angles[k])
      set_acting(object.at(ball_angle_names()[k]), *joint.on_angles[k], false);
  }
  if (joint.forces.empty()) return;
  if (joint.type == JointType::spherical) return set_ball_damping(object, joint);
  const auto& names = coordinate_names(joint.type);
  if (!has_plain_coordinates(joint.type) || joint.forces.size() > names.size()) {
    if (joint.uses_coordinate())
      refuse("coordinates", joint, "cannot have a spring, damping, limits, friction or drive");
    return;
  }
  if (names.size() == 1) return set_acting(object, joint.forces[0], slides(names[0]));
  for (std::size_t k = 0; k < joint.forces.size(); ++k) {
    Value one = Value::object();
    set_acting(one, joint.forces[k], slides(names[k]));
    // the last one is written even if it is empty, so that there are as many
    if (!one.members()->empty() || k + 1 == joint.forces.size())
      object.at("coordinates").set(names[k].suffix, std::move(one));
  }
}

}  // namespace

Value write_joint(const JointItem& joint) {
  Value object = Value::object();
  object.set("name", joint.name).set("type", joint_name(joint.type));
  object.set("parent", joint.parent).set("child", joint.child);
  if (joint.composite) {
    const CompositeItem& item = *joint.composite;
    object.set("links", Value::list_of(item.links));
    object.set("independent", Value::list_of(item.independent));
    if (item.ignore_mass) object.set("mass", "ignored");
    return object;
  }
  set_seat(object, joint);
  if (joint.type == JointType::screw) object.set("pitch", joint.pitch);
  if (joint.strut) {
    const StrutItem& s = *joint.strut;
    object.set("top", Value::list_of(s.top)).set("arm_position", Value::list_of(s.hinge));
    object.set("arm_axis", Value::list_of(s.hinge_axis));
    if (s.link)
      object.set("link_from", Value::list_of((*s.link)[0]))
          .set("link_to", Value::list_of((*s.link)[1]));
  }
  set_start(object, joint);
  set_velocity(object, joint);
  set_forces(object, joint);
  if (joint.hint != TreeHint::automatic)
    object.set("tree", joint.hint == TreeHint::cut ? "cut" : "keep");
  return object;
}

}  // namespace treadle
