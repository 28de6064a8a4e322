// A capsule and a box, seen in the frame of the box. (U3) beside it, (U4) where the axis is inside.
#include "along.hpp"
#include "pairs.hpp"

#include <limits>

namespace treadle {
namespace {

struct AxisInBox {
  Vec3<double> half, centre, arm;  ///< of the box; of the capsule, in its frame
  double radius;
};

// The axis is inside: out through a face, or across an edge. Returns points in the frame of the
// box.
void push_axis_out(const AxisInBox& c, double margin, Manifold& out) {
  double least = std::numeric_limits<double>::infinity();
  int face = -1, edge = -1;
  Vec3<double> way{0.0, 0.0, 1.0};  // from the box to the capsule
  for (int i = 0; i < 3; ++i) {
    const double at = part(c.centre, i);
    const double inside = part(c.half, i) + std::fabs(part(c.arm, i)) - std::fabs(at);
    if (inside < least) {
      least = inside;
      face = i;
      way = {};
      part(way, i) = at < 0.0 ? -1.0 : 1.0;
    }
  }
  const Vec3<double> along = direction(c.arm, {0.0, 0.0, 1.0});
  for (int i = 0; i < 3; ++i) {
    Vec3<double> unit{};
    part(unit, i) = 1.0;
    const Vec3<double> l = cross(unit, along);
    if (!(norm(c.arm) > 0.0) || norm(l) < 1e-6) continue;
    const Vec3<double> u = direction(l, unit);
    const double at = dot(c.centre, u);
    const double inside = std::fabs(u.x) * c.half.x + std::fabs(u.y) * c.half.y +
                          std::fabs(u.z) * c.half.z - std::fabs(at);
    if (inside < least * (1.0 - 1e-12)) {
      least = inside;
      face = -1;
      edge = i;
      way = at < 0.0 ? -u : u;
    }
  }
  out.depth = c.radius + least;
  out.normal = -way;
  const auto add = [&](const Vec3<double>& p, double depth, std::uint32_t feature) {
    out.add(p + (c.radius - 0.5 * depth) * out.normal, depth, feature);
  };
  if (face >= 0) {  // both ends, the deeper one first in any case
    const double slope = dot(way, c.arm);
    const double deep = slope > 0.0 ? -1.0 : 1.0;
    add(c.centre + deep * c.arm, out.depth, deep < 0.0 ? 1U : 2U);
    double other = -deep;  // as far as the axis stays above the face
    for (int k = 0; k < 3; ++k) {
      const double arm = part(c.arm, k);
      if (k == face || arm == 0.0) continue;
      const double end =
          (deep * arm > 0.0 ? -part(c.half, k) : part(c.half, k)) - part(c.centre, k);
      other = deep < 0.0 ? std::fmin(other, end / arm) : std::fmax(other, end / arm);
    }
    const double length = std::fabs(other - deep), depth = out.depth - length * std::fabs(slope);
    const bool level = std::fabs(slope) < level_sine * norm(c.arm);
    if (level && length > 1e-3 && depth > -margin) {
      add(c.centre + other * c.arm, depth, deep < 0.0 ? 2U : 1U);
    }
    return;
  }
  // the place of the axis that is nearest to the edge it crosses: both lie across `way`
  Vec3<double> corner{};
  for (int i = 0; i < 3; ++i)
    part(corner, i) = part(way, i) < 0.0 ? -part(c.half, i) : part(c.half, i);
  part(corner, edge) = 0.0;
  Vec3<double> flat_arm = c.arm, flat = corner - c.centre;
  part(flat_arm, edge) = 0.0;
  part(flat, edge) = 0.0;
  const double t = closest_on_segment({}, flat_arm, flat);
  add(c.centre + t * c.arm, out.depth, 3U + static_cast<std::uint32_t>(edge));
}

}  // namespace

void touch_capsule_box(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const AxisInBox c{b.shape.half, transpose_times(b.at.r, a.at.p - b.at.p),
                    transpose_times(b.at.r, a.shape.half.z * a.at.r.z), a.shape.radius};
  const auto near_at = [&](double t) {
    const Vec3<double> p = c.centre + t * c.arm;
    return Near{p, closest_in_box(c.half, p)};
  };
  Nodes nodes;  // the axis passes the planes of the faces
  for (int i = 0; i < 3; ++i) {
    const double d = part(c.arm, i);
    if (d == 0.0) continue;
    nodes.add((part(c.half, i) - part(c.centre, i)) / d);
    nodes.add((-part(c.half, i) - part(c.centre, i)) / d);
  }
  nodes.sort();
  const double t = lowest_along(nodes, [&](double at) {
    const Near n = near_at(at);
    return dot(c.arm, n.p - n.q);
  });

  const Near closest = near_at(t);
  const double gap = norm(closest.q - closest.p);
  if (!(c.radius - gap > -margin)) return;
  if (gap <= 1e-12 * (c.radius + norm(c.half) + norm(c.arm))) {
    push_axis_out(c, margin, out);
  } else {
    out.depth = c.radius - gap;
    out.normal = direction(closest.q - closest.p, {0.0, 0.0, 1.0});
    const bool level = std::fabs(dot(out.normal, c.arm)) < level_sine * norm(c.arm);
    spread_along(nodes, t, level, c.radius, 0.0, margin, near_at, out);
  }
  out.normal = b.at.r * out.normal;
  for (int k = 0; k < out.count; ++k) {
    Vec3<double>& place = out.points[static_cast<std::size_t>(k)].place;
    place = b.at * place;
  }
}

}  // namespace treadle
