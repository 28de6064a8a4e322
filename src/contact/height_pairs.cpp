// What stands on a smooth ground of heights: points of the shape against the ground below them.
// (U23)
#include "../scalar/height_map.hpp"
#include "clip.hpp"
#include "closest.hpp"
#include "hull.hpp"
#include "pairs.hpp"

namespace treadle {
namespace {

/// The place of the ground that is nearest to a point, and which way is out of it.
struct Foot {
  Vec3<double> out{0.0, 0.0, 1.0};
  double above = 0.0;  ///< negative inside
};

// Newton on the foot (u, v): (u - x) + (h - z) h_u = 0, the same for v; from right below. Where the
// ground bends more sharply than the point is far, one tangent plane has to do. (U23)
Foot foot_of(const HeightMap& map, const Vec3<double>& p, bool round) {
  LookedMap g = look(map, p.x, p.y);
  double u = p.x, v = p.y;
  Vec3<double> out = direction({-g.x, -g.y, 1.0}, {0.0, 0.0, 1.0});
  const Foot level{out, (p.z - g.height) * out.z};
  if (!round) return level;
  bool found = false;
  for (int k = 0; k < 20 && !found; ++k) {
    const double rise = g.height - p.z;
    const double fu = u - p.x + rise * g.x, fv = v - p.y + rise * g.y;
    const double uu = 1.0 + g.x * g.x + rise * g.xx, vv = 1.0 + g.y * g.y + rise * g.yy,
                 uv = g.x * g.y + rise * g.xy, det = uu * vv - uv * uv;
    if (!(uu > 0.0) || !(det > 1e-3)) return level;
    const double du = (uv * fv - vv * fu) / det, dv = (uv * fu - uu * fv) / det;
    u += du;
    v += dv;
    g = look(map, u, v);
    found = std::fabs(du) + std::fabs(dv) < 1e-10 * std::fabs(rise);
  }
  if (!found) return level;
  out = direction({-g.x, -g.y, 1.0}, {0.0, 0.0, 1.0});
  return {out, dot(out, {p.x - u, p.y - v, p.z - g.height})};
}

/// Points below the ground; the normal is that of the deepest.
class OnGround {
 public:
  OnGround(const Placed& a, const Placed& ground, double radius, double margin)
      : map_(*ground.shape.map),
        to_map_(inverse(ground.at) * a.at),
        radius_(radius),
        margin_(margin) {}

  // A point of the shape, in its own frame.
  void look_at(const Vec3<double>& p, std::uint32_t feature) {
    const Vec3<double> q = to_map_ * p;
    const Foot foot = foot_of(map_, q, radius_ > 0.0);
    const double depth = radius_ - foot.above;
    if (!(depth > -margin_)) return;
    if (count_ == points_.size()) {  // a hull of very many corners: the shallowest is left out
      std::size_t least = 0;
      for (std::size_t k = 1; k < count_; ++k) {
        if (points_[k].depth < points_[least].depth) least = k;
      }
      if (points_[least].depth >= depth) return;
      points_[least] = points_[--count_];
    }
    points_[count_++] = {q - (radius_ - 0.5 * depth) * foot.out, depth, feature};
    if (depth > deepest_) {
      deepest_ = depth;
      out_ = foot.out;
    }
  }
  void finish(const Transform<double>& ground, Manifold& out) {
    if (count_ == 0) return;
    out.normal = -out_;
    out.depth = deepest_;
    add_best_four(points_, count_, out);
    out.normal = ground.r * out.normal;
    for (int k = 0; k < out.count; ++k) {
      Vec3<double>& place = out.points[static_cast<std::size_t>(k)].place;
      place = ground * place;
    }
  }

 private:
  const HeightMap& map_;
  Transform<double> to_map_;
  double radius_, margin_, deepest_ = -HUGE_VAL;
  Vec3<double> out_{0.0, 0.0, 1.0};
  std::array<ContactPoint, 64> points_{};
  std::size_t count_ = 0;
};

}  // namespace

void touch_heights(const Placed& a, const Placed& ground, double margin, Manifold& out) {
  const ContactShape& shape = a.shape;
  const bool is_cylinder = shape.kind == ContactShapeKind::cylinder;
  OnGround found(a, ground, is_cylinder ? 0.0 : shape.radius, margin);
  if (shape.kind == ContactShapeKind::sphere) {
    found.look_at({}, 0);
  } else if (shape.kind == ContactShapeKind::capsule) {
    for (const int k : {-1, 1, 0}) found.look_at({0.0, 0.0, k * shape.half.z}, k + 2U);
  } else if (shape.kind == ContactShapeKind::box) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      const Vec3<double>& h = shape.half;
      found.look_at({k & 1U ? h.x : -h.x, k & 2U ? h.y : -h.y, k & 4U ? h.z : -h.z}, k);
    }
  } else if (shape.kind == ContactShapeKind::hull) {
    std::uint32_t k = 0;
    for (const Vec3<double>& c : shape.hull->corners) found.look_at(shape.scale * c, k++);
  } else if (is_cylinder) {
    // round each rim and the middle, from the lowest point on
    const Vec3<double> up = transpose_times(a.at.r, ground.at.r.z);
    const Vec3<double> x = direction({-up.x, -up.y, 0.0}, {1.0, 0.0, 0.0}), y{-x.y, x.x, 0.0};
    for (std::uint32_t k = 0; k < 24; ++k) {
      const double angle = 0.78539816339744831 * (k % 8U), r = shape.radius;
      found.look_at(r * std::cos(angle) * x + r * std::sin(angle) * y +
                        Vec3<double>{0.0, 0.0, (k / 8U - 1.0) * shape.half.z},
                    k);
    }
  }
  found.finish(ground.at, out);
}

}  // namespace treadle
