// Two boxes: the direction of least overlap among fifteen, then the face of one cut by the face of
// the other, or two edges. (U4, U5)
#include "clip.hpp"
#include "closest.hpp"
#include "pairs.hpp"

#include <limits>

namespace treadle {
namespace {

struct TwoBoxes {
  const Vec3<double>&a, &b;  ///< half lengths
  Transform<double> to_a;    ///< frame of b seen from a
};

double reach(const Vec3<double>& half, const Vec3<double>& u) {
  return std::fabs(u.x) * half.x + std::fabs(u.y) * half.y + std::fabs(u.z) * half.z;
}

struct Way {
  double gap = -std::numeric_limits<double>::infinity();
  Vec3<double> u{};    ///< from a to b, in the axes of a
  int i = -1, j = -1;  ///< axes of a and of b that made it; -1: none
};

// How far the boxes are apart along a unit vector. (U4)
void look_along(const TwoBoxes& x, const Vec3<double>& u, int i, int j, Way& best) {
  const double away = dot(x.to_a.p, u);
  const double gap = std::fabs(away) - reach(x.a, u) - reach(x.b, transpose_times(x.to_a.r, u));
  if (gap > best.gap) best = {gap, away < 0.0 ? -u : u, i, j};
}

Vec3<double> unit(int i) { return {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

// The corner of a box that is farthest along u.
Vec3<double> farthest(const Vec3<double>& half, const Vec3<double>& u) {
  return {u.x < 0.0 ? -half.x : half.x, u.y < 0.0 ? -half.y : half.y, u.z < 0.0 ? -half.z : half.z};
}

// Points in the frame of the box whose face is `axis`; u points out of it.
void lay_face(const Vec3<double>& half, const Vec3<double>& inc_half, const Transform<double>& inc,
              int axis, const Vec3<double>& u, double margin, std::uint32_t mark, Manifold& out) {
  // the face of the other box that looks most against u
  const Vec3<double> seen = transpose_times(inc.r, u);
  int face = 0;
  for (int k = 1; k < 3; ++k) {
    if (std::fabs(part(seen, k)) > std::fabs(part(seen, face))) face = k;
  }
  const bool low = part(seen, face) > 0.0;
  const int v = (face + 1) % 3, w = (face + 2) % 3;
  Polygon polygon;
  for (std::uint32_t k = 0; k < 4; ++k) {
    Vec3<double> corner{};
    part(corner, face) = low ? -part(inc_half, face) : part(inc_half, face);
    part(corner, v) = k == 1 || k == 2 ? part(inc_half, v) : -part(inc_half, v);
    part(corner, w) = k >= 2 ? part(inc_half, w) : -part(inc_half, w);
    polygon.add(inc * corner, k);
  }
  for (std::uint32_t k = 0; k < 4; ++k) {
    const int across = (axis + 1 + static_cast<int>(k / 2)) % 3;
    const double sign = k % 2 == 0 ? 1.0 : -1.0;
    polygon = cut(polygon, 4 + k, [&](const Vec3<double>& p) {
      return sign * part(p, across) - part(half, across);
    });
  }
  std::array<ContactPoint, 12> points{};
  std::size_t count = 0;
  const std::uint32_t faces = mark | static_cast<std::uint32_t>(axis) << 8U |
                              static_cast<std::uint32_t>(face) << 10U | (low ? 1U : 0U) << 12U |
                              (part(u, axis) < 0.0 ? 1U : 0U) << 13U;
  for (std::size_t k = 0; k < polygon.count; ++k) {
    const Vec3<double>& p = polygon.corners[k].p;
    const double depth = part(half, axis) - dot(u, p);
    if (depth > -margin)
      points[count++] = {p + (0.5 * depth) * u, depth, faces | polygon.feature(k)};
  }
  if (count == 0) {  // nothing of the face is there: the deepest corner alone
    const Vec3<double> p = inc * farthest(inc_half, -seen);
    const double depth = part(half, axis) - dot(u, p);
    points[count++] = {p + (0.5 * depth) * u, depth, faces | 63U};
  }
  add_best_four(points, count, out);
}

// Where two edges cross, in the frame of a.
void cross_edges(const TwoBoxes& x, const Way& way, Manifold& out) {
  Vec3<double> p = farthest(x.a, way.u), on_b = farthest(x.b, -transpose_times(x.to_a.r, way.u));
  std::uint32_t corners = 0;
  for (int k = 0; k < 3; ++k) {
    if (k != way.i && part(p, k) > 0.0) corners |= 1U << static_cast<unsigned>(k);
    if (k != way.j && part(on_b, k) > 0.0) corners |= 8U << static_cast<unsigned>(k);
  }
  part(p, way.i) = 0.0;
  part(on_b, way.j) = 0.0;
  const Vec3<double> q = x.to_a * on_b, e = unit(way.i), f = axis_of(x.to_a.r, way.j);
  // middle of the shortest line between both edges: p + s e and q + t f
  const double ef = dot(e, f), square = 1.0 - ef * ef;
  const Vec3<double> d = q - p;
  const double s = (dot(e, d) - ef * dot(f, d)) / square, t = (ef * dot(e, d) - dot(f, d)) / square;
  const double la = part(x.a, way.i), lb = part(x.b, way.j);
  const Vec3<double> on_edge = p + std::clamp(s, -la, la) * e,
                     on_other = q + std::clamp(t, -lb, lb) * f;
  const std::uint32_t feature = 1U << 16U | static_cast<std::uint32_t>(way.i * 3 + way.j) << 8U;
  out.add(0.5 * (on_edge + on_other), -way.gap, feature | corners);
}

}  // namespace

void touch_box_box(const Placed& a, const Placed& b, double margin, Manifold& out) {
  const TwoBoxes x{a.shape.half,
                   b.shape.half,
                   {transpose_times(a.at.r, b.at.r), transpose_times(a.at.r, b.at.p - a.at.p)}};
  Way face, edge;
  for (int i = 0; i < 3; ++i) look_along(x, unit(i), i, -1, face);
  for (int j = 0; j < 3; ++j) look_along(x, axis_of(x.to_a.r, j), -1, j, face);
  if (!(face.gap < margin)) return;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3<double> l = cross(unit(i), axis_of(x.to_a.r, j));
      if (norm(l) < 1e-6) continue;  // parallel edges: faces say it all
      look_along(x, direction(l, unit(i)), i, j, edge);
    }
  }
  if (!(edge.gap < margin)) return;
  // a face carries better: an edge has to be clearly less deep (U4)
  const bool by_edge = edge.gap > face.gap + 0.02 * std::fabs(face.gap);
  const Way& way = by_edge ? edge : face;
  out.depth = -way.gap;
  const Transform<double>* frame = &a.at;
  if (by_edge) {
    out.normal = way.u;
    cross_edges(x, way, out);
  } else if (way.i >= 0) {
    out.normal = way.u;
    lay_face(x.a, x.b, x.to_a, way.i, way.u, margin, 0U, out);
  } else {  // the same seen from b
    frame = &b.at;
    const Vec3<double> u = -transpose_times(x.to_a.r, way.u);
    out.normal = -u;
    lay_face(x.b, x.a, inverse(x.to_a), way.j, u, margin, 1U << 14U, out);
  }
  out.normal = frame->r * out.normal;
  for (int k = 0; k < out.count; ++k) {
    Vec3<double>& place = out.points[static_cast<std::size_t>(k)].place;
    place = *frame * place;
  }
}

}  // namespace treadle
