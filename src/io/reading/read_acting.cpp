#include "read_acting.hpp"

#include "../schema/elements.hpp"
#include "read_function.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

void read_limits(const json& value, const Place& place, const ActingKinds& kinds,
                 CoordinateForce& f) {
  const Fields fields(value, place, known_keys("limits"));
  fields.number("lower", kinds.coordinate, Range::any, f.lower);
  fields.number("upper", kinds.coordinate, Range::any, f.upper);
  if (!f.lower && !f.upper) place.fail_field("needs lower, upper or both");
  if (f.lower && f.upper && *f.lower >= *f.upper)
    fields.at("upper").fail_field("must be larger than lower");
  f.stop_stiffness = read_number(fields.need("stiffness"), fields.at("stiffness"), kinds.stiffness,
                                 Range::positive);
  fields.number("damping", kinds.damping, Range::not_negative, f.stop_damping);
}

void read_friction(const json& value, const Place& place, const ActingKinds& kinds,
                   CoordinateForce& f) {
  const Fields fields(value, place, known_keys("friction"));
  f.coulomb =
      read_number(fields.need("coulomb"), fields.at("coulomb"), kinds.force, Range::not_negative);
  f.friction_speed =
      read_number(fields.need("speed"), fields.at("speed"), kinds.velocity, Range::positive);
  if (!fields.has("stiction")) return;
  fields.number("stiction", kinds.force, Range::not_negative, f.stiction);
  if (f.stiction < f.coulomb) fields.at("stiction").fail_field("must not be less than coulomb");
  f.stribeck_speed = read_number(fields.need("stribeck_speed"), fields.at("stribeck_speed"),
                                 kinds.velocity, Range::positive);
}

void read_joint_spring(const json& value, const Place& place, const ActingKinds& kinds,
                       CoordinateForce& f) {
  const Fields fields(value, place, known_keys("spring"));
  if (fields.has("law")) {
    if (fields.has("stiffness"))
      fields.at("law").fail_field("is given together with stiffness; give one of them");
    f.spring_law = read_law(fields, "law", "joint_spring_law",
                            {"stretch", kinds.coordinate, "force", kinds.force});
  } else {
    f.stiffness = read_number(fields.need("stiffness"), fields.at("stiffness"), kinds.stiffness,
                              Range::not_negative);
  }
  fields.number("rest", kinds.coordinate, Range::any, f.rest);
  fields.number("preload", kinds.force, Range::any, f.preload);
}

Motor read_motor(const json& value, const Place& place, const ActingKinds& kinds) {
  const Fields fields(value, place, known_keys("motor"));
  Motor motor;
  fields.need("law");
  motor.law =
      read_law(fields, "law", "joint_rate_law", {"rate", kinds.velocity, "force", kinds.force});
  read_function(fields, "level", dimension::none, motor.level);
  return motor;
}

Play read_play(const json& value, const Place& place, const ActingKinds& kinds) {
  const Fields fields(value, place, known_keys("play"));
  const Dimension v = kinds.velocity;
  Play play;
  play.width =
      read_number(fields.need("width"), fields.at("width"), kinds.coordinate, Range::not_negative);
  fields.number("center", kinds.coordinate, Range::any, play.center);
  play.stiffness = read_number(fields.need("stiffness"), fields.at("stiffness"), kinds.stiffness,
                               Range::positive);
  fields.number("dissipation", {-v.length, -v.mass, -v.time, -v.angle}, Range::not_negative,
                play.dissipation);
  return play;
}

}  // namespace

ActingKinds ActingKinds::of(bool slides) {
  if (slides) {
    return {dimension::length, dimension::velocity, dimension::force, dimension::stiffness,
            dimension::damping};
  }
  return {dimension::angle, dimension::angular_velocity, dimension::torque,
          dimension::rotational_stiffness, dimension::rotational_damping};
}

void read_acting(const Fields& fields, const ActingKinds& kinds, CoordinateForce& f) {
  if (const json* value = fields.find("spring"))
    read_joint_spring(*value, fields.at("spring"), kinds, f);
  fields.number("damping", kinds.damping, Range::not_negative, f.damping);
  if (fields.has("damper_law")) {
    if (fields.has("damping"))
      fields.at("damper_law").fail_field("is given together with damping; give one of them");
    f.damper_law = read_law(fields, "damper_law", "joint_rate_law",
                            {"rate", kinds.velocity, "force", kinds.force});
  }
  if (const json* value = fields.find("limits")) read_limits(*value, fields.at("limits"), kinds, f);
  if (const json* value = fields.find("play")) f.play = read_play(*value, fields.at("play"), kinds);
  if (const json* value = fields.find("friction"))
    read_friction(*value, fields.at("friction"), kinds, f);
  read_function(fields, "drive", kinds.force, f.drive);
  if (const json* value = fields.find("motor"))
    f.motor = read_motor(*value, fields.at("motor"), kinds);
}

}  // namespace treadle
