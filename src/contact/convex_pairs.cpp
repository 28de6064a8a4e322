// Pairs with a hull or a cylinder. The library finds the direction of least overlap; the faces and
// edges that made it are looked up near it and make it exact; then points are laid out. (U20)
#include "convex_points.hpp"
#include "pairs.hpp"

#include <algorithm>

namespace treadle {
namespace {

constexpr double face_preference = 0.02;  // as of two boxes (U4)
constexpr double kept_share = 0.05;       // by which the last choice may be deeper (U22)
constexpr double near_cosine = 0.9;       // of faces with the direction found

class Ways {
 public:
  Ways(const SolidSide& a, const SolidSide& b)
      : a_(a),
        b_(b),
        size_(a.size() + b.size()),
        round_(skin_radius(a.shape()) + skin_radius(b.shape())) {}

  [[nodiscard]] CoreWay along(const Vec3<double>& n, std::uint32_t choice) const {
    return {dot(n, b_.farthest(-n) - a_.farthest(n)), n, choice};
  }
  [[nodiscard]] CoreWay face_of_a(int f) const {
    const Vec3<double> n = a_.face_normal(f);
    return {dot(n, b_.farthest(-n)) - a_.face_height(f), n, choice_of(CoreWay::face_a, f, 0)};
  }
  [[nodiscard]] CoreWay face_of_b(int f) const {
    const Vec3<double> n = b_.face_normal(f);
    return {dot(n, a_.farthest(-n)) - b_.face_height(f), -n, choice_of(CoreWay::face_b, f, 0)};
  }
  [[nodiscard]] CoreWay edges(int i, int j, const Vec3<double>& n) const {
    const auto e = a_.edge(i), f = b_.edge(j);
    const Vec3<double> d = e[1] - e[0], g = f[1] - f[0], c = cross(d, g);
    if (!(dot(c, c) > 1e-12 * dot(d, d) * dot(g, g))) return {};
    const Vec3<double> u = direction(c, n);
    return along(dot(u, n) < 0.0 ? -u : u, choice_of(CoreWay::edge_edge, i, j));
  }

  /// The way out, from what the library found. (U20)
  [[nodiscard]] CoreWay best(const CoreWay& found, std::uint32_t last) const {
    CoreWay face, edge;
    // where they overlap all faces are looked at: a deep answer may lead out by a far one
    const double least_cosine = found.gap < 0.0 ? -2.0 : near_cosine;
    for (int f = 0; f < a_.face_count(); ++f) {
      if (dot(a_.face_normal(f), found.normal) > least_cosine) raise(face, face_of_a(f));
    }
    for (int f = 0; f < b_.face_count(); ++f) {
      if (dot(b_.face_normal(f), found.normal) < -least_cosine) raise(face, face_of_b(f));
    }
    const double tiny = 1e-9 * size_;
    const double most = std::max(found.gap, face.gap);
    // what is round has one deepest place, and no reason to prefer a face
    const double preference = round_ > 0.0 ? tiny : face_preference * std::fabs(most) + tiny;
    CoreWay out = face;
    if (!(face.gap >= most - 1e-3 * tiny)) {
      look_at_edges(found.normal, edge);
      out = edge.gap >= most - tiny ? edge : found;
      if (face.gap >= std::max(out.gap, most) - preference) out = face;
    }
    return keep(last, out, tiny);
  }

 private:
  static std::uint32_t choice_of(std::uint32_t kind, int i, int j) {
    if (i >= 1 << 15 || j >= 1 << 15) return 0;
    return kind << 30U | static_cast<std::uint32_t>(i) << 15U | static_cast<std::uint32_t>(j);
  }
  static void raise(CoreWay& best, const CoreWay& other) {
    if (other.gap > best.gap) best = other;
  }

  // Edges that end near the plane that touches the shape.
  int near_edges(const SolidSide& side, const Vec3<double>& n, std::array<int, 16>& out) const {
    const double top = dot(n, side.farthest(n)), low = top - 1e-3 * size_;
    int count = 0;
    for (int e = 0; e < side.edge_count() && count < 16; ++e) {
      const auto ends = side.edge(e);
      const bool axis = !side.has_corners();  // of something round: as high as its middle
      if (axis || (dot(n, ends[0]) > low && dot(n, ends[1]) > low))
        out[static_cast<std::size_t>(count++)] = e;
    }
    return count;
  }
  void look_at_edges(const Vec3<double>& n, CoreWay& best) const {
    std::array<int, 16> of_a{}, of_b{};
    const int na = near_edges(a_, n, of_a), nb = near_edges(b_, -n, of_b);
    for (int i = 0; i < na; ++i) {
      for (int j = 0; j < nb; ++j)
        raise(best, edges(of_a[static_cast<std::size_t>(i)], of_b[static_cast<std::size_t>(j)], n));
    }
  }

  // The last choice, as long as it is hardly deeper and does not lead back. (U22)
  [[nodiscard]] CoreWay keep(std::uint32_t last, const CoreWay& now, double tiny) const {
    if (last == 0 || last == now.choice || round_ > 0.0) return now;
    const std::uint32_t kind = last >> 30U;
    const int i = static_cast<int>(last >> 15U & 0x7fffU), j = static_cast<int>(last & 0x7fffU);
    CoreWay then;
    if (kind == CoreWay::face_a && i < a_.face_count()) then = face_of_a(i);
    if (kind == CoreWay::face_b && i < b_.face_count()) then = face_of_b(i);
    if (kind == CoreWay::edge_edge && i < a_.edge_count() && j < b_.edge_count())
      then = edges(i, j, now.normal);
    const bool good = then.gap >= now.gap - kept_share * std::fabs(now.gap) - tiny &&
                      dot(then.normal, now.normal) > -0.5;
    return good ? then : now;
  }

  const SolidSide &a_, &b_;
  double size_, round_;
};

// Without an answer all faces are looked at: the direction is then one of them.
CoreWay by_faces(const Ways& ways, const SolidSide& a, const SolidSide& b) {
  CoreWay best = ways.along(direction(b.at().p - a.at().p, b.at().r.z), 0);
  for (int f = 0; f < a.face_count(); ++f) {
    const CoreWay way = ways.face_of_a(f);
    if (way.gap > best.gap) best = way;
  }
  for (int f = 0; f < b.face_count(); ++f) {
    const CoreWay way = ways.face_of_b(f);
    if (way.gap > best.gap) best = way;
  }
  return best;
}

}  // namespace

void touch_convex(const Placed& a, const Placed& b, const ConvexLibrary& library, double margin,
                  Manifold& out) {
  // seen in the frame of the second
  const Transform<double> rel{transpose_times(b.at.r, a.at.r),
                              transpose_times(b.at.r, a.at.p - b.at.p)};
  const Transform<double> here{Mat3<double>::identity(), {}};
  const SolidSide first(a.shape, rel), second(b.shape, here);
  const double radii = skin_radius(a.shape) + skin_radius(b.shape);
  const Ways ways(first, second);
  const Vec3<double> guess = direction(-rel.p, {0.0, 0.0, 1.0});
  if (ways.along(guess, 0).gap > radii + margin) return;  // far apart already
  CoreGap gap;
  const bool known = library.look(a.shape, rel, b.shape, here, guess, gap);
  CoreWay found{gap.gap, gap.normal, 0};
  if (!known) {
    found = by_faces(ways, first, second);
    gap.on_a = first.farthest(found.normal);
    gap.on_b = second.farthest(-found.normal);
  }
  if (!(found.gap < radii + margin)) return;
  const CoreWay way = ways.best(found, out.choice);
  out.choice = way.choice;
  out.normal = way.normal;
  out.depth = radii - way.gap;
  lay_points(first, second, way, gap, margin, out);
  out.normal = b.at.r * out.normal;
  for (int k = 0; k < out.count; ++k) {
    Vec3<double>& place = out.points[static_cast<std::size_t>(k)].place;
    place = b.at * place;
  }
}

}  // namespace treadle
