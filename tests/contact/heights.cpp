// Shapes on a ground of heights, against planes, which a map can be, and against a search.
#include "src/contact/hull.hpp"
#include "src/contact/narrow_phase.hpp"
#include "src/scalar/height_map.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

template <class Height>
HeightMap map_of(const Height& height) {
  HeightMap map;
  map.columns = map.rows = 21;
  map.dx = map.dy = 0.1;
  map.x = map.y = -1.0;
  for (int j = 0; j < 21; ++j) {
    for (int i = 0; i < 21; ++i) map.heights.push_back(height(-1.0 + 0.1 * i, -1.0 + 0.1 * j));
  }
  return map;
}

// A map of equal heights is a plane, whatever stands on it.
TEST(Heights, LevelGroundIsAPlane) {
  const HeightMap map = map_of([](double, double) { return 0.25; });
  Draw draw(5);
  const Hull hull =
      make_hull(core_of(box_shape({0.2, 0.1, 0.3}), Frame{Mat3<double>::identity(), {}}));
  for (int k = 0; k < 500; ++k) {
    ContactShape shape = hull_shape(hull, 0.7);
    if (k % 4 < 3) {
      constexpr ContactShapeKind kinds[] = {ContactShapeKind::sphere, ContactShapeKind::capsule,
                                            ContactShapeKind::box};
      shape = draw.shape(kinds[k % 4]);
    }
    const Frame at = draw.frame(0.6);
    const Frame here{Mat3<double>::identity(), {}}, raised{Mat3<double>::identity(), {0, 0, 0.25}};
    Manifold m, w;
    ASSERT_EQ(touch(shape, at, heights_shape(map), here, 0.0, m),
              touch(shape, at, plane_shape(), raised, 0.0, w));
    if (w.count == 0) continue;
    ASSERT_NEAR(m.depth, w.depth, 1e-12);
    ASSERT_LT(norm(m.normal - w.normal), 1e-12);
  }
}

// The distance of a ball from smooth ground is the least of all points of the ground.
TEST(Heights, ABallIsAsDeepAsItsNearestPoint) {
  const HeightMap map =
      map_of([](double x, double y) { return 0.1 * std::sin(3.0 * x) * std::cos(2.0 * y); });
  Draw draw(6);
  int seen = 0;
  for (int k = 0; k < 200; ++k) {
    const double radius = draw(0.05, 0.3);
    const V p{draw(-0.7, 0.7), draw(-0.7, 0.7), 0.0};
    const V centre{p.x, p.y, look(map, p.x, p.y).height + draw(0.5, 1.02) * radius};
    double least = 1e300, u = p.x, v = p.y;
    for (double width = 0.4; width > 1e-9; width *= 0.7) {
      const double u0 = u, v0 = v;
      for (int i = -4; i <= 4; ++i) {
        for (int j = -4; j <= 4; ++j) {
          const double x = u0 + 0.25 * width * i, y = v0 + 0.25 * width * j;
          const double d = norm(V{x, y, look(map, x, y).height} - centre);
          if (d < least) {
            least = d;
            u = x;
            v = y;
          }
        }
      }
    }
    Manifold m;
    if (!touch(sphere_shape(radius), Frame{Mat3<double>::identity(), centre}, heights_shape(map),
               Frame{Mat3<double>::identity(), {}}, 0.0, m))
      continue;
    ++seen;
    ASSERT_NEAR(m.depth, radius - least, 1e-9) << k;
  }
  EXPECT_GT(seen, 150);
}

}  // namespace
}  // namespace treadle::test
