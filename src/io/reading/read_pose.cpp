#include "read_pose.hpp"
#include "../schema/elements.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;
using Quaternion = std::array<double, 4>;

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// Divides by the largest entry first, so that no square overflows or vanishes.
template <std::size_t N>
std::array<double, N> normalised(std::array<double, N> v) {
  double largest = 0.0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  double squares = 0.0;
  for (double& x : v) {
    x /= largest;
    squares += x * x;
  }
  const double norm = std::sqrt(squares);
  for (double& x : v) x /= norm;
  return v;
}

// To rounding, also after several turns were multiplied: such a quaternion keeps its bits.
bool has_unit_length(const Quaternion& q) {
  const double squares = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return std::abs(squares - 1.0) <= 1e-14;
}

Quaternion read_quaternion(const json& value, const Place& place) {
  check_array(value, place, 4, "numbers [w, x, y, z]");
  Quaternion q{};
  for (std::size_t i = 0; i < 4; ++i) {
    q[i] = read_number(value[i], place.element(i), dimension::none);
  }
  if (q == Quaternion{}) {
    place.fail_field("is (0, 0, 0, 0), which is no orientation; [1, 0, 0, 0] turns nothing");
  }
  return has_unit_length(q) ? q : normalised(q);
}

Quaternion turn(const Triple& axis, double angle) {
  const Triple u = normalised(axis);
  const double s = std::sin(0.5 * angle);
  return {std::cos(0.5 * angle), u[0] * s, u[1] * s, u[2] * s};
}

Quaternion read_axis_angle(const Fields& fields) {
  Triple axis = read_triple(fields.need("axis"), fields.at("axis"), dimension::none);
  check_axis(axis, fields.at("axis"), "give a non-zero axis");
  return turn(axis, read_number(fields.need("angle"), fields.at("angle"), dimension::angle));
}

Quaternion read_rpy(const Fields& fields) {
  const Place place = fields.at("rpy");
  const json& value = fields.need("rpy");
  check_array(value, place, 3, "angles [roll, pitch, yaw]");
  const Triple angles = read_triple(value, place, dimension::angle);
  const Quaternion roll = turn({1.0, 0.0, 0.0}, angles[0]);
  const Quaternion pitch = turn({0.0, 1.0, 0.0}, angles[1]);
  const Quaternion yaw = turn({0.0, 0.0, 1.0}, angles[2]);
  return product(yaw, product(pitch, roll));
}

}  // namespace

std::array<double, 4> read_orientation(const json& value, const Place& place) {
  if (value.is_array()) return read_quaternion(value, place);
  if (!value.is_object()) {
    place.fail_field("is " + show_value(value) +
                     "; give [w, x, y, z], {\"axis\", \"angle\"} or {\"rpy\"}");
  }
  const Fields fields(value, place, known_keys("orientation"));
  if (!fields.has("rpy")) return read_axis_angle(fields);
  if (fields.has("axis") || fields.has("angle")) {
    place.fail_field("has both rpy and axis or angle; give one of them");
  }
  return read_rpy(fields);
}

void read_pose(const Fields& fields, Pose& out) {
  fields.triple("position", dimension::length, out.position);
  if (const json* value = fields.find("orientation")) {
    out.orientation = read_orientation(*value, fields.at("orientation"));
  }
}

}  // namespace treadle
