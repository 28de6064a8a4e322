#include "tables.hpp"

namespace treadle::schema {

namespace {

Value numbers(Dimension kind) {
  return list(quantity(kind), 2, 0, "list" + (kind == dimension::none ? "" : ", " + si_unit(kind)));
}

Element law(const char* id, const char* title, const char* text, const char* over, Dimension kind,
            const char* what) {
  return {id,
          title,
          text,
          {required(over, numbers(kind), what),
           required("force", numbers(dimension::force), "The force at each of them.")}};
}

// A table, or an expression.
Value law_of(const char* element) { return labelled(either({text(), object(element)}), "law"); }

Element spring() {
  return {
      "force.spring",
      "Spring",
      "A spring, damper and actuator along the line between two points. It pulls when it is longer "
      "than `length`.",
      {required("from", anchor(), "One end."), required("to", anchor(), "The other end."),
       optional("stiffness", quantity(dimension::stiffness, Range::not_negative), "0",
                "Stiffness."),
       optional("damping", quantity(dimension::damping, Range::not_negative), "0",
                "Damping while it shortens, and while it lengthens unless `rebound_damping`."),
       optional("rebound_damping", quantity(dimension::damping, Range::not_negative), "`damping`",
                "Damping while the points part."),
       optional("length", quantity(dimension::length, Range::not_negative),
                "the distance in the design position", "Free length."),
       optional("preload", quantity(dimension::force), "0", "Push at the free length."),
       optional("law", law_of("spring_law"), "none",
                "Pull over `stretch`, instead of `stiffness`: `{\"stretch\", \"force\"}` or an "
                "expression."),
       optional("damper_law", law_of("damper_law"), "none",
                "Pull over `rate`, instead of `damping`: `{\"rate\", \"force\"}` or an "
                "expression."),
       optional("end_damping", object("end_damping"), "none",
                "Other damping near the ends of the travel."),
       optional("relaxation", object("relaxation"), "none",
                "A second spring beside it that lets go with time, as rubber does."),
       optional("bump", object("stop"), "none", "A stiff end of the travel when it is short."),
       optional("rebound", object("stop"), "none", "A stiff end of the travel when it is long."),
       optional("actuator", function(dimension::force), "none",
                "Push between the points: a number or a function of time.")},
      {{RuleKind::not_both, {"law", "stiffness"}},
       {RuleKind::not_both, {"damper_law", "damping"}},
       {RuleKind::not_both, {"damper_law", "end_damping"}}}};
}

Element bushing() {
  const auto six = [](Dimension along, Dimension about, Range range) {
    Value value = list(quantity(along, range), 6, 6,
                       "six numbers, " + si_unit(along) + " and " + si_unit(about));
    value.inner.push_back(quantity(about, range));
    return value;
  };
  return {"force.bushing",
          "Bushing",
          "Holds two frames together by springs and dampers along x, y, z and about x, y, z of "
          "to's frame.",
          {required("from", anchor(), "One frame's origin."),
           required("to", anchor(), "The other frame's origin."),
           optional("from_orientation", orientation(), "[1, 0, 0, 0]",
                    "Axes of the first frame, in its body's."),
           optional("to_orientation", orientation(), "[1, 0, 0, 0]",
                    "Axes of the second frame, in its body's."),
           required("stiffness",
                    six(dimension::stiffness, dimension::rotational_stiffness, Range::not_negative),
                    "Stiffness along and about each axis."),
           optional("damping",
                    six(dimension::damping, dimension::rotational_damping, Range::not_negative),
                    "[0, 0, 0, 0, 0, 0]", "Damping along and about each axis."),
           optional("preload", six(dimension::force, dimension::torque, Range::any),
                    "[0, 0, 0, 0, 0, 0]", "Force and torque where the frames coincide.")}};
}

Element plane() {
  return {
      "force.plane",
      "Plane",
      "Pushes a point, or the ball about it, out of a plane and never pulls: a simple wheel or "
      "foot.",
      {required("from", anchor(), "The point."), required("to", anchor(), "A point of the plane."),
       optional("normal", direction(), "[0, 0, 1]",
                "Direction out of the plane, in the coordinates of to's body."),
       optional("radius", quantity(dimension::length, Range::not_negative), "0",
                "Radius of the ball about the point."),
       required("stiffness", quantity(dimension::stiffness, Range::positive),
                "Stiffness of the contact."),
       optional("damping", quantity(dimension::damping, Range::not_negative), "0",
                "Damping while they touch.")}};
}

Element applied() {
  return {"force.applied",
          "Applied force",
          "A force along and a torque about a direction, as numbers or functions of time.",
          {required("on", anchor(), "The point that it acts on; not on the ground."),
           required("direction", direction(), "Direction of both, any length."),
           optional("axes", choice({"world", "body"}), "\"world\"",
                    "Whether the direction stays in the world or turns with the body."),
           optional("force", function(dimension::force), "none", "Force along the direction."),
           optional("torque", function(dimension::torque), "none", "Torque about the direction.")},
          {{RuleKind::any_of, {"force", "torque"}}}};
}

Element drag() {
  return {"force.drag",
          "Drag",
          "The resistance of air or water, against the motion of a point through it: ½ density · "
          "drag_area · speed².",
          {required("on", anchor(), "The point that it acts on; not on the ground."),
           required("drag_area", quantity(dimension::area, Range::positive),
                    "Drag coefficient times frontal area."),
           optional("density", quantity(dimension::density, Range::positive), "1.2041 kg/m^3",
                    "Of air at 20 °C unless it is given."),
           optional("wind", triple(dimension::velocity), "[0, 0, 0]",
                    "Velocity of the air, in the world.")}};
}

Element coupler() {
  Element element{"force.coupler",
                  "Elastic coupler",
                  "What acts along a sum of factor times coordinate, less `offset`: a coupler that "
                  "gives, or has play, where the constraint of the same name is rigid. Each joint "
                  "gets its factor times the force.",
                  {required("coordinates", list(object("coupled"), 1, 0),
                            "The coordinates, each once; together a length or an angle."),
                   optional("offset", any_quantity(), "0",
                            "What is taken off the sum; a plain number is in SI units.")}};
  Elements all = coordinate_elements();
  for (Key& key : all.front().keys) {
    key.shared = "acting";
    element.keys.push_back(std::move(key));
  }
  element.rules = std::move(all.front().rules);
  return element;
}

Element tyre() {
  const Dimension per_angle{1, 1, -2, -1};
  const auto unless_file = [](const char* name, Value value, const char* text) {
    return optional(name, std::move(value), "required, unless `file`", text);
  };
  return {"force.tyre",
          "Tyre",
          "A tyre between a wheel and the road: a linear one whose forces end at the friction, or "
          "Pacejka's Magic Formula with the coefficients of a .tir file.",
          {required("wheel", anchor(), "Centre of the wheel, on the body that spins."),
           optional("axis", direction(), "[0, 1, 0]",
                    "Axis of the spin in the wheel's frame, to the left where it rolls forwards."),
           optional("file", name_of("path"), "none",
                    "A .tir file (MF 5.2 or 6.1), relative to the model file."),
           unless_file("radius", quantity(dimension::length, Range::positive), "Unloaded radius."),
           unless_file("stiffness", quantity(dimension::stiffness, Range::positive),
                       "Vertical stiffness."),
           optional("damping", quantity(dimension::damping, Range::not_negative),
                    "that of the file, or 0", "Vertical damping."),
           unless_file("cornering_stiffness", quantity(per_angle, Range::positive),
                       "Lateral force for each unit of slip angle."),
           unless_file("slip_stiffness", quantity(dimension::force, Range::positive),
                       "Longitudinal force for each unit of slip."),
           optional("camber_stiffness", quantity(per_angle, Range::not_negative), "0",
                    "Lateral force for each unit of camber."),
           optional("friction", pure(Range::positive), "1", "Largest force over load."),
           optional("relaxation",
                    list(quantity(dimension::length, Range::positive), 2, 2, "two lengths, m"),
                    "half the radius and the radius",
                    "Way in which longitudinal and lateral force build up."),
           optional("rolling_resistance", pure(Range::not_negative), "0",
                    "Resistance to rolling over load."),
           optional("road", object("road"), "flat, at height 0", "The road under it.")},
          {{RuleKind::any_of, {"file", "radius"}},
           {RuleKind::needs, {"radius", "stiffness", "cornering_stiffness", "slip_stiffness"}},
           {RuleKind::not_both,
            {"file", "radius", "stiffness", "cornering_stiffness", "slip_stiffness", "relaxation",
             "camber_stiffness", "friction", "rolling_resistance"}}}};
}

Element gear() {
  Element element{"force.gear", "Elastic gear",
                  "Two wheels whose teeth give, or have play: what acts along their pitch circles, "
                  "where the first wheel is ahead of its mate by some length. The force acts on "
                  "both wheels at the pitch point, as that of the constraint of the same name.",
                  gear_keys()};
  for (Key& key : element.keys) key.shared = "constraint.gear";
  for (Key& key : acting_keys(true)) element.keys.push_back(std::move(key));
  element.rules = coordinate_elements().front().rules;
  element.rules.push_back({RuleKind::any_of, {"teeth", "point"}});
  return element;
}

}  // namespace

Elements force_elements() {
  Element family{"force", "Forces", "What pushes and pulls; gravity needs no entry.", {name_key()}};
  family.family = true;
  return {
      std::move(family),
      spring(),
      bushing(),
      plane(),
      applied(),
      coupler(),
      gear(),
      tyre(),
      drag(),
      law("spring_law", "Law of a spring",
          "Pull over stretch: a monotone curve with continuous slope, straight outside.", "stretch",
          dimension::length, "Stretches, rising."),
      law("damper_law", "Law of a damper", "Pull over rate of stretch, in the same manner.", "rate",
          dimension::velocity, "Rates of stretch, rising."),
      law("stop_law", "Law of a stop", "Force over penetration, beginning with 0 at 0.",
          "penetration", dimension::length, "Penetrations, rising from 0."),
      {"end_damping",
       "End damping",
       "Damping beyond certain lengths, as hydraulic stops have it. The rates change smoothly.",
       {optional("below", quantity(dimension::length, Range::positive), "none",
                 "Length below which it is in force."),
        optional("above", quantity(dimension::length, Range::positive), "none",
                 "Length above which it is in force."),
        required("damping", quantity(dimension::damping, Range::not_negative),
                 "Damping while it shortens, and while it lengthens unless `rebound_damping`."),
        optional("rebound_damping", quantity(dimension::damping, Range::not_negative), "`damping`",
                 "Damping while the points part."),
        optional("over", quantity(dimension::length, Range::positive), "1 mm",
                 "Length beyond `below` or `above` over which the rates change.")},
       {{RuleKind::any_of, {"below", "above"}}}},
      {"relaxation",
       "Relaxation",
       "A spring in line with a damper, beside the spring itself: stiff for what is quick, without "
       "force for what is slow. It begins without force.",
       {required("stiffness", quantity(dimension::stiffness, Range::positive),
                 "What it adds to the stiffness for quick motion."),
        required("time", quantity(dimension::time, Range::positive),
                 "Time in which its force falls to 37 %: damping over stiffness.")}},
      {"stop",
       "Stop of a spring",
       "A stiff end of the travel.",
       {required("length", quantity(dimension::length, Range::positive),
                 "Length at which it begins."),
        optional("stiffness", quantity(dimension::stiffness, Range::positive),
                 "required, unless `law`", "Its stiffness."),
        optional("law", law_of("stop_law"), "none",
                 "Force over `penetration`, instead of `stiffness`: `{\"penetration\", \"force\"}` "
                 "or an expression.")},
       {{RuleKind::any_of, {"stiffness", "law"}}, {RuleKind::not_both, {"law", "stiffness"}}}},
  };
}

}  // namespace treadle::schema
