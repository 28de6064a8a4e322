#include "read_repeat.hpp"

#include "../schema/elements.hpp"

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
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11U) * 0x1p-52 - 1.0;
  }

 private:
  std::uint64_t state_ = 1;
};

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
  std::vector<BodyItem> bodies(static_cast<std::size_t>(count), body);
  Scatter shift;
  for (long k = 0; k < count; ++k) {
    BodyItem& one = bodies[static_cast<std::size_t>(k)];
    one.name += "_" + std::to_string(k + 1);
    const std::array<long, 3> at{k % in_row, k / in_row % rows, k / (in_row * rows)};
    for (std::size_t i = 0; i < 3; ++i)
      one.pose.position[i] += static_cast<double>(at[i]) * spacing[i] + scatter * shift.next();
  }
  return bodies;
}

}  // namespace treadle
