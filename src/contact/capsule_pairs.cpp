// Capsules with each other. (U3)
#include "along.hpp"
#include "pairs.hpp"

namespace treadle {

void touch_capsule_capsule(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const Vec3<double> centre = a.at.p - b.at.p;  // all seen from the centre of b
  const double la = a.shape.half.z, lb = b.shape.half.z;
  const Vec3<double> arm = la * a.at.r.z, other = lb * b.at.r.z, zero{};
  const auto near_at = [&](double t) {
    const Vec3<double> p = centre + t * arm;
    return Near{p, closest_on_segment(zero, other, p) * other};
  };
  // the closest point of b comes to an end of b
  Nodes nodes;
  const double together = dot(arm, other);
  if (together != 0.0) {
    for (const double end : {-1.0, 1.0}) {
      nodes.add((end * lb * lb - dot(centre, other)) / together);
    }
  }
  nodes.sort();
  const double t = lowest_along(nodes, [&](double at) {
    const Near n = near_at(at);
    return dot(arm, n.p - n.q);
  });

  const Near closest = near_at(t);
  const double gap = norm(closest.q - closest.p), ra = a.shape.radius, rb = b.shape.radius;
  out.depth = ra + rb - gap;
  if (!(out.depth > -margin)) return;
  const Vec3<double> across = cross(a.at.r.z, b.at.r.z);
  const bool crossed = gap <= 1e-12 * (ra + rb + la + lb);
  const Vec3<double> otherwise =
      norm(across) > 1e-9 ? direction(across, b.at.r.x) : b.at.r.x;  // any way out is as short
  out.normal = crossed ? otherwise : direction(closest.q - closest.p, otherwise);
  const bool level = !crossed && norm(across) < level_sine;
  spread_along(nodes, t, level, ra, rb, margin, near_at, out);
  for (int k = 0; k < out.count; ++k) out.points[static_cast<std::size_t>(k)].place += b.at.p;
}

}  // namespace treadle
