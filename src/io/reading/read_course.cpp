#include "read_course.hpp"

#include "../schema/elements.hpp"
#include "read_points.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

constexpr double usual_foot = 0.14;  // m, of a cone of half a metre

// Cones stand outside of the lane's edges, their feet touching them.
void add_lane(const nlohmann::json& value, const Place& place, CourseItem& course) {
  const Fields fields(value, place, known_keys("lane"));
  const PlanePoint start = read_point(fields.need("start"), fields.at("start"));
  const double length =
      read_number(fields.need("length"), fields.at("length"), dimension::length, Range::positive);
  const double width =
      read_number(fields.need("width"), fields.at("width"), dimension::length, Range::positive);
  double heading = 0.0, pairs = 5.0;
  fields.number("heading", dimension::angle, Range::any, heading);
  fields.number("pairs", dimension::none, Range::positive, pairs);
  if (pairs != std::round(pairs) || pairs < 2.0 || pairs > 1000.0)
    fields.at("pairs").fail_field("is not a whole number from 2 to 1000");
  const double c = std::cos(heading), s = std::sin(heading);
  for (int k = 0; k < static_cast<int>(pairs); ++k) {
    const double along = length * k / (pairs - 1.0);
    for (const double across : {0.5 * width + course.radius, -0.5 * width - course.radius})
      course.cones.push_back(
          {start[0] + along * c - across * s, start[1] + along * s + across * c});
  }
}

// Twice the area that is left of each edge; all alike where the outline is convex.
void check_convex(const std::vector<PlanePoint>& p, const Place& place) {
  int left = 0, right = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const PlanePoint &a = p[k], &b = p[(k + 1) % p.size()], &c = p[(k + 2) % p.size()];
    const double turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
    left += turn > 0.0 ? 1 : 0;
    right += turn < 0.0 ? 1 : 0;
  }
  if ((left == 0) == (right == 0))
    place.fail_field("is not the outline of a convex area; give its corners one after the other");
}

}  // namespace

CourseItem read_course(const Fields& fields) {
  CourseItem course;
  course.radius = usual_foot;
  fields.number("radius", dimension::length, Range::not_negative, course.radius);
  course.outline = read_points(fields.need("outline"), fields.at("outline"), 3);
  check_convex(course.outline, fields.at("outline"));
  if (const auto* cones = fields.find("cones"))
    course.cones = read_points(*cones, fields.at("cones"), 1);
  if (const auto* lanes = fields.find("lanes")) {
    if (!lanes->is_array() || lanes->empty())
      fields.at("lanes").fail_field("is " + show_value(*lanes) + "; a list of lanes is needed");
    for (std::size_t k = 0; k < lanes->size(); ++k)
      add_lane((*lanes)[k], fields.at("lanes").element(k), course);
  }
  if (course.cones.empty()) fields.place().fail("needs cones or lanes");
  return course;
}

}  // namespace treadle
