// A joint that is described in C++, and what acts on its coordinates.
#pragma once

#include "elements.hpp"

namespace treadle {

/// Two lists of equal length: {"stretch" or "rate", "force"}.
inline Value stretch_table(Value stretch, Value force) {
  return Value::object().set("stretch", std::move(stretch)).set("force", std::move(force));
}
inline Value rate_table(Value rate, Value force) {
  return Value::object().set("rate", std::move(rate)).set("force", std::move(force));
}

/// What may act on one coordinate.
template <class Self>
class CoordinateActions : public Element<Self> {
 public:
  using Element<Self>::Element;

  Self& spring(Value stiffness) {
    return this->set("spring", Value::object().set("stiffness", std::move(stiffness)));
  }
  Self& spring(Value stiffness, Value rest) {
    spring(std::move(stiffness));
    this->item().at("spring").set("rest", std::move(rest));
    return static_cast<Self&>(*this);
  }
  Self& spring(Value stiffness, Value rest, Value preload) {
    spring(std::move(stiffness), std::move(rest));
    this->item().at("spring").set("preload", std::move(preload));
    return static_cast<Self&>(*this);
  }
  /// Resistance over coordinate less rest: an expression in `stretch`, or a table.
  Self& spring_law(Value law, Value rest = 0.0) {
    this->item().at("spring").set("law", std::move(law)).set("rest", std::move(rest));
    return static_cast<Self&>(*this);
  }
  Self& damping(Value damping) { return this->set("damping", std::move(damping)); }
  /// Resistance over speed: an expression in `rate`, or a table.
  Self& damper_law(Value law) { return this->set("damper_law", std::move(law)); }
  /// Free within a width, then a stiff contact.
  Self& play(Value width, Value stiffness, Value dissipation = 0.0, Value center = 0.0) {
    this->item()
        .at("play")
        .set("width", std::move(width))
        .set("stiffness", std::move(stiffness))
        .set("dissipation", std::move(dissipation))
        .set("center", std::move(center));
    return static_cast<Self&>(*this);
  }
  /// Force over speed, times a level that may be a Function.
  Self& motor(Value law, Value level = 1.0) {
    this->item().at("motor").set("law", std::move(law)).set("level", std::move(level));
    return static_cast<Self&>(*this);
  }
  /// Stiff stops at both ends.
  Self& limits(Value lower, Value upper, Value stiffness, Value damping = 0.0) {
    lower_limit(std::move(lower), std::move(stiffness), std::move(damping));
    this->item().at("limits").set("upper", std::move(upper));
    return static_cast<Self&>(*this);
  }
  Self& lower_limit(Value lower, Value stiffness, Value damping = 0.0) {
    return limit("lower", std::move(lower), std::move(stiffness), std::move(damping));
  }
  Self& upper_limit(Value upper, Value stiffness, Value damping = 0.0) {
    return limit("upper", std::move(upper), std::move(stiffness), std::move(damping));
  }
  Self& friction(Value coulomb, Value speed) {
    return this->set(
        "friction",
        Value::object().set("coulomb", std::move(coulomb)).set("speed", std::move(speed)));
  }
  Self& friction(Value coulomb, Value speed, Value stiction, Value stribeck_speed) {
    friction(std::move(coulomb), std::move(speed));
    this->item()
        .at("friction")
        .set("stiction", std::move(stiction))
        .set("stribeck_speed", std::move(stribeck_speed));
    return static_cast<Self&>(*this);
  }
  /// A force or torque: a number or a Function.
  Self& drive(Value function) { return this->set("drive", std::move(function)); }

 private:
  Self& limit(const char* end, Value position, Value stiffness, Value damping) {
    this->item()
        .at("limits")
        .set(end, std::move(position))
        .set("stiffness", std::move(stiffness))
        .set("damping", std::move(damping));
    return static_cast<Self&>(*this);
  }
};

/// One of several coordinates of a joint.
class CoordinateBuilder : public CoordinateActions<CoordinateBuilder> {
 public:
  using CoordinateActions::CoordinateActions;
};

class JointBuilder : public CoordinateActions<JointBuilder> {
 public:
  using CoordinateActions::CoordinateActions;

  JointBuilder& between(const std::string& parent, const std::string& child) {
    return set("parent", parent).set("child", child);
  }
  /// The joint's frame in the world, in the design position: a point, and an axis or a whole turn.
  JointBuilder& at(Value position) { return set("position", std::move(position)); }
  JointBuilder& along(Value axis) { return set("axis", std::move(axis)); }
  JointBuilder& turned(Value orientation) { return set("orientation", std::move(orientation)); }
  /// Of a universal joint: the axis that the parent carries and that of the child.
  JointBuilder& axes(Value on_parent, Value on_child) {
    return set("axes", Value{std::move(on_parent), std::move(on_child)});
  }
  /// Instead: a frame on each body, by name or by axis_frame or turned_frame.
  JointBuilder& frames(Value on_parent, Value on_child) {
    return set("parent_frame", std::move(on_parent)).set("child_frame", std::move(on_child));
  }
  JointBuilder& top(Value position) { return set("top", std::move(position)); }
  JointBuilder& arm(Value position, Value axis) {
    return set("arm_position", std::move(position)).set("arm_axis", std::move(axis));
  }
  JointBuilder& link(Value from, Value to) {
    return set("link_from", std::move(from)).set("link_to", std::move(to));
  }
  /// Of a composite joint: bodies inside; joints inside whose coordinates settle all others.
  JointBuilder& links(Value names) { return set("links", std::move(names)); }
  JointBuilder& independent(Value names) { return set("independent", std::move(names)); }
  JointBuilder& ignore_mass() { return set("mass", "ignored"); }
  JointBuilder& pitch(Value advance) { return set("pitch", std::move(advance)); }

  /// The only coordinate, or the quaternion of a spherical joint.
  JointBuilder& start(Value value) { return set("start", std::move(value)); }
  JointBuilder& velocity(Value value) { return set("velocity", std::move(value)); }
  /// One of several: "angle", "displacement"; "position", "orientation", "linear", "angular".
  JointBuilder& start(const std::string& coordinate, Value value) {
    item().at("start").set(coordinate, std::move(value));
    return *this;
  }
  JointBuilder& velocity(const std::string& coordinate, Value value) {
    item().at("velocity").set(coordinate, std::move(value));
    return *this;
  }
  /// What acts on one of several coordinates: on("angle").damping("2 N m s").
  [[nodiscard]] CoordinateBuilder on(const std::string& coordinate) const {
    return CoordinateBuilder(item(), {"coordinates", coordinate});
  }
  /// What acts on an angle of a spherical joint: on_angle("swing").upper_limit("40 deg", 500).
  [[nodiscard]] CoordinateBuilder on_angle(const std::string& angle) const {
    return CoordinateBuilder(item(), {angle});
  }
  JointBuilder& cut() { return set("tree", "cut"); }
  JointBuilder& keep() { return set("tree", "keep"); }
};

}  // namespace treadle
