// Bullet's GJK and EPA on support functions of our own: no margins, no caches and no broad phase of
// its. All it works with lies on the stack.
#include "../../base/module.hpp"
#include "../convex_library.hpp"
#include "../support.hpp"

#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include <cmath>

static_assert(sizeof(btScalar) == sizeof(double), "Bullet has to be its double build");

namespace treadle {

namespace {

btVector3 to_bullet(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Vec3<double> from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform to_bullet(const Transform<double>& t) {
  const Vec3<double>&x = t.r.x, &y = t.r.y, &z = t.r.z;
  return btTransform(btMatrix3x3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z), to_bullet(t.p));
}

/// The core of one of our shapes.
class Core final : public btConvexInternalShape {
 public:
  explicit Core(const ContactShape& shape) : shape_(shape) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    m_collisionMargin = 0.0;
  }
  [[nodiscard]] btVector3 localGetSupportingVertexWithoutMargin(
      const btVector3& along) const override {
    return to_bullet(farthest_in_core(shape_, from_bullet(along)));
  }
  [[nodiscard]] btVector3 localGetSupportingVertex(const btVector3& along) const override {
    return localGetSupportingVertexWithoutMargin(along);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* along, btVector3* out,
                                                         int count) const override {
    for (int k = 0; k < count; ++k) out[k] = localGetSupportingVertexWithoutMargin(along[k]);
  }
  void calculateLocalInertia(btScalar /*mass*/, btVector3& inertia) const override {
    inertia.setZero();
  }
  [[nodiscard]] const char* getName() const override { return "core"; }

 private:
  const ContactShape& shape_;
};

/// How far two cores are apart along a direction: never more than they are.
double gap_along(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
                 const Transform<double>& at_b, const Vec3<double>& n) {
  const Vec3<double> p = at_a * farthest_in_core(a, transpose_times(at_a.r, n)),
                     q = at_b * farthest_in_core(b, transpose_times(at_b.r, -n));
  return dot(n, q - p);
}

class Bullet final : public ConvexLibrary {
 public:
  // One answer in a hundred is wrong, which the direction it gives betrays: along it the shapes are
  // not so far apart. Another first direction helps. (U20)
  bool look(const ContactShape& a, const Transform<double>& at_a, const ContactShape& b,
            const Transform<double>& at_b, const Vec3<double>& guess, CoreGap& out) const override {
    const Core first(a), second(b);
    const btTransform of_a = to_bullet(at_a), of_b = to_bullet(at_b);
    const double size = norm(a.half) + a.radius + norm(b.half) + b.radius;
    const Vec3<double> guesses[] = {
        guess, -guess, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double best = -HUGE_VAL;
    for (const Vec3<double>& g : guesses) {
      CoreGap found;
      if (!ask(first, of_a, second, of_b, at_a.r, to_bullet(g), found)) continue;
      const double sure = gap_along(a, at_a, b, at_b, found.normal);
      if (sure > best) {
        best = sure;
        out = found;
        out.gap = sure;
      }
      if (std::fabs(sure - found.gap) <= 1e-10 * size) break;
    }
    return best > -HUGE_VAL;
  }

 private:
  static bool ask(const Core& a, const btTransform& of_a, const Core& b, const btTransform& of_b,
                  const Mat3<double>& axes, const btVector3& guess, CoreGap& out) {
    btGjkEpaSolver2::sResults found;
    const bool known = btGjkEpaSolver2::Distance(&a, of_a, &b, of_b, guess, found) ||
                       (found.status == btGjkEpaSolver2::sResults::Penetrating &&
                        btGjkEpaSolver2::Penetration(&a, of_a, &b, of_b, guess, found, false));
    // its normal is in the axes of the first shape, and leads from the second to the first
    return known && take(found, -(axes * from_bullet(found.normal)), out);
  }
  static bool take(const btGjkEpaSolver2::sResults& found, const Vec3<double>& n, CoreGap& out) {
    out.on_a = from_bullet(found.witnesses[0]);
    out.on_b = from_bullet(found.witnesses[1]);
    const double length = norm(n);
    if (!(length > 0.5) || !std::isfinite(found.distance)) return false;
    out.normal = (1.0 / length) * n;
    out.gap = found.distance;
    return true;
  }
};

Bullet bullet;

}  // namespace

}  // namespace treadle

TREADLE_MODULE(treadle::ConvexLibrary, treadle::bullet)
