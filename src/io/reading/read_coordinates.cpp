#include "read_coordinates.hpp"

#include "../../describe/names.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_function.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace treadle {

namespace {

using nlohmann::json;

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

/// The kinds of quantity that belong to one coordinate.
struct Kinds {
  Dimension coordinate, velocity, force, stiffness, damping;
};

Kinds kinds_of(const CoordinateName& name) {
  if (std::string_view(name.unit) == "m") {
    return {dimension::length, dimension::velocity, dimension::force, dimension::stiffness,
            dimension::damping};
  }
  return {dimension::angle, dimension::angular_velocity, dimension::torque,
          dimension::rotational_stiffness, dimension::rotational_damping};
}

Words names_of(JointType type) {
  Words words;
  for (const CoordinateName& name : coordinate_names(type)) words.emplace_back(name.suffix);
  return words;
}

// One number, or an object with a number for each coordinate.
std::vector<double> read_plain(const json& value, const Place& place, JointType type,
                               Dimension Kinds::*kind) {
  const auto& names = coordinate_names(type);
  if (names.size() == 1) return {read_number(value, place, kinds_of(names[0]).*kind)};
  const Words keys = names_of(type);
  const Fields fields(value, place, keys);
  std::vector<double> numbers(names.size(), not_given);
  for (std::size_t k = 0; k < names.size(); ++k) {
    fields.number(names[k].suffix, kinds_of(names[k]).*kind, Range::any, numbers[k]);
  }
  return numbers;
}

void read_start(const json& value, const Place& place, JointItem& joint) {
  if (joint.type == JointType::fixed)
    place.fail_field("is given, but a fixed joint has no coordinate");
  if (has_plain_coordinates(joint.type)) {
    joint.start = read_plain(value, place, joint.type, &Kinds::coordinate);
  } else if (joint.type == JointType::spherical) {
    const std::array<double, 4> q = read_orientation(value, place);
    joint.start.assign(q.begin(), q.end());
  } else {
    Pose pose;
    const Fields fields(value, place, known_keys("joint_free_start"));
    read_pose(fields, pose);
    joint.start.assign(7, not_given);
    if (fields.has("position"))
      std::copy(pose.position.begin(), pose.position.end(), joint.start.begin());
    if (fields.has("orientation"))
      std::copy(pose.orientation.begin(), pose.orientation.end(), joint.start.begin() + 3);
  }
}

void read_velocity(const json& value, const Place& place, JointItem& joint) {
  if (joint.type == JointType::fixed)
    place.fail_field("is given, but a fixed joint has no velocity");
  if (has_plain_coordinates(joint.type)) {
    joint.start_velocity = read_plain(value, place, joint.type, &Kinds::velocity);
  } else if (joint.type == JointType::spherical) {
    const Triple rate = read_triple(value, place, dimension::angular_velocity);
    joint.start_velocity.assign(rate.begin(), rate.end());
  } else {
    Triple linear{not_given, not_given, not_given}, angular = linear;
    const Fields fields(value, place, known_keys("joint_free_velocity"));
    fields.triple("linear", dimension::velocity, linear);
    fields.triple("angular", dimension::angular_velocity, angular);
    joint.start_velocity.assign(linear.begin(), linear.end());
    joint.start_velocity.insert(joint.start_velocity.end(), angular.begin(), angular.end());
  }
}

void read_limits(const json& value, const Place& place, const Kinds& kinds, CoordinateForce& f) {
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

void read_friction(const json& value, const Place& place, const Kinds& kinds, CoordinateForce& f) {
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

// Everything that may act on one coordinate.
void read_force(const Fields& fields, const Kinds& kinds, CoordinateForce& f) {
  if (const json* value = fields.find("spring")) {
    const Fields spring(*value, fields.at("spring"), known_keys("spring"));
    f.stiffness = read_number(spring.need("stiffness"), spring.at("stiffness"), kinds.stiffness,
                              Range::not_negative);
    spring.number("rest", kinds.coordinate, Range::any, f.rest);
    spring.number("preload", kinds.force, Range::any, f.preload);
  }
  fields.number("damping", kinds.damping, Range::not_negative, f.damping);
  if (const json* value = fields.find("limits")) read_limits(*value, fields.at("limits"), kinds, f);
  if (const json* value = fields.find("friction"))
    read_friction(*value, fields.at("friction"), kinds, f);
  read_function(fields, "drive", kinds.force, f.drive);
}

// Damping of a ball joint: the same about all axes.
void read_ball_damping(const Fields& fields, JointItem& joint) {
  double damping = 0.0;
  fields.number("damping", dimension::rotational_damping, Range::not_negative, damping);
  if (damping == 0.0) return;
  for (std::size_t k = 0; k < 3; ++k) joint.on(k).damping = damping;
}

void read_forces(const Fields& fields, JointItem& joint) {
  const auto& names = coordinate_names(joint.type);
  const bool plain = has_plain_coordinates(joint.type);
  if (const json* value = fields.find("coordinates")) {
    const Place place = fields.at("coordinates");
    if (!plain || names.size() < 2) {
      place.fail_field(
          "is for joints with several coordinates; give spring, damping, ... on the joint itself");
    }
    const Words keys = names_of(joint.type);
    const Fields each(*value, place, keys);
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (const json* one = each.find(names[k].suffix)) {
        read_force(Fields(*one, each.at(names[k].suffix), known_keys("acting")), kinds_of(names[k]),
                   joint.on(k));
      }
    }
  }
  for (const std::string& key : known_keys("acting")) {
    if (!fields.has(key.c_str()) || (plain && names.size() == 1)) continue;
    if (key == "damping" && joint.type == JointType::spherical) continue;
    std::string remedy = "; use a force between two bodies";
    if (plain)
      remedy = "; give it for a coordinate: \"coordinates\": {\"" + std::string(names[0].suffix) +
               "\": ...}";
    fields.at(key).fail(a_joint(joint.type) + " cannot have " + key + remedy);
  }
  if (plain && names.size() == 1) {
    CoordinateForce f;
    read_force(fields, kinds_of(names[0]), f);
    if (f.acts()) joint.on() = f;
  }
  if (joint.type == JointType::spherical) read_ball_damping(fields, joint);
}

}  // namespace

std::string a_joint(JointType type) { return std::string("a ") + joint_name(type) + " joint"; }

void read_coordinates(const Fields& fields, JointItem& joint) {
  if (const json* start = fields.find("start")) read_start(*start, fields.at("start"), joint);
  if (const json* rate = fields.find("velocity"))
    read_velocity(*rate, fields.at("velocity"), joint);
  read_forces(fields, joint);
}

int read_coordinate_index(const Fields& fields, const char* key, const JointItem& joint) {
  const Words names = names_of(joint.type);
  if (!has_plain_coordinates(joint.type)) {
    fields.place().fail("joint " + shown(joint.name) + " is " + a_joint(joint.type) +
                        " and has no coordinate to use here");
  }
  if (names.size() == 1 && !fields.has(key)) return 0;
  return static_cast<int>(
      read_choice(fields.need(key), fields.at(key), "coordinate of " + shown(joint.name), names));
}

}  // namespace treadle
