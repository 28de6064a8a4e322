#include "read_repeat.hpp"

#include "../schema/elements.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

constexpr double most_bodies = 1e6;

long read_count(const json& value, const Place& place) {
  const double count = read_number(value, place, dimension::none, Range::positive);
  if (count != std::floor(count) || count > most_bodies)
    place.fail_field("is " + show_value(value) + "; a whole number up to 1000000 is needed");
  return static_cast<long>(count);
}

/// Numbers between -1 and 1 of a fixed sequence.
class Scatter {
 public:
  explicit Scatter(std::uint64_t start) : state_(start) {}
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11U) * 0x1p-52 - 1.0;
  }

 private:
  std::uint64_t state_;
};

// As a solid of the same density that is s times as large.
void grow(BodyItem& body, double s) {
  const auto grow_all = [s](auto& numbers) {
    for (double& x : numbers) x *= s;
  };
  const double cube = s * s * s;
  body.mass *= cube;
  grow_all(body.center);
  for (double& j : body.inertia) j *= cube * s * s;
  for (ShapeItem& shape : body.shapes) {
    grow_all(shape.pose.position);
    grow_all(shape.size);
    shape.radius *= s;
    shape.inner_radius *= s;
    shape.length *= s;
    shape.scale *= s;
    for (auto& corner : shape.outline) grow_all(corner);
    for (Triple& point : shape.points) grow_all(point);
  }
}

// By four numbers inside the unit ball: all rotations are as likely.
void turn(BodyItem& body, Scatter& draw) {
  std::array<double, 4> q{1.0, 0.0, 0.0, 0.0};
  double square = 1.0;
  for (int k = 0; k < 100; ++k) {
    for (double& x : q) x = draw.next();
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (square > 0.01 && square <= 1.0) break;
  }
  for (double& x : q) x /= std::sqrt(square);
  const std::array<double, 4> p = body.pose.orientation;
  body.pose.orientation = {q[0] * p[0] - q[1] * p[1] - q[2] * p[2] - q[3] * p[3],
                           q[0] * p[1] + q[1] * p[0] + q[2] * p[3] - q[3] * p[2],
                           q[0] * p[2] - q[1] * p[3] + q[2] * p[0] + q[3] * p[1],
                           q[0] * p[3] + q[1] * p[2] - q[2] * p[1] + q[3] * p[0]};
}

}  // namespace

std::vector<BodyItem> repeated(BodyItem body, const json& value, const Place& place) {
  if (!value.contains("repeat")) return {std::move(body)};
  const Fields fields(value["repeat"], place.key("repeat"), known_keys("repeat"));
  const long count = read_count(fields.need("count"), fields.at("count"));
  const json& grid = fields.need("grid");
  check_array(grid, fields.at("grid"), 2, "numbers [along x, along y]");
  const long in_row = read_count(grid[0], fields.at("grid").element(0)),
             rows = read_count(grid[1], fields.at("grid").element(1));
  fields.need("spacing");
  Triple spacing{};
  fields.triple("spacing", dimension::length, spacing);
  double scatter = 0.0;
  fields.number("scatter", dimension::length, Range::not_negative, scatter);
  std::array<double, 2> sizes{1.0, 1.0};
  if (const json* range = fields.find("sizes")) {
    check_array(*range, fields.at("sizes"), 2, "numbers [smallest, largest]");
    for (std::size_t i = 0; i < 2; ++i)
      sizes[i] =
          read_number((*range)[i], fields.at("sizes").element(i), dimension::none, Range::positive);
  }
  bool turned = false;
  if (const json* any = fields.find("turned")) turned = read_truth(*any, fields.at("turned"));
  Scatter size(2), turning(3);
  std::vector<BodyItem> bodies(static_cast<std::size_t>(count), body);
  Scatter shift(1);
  for (long k = 0; k < count; ++k) {
    BodyItem& one = bodies[static_cast<std::size_t>(k)];
    one.name += "_" + std::to_string(k + 1);
    const std::array<long, 3> at{k % in_row, k / in_row % rows, k / (in_row * rows)};
    for (std::size_t i = 0; i < 3; ++i)
      one.pose.position[i] += static_cast<double>(at[i]) * spacing[i] + scatter * shift.next();
    if (fields.has("sizes"))
      grow(one, 0.5 * (sizes[0] + sizes[1]) + 0.5 * (sizes[1] - sizes[0]) * size.next());
    if (turned) turn(one, turning);
  }
  return bodies;
}

}  // namespace treadle
