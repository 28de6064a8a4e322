// Small pieces that all writers use. What has its default is left out, bit by bit: -0 is not 0.
#pragma once

#include "../../describe/description.hpp"
#include "value.hpp"

#include <bit>
#include <cstdint>
#include <optional>

namespace treadle {

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

template <std::size_t N>
bool same_bits(const std::array<double, N>& a, const std::array<double, N>& b) {
  for (std::size_t i = 0; i < N; ++i) {
    if (!same_bits(a[i], b[i])) return false;
  }
  return true;
}

inline void set_number(Value& object, const char* key, double number, double unless = 0.0) {
  if (!same_bits(number, unless)) object.set(key, number);
}

inline void set_number(Value& object, const char* key, const std::optional<double>& number) {
  if (number) object.set(key, *number);
}

template <std::size_t N>
void set_numbers(Value& object, const char* key, const std::array<double, N>& numbers,
                 const std::array<double, N>& unless = {}) {
  if (!same_bits(numbers, unless)) object.set(key, Value::list_of(numbers));
}

inline void set_orientation(Value& object, const char* key, const std::array<double, 4>& turn) {
  set_numbers(object, key, turn, Pose{}.orientation);
}

inline void set_pose(Value& object, const Pose& pose) {
  set_numbers(object, "position", pose.position);
  set_orientation(object, "orientation", pose.orientation);
}

/// {"body", "position"}
inline Value write_anchor(const Anchor& anchor) {
  Value object = Value::object();
  object.set("body", anchor.body);
  set_numbers(object, "position", anchor.position);
  return object;
}

/// [[x, y], ...]
inline Value write_points(const std::vector<std::array<double, 2>>& points) {
  Value list = Value::list();
  for (const auto& point : points) list.add(Value::list_of(point));
  return list;
}

/// {"body", "position", "orientation"}
inline Value write_body_frame(const BodyFrame& frame) {
  Value object = Value::object();
  object.set("body", frame.body);
  set_pose(object, frame.pose);
  return object;
}

}  // namespace treadle
