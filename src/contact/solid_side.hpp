// One of two convex shapes, seen in a common frame: its faces, edges and farthest points.
#pragma once

#include "closest.hpp"
#include "support.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace treadle {

/// A face, a piece of a line or a point, as corners. Long rims are thinned out.
struct Outline {
  static constexpr int most = 48;
  std::array<Vec3<double>, most> corners;
  int count = 0;

  Outline() {}  // NOLINT: corners beyond count are never read
  void add(const Vec3<double>& p) { corners[static_cast<std::size_t>(count++)] = p; }
  [[nodiscard]] const Vec3<double>& at(int k) const { return corners[static_cast<std::size_t>(k)]; }
};

class SolidSide {
 public:
  SolidSide(const ContactShape& shape, const Transform<double>& at)
      : shape_(shape), at_(at), hull_(shape.hull), scale_{shape.scale, shape.scale, shape.scale} {
    if (shape.kind == ContactShapeKind::box) {
      hull_ = &unit_box();
      scale_ = shape.half;
    }
  }

  [[nodiscard]] const ContactShape& shape() const { return shape_; }
  [[nodiscard]] const Transform<double>& at() const { return at_; }
  [[nodiscard]] bool has_corners() const { return hull_ != nullptr; }
  [[nodiscard]] double size() const { return norm(shape_.half) + shape_.radius; }

  [[nodiscard]] Vec3<double> farthest(const Vec3<double>& along) const {
    return at_ * farthest_in_core(shape_, transpose_times(at_.r, along));
  }

  /// Faces of what has corners; the ends of a cylinder.
  [[nodiscard]] int face_count() const {
    if (has_corners()) return static_cast<int>(hull_->faces.size());
    return shape_.kind == ContactShapeKind::cylinder ? 2 : 0;
  }
  [[nodiscard]] Vec3<double> face_normal(int f) const {
    return has_corners() ? at_.r * face(f).normal : f == 0 ? -at_.r.z : at_.r.z;
  }
  /// Height of the face along its normal.
  [[nodiscard]] double face_height(int f) const {
    return dot(face_normal(f), has_corners() ? corner(hull_->loop(face(f))[0])
                                             : at_.p + shape_.half.z * face_normal(f));
  }
  [[nodiscard]] int best_face(const Vec3<double>& along) const {
    const Vec3<double> seen = transpose_times(at_.r, along);
    if (!has_corners()) return seen.z < 0.0 ? 0 : 1;
    int best = 0;
    for (int f = 1; f < face_count(); ++f) {
      if (dot(face(f).normal, seen) > dot(face(best).normal, seen) + 1e-12) best = f;
    }
    return best;
  }
  /// Counter-clockwise as seen from outside; the end of a cylinder as a polygon round it, with a
  /// corner of its inside along `toward`.
  [[nodiscard]] Outline face_outline(int f, const Vec3<double>& toward, bool outside) const {
    Outline out;
    if (has_corners()) {
      const auto loop = hull_->loop(face(f));
      const std::size_t every = loop.size() / static_cast<std::size_t>(Outline::most) + 1;
      for (std::size_t k = 0; k < loop.size(); k += every) out.add(corner(loop[k]));
      return out;
    }
    const Vec3<double> n = face_normal(f), middle = at_.p + shape_.half.z * n;
    const Vec3<double> x = direction(toward - dot(toward, n) * n, at_.r.x), y = cross(n, x);
    constexpr int sides = 16;
    const double r = outside ? shape_.radius / std::cos(3.141592653589793 / sides) : shape_.radius;
    for (int k = 0; k < sides; ++k) {
      const double angle = 2.0 * 3.141592653589793 * k / sides;
      out.add(middle + r * std::cos(angle) * x + r * std::sin(angle) * y);
    }
    return out;
  }
  /// What looks most along a direction: a face, a line along a round side, a point.
  [[nodiscard]] Outline turned_to(const Vec3<double>& along, std::uint32_t& number) const {
    Outline out;
    number = 0;
    const double lean = std::fabs(dot(at_.r.z, along));
    if (has_corners() || (shape_.kind == ContactShapeKind::cylinder && lean > 0.7)) {
      const int f = best_face(along);
      number = static_cast<std::uint32_t>(f);
      return face_outline(f, along, false);
    }
    if (shape_.half.z > 0.0) {
      const Vec3<double> far = farthest(along), axis = 2.0 * shape_.half.z * at_.r.z;
      const Vec3<double> other = far + (dot(axis, along) < 0.0 ? 1.0 : -1.0) * axis;
      const bool low_first = dot(axis, far - other) < 0.0;
      out.add(low_first ? far : other);
      out.add(low_first ? other : far);
      number = 2;
      return out;
    }
    out.add(at_.p);
    return out;
  }

  [[nodiscard]] int edge_count() const {
    return has_corners() ? static_cast<int>(hull_->edges.size()) : shape_.half.z > 0.0 ? 1 : 0;
  }
  /// Ends of an edge; of the axis of what is round.
  [[nodiscard]] std::array<Vec3<double>, 2> edge(int e) const {
    if (!has_corners()) return {at_.p - shape_.half.z * at_.r.z, at_.p + shape_.half.z * at_.r.z};
    const Hull::Edge& edge = hull_->edges[static_cast<std::size_t>(e)];
    return {corner(edge.a), corner(edge.b)};
  }

 private:
  [[nodiscard]] const Hull::Face& face(int f) const {
    return hull_->faces[static_cast<std::size_t>(f)];
  }
  [[nodiscard]] Vec3<double> corner(int k) const {
    const Vec3<double>& c = hull_->corners[static_cast<std::size_t>(k)];
    return at_ * Vec3<double>{scale_.x * c.x, scale_.y * c.y, scale_.z * c.z};
  }

  const ContactShape& shape_;
  Transform<double> at_;
  const Hull* hull_;
  Vec3<double> scale_;
};

}  // namespace treadle
