#include "body_shapes.hpp"

#include "../model/placement.hpp"
#include "inertia_box.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Vec = Vec3<double>;

// Shares of the extent of the whole mechanism.
constexpr double link_share = 0.012, knob_share = 0.03, block_share = 0.06, largest_share = 0.9;

Pose pose_along(const Vec& position, const Vec& axis) {
  return {to_triple(position), to_quaternion(frame_along(to_triple(axis)))};
}

ShapeItem ball(const Vec& center, double radius) {
  ShapeItem shape;
  shape.kind = ShapeKind::sphere;
  shape.radius = radius;
  shape.pose.position = to_triple(center);
  return shape;
}

ShapeItem tyre(const Vec& center, const Vec& axis, double radius, double width) {
  ShapeItem shape;
  shape.kind = ShapeKind::tube;
  shape.radius = radius;
  shape.inner_radius = 0.6 * radius;
  shape.length = width;
  shape.pose = pose_along(center, axis);
  return shape;
}

/// A wheel is a tyre and the disc that carries it.
std::vector<ShapeItem> wheel(const Vec& center, const Vec& axis, double radius, double width) {
  ShapeItem disc;
  disc.kind = ShapeKind::cylinder;
  disc.radius = 0.6 * radius;
  disc.length = 0.3 * width;
  disc.pose = pose_along(center, axis);
  return {tyre(center, axis, radius, width), disc};
}

ShapeItem block(const BodyItem& body, const InertiaBox& box, double reach, double extent) {
  ShapeItem shape;
  const double diagonal = norm(box.size);
  const double most = std::min(2.0 * reach, largest_share * extent);
  const double scale = diagonal > most ? most / diagonal : 1.0;
  const auto fit = [&](double edge) { return std::max(scale * edge, 2.0 * link_share * extent); };
  shape.size = {fit(box.size.x), fit(box.size.y), fit(box.size.z)};
  shape.pose = {body.center, to_quaternion(box.axes)};
  return shape;
}

ShapeItem slider(const Vec& center, const Vec& axis, double extent) {
  ShapeItem shape;
  const double edge = block_share * extent;
  shape.size = {edge, edge, 1.6 * edge};
  shape.pose = pose_along(center, axis);
  return shape;
}

/// Points that are not at the same place.
std::vector<Vec> distinct(const std::vector<Vec>& points, double near) {
  std::vector<Vec> kept;
  for (const Vec& p : points) {
    const auto same = [&](const Vec& other) { return norm(p - other) <= near; };
    if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(p);
  }
  return kept;
}

/// Pairs of points: the shortest tree that joins all of them (Prim's algorithm).
std::vector<std::pair<std::size_t, std::size_t>> shortest_tree(const std::vector<Vec>& points) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<std::size_t> nearest(points.size(), 0);
  std::vector<bool> inside(points.size(), false);
  if (!points.empty()) inside[0] = true;
  for (std::size_t step = 1; step < points.size(); ++step) {
    std::size_t next = points.size();
    const auto gap = [&](std::size_t i) { return norm(points[i] - points[nearest[i]]); };
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!inside[i] && (next == points.size() || gap(i) < gap(next))) next = i;
    }
    edges.emplace_back(nearest[next], next);
    inside[next] = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!inside[i] && norm(points[i] - points[next]) < gap(i)) nearest[i] = next;
    }
  }
  return edges;
}

bool encloses(const BodyItem& body, const InertiaBox& box, const std::vector<Vec>& points) {
  return std::all_of(points.begin(), points.end(), [&](const Vec& p) {
    const Vec at = transpose_times(box.axes, p - to_vec(body.center));
    constexpr double half = 0.5 * 1.1;
    return std::fabs(at.x) <= half * box.size.x && std::fabs(at.y) <= half * box.size.y &&
           std::fabs(at.z) <= half * box.size.z;
  });
}

bool all_near_axis(const std::vector<Vec>& points, const Vec& center, const Vec& axis,
                   double near) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec& p) { return norm(cross(p - center, axis)) <= near; });
}

/// From its only joint through the centre of mass, as long as a rod with its inertia.
std::vector<ShapeItem> pendulum(const BodyItem& body, const Vec& anchor, double extent) {
  const Vec center = to_vec(body.center), arm = center - anchor;
  const double length = norm(arm);
  const Vec along = (1.0 / length) * arm;
  const InertiaBox box = inertia_box(body);
  // moment about an axis across the arm: the trace less the moment along it, halved
  const Vec in_axes = transpose_times(box.axes, along);
  const double about_arm = box.moments.x * in_axes.x * in_axes.x +
                           box.moments.y * in_axes.y * in_axes.y +
                           box.moments.z * in_axes.z * in_axes.z;
  const double across = 0.5 * (box.moments.x + box.moments.y + box.moments.z - about_arm);
  const double half = std::min(std::sqrt(3.0 * across / body.mass), 1.2 * length);
  std::vector<ShapeItem> shapes{link_between(anchor, center + half * along, link_share * extent)};
  if (half < 0.3 * length) shapes.push_back(ball(center, knob_share * extent));
  return shapes;
}

std::vector<ShapeItem> links(const std::vector<Vec>& points, double extent) {
  std::vector<ShapeItem> shapes;
  const double radius = link_share * extent;
  for (const auto& [a, b] : shortest_tree(points)) {
    shapes.push_back(link_between(points[a], points[b], radius));
  }
  if (points.size() == 3) {  // a triangle has a third side
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec a = points[i], b = points[(i + 1) % 3], c = points[(i + 2) % 3];
      const bool longest = norm(b - c) >= norm(a - b) && norm(b - c) >= norm(a - c);
      const bool flat = norm(cross(b - a, c - a)) <= 0.05 * norm(b - c) * norm(b - c);
      if (longest && !flat) {
        shapes.push_back(link_between(b, c, radius));
        break;
      }
    }
  }
  return shapes;
}

}  // namespace

ShapeItem link_between(const Vec& a, const Vec& b, double radius) {
  ShapeItem shape;
  shape.kind = ShapeKind::capsule;
  shape.radius = radius;
  shape.length = norm(b - a);
  shape.pose = pose_along(0.5 * (a + b), b - a);
  return shape;
}

std::vector<ShapeItem> body_shapes(const BodyItem& body, const BodyPoints& known, double extent) {
  const Vec center = to_vec(body.center);
  const double largest = largest_share * extent;
  if (known.wheel_radius > 0.0) {
    const double radius = std::min(known.wheel_radius, 0.5 * largest);
    if (!known.turns_about) {
      std::vector<ShapeItem> shapes{ball(known.wheel_center, radius)};
      std::vector<Vec> points = known.anchors;
      points.push_back(known.wheel_center);
      const auto more = links(distinct(points, 1e-3 * extent), extent);
      shapes.insert(shapes.end(), more.begin(), more.end());
      return shapes;
    }
    return wheel(known.wheel_center, *known.turns_about, radius, 0.4 * radius);
  }
  const auto disc = inertia_disc(body);
  if (disc && all_near_axis(known.anchors, center, disc->axis, 0.1 * disc->radius) &&
      2.0 * disc->radius <= largest && disc->radius > 2.0 * link_share * extent) {
    return wheel(center, disc->axis, disc->radius, std::min(disc->width, disc->radius));
  }

  std::vector<Vec> points = distinct(known.anchors, 1e-3 * extent);
  const InertiaBox box = inertia_box(body);
  if (points.size() >= 3 && encloses(body, box, points))
    return {block(body, box, known.reach, extent)};
  const bool apart = points.size() == 1 && norm(points[0] - center) > 0.02 * extent;
  if (known.slides_along && (points.size() <= 1 || !apart)) {
    std::vector<ShapeItem> shapes{
        slider(points.empty() ? center : points[0], *known.slides_along, extent)};
    if (apart) points.push_back(center);
    const auto more = links(points, extent);
    shapes.insert(shapes.end(), more.begin(), more.end());
    return shapes;
  }
  if (apart) return pendulum(body, points[0], extent);
  if (points.size() >= 2) return links(points, extent);
  if (box.size.x <= 0.0 && box.size.y <= 0.0 && box.size.z <= 0.0) {
    return {ball(center, knob_share * extent)};
  }
  return {block(body, box, known.reach, extent)};
}

}  // namespace treadle
