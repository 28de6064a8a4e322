// Every pair of shapes in thousands of poses, against brute force.
#include "src/contact/narrow_phase.hpp"
#include "support/sanitized.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace treadle::test {
namespace {

constexpr ContactShapeKind all_shapes[] = {ContactShapeKind::sphere, ContactShapeKind::capsule,
                                           ContactShapeKind::box, ContactShapeKind::plane};

bool only_overlaps(const ContactShape& a,
                   const ContactShape& b) {  // separating axes: exact where they overlap
  return a.kind == ContactShapeKind::box && b.kind == ContactShapeKind::box;
}

template <class Check>
void each_pose(int count, double size, const Check& check) {
  Draw draw(7);
  for (const ContactShapeKind first : all_shapes) {
    for (const ContactShapeKind second : all_shapes) {
      if (first == ContactShapeKind::plane || second < first) continue;
      for (int k = 0; k < (sanitized ? count / 5 : count); ++k) {
        const ContactShape a = draw.shape(first), b = draw.shape(second);
        check(a, draw.frame(size), b, draw.frame(size));
      }
    }
  }
}

TEST(NarrowPhase, depth_is_the_shortest_way_out) {
  int touching = 0, poses = 0;
  each_pose(1000, 0.8,
            [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
              const bool boxes = only_overlaps(a, b);
              const double margin = boxes ? 0.0 : 0.3;
              Manifold m;
              const bool found = touch(a, x, b, y, margin, m);
              const double depth = true_depth(a, x, b, y, boxes);
              ++poses;
              ASSERT_EQ(found, depth > -margin) << depth;
              if (!found) return;
              ++touching;
              if (boxes) {  // a face may be taken that is up to 2 % deeper than an edge
                ASSERT_GE(m.depth, depth - 1e-12);
                ASSERT_LE(m.depth, depth / 0.98 + 1e-12);
              } else {
                ASSERT_NEAR(m.depth, depth, 1e-12);
              }
              ASSERT_NEAR(norm(m.normal), 1.0, 1e-14);
            });
  EXPECT_GT(touching, poses / 3);
}

// Moved along the normal by the depth, the second shape just touches: so the normal is right too.
TEST(NarrowPhase, normal_leads_out) {
  each_pose(500, 0.6,
            [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
              const bool boxes = only_overlaps(a, b);
              Manifold m;
              if (!touch(a, x, b, y, boxes ? 0.0 : 0.3, m)) return;
              const auto moved = [&](double by) { return Frame{y.r, y.p + by * m.normal}; };
              if (boxes) {
                EXPECT_LT(true_depth(a, x, b, moved(m.depth + 1e-9), true), 0.0);
                EXPECT_GT(true_depth(a, x, b, moved(0.97 * m.depth), true), 0.0);
              } else {
                ASSERT_NEAR(true_depth(a, x, b, moved(m.depth)), 0.0, 1e-10);
              }
            });
}

// Half a depth along the normal from a point is the first shape, half a depth against it the
// second.
TEST(NarrowPhase, points_lie_between_both_surfaces) {
  const ContactShape speck = sphere_shape(0.0);
  each_pose(
      1000, 0.8, [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
        Manifold m;
        if (!touch(a, x, b, y, 0.0, m)) return;
        double deepest = 0.0;
        for (const ContactPoint& p : m.list()) {
          ASSERT_GT(p.depth, 0.0);
          ASSERT_LE(p.depth, m.depth + 1e-12);
          deepest = std::fmax(deepest, p.depth);
          // other points of a capsule face the normal within 8 degrees
          const bool second = a.kind == ContactShapeKind::capsule && p.depth < m.depth - 1e-12;
          const double slack = second ? 0.15 * (a.radius + b.radius) : 1e-10;
          const V way = 0.5 * p.depth * m.normal;
          const Frame in_a{Mat3<double>::identity(), p.place + way},
              in_b{Mat3<double>::identity(), p.place - way};
          ASSERT_GT(true_depth(speck, in_a, a, x), -slack);
          ASSERT_GT(true_depth(speck, in_b, b, y), -slack);
        }
        if (a.kind == ContactShapeKind::capsule || m.count == 1) return;
        ASSERT_NEAR(deepest, m.depth, 0.03 * m.depth);
      });
}

TEST(NarrowPhase, both_orders_agree) {
  each_pose(1000, 0.8,
            [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
              Manifold m, w;
              ASSERT_EQ(touch(a, x, b, y, 0.0, m), touch(b, y, a, x, 0.0, w));
              if (m.count == 0) return;
              ASSERT_NEAR(m.depth, w.depth, 1e-13);
              ASSERT_LT(norm(m.normal + w.normal), 1e-11);
              ASSERT_EQ(m.count, w.count);
            });
}

TEST(NarrowPhase, does_not_depend_on_the_axes_of_the_world) {
  Draw draw(11);
  each_pose(1000, 0.8,
            [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
              const Frame turn = draw.frame(1.0);
              Manifold m, w;
              ASSERT_EQ(touch(a, x, b, y, 0.0, m), touch(a, turn * x, b, turn * y, 0.0, w));
              ASSERT_EQ(m.count, w.count);
              if (m.count == 0) return;
              ASSERT_NEAR(m.depth, w.depth, 1e-12);
              // a short distance of cores is a long lever for its direction
              const double cores = std::fabs(a.radius + b.radius - m.depth);
              ASSERT_TRUE(cores < 1e-2 || norm(turn.r * m.normal - w.normal) < 1e-12);
              for (int k = 0; k < m.count; ++k) {
                const ContactPoint &p = m.points[static_cast<std::size_t>(k)],
                                   &q = w.points[static_cast<std::size_t>(k)];
                ASSERT_EQ(p.feature, q.feature);
                ASSERT_NEAR(p.depth, q.depth, 1e-12);
                ASSERT_TRUE(cores < 1e-2 || norm(turn * p.place - q.place) < 1e-11);
              }
            });
}

TEST(NarrowPhase, same_bits_again) {
  each_pose(300, 0.8,
            [&](const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y) {
              Manifold m{}, w{};
              touch(a, x, b, y, 0.01, m);
              touch(a, x, b, y, 0.01, w);
              ASSERT_EQ(m.count, w.count);
              for (int k = 0; k < m.count; ++k) {
                const ContactPoint &p = m.points[static_cast<std::size_t>(k)],
                                   &q = w.points[static_cast<std::size_t>(k)];
                ASSERT_EQ(std::memcmp(&p.place, &q.place, sizeof p.place), 0);
                ASSERT_EQ(p.depth, q.depth);
                ASSERT_EQ(p.feature, q.feature);
              }
            });
}

// Equal places, no size, huge and tiny sizes, parallel edges: finite numbers and unit normals.
TEST(NarrowPhase, odd_input_gives_finite_numbers) {
  const double sizes[] = {0.0, 1e-12, 1.0, 1e9};
  const Frame here{}, turned{{{0.0, 1.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}, {}};
  const Frame beside{Mat3<double>::identity(), {1.0, 0.0, 0.0}},
      hair{Mat3<double>::identity(), {1e-300, 0.0, -1e-160}};
  int touching = 0;
  for (const double s : sizes) {
    for (const double t : sizes) {
      const ContactShape first[] = {sphere_shape(s), capsule_shape(s, t), capsule_shape(t, s),
                                    box_shape({s, t, s}), box_shape({t, t, 0.0})};
      const ContactShape second[] = {sphere_shape(t), capsule_shape(t, s), box_shape({t, s, t}),
                                     box_shape({0.0, 0.0, 0.0}), plane_shape()};
      for (const ContactShape& a : first) {
        for (const ContactShape& b : second) {
          for (const Frame& x : {here, turned, beside, hair}) {
            Manifold m;
            if (!touch(a, x, b, here, 1e-3, m)) continue;
            ++touching;
            ASSERT_NEAR(norm(m.normal), 1.0, 1e-12);
            ASSERT_TRUE(std::isfinite(m.depth));
            for (const ContactPoint& p : m.list()) {
              ASSERT_TRUE(std::isfinite(p.depth) && std::isfinite(norm(p.place)));
            }
          }
        }
      }
    }
  }
  EXPECT_GT(touching, 500);
  Manifold none;
  EXPECT_FALSE(touch(plane_shape(), here, plane_shape(), beside, 1.0, none));
  const double nan = std::nan("");
  const Frame nowhere{Mat3<double>::identity(), {nan, nan, nan}};
  for (const ContactShapeKind kind :
       {ContactShapeKind::sphere, ContactShapeKind::capsule, ContactShapeKind::box}) {
    const ContactShape a{kind, 1.0, {1.0, 1.0, 1.0}};
    EXPECT_FALSE(touch(a, nowhere, sphere_shape(1.0), here, 0.0, none));
    EXPECT_FALSE(touch(a, nowhere, plane_shape(), here, 0.0, none));
  }
}

}  // namespace
}  // namespace treadle::test
