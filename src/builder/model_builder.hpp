// A model described in C++ as it would be in a file, with the same names, units and checks:
//
//   ModelBuilder m("pendulum");
//   m.body("rod").mass("2 kg").center({0, 0, "-0.5 m"}).inertia({0.2, 0.2, 0});
//   m.revolute("hinge").between("ground", "rod").at({0, 0, 0}).along({0, 1, 0}).start("30 deg");
//   const Mechanism pendulum = build_mechanism(m.description());
#pragma once

#include "../describe/description.hpp"
#include "contact_builder.hpp"
#include "controller_builder.hpp"
#include "elements.hpp"
#include "event_builder.hpp"
#include "force_builder.hpp"
#include "functions.hpp"
#include "joint_builder.hpp"
#include "output_builder.hpp"

#include <deque>
#include <map>
#include <string>

namespace treadle {

class ModelBuilder {
 public:
  /// Files that the model names are looked for in `folder`.
  explicit ModelBuilder(std::string name, std::string folder = {});
  ModelBuilder(const ModelBuilder&) = delete;  // handles point into it
  ModelBuilder& operator=(const ModelBuilder&) = delete;

  ModelBuilder& text(const std::string& text) { return set("description", text); }
  ModelBuilder& gravity(Value acceleration) { return set("gravity", std::move(acceleration)); }
  ModelBuilder& root_first() { return set("numbering", "root-first"); }
  ModelBuilder& parameter(const std::string& name, Value value, const std::string& note = {});
  /// Any other key at the top of a model file.
  ModelBuilder& set(const std::string& key, Value value);

  BodyBuilder body(const std::string& name) { return BodyBuilder(item("bodies", name)); }
  FrameBuilder frame(const std::string& name) { return FrameBuilder(item("frames", name)); }
  IncludeBuilder include(const std::string& file, const std::string& name);

  JointBuilder revolute(const std::string& name) { return joint("revolute", name); }
  JointBuilder prismatic(const std::string& name) { return joint("prismatic", name); }
  JointBuilder spherical(const std::string& name) { return joint("spherical", name); }
  JointBuilder free(const std::string& name) { return joint("free", name); }
  JointBuilder fixed(const std::string& name) { return joint("fixed", name); }
  JointBuilder cylindrical(const std::string& name) { return joint("cylindrical", name); }
  JointBuilder universal(const std::string& name) { return joint("universal", name); }
  JointBuilder planar(const std::string& name) { return joint("planar", name); }
  JointBuilder screw(const std::string& name, Value pitch) {
    return joint("screw", name).pitch(std::move(pitch));
  }

  JointBuilder composite(const std::string& name) { return joint("composite", name); }
  JointBuilder strut(const std::string& name) { return joint("strut", name); }
  JointBuilder guided_strut(const std::string& name) { return joint("guided_strut", name); }

  DistanceBuilder distance(const std::string& name) {
    return DistanceBuilder(typed("constraints", "distance", name));
  }
  CouplerBuilder coupler(const std::string& name) {
    return CouplerBuilder(typed("constraints", "coupler", name));
  }
  DriverBuilder driver(const std::string& name) {
    return DriverBuilder(typed("constraints", "driver", name));
  }
  PointOnLineBuilder point_on_line(const std::string& name) {
    return PointOnLineBuilder(typed("constraints", "point_on_line", name));
  }
  RollingBuilder rolling(const std::string& name) {
    return RollingBuilder(typed("constraints", "rolling", name));
  }
  PointOnPlaneBuilder point_on_plane(const std::string& name) {
    return PointOnPlaneBuilder(typed("constraints", "point_on_plane", name));
  }

  GearBuilder gear(const std::string& name) {
    return GearBuilder(typed("constraints", "gear", name));
  }

  SpringBuilder spring(const std::string& name) {
    return SpringBuilder(typed("forces", "spring", name));
  }
  BushingBuilder bushing(const std::string& name) {
    return BushingBuilder(typed("forces", "bushing", name));
  }
  PlaneBuilder plane(const std::string& name) {
    return PlaneBuilder(typed("forces", "plane", name));
  }
  AppliedBuilder applied(const std::string& name) {
    return AppliedBuilder(typed("forces", "applied", name));
  }

  ElasticCouplerBuilder elastic_coupler(const std::string& name) {
    return ElasticCouplerBuilder(typed("forces", "coupler", name));
  }
  ElasticGearBuilder elastic_gear(const std::string& name) {
    return ElasticGearBuilder(typed("forces", "gear", name));
  }

  ContactBuilder contact(const std::string& name) { return ContactBuilder(item("contacts", name)); }
  DragBuilder drag(const std::string& name) { return DragBuilder(typed("forces", "drag", name)); }
  TyreBuilder tyre(const std::string& name) { return TyreBuilder(typed("forces", "tyre", name)); }

  /// `type` as in a file: "coordinate", "position", "reaction", ...
  OutputBuilder output(const std::string& name, const std::string& type) {
    return OutputBuilder(item("outputs", name).set("type", type));
  }
  /// `when` is a channel or an output.
  EventBuilder event(const std::string& name, const std::string& when) {
    return EventBuilder(item("events", name).set("when", when));
  }
  /// `type` as in a file: "gain", "pid", ...
  ControllerBuilder controller(const std::string& name, const std::string& type) {
    return ControllerBuilder(item("controllers", name).set("type", type));
  }
  /// A wish for a joint's coordinate, or for a frame of a body (on_body), at the start.
  TargetBuilder target(const std::string& joint, Value value);
  TargetBuilder target(const std::string& joint, const std::string& coordinate, Value value);
  TargetBuilder body_target(Value frame);

  SimulationBuilder simulation() { return SimulationBuilder(top_, {"simulation"}); }

  /// The whole model, checked as a file is. A mistake is a ModelError that names the element.
  [[nodiscard]] Description description() const;

 private:
  Value& item(const std::string& list, const std::string& name);
  Value& typed(const std::string& list, const char* type, const std::string& name) {
    return item(list, name).set("type", type);
  }
  JointBuilder joint(const char* type, const std::string& name) {
    return JointBuilder(typed("joints", type, name));
  }

  std::string folder_;
  Value top_;
  std::map<std::string, std::deque<Value>> lists_;  ///< items stay where they are
};

}  // namespace treadle
