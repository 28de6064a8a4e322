#include "read_coordinates.hpp"

#include "../../describe/names.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_acting.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace treadle {

namespace {

using nlohmann::json;

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

ActingKinds kinds_of(const CoordinateName& name) {
  return ActingKinds::of(std::string_view(name.unit) == "m");
}

Words names_of(JointType type) {
  Words words;
  for (const CoordinateName& name : coordinate_names(type)) words.emplace_back(name.suffix);
  return words;
}

// One number, or an object with a number for each coordinate.
std::vector<double> read_plain(const json& value, const Place& place, JointType type,
                               Dimension ActingKinds::*kind) {
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
    joint.start = read_plain(value, place, joint.type, &ActingKinds::coordinate);
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
    joint.start_velocity = read_plain(value, place, joint.type, &ActingKinds::velocity);
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

// Damping of a ball joint: the same about all axes.
void read_ball_damping(const Fields& fields, JointItem& joint) {
  double damping = 0.0;
  fields.number("damping", dimension::rotational_damping, Range::not_negative, damping);
  if (damping == 0.0) return;
  for (std::size_t k = 0; k < 3; ++k) joint.on(k).damping = damping;
}

void read_ball_angles(const Fields& fields, JointItem& joint) {
  for (std::size_t k = 0; k < joint.on_angles.size(); ++k) {
    const char* key = ball_angle_names()[k];
    const json* value = fields.find(key);
    if (value == nullptr) continue;
    const Place place = fields.at(key);
    if (joint.type != JointType::spherical)
      place.fail_field("is given, but only a spherical joint has this angle");
    CoordinateForce f;
    read_acting(Fields(*value, place, known_keys("acting")), ActingKinds::of(false), f);
    if (f.acts()) joint.on_angles[k] = f;
  }
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
        read_acting(Fields(*one, each.at(names[k].suffix), known_keys("acting")),
                    kinds_of(names[k]), joint.on(k));
      }
    }
  }
  for (const std::string& key : known_keys("acting")) {
    if (!fields.has(key.c_str()) || (plain && names.size() == 1)) continue;
    if (key == "damping" && joint.type == JointType::spherical) continue;
    std::string remedy = "; use a force between two bodies";
    if (joint.type == JointType::spherical)
      remedy = "; give it for an angle: \"swing\", \"twist\" or \"turn\": {\"" + key + "\": ...}";
    if (plain)
      remedy = "; give it for a coordinate: \"coordinates\": {\"" + std::string(names[0].suffix) +
               "\": ...}";
    fields.at(key).fail(a_joint(joint.type) + " cannot have " + key + remedy);
  }
  if (plain && names.size() == 1) {
    CoordinateForce f;
    read_acting(fields, kinds_of(names[0]), f);
    if (f.acts()) joint.on() = f;
  }
  if (joint.type == JointType::spherical) read_ball_damping(fields, joint);
  read_ball_angles(fields, joint);
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
