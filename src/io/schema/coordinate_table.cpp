#include "tables.hpp"

namespace treadle::schema {

namespace {

Value coordinate() { return of_coordinate(dimension::angle, dimension::length); }

Value force(Range range = Range::any) {
  return of_coordinate(dimension::torque, dimension::force, range);
}

Value speed() {
  return of_coordinate(dimension::angular_velocity, dimension::velocity, Range::positive);
}

Value stiffness(Range range) {
  return of_coordinate(dimension::rotational_stiffness, dimension::stiffness, range);
}

Value damping() {
  return of_coordinate(dimension::rotational_damping, dimension::damping, Range::not_negative);
}

}  // namespace

Elements coordinate_elements() {
  return {
      {"acting",
       "What acts on a coordinate",
       "Springs, dampers, stops, friction and drives along the motion of a joint. Where a joint "
       "has one coordinate they are keys of the joint; where it has several they are given for "
       "each by its name, under `coordinates`.",
       {
           optional("spring", object("spring"), "none", "A linear spring on the coordinate."),
           optional("damping", damping(), "0", "Linear damper on the velocity."),
           optional("limits", object("limits"), "none", "Stiff stops at one or both ends."),
           optional("friction", object("friction"), "none", "Smooth dry friction."),
           optional("drive", function(dimension::torque, dimension::force), "none",
                    "Torque or force of a motor: a number or a function of time."),
       }},
      {"spring",
       "Spring on a coordinate",
       "Pulls the coordinate to `rest`: the force is preload − stiffness · (q − rest).",
       {
           required("stiffness", stiffness(Range::not_negative), "Stiffness."),
           optional("rest", coordinate(), "0", "Coordinate at which only the preload is left."),
           optional("preload", force(), "0",
                    "Force at `rest`, in the direction of the coordinate."),
       }},
      {"limits",
       "Limits",
       "Stiff stops: beyond an end the coordinate is pushed back, within its range nothing acts.",
       {
           optional("lower", coordinate(), "no stop", "Least coordinate."),
           optional("upper", coordinate(), "no stop", "Largest coordinate."),
           required("stiffness", stiffness(Range::positive), "Stiffness of the stops."),
           optional("damping", damping(), "0", "Damping while a stop is pressed."),
       },
       {{RuleKind::any_of, {"lower", "upper"}}}},
      {"friction",
       "Friction",
       "Smooth dry friction: it grows from zero and is fully developed (99.5 %) at `speed`. With "
       "`stiction` it has a higher level at the onset, which fades over `stribeck_speed`.",
       {
           required("coulomb", force(Range::not_negative), "Friction while sliding."),
           required("speed", speed(), "Speed at which it is fully developed."),
           optional("stiction", force(Range::not_negative), "as while sliding",
                    "Friction at the onset of sliding, not less than `coulomb`."),
           optional("stribeck_speed", speed(), "required with `stiction`",
                    "Speed over which stiction fades."),
       },
       {{RuleKind::needs, {"stiction", "stribeck_speed"}}}},
  };
}

}  // namespace treadle::schema
