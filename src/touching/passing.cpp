// Quick bodies: what went through another one within a step is pushed back the way it came. (U21)
#include "../contact/narrow_phase.hpp"
#include "../contact/support.hpp"
#include "near_pairs.hpp"

namespace treadle {

namespace {

constexpr std::uint32_t along_way = 0xffffffffU;  // feature of a point on such a way
constexpr double same_way_cosine = 0.7;           // the shortest way out leads back

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
  out.add(first ? p : q, depth, along_way);
}

}  // namespace

void NearPairs::remember_poses() {
  settled_.resize(states_.size());
  for (std::size_t s = 0; s < states_.size(); ++s) settled_[s] = states_[s].at;
}

// Along a direction in which both are apart they stay so until their way has closed the gap: each
// look goes to that place, and cannot go beyond the first touch. Direction from the first to the
// second, in the frame of the second, where they met; 0 where they did not. (U21)
Vec3<double> NearPairs::meeting_way(int a, int b) const {
  const ContactShape &first = shape(a).shape, &second = shape(b).shape;
  const Transform<double> here{Mat3<double>::identity(), {}},
      then = inverse(settled_[index(b)]) * settled_[index(a)],
      now = inverse(state(b).at) * state(a).at;
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

bool NearPairs::touch_or_pass(const NearPair& pair, double margin, Manifold& manifold) const {
  const ContactShape &first = shape(pair.a).shape, &second = shape(pair.b).shape;
  const Transform<double>&a = state(pair.a).at, &b = state(pair.b).at;
  const PairPast& before = past(pair);
  manifold.choice = before.choice;
  manifold.last_count = pair.count;
  for (std::size_t k = 0; k < pair.count; ++k) manifold.last[k] = sticks(pair)[k].feature;
  const bool found = touch(first, a, second, b, margin, manifold);
  if (!is_quick(pair)) return found;
  const Vec3<double> way = pair.passed ? before.way : meeting_way(pair.a, pair.b);
  if (!(dot(way, way) > 0.0)) return found;
  const Vec3<double> n = b.r * way;
  if (found && dot(manifold.normal, n) > same_way_cosine) return true;
  touch_along(first, a, second, b, n, margin, manifold);
  return manifold.count > 0;
}

Vec3<double> NearPairs::way_to_keep(const NearPair& pair, const Manifold& manifold) const {
  if (manifold.count != 1 || manifold.points[0].feature != along_way || !(manifold.depth > 0.0))
    return {};  // the shortest way out leads back, or it is free
  const Transform<double>&a = state(pair.a).at, &b = state(pair.b).at;
  Manifold plain;
  const bool found = touch(shape(pair.a).shape, a, shape(pair.b).shape, b, 0.0, plain);
  if (found && dot(plain.normal, manifold.normal) > same_way_cosine) return {};
  return transpose_times(b.r, manifold.normal);
}

void NearPairs::remember(NearPair& pair, const Manifold& manifold) {
  PairPast now;
  now.choice = manifold.choice;
  if (is_quick(pair)) now.way = way_to_keep(pair, manifold);
  past(pair) = now;
  pair.passed = dot(now.way, now.way) > 0.0;
}

}  // namespace treadle
