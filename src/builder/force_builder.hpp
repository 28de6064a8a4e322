// Constraints and forces that are described in C++.
#pragma once

#include "elements.hpp"
#include "joint_builder.hpp"

namespace treadle {

/// From one place to another: a frame's name, or a point on a body.
template <class Self>
class Ends : public Element<Self> {
 public:
  using Element<Self>::Element;

  Self& from(const std::string& frame) { return this->set("from", frame); }
  Self& from(const std::string& body, Value position) {
    return this->set("from", on_body(body, std::move(position)));
  }
  Self& to(const std::string& frame) { return this->set("to", frame); }
  Self& to(const std::string& body, Value position) {
    return this->set("to", on_body(body, std::move(position)));
  }
};

class DistanceBuilder : public Ends<DistanceBuilder> {
 public:
  using Ends::Ends;
  DistanceBuilder& length(Value length) { return set("length", std::move(length)); }
};

class CouplerBuilder : public Element<CouplerBuilder> {
 public:
  using Element::Element;
  /// Adds a term to the sum; the coordinate is named where the joint has several.
  CouplerBuilder& add(const std::string& joint, Value factor);
  CouplerBuilder& add(const std::string& joint, const std::string& coordinate, Value factor);
  CouplerBuilder& offset(Value offset) { return set("offset", std::move(offset)); }
};

/// The same with what acts along the sum: it gives, or has play.
class ElasticCouplerBuilder : public CoordinateActions<ElasticCouplerBuilder> {
 public:
  using CoordinateActions::CoordinateActions;
  ElasticCouplerBuilder& add(const std::string& joint, Value factor);
  ElasticCouplerBuilder& add(const std::string& joint, const std::string& coordinate, Value factor);
  ElasticCouplerBuilder& offset(Value offset) { return set("offset", std::move(offset)); }
};

/// Two wheels that mesh.
template <class Self, class Base>
class GearKeys : public Base {
 public:
  using Base::Base;

  /// Bearing of the first wheel, bearing of its mate.
  Self& wheels(const std::string& first, const std::string& mate) {
    return this->set("joints", Value{first, mate});
  }
  Self& carrier(const std::string& joint) { return this->set("carrier", joint); }
  Self& teeth(Value first, Value mate) {
    return this->set("teeth", Value{std::move(first), std::move(mate)});
  }
  Self& internal() { return this->set("mesh", "internal"); }
  Self& at(Value point) { return this->set("point", std::move(point)); }
  Self& pressure_angle(Value angle) { return this->set("pressure_angle", std::move(angle)); }
  Self& helix_angle(Value angle) { return this->set("helix_angle", std::move(angle)); }
  Self& offset(Value offset) { return this->set("offset", std::move(offset)); }
};

class GearBuilder : public GearKeys<GearBuilder, Element<GearBuilder>> {
 public:
  using GearKeys::GearKeys;
};

/// The same with what acts along the pitch circles: teeth that give, or have play.
class ElasticGearBuilder
    : public GearKeys<ElasticGearBuilder, CoordinateActions<ElasticGearBuilder>> {
 public:
  using GearKeys::GearKeys;
};

/// Drives a coordinate, or the distance of two points.
class DriverBuilder : public Ends<DriverBuilder> {
 public:
  using Ends::Ends;
  DriverBuilder& joint(const std::string& joint) { return set("joint", joint); }
  DriverBuilder& joint(const std::string& joint, const std::string& coordinate) {
    return set("joint", joint).set("coordinate", coordinate);
  }
  DriverBuilder& follows(Value function) { return set("function", std::move(function)); }
};

class PointOnLineBuilder : public Ends<PointOnLineBuilder> {
 public:
  using Ends::Ends;
  PointOnLineBuilder& along(Value axis) { return set("axis", std::move(axis)); }
};

class RollingBuilder : public Ends<RollingBuilder> {
 public:
  using Ends::Ends;
  RollingBuilder& normal(Value normal) { return set("normal", std::move(normal)); }
  RollingBuilder& radius(Value radius) { return set("radius", std::move(radius)); }
  /// Of a wheel; a ball has none.
  RollingBuilder& along(Value axis) { return set("axis", std::move(axis)); }
  RollingBuilder& rim_radius(Value radius) { return set("rim_radius", std::move(radius)); }
};

class PointOnPlaneBuilder : public Ends<PointOnPlaneBuilder> {
 public:
  using Ends::Ends;
  PointOnPlaneBuilder& normal(Value normal) { return set("normal", std::move(normal)); }
};

class SpringBuilder : public Ends<SpringBuilder> {
 public:
  using Ends::Ends;
  SpringBuilder& stiffness(Value stiffness) { return set("stiffness", std::move(stiffness)); }
  SpringBuilder& damping(Value damping) { return set("damping", std::move(damping)); }
  SpringBuilder& rebound_damping(Value damping) {
    return set("rebound_damping", std::move(damping));
  }
  SpringBuilder& length(Value length) { return set("length", std::move(length)); }
  /// A second spring beside it that lets go with time.
  SpringBuilder& relaxation(Value stiffness, Value time) {
    Value part = Value::object();
    part.set("stiffness", std::move(stiffness)).set("time", std::move(time));
    return set("relaxation", std::move(part));
  }
  SpringBuilder& preload(Value force) { return set("preload", std::move(force)); }
  /// Laws as expressions in `stretch` and `rate`, or tabulated: two lists of equal length.
  SpringBuilder& law(Value expression) { return set("law", std::move(expression)); }
  SpringBuilder& damper_law(Value expression) { return set("damper_law", std::move(expression)); }
  SpringBuilder& law(Value stretch, Value force);
  SpringBuilder& damper_law(Value rate, Value force);
  /// Other damping at lengths below and above: {{"below", ...}, {"damping", ...}}
  SpringBuilder& end_damping(Value below, Value above, Value damping, Value rebound_damping);
  SpringBuilder& bump(Value length, Value stiffness);
  SpringBuilder& bump_law(Value length, Value penetration, Value force);
  SpringBuilder& rebound(Value length, Value stiffness);
  SpringBuilder& rebound_law(Value length, Value penetration, Value force);
  SpringBuilder& actuator(Value function) { return set("actuator", std::move(function)); }
};

/// Lists of six numbers: along x, y, z and about them.
class BushingBuilder : public Ends<BushingBuilder> {
 public:
  using Ends::Ends;
  BushingBuilder& from_turned(Value orientation) {
    return set("from_orientation", std::move(orientation));
  }
  BushingBuilder& to_turned(Value orientation) {
    return set("to_orientation", std::move(orientation));
  }
  BushingBuilder& stiffness(Value six) { return set("stiffness", std::move(six)); }
  BushingBuilder& damping(Value six) { return set("damping", std::move(six)); }
  BushingBuilder& preload(Value six) { return set("preload", std::move(six)); }
};

class PlaneBuilder : public Ends<PlaneBuilder> {
 public:
  using Ends::Ends;
  PlaneBuilder& normal(Value normal) { return set("normal", std::move(normal)); }
  PlaneBuilder& radius(Value radius) { return set("radius", std::move(radius)); }
  PlaneBuilder& stiffness(Value stiffness) { return set("stiffness", std::move(stiffness)); }
  PlaneBuilder& damping(Value damping) { return set("damping", std::move(damping)); }
};

class AppliedBuilder : public Element<AppliedBuilder> {
 public:
  using Element::Element;
  AppliedBuilder& on(const std::string& frame) { return set("on", frame); }
  AppliedBuilder& on(const std::string& body, Value position) {
    return set("on", on_body(body, std::move(position)));
  }
  AppliedBuilder& along(Value direction) { return set("direction", std::move(direction)); }
  /// The direction turns with the body.
  AppliedBuilder& in_body_axes() { return set("axes", "body"); }
  AppliedBuilder& force(Value function) { return set("force", std::move(function)); }
  AppliedBuilder& torque(Value function) { return set("torque", std::move(function)); }
};

class DragBuilder : public Element<DragBuilder> {
 public:
  using Element::Element;
  DragBuilder& on(const std::string& frame) { return set("on", frame); }
  DragBuilder& on(const std::string& body, Value position) {
    return set("on", on_body(body, std::move(position)));
  }
  DragBuilder& drag_area(Value area) { return set("drag_area", std::move(area)); }
  DragBuilder& density(Value value) { return set("density", std::move(value)); }
  DragBuilder& wind(Value velocity) { return set("wind", std::move(velocity)); }
};

/// Of a linear tyre, or one from a file.
class TyreBuilder : public Element<TyreBuilder> {
 public:
  using Element::Element;
  TyreBuilder& wheel(const std::string& frame) { return set("wheel", frame); }
  TyreBuilder& wheel(const std::string& body, Value position) {
    return set("wheel", on_body(body, std::move(position)));
  }
  TyreBuilder& axis(Value direction) { return set("axis", std::move(direction)); }
  TyreBuilder& file(const std::string& path) { return set("file", path); }
  TyreBuilder& radius(Value value) { return set("radius", std::move(value)); }
  TyreBuilder& stiffness(Value value) { return set("stiffness", std::move(value)); }
  TyreBuilder& damping(Value value) { return set("damping", std::move(value)); }
  TyreBuilder& cornering_stiffness(Value value) {
    return set("cornering_stiffness", std::move(value));
  }
  TyreBuilder& slip_stiffness(Value value) { return set("slip_stiffness", std::move(value)); }
  TyreBuilder& camber_stiffness(Value value) { return set("camber_stiffness", std::move(value)); }
  TyreBuilder& friction(double value) { return set("friction", value); }
  TyreBuilder& relaxation(Value along, Value across) {
    return set("relaxation", {std::move(along), std::move(across)});
  }
  TyreBuilder& rolling_resistance(double value) { return set("rolling_resistance", value); }
  /// An object as in a file.
  TyreBuilder& road(Value road) { return set("road", std::move(road)); }
};

}  // namespace treadle
