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

Value number_list(const Value& each) { return list(each, 2, 0, "list"); }

// A table, or an expression.
Value joint_law(const char* element) { return labelled(either({text(), object(element)}), "law"); }

}  // namespace

std::vector<Key> acting_keys(bool slides) {
  Elements elements = coordinate_elements();
  std::vector<Key> keys;
  for (Key& key : elements.front().keys) {
    if (key.value.kind == ValueKind::object) key.value.slides = slides;
    if (key.value.kind == ValueKind::quantity)
      key.value = quantity(slides ? key.value.sliding : key.value.dimension, key.value.range);
    if (key.name == "drive") key.value = function(slides ? dimension::force : dimension::torque);
    for (Value& inner : key.value.inner) {
      if (key.name == "damper_law" && inner.kind == ValueKind::object) inner.slides = slides;
    }
    key.shared = "acting";
    keys.push_back(std::move(key));
  }
  return keys;
}

Elements coordinate_elements() {
  return {
      {"acting",
       "What acts on a coordinate",
       "Springs, dampers, stops, friction and drives along the motion of a joint. Where a joint "
       "has one coordinate they are keys of the joint; where it has several they are given for "
       "each by its name, under `coordinates`.",
       {
           optional("spring", object("spring"), "none", "A spring on the coordinate."),
           optional("damping", damping(), "0", "Linear damper on the velocity."),
           optional("damper_law", joint_law("joint_rate_law"), "none",
                    "Resistance over `rate`, instead of `damping`: `{\"rate\", \"force\"}` or an "
                    "expression."),
           optional("limits", object("limits"), "none", "Stiff stops at one or both ends."),
           optional("play", object("play"), "none", "Free within a width, then a stiff contact."),
           optional("friction", object("friction"), "none", "Smooth dry friction."),
           optional("drive", function(dimension::torque, dimension::force), "none",
                    "Torque or force of a motor: a number or a function of time."),
           optional("motor", object("motor"), "none", "Torque or force over speed."),
       },
       {{RuleKind::not_both, {"damper_law", "damping"}}}},
      {"spring",
       "Spring on a coordinate",
       "Pulls the coordinate to `rest`: the force is preload − stiffness · (q − rest), or preload "
       "− "
       "law(q − rest).",
       {
           optional("stiffness", stiffness(Range::not_negative), "required, unless `law`",
                    "Stiffness."),
           optional("law", joint_law("joint_spring_law"), "none",
                    "Resistance over `stretch` = q − rest, instead of a stiffness: `{\"stretch\", "
                    "\"force\"}` or an expression."),
           optional("rest", coordinate(), "0", "Coordinate at which only the preload is left."),
           optional("preload", force(), "0",
                    "Force at `rest`, in the direction of the coordinate."),
       },
       {{RuleKind::any_of, {"stiffness", "law"}}, {RuleKind::not_both, {"law", "stiffness"}}}},
      {"joint_spring_law",
       "Law of a spring on a coordinate",
       "Resistance over stretch: a monotone curve with continuous slope, straight outside.",
       {required("stretch", number_list(coordinate()), "Coordinates less `rest`, rising."),
        required("force", number_list(force()), "Force or torque that resists, at each of them.")}},
      {"joint_rate_law",
       "Law over speed",
       "Force over speed, in the same manner.",
       {required("rate",
                 number_list(of_coordinate(dimension::angular_velocity, dimension::velocity)),
                 "Speeds, rising."),
        required("force", number_list(force()), "Force or torque at each of them.")}},
      {"play",
       "Play",
       "Free within `width`; beyond, a contact pushes back with stiffness · depth · (1 + "
       "dissipation · "
       "speed into it), and never pulls. Without dissipation no energy is lost; with it, what hits "
       "at a low speed v comes back with about (1 − ⅔ · dissipation · v) v.",
       {
           required("width",
                    of_coordinate(dimension::angle, dimension::length, Range::not_negative),
                    "How far it moves freely, from one contact to the other."),
           required("stiffness", stiffness(Range::positive), "Stiffness of the contact."),
           optional("dissipation", of_coordinate({0, 0, 1, -1}, {-1, 0, 1, 0}, Range::not_negative),
                    "0", "Share by which the contact is stiffer for each unit of speed into it."),
           optional("center", coordinate(), "0", "Middle of the width."),
       }},
      {"motor",
       "Motor",
       "A force or torque in the direction of the coordinate that depends on the speed, times a "
       "level.",
       {
           required("law", joint_law("joint_rate_law"),
                    "Torque or force over `rate`: `{\"rate\", \"force\"}` or an expression."),
           optional("level", function(dimension::none), "1",
                    "What it is multiplied with: a number or a function of time."),
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
