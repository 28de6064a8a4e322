#include "convex_points.hpp"

#include "along.hpp"
#include "clip.hpp"

#include <algorithm>

namespace treadle {
namespace {

constexpr std::size_t most_corners = 2 * Outline::most;

/// Corners with the numbers of the sides that leave them: those of the outline, then those that
/// cut.
struct Cutting {
  struct Corner {
    Vec3<double> p;
    std::uint32_t side;
  };
  std::array<Corner, most_corners> corners;
  std::size_t count = 0;

  Cutting() {}  // NOLINT: corners beyond count are never read
  void add(const Vec3<double>& p, std::uint32_t side) {
    if (count < most_corners) corners[count++] = {p, side};
  }
  [[nodiscard]] std::uint32_t feature(std::size_t k) const {
    return corners[(k + count - 1) % count].side * 128U + corners[k].side;
  }
};

// What is left of a polygon or a line where excess(p) <= 0.
template <class Excess>
void cut_once(const Cutting& from, std::uint32_t side, const Excess& excess, Cutting& left) {
  left.count = 0;
  const std::size_t sides = from.count == 2 ? 1 : from.count;  // a line has one side
  for (std::size_t k = 0; k < from.count; ++k) {
    const Cutting::Corner& a = from.corners[k];
    const double ea = excess(a.p);
    if (ea <= 0.0) left.add(a.p, a.side);
    if (k >= sides) break;
    const Cutting::Corner& b = from.corners[(k + 1) % from.count];
    const double eb = excess(b.p);
    if ((ea <= 0.0) == (eb <= 0.0)) continue;
    left.add(a.p + (ea / (ea - eb)) * (b.p - a.p), ea <= 0.0 ? side : a.side);
  }
}

/// The face f of `own` looks along n, out of it; the other shape lies on it.
void lay_on_face(const SolidSide& own, int f, const SolidSide& other, const Vec3<double>& n,
                 double margin, std::uint32_t mark, Manifold& out) {
  std::uint32_t number = 0;
  const Outline lying = other.turned_to(-n, number);
  Cutting one, two;
  Cutting *now = &one, *next = &two;
  for (int k = 0; k < lying.count; ++k) now->add(lying.at(k), static_cast<std::uint32_t>(k));
  const double radius = skin_radius(other.shape()), height = own.face_height(f);
  if (lying.count > 1) {
    const Outline rim = own.face_outline(f, lying.at(0) - own.at().p, true);
    for (int k = 0; k < rim.count; ++k) {
      const Vec3<double>&p = rim.at(k), &q = rim.at((k + 1) % rim.count);
      const Vec3<double> outward = direction(cross(q - p, n), n);
      const double most = dot(outward, p);
      cut_once(
          *now, 64U + static_cast<std::uint32_t>(k),
          [&](const Vec3<double>& x) { return dot(outward, x) - most; }, *next);
      std::swap(now, next);
    }
  }
  std::array<ContactPoint, most_corners> points;  // NOLINT: filled up to count
  std::size_t count = 0;
  const std::uint32_t faces =
      mark << 30U | (static_cast<std::uint32_t>(f) & 0xffU) << 22U | (number & 0xffU) << 14U;
  const auto add = [&](const Vec3<double>& p, std::uint32_t feature) {
    const double above = dot(n, p) - height - radius;
    if (-above > -margin)
      points[count++] = {p - (0.5 * above + radius) * n, -above, faces | (feature & 0x3fffU)};
  };
  for (std::size_t k = 0; k < now->count; ++k) add(now->corners[k].p, now->feature(k));
  if (count == 0) add(other.farthest(-n), 0x3fffU);  // nothing of it is over the face
  add_best_four(points, count, out);
}

Vec3<double> between_lines(const std::array<Vec3<double>, 2>& e,
                           const std::array<Vec3<double>, 2>& f) {
  const Vec3<double> p = 0.5 * (e[0] + e[1]), q = 0.5 * (f[0] + f[1]), d = 0.5 * (e[1] - e[0]),
                     g = 0.5 * (f[1] - f[0]), w = q - p;
  const double dd = dot(d, d), gg = dot(g, g), dg = dot(d, g), square = dd * gg - dg * dg;
  const double s = (gg * dot(d, w) - dg * dot(g, w)) / square,
               t = (dg * dot(d, w) - dd * dot(g, w)) / square;
  return 0.5 * (p + std::clamp(s, -1.0, 1.0) * d + q + std::clamp(t, -1.0, 1.0) * g);
}

/// Two lines side by side: the ends of what they share. Returns false where they cross.
bool lay_along(const Outline& a, const Outline& b, const Vec3<double>& n, double radii,
               double shift, double margin, Manifold& out) {
  const Vec3<double> along = a.at(1) - a.at(0), other = b.at(1) - b.at(0);
  const double square = dot(along, along);
  if (!(norm(cross(along, other)) < level_sine * norm(along) * norm(other))) return false;
  const auto share = [&](const Vec3<double>& p) { return dot(p - a.at(0), along) / square; };
  const double first = share(b.at(0)), last = share(b.at(1));
  const double low = std::max(0.0, std::min(first, last)),
               high = std::min(1.0, std::max(first, last));
  if (!(high - low > 1e-6)) return false;
  for (const double t : {low, high}) {
    const double u = std::clamp((t - first) / (last - first), 0.0, 1.0);
    const Vec3<double> p = a.at(0) + t * along, q = b.at(0) + u * other;
    const double depth = radii - dot(n, q - p);
    if (depth > -margin) out.add(0.5 * (p + q) + shift * n, depth, t > low ? 2U : 1U);
  }
  return out.count > 0;
}

}  // namespace

void lay_points(const SolidSide& a, const SolidSide& b, const CoreWay& way, const CoreGap& closest,
                double margin, Manifold& out) {
  const Vec3<double>& n = way.normal;
  const std::uint32_t kind = way.choice >> 30U;
  const int i = static_cast<int>(way.choice >> 15U & 0x7fffU),
            j = static_cast<int>(way.choice & 0x7fffU);
  if (kind == CoreWay::face_a) return lay_on_face(a, i, b, n, margin, 1U, out);
  if (kind == CoreWay::face_b) return lay_on_face(b, i, a, -n, margin, 2U, out);
  const double ra = skin_radius(a.shape()), rb = skin_radius(b.shape());
  const double shift = 0.5 * (ra - rb);
  // lines along both: round sides that lie beside each other
  std::uint32_t number = 0;
  if (!a.has_corners() && !b.has_corners()) {
    const Outline of_a = a.turned_to(n, number), of_b = b.turned_to(-n, number);
    if (of_a.count == 2 && of_b.count == 2 && lay_along(of_a, of_b, n, ra + rb, shift, margin, out))
      return;
  }
  if (kind == CoreWay::edge_edge && a.has_corners() && b.has_corners()) {
    out.add(between_lines(a.edge(i), b.edge(j)), out.depth, 3U << 30U | (way.choice & 0x3fffffffU));
    return;
  }
  // half way between the closest points; a ball knows its own better
  const bool ball_a = a.shape().kind == ContactShapeKind::sphere,
             ball_b = b.shape().kind == ContactShapeKind::sphere;
  const Vec3<double> place = ball_a   ? a.at().p + (0.5 * way.gap) * n
                             : ball_b ? b.at().p - (0.5 * way.gap) * n
                                      : 0.5 * (closest.on_a + closest.on_b);
  out.add(place + shift * n, out.depth, 0x3fffU);
}

}  // namespace treadle
