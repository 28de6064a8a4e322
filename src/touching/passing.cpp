// Quick bodies: what went through another one within a step is pushed back the way it came. (U21)
#include "../contact/narrow_phase.hpp"
#include "../contact/support.hpp"
#include "contact_forces.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr double quick_share = 0.25;     // of half the thickness of both
constexpr double same_way_cosine = 0.7;  // the shortest way out leads back

// How far two shapes overlap along a direction from the first to the second, in the middle of what
// is farthest.
void touch_along(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
                 const Transform<double>& at_b, const Vec3<double>& n, double margin,
                 Manifold& out) {
  const double ra = skin_radius(a), rb = skin_radius(b);
  const Vec3<double> p = at_a * farthest_in_core(a, transpose_times(at_a.r, n)) + ra * n,
                     q = at_b * farthest_in_core(b, transpose_times(at_b.r, -n)) - rb * n;
  const double depth = dot(n, p - q);
  out.count = 0;
  out.choice = 0;
  if (!(depth > -margin)) return;
  out.normal = n;
  out.depth = depth;
  // on the shape that is smaller: the other one reaches far to its sides, and half way is far from
  // both
  const bool first = norm(a.half) + a.radius < norm(b.half) + b.radius;
  out.add(first ? p : q, depth, 0xffffffffU);
}

}  // namespace

void ContactForces::remember_poses() { settled_.assign(poses_.begin(), poses_.end()); }

bool ContactForces::is_quick(int a, int b) const {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  const double gone = gone_[i] + gone_[j];
  if (!(gone > 0.0)) return false;
  const double first = half_thickness(plan_.shapes[i].shape),
               second = half_thickness(plan_.shapes[j].shape);
  return first > 0.0 && second > 0.0 && gone > quick_share * (first + second);
}

// Along a direction in which both are apart they stay so until their way has closed the gap: each
// look goes to that place, and cannot go beyond the first touch. (U21)
Vec3<double> ContactForces::meeting_way(int a, int b) const {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  const ContactShape &first = plan_.shapes[i].shape, &second = plan_.shapes[j].shape;
  const Transform<double> here{Mat3<double>::identity(), {}},
      then = inverse(settled_[j]) * settled_[i], now = inverse(poses_[j]) * poses_[i];
  const Vec3<double> path = now.p - then.p;
  const double near = 1e-3 * (half_thickness(first) + half_thickness(second));
  double share = 0.0;
  for (int k = 0; k < 50; ++k) {
    Manifold m;
    const Transform<double> at{then.r, then.p + share * path};
    if (!touch(first, at, second, here, norm(path) + near, m)) return {};
    const double closing = dot(m.normal, path);
    if (-m.depth <= near) return closing > 0.0 || m.depth > 0.0 ? m.normal : Vec3<double>{};
    if (!(closing > 0.0)) return {};
    share += -m.depth / closing;
    if (share > 1.0) return {};
  }
  return {};
}

bool ContactForces::touch_or_pass(const Pair& pair, const PairMemory& memory, double margin,
                                  Manifold& manifold) const {
  const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
  const ContactShape &first = plan_.shapes[a].shape, &second = plan_.shapes[b].shape;
  manifold.choice = memory.choice;
  manifold.last_count = memory.count;
  for (std::size_t k = 0; k < static_cast<std::size_t>(memory.count); ++k)
    manifold.last[k] = memory.points[k].feature;
  const bool found = touch(first, poses_[a], second, poses_[b], margin, manifold);
  Vec3<double> way = memory.way;
  const bool passed = dot(way, way) > 0.0;
  if (!passed && !is_quick(pair.a, pair.b)) return found;
  if (!passed) way = meeting_way(pair.a, pair.b);
  if (!(dot(way, way) > 0.0)) return found;
  const Vec3<double> n = poses_[b].r * way;
  if (found && dot(manifold.normal, n) > same_way_cosine) return true;
  touch_along(first, poses_[a], second, poses_[b], n, margin, manifold);
  return manifold.count > 0;
}

Vec3<double> ContactForces::way_to_keep(const Pair& pair, const Manifold& manifold) const {
  const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
  if (manifold.count != 1 || manifold.points[0].feature != 0xffffffffU || !(manifold.depth > 0.0))
    return {};  // the shortest way out leads back, or it is free
  Manifold plain;
  const bool found =
      touch(plan_.shapes[a].shape, poses_[a], plan_.shapes[b].shape, poses_[b], 0.0, plain);
  if (found && dot(plain.normal, manifold.normal) > same_way_cosine) return {};
  return transpose_times(poses_[b].r, manifold.normal);
}

}  // namespace treadle
