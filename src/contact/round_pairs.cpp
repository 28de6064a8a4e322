// Spheres with spheres, capsules and boxes: one point each. (U1)
#include "closest.hpp"
#include "pairs.hpp"

namespace treadle {
namespace {

// A sphere of radius ra at p and a ball of radius rb at q; `otherwise` where p = q.
void touch_balls(const Vec3<double>& p, double ra, const Vec3<double>& q, double rb,
                 const Vec3<double>& otherwise, double margin, Manifold& out) {
  const Vec3<double> d = q - p;
  const double depth = ra + rb - norm(d);
  if (!(depth > -margin)) return;
  out.normal = direction(d, otherwise);
  out.depth = depth;
  out.add(p + (ra - 0.5 * depth) * out.normal, depth, 0);
}

}  // namespace

void touch_sphere_sphere(const Placed& a, const Placed& b, double margin, Manifold& out) {
  touch_balls(a.at.p, a.shape.radius, b.at.p, b.shape.radius, b.at.r.z, margin, out);
}

void touch_sphere_capsule(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const Vec3<double> arm = b.shape.half.z * b.at.r.z;
  const Vec3<double> q = b.at.p + closest_on_segment(b.at.p, arm, a.at.p) * arm;
  touch_balls(a.at.p, a.shape.radius, q, b.shape.radius, b.at.r.x, margin, out);
}

void touch_sphere_box(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const Vec3<double>& half = b.shape.half;
  const Vec3<double> p = transpose_times(b.at.r, a.at.p - b.at.p);
  const Vec3<double> q = closest_in_box(half, p);
  const double radius = a.shape.radius;
  Vec3<double> n{};
  double depth = 0.0;
  if (q.x != p.x || q.y != p.y || q.z != p.z) {
    depth = radius - norm(q - p);
    n = direction(q - p, {0.0, 0.0, 1.0});
  } else {  // the centre is inside: out through the nearest face
    int face = 0;
    const auto inside = [&](int i) { return part(half, i) - std::fabs(part(p, i)); };
    for (int i = 1; i < 3; ++i) {
      if (inside(i) < inside(face)) face = i;
    }
    depth = radius + inside(face);
    part(n, face) = part(p, face) < 0.0 ? 1.0 : -1.0;
  }
  if (!(depth > -margin)) return;
  out.normal = b.at.r * n;
  out.depth = depth;
  out.add(a.at.p + (radius - 0.5 * depth) * out.normal, depth, 0);
}

void touch_sphere_cylinder(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const double half = b.shape.half.z, wide = b.shape.radius, radius = a.shape.radius;
  const Vec3<double> p = transpose_times(b.at.r, a.at.p - b.at.p);
  const double away = std::sqrt(p.x * p.x + p.y * p.y);
  const Vec3<double> across =
      away > 1e-300 ? Vec3<double>{p.x / away, p.y / away, 0.0} : Vec3<double>{1.0, 0.0, 0.0};
  Vec3<double> n{};
  double depth = 0.0;
  if (away > wide || std::fabs(p.z) > half) {
    const Vec3<double> q =
        std::fmin(away, wide) * across + Vec3<double>{0.0, 0.0, std::clamp(p.z, -half, half)};
    depth = radius - norm(q - p);
    n = direction(q - p, -across);
  } else {  // the centre is inside: out through the side or the nearer end
    const double to_side = wide - away, to_end = half - std::fabs(p.z);
    depth = radius + std::fmin(to_side, to_end);
    n = to_side < to_end ? -across : Vec3<double>{0.0, 0.0, p.z < 0.0 ? 1.0 : -1.0};
  }
  if (!(depth > -margin)) return;
  out.normal = b.at.r * n;
  out.depth = depth;
  out.add(a.at.p + (radius - 0.5 * depth) * out.normal, depth, 0);
}

}  // namespace treadle
