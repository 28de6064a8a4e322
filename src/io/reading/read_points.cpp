#include "read_points.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

PlanePoint read_point(const nlohmann::json& value, const Place& place) {
  check_array(value, place, 2, "coordinates [x, y]");
  return {read_number(value[0], place.element(0), dimension::length),
          read_number(value[1], place.element(1), dimension::length)};
}

std::vector<PlanePoint> read_points(const nlohmann::json& value, const Place& place,
                                    std::size_t least) {
  if (!value.is_array() || value.size() < least)
    place.fail_field("is " + show_value(value) + "; a list of " + std::to_string(least) +
                     " or more points [x, y] is needed");
  std::vector<PlanePoint> points;
  for (std::size_t k = 0; k < value.size(); ++k)
    points.push_back(read_point(value[k], place.element(k)));
  return points;
}

}  // namespace treadle
