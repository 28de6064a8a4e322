// Hulls and cylinders in thousands of poses against brute force.
#include "convex_witness.hpp"
#include "src/contact/convex_library.hpp"
#include "src/contact/narrow_phase.hpp"
#include "src/contact/support.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace treadle::test {
namespace {

constexpr int share(int count) { return sanitized ? count / 8 : count; }

#define NEEDS_LIBRARY() \
  if (!convex_library_refusal().empty()) GTEST_SKIP() << convex_library_refusal()

/// A hull about the middle of its box, as shapes have it.
struct Stone {
  std::unique_ptr<Hull> hull;
  ContactShape shape;
  Points points;

  Stone(Draw& draw, int count, double flat) {
    Points raw;
    for (int k = 0; k < count; ++k) {
      V p = draw.vector(1.0);
      p = (draw(0.5, 1.0) / norm(p)) * p;
      p.z *= flat;
      raw.push_back(p);
      if (k % 4 == 3) raw.push_back(raw[static_cast<std::size_t>(k / 2)]);
    }
    hull = std::make_unique<Hull>(make_hull(raw));
    shape = hull_shape(*hull, 0.5);
    for (const V& c : hull->corners) points.push_back(0.5 * c);
  }
};

TEST(Convex, HullsAgainstBruteForce) {
  NEEDS_LIBRARY();
  Draw draw(21);
  int touching = 0;
  for (int k = 0; k < share(1200); ++k) {
    const double flat = k % 3 == 0 ? std::pow(10.0, -draw(1.0, 3.5)) : 1.0;
    const Stone a(draw, 6 + k % 5, flat), b(draw, 5 + k % 4, k % 2 == 0 ? flat : 1.0);
    const Frame x = draw.frame(0.35), y = draw.frame(0.35);
    const double depth = convex_depth(placed(a.points, x), placed(b.points, y));
    const double margin = 0.2;
    Manifold m;
    const bool found = touch(a.shape, x, b.shape, y, margin, m);
    ASSERT_EQ(found, depth > -margin) << k << " " << depth;
    if (!found) continue;
    if (depth > 0.0) {
      ++touching;
      // a face may be taken that is up to 2 % deeper than an edge
      ASSERT_GE(m.depth, depth - 1e-11) << k;
      ASSERT_LE(m.depth, depth / 0.98 + 1e-8) << k;
    } else {
      ASSERT_NEAR(m.depth, depth, 0.021 * std::fabs(depth) + 1e-8) << k;
    }
    ASSERT_NEAR(norm(m.normal), 1.0, 1e-12);
    // the normal leads out by that way and no shorter one
    const Frame moved{y.r, y.p + (m.depth + 1e-9) * m.normal};
    ASSERT_LT(least_overlap(placed(a.points, x), placed(b.points, moved)), 2e-9) << k;
    for (const ContactPoint& p : m.list()) ASSERT_LE(p.depth, m.depth + 1e-9) << k;
    ASSERT_GE(m.count, 1);
  }
  EXPECT_GT(touching, share(300));
}

TEST(Convex, BallsAndCapsulesOnHulls) {
  NEEDS_LIBRARY();
  Draw draw(22);
  for (int k = 0; k < share(1500); ++k) {
    const Stone b(draw, 6 + k % 6, k % 4 == 0 ? 0.05 : 1.0);
    const ContactShape a =
        draw.shape(k % 2 == 0 ? ContactShapeKind::sphere : ContactShapeKind::capsule);
    const Frame x = draw.frame(0.7), y = draw.frame(0.4);
    const double core = convex_depth(placed(core_of(a, Frame{Mat3<double>::identity(), {}}), x),
                                     placed(b.points, y));
    Manifold m;
    if (!touch(a, x, b.shape, y, 0.1, m)) {
      ASSERT_LT(a.radius + core, -0.1 + 1e-9);
      continue;
    }
    ASSERT_NEAR(m.depth, a.radius + core, 1e-8) << k << " core " << core;
  }
}

double overlap_along(const ContactShape& a, const Frame& x, const ContactShape& b, const Frame& y,
                     const V& u) {
  const V p = x * farthest_in_core(a, transpose_times(x.r, u)),
          q = y * farthest_in_core(b, transpose_times(y.r, -u));
  return dot(u, p - q) + skin_radius(a) + skin_radius(b);
}

TEST(Convex, CylindersAgainstASearch) {
  NEEDS_LIBRARY();
  Draw draw(23);
  const ContactShapeKind others[] = {ContactShapeKind::capsule, ContactShapeKind::box,
                                     ContactShapeKind::cylinder, ContactShapeKind::hull};
  int touching = 0;
  for (int k = 0; k < share(240); ++k) {
    const ContactShape cylinder = cylinder_shape(draw(0.1, 0.6), draw(0.1, 0.6));
    const Stone stone(draw, 9, 1.0);
    const ContactShapeKind kind = others[k % 4];
    const ContactShape other = kind == ContactShapeKind::hull       ? stone.shape
                               : kind == ContactShapeKind::cylinder ? cylinder_shape(0.4, 0.3)
                                                                    : draw.shape(kind);
    const Frame x = draw.frame(0.3), y = draw.frame(0.3);
    const double depth =
        searched_overlap([&](const V& u) { return overlap_along(cylinder, x, other, y, u); }, draw);
    Manifold m;
    const bool found = touch(cylinder, x, other, y, 0.0, m);
    if (std::fabs(depth) < 1e-6) continue;
    ASSERT_EQ(found, depth > 0.0) << k;
    if (!found) continue;
    ++touching;
    // nothing shorter is found, and it is a way out
    ASSERT_LE(m.depth, depth / 0.98 + 1e-5) << k;
    ASSERT_NEAR(m.depth, overlap_along(cylinder, x, other, y, m.normal), 1e-12) << k;
  }
  EXPECT_GT(touching, share(120));
}

TEST(Convex, BallsOnCylindersAndCylindersOnPlanes) {
  Draw draw(24);
  for (int k = 0; k < share(400); ++k) {
    const ContactShape cylinder = cylinder_shape(draw(0.1, 0.6), draw(0.1, 0.6)),
                       ball = sphere_shape(draw(0.05, 0.4));
    const Frame x = draw.frame(0.5), y = draw.frame(0.5);
    Manifold m;
    if (touch(ball, x, cylinder, y, 0.0, m)) {
      const double depth = searched_overlap(
          [&](const V& u) { return overlap_along(ball, x, cylinder, y, u); }, draw);
      ASSERT_LE(m.depth, depth + 1e-9) << k;
      ASSERT_NEAR(m.depth, overlap_along(ball, x, cylinder, y, m.normal), 1e-12) << k;
    }
    Manifold on_plane;
    const double lowest =
        -dot(y.r.z, x * farthest_in_core(cylinder, transpose_times(x.r, -y.r.z)) - y.p);
    const bool found = touch(cylinder, x, plane_shape(), y, 0.0, on_plane);
    ASSERT_EQ(found, lowest > 0.0);
    if (!found) continue;
    ASSERT_NEAR(on_plane.depth, lowest, 1e-12);
  }
}

// A box as a hull is a box.
TEST(Convex, AHullOfABoxTouchesAsTheBox) {
  NEEDS_LIBRARY();
  Draw draw(25);
  int same = 0, all = 0;
  for (int k = 0; k < share(600); ++k) {
    const ContactShape a = draw.shape(ContactShapeKind::box), b = draw.shape(ContactShapeKind::box);
    Points corners = core_of(a, Frame{Mat3<double>::identity(), {}});
    const Hull hull = make_hull(corners);
    const Frame x = draw.frame(0.6), y = draw.frame(0.6);
    Manifold m, w;
    ASSERT_EQ(touch(a, x, b, y, 0.0, m), touch(hull_shape(hull, 1.0), x, b, y, 0.0, w)) << k;
    if (m.count == 0) continue;
    ++all;
    ASSERT_NEAR(m.depth, w.depth, 0.021 * m.depth) << k;
    if (norm(m.normal - w.normal) > 1e-9) continue;
    ++same;
    ASSERT_EQ(m.count, w.count) << k;
  }
  EXPECT_GT(same, 0.97 * all);
}

// Gaps of 1e-9 m, far from the origin of the world: seen, with the right normal.
TEST(Convex, SmallGapsAreSeen) {
  NEEDS_LIBRARY();
  Draw draw(26);
  const Stone stone(draw, 12, 1.0);
  const Hull::Face& face = stone.hull->faces[0];
  V middle{};
  for (const int k : stone.hull->loop(face))
    middle += (0.5 / face.count) * stone.hull->corners[static_cast<std::size_t>(k)];
  for (const double gap : {1e-6, 1e-9, 1e-12, -1e-12, -1e-9, -1e-6}) {
    const ContactShape box = box_shape({0.05, 0.05, 0.05});
    Frame at{Mat3<double>::identity(), {}};
    const V n = face.normal,
            x = (1.0 / norm(cross(n, V{0.3, 0.5, 0.8}))) * cross(n, V{0.3, 0.5, 0.8});
    at.r = {x, cross(n, x), n};
    at.p = middle + (0.05 + gap) * n;
    Manifold m;
    ASSERT_TRUE(touch(stone.shape, Frame{Mat3<double>::identity(), {}}, box, at, 0.01, m));
    EXPECT_NEAR(m.depth, -gap, 1e-14);
    EXPECT_NEAR(dot(m.normal, n), 1.0, 1e-12);
    EXPECT_GE(m.count, 3);
  }
}

// A last choice is kept while it is hardly deeper, so small motions do not jump.
TEST(Convex, TheLastChoiceIsKept) {
  NEEDS_LIBRARY();
  const ContactShape a = box_shape({0.5, 0.5, 0.5});
  const Hull hull = make_hull(core_of(a, Frame{Mat3<double>::identity(), {}}));
  const ContactShape cube = hull_shape(hull, 1.0);
  const Frame at{Mat3<double>::identity(), {}};
  // corner into corner: along x and along z it is nearly equally deep
  Manifold m;
  int jumps = 0;
  V before{};
  for (int k = 0; k < 200; ++k) {
    const double wobble = k % 2 == 0 ? 1e-4 : -1e-4;
    const Frame other{at.r, {0.9 + wobble, 0.0, 0.9 - wobble}};
    m.count = 0;
    ASSERT_TRUE(touch(cube, at, cube, other, 0.0, m));
    if (k > 0 && dot(before, m.normal) < 0.9) ++jumps;
    before = m.normal;
  }
  EXPECT_EQ(jumps, 0);
  m.choice = 0;  // without memory it does
  Manifold fresh;
  ASSERT_TRUE(touch(cube, at, cube, Frame{at.r, {0.9 + 1e-4, 0.0, 0.9 - 1e-4}}, 0.0, fresh));
  const V one = fresh.normal;
  fresh.choice = 0;
  ASSERT_TRUE(touch(cube, at, cube, Frame{at.r, {0.9 - 1e-4, 0.0, 0.9 + 1e-4}}, 0.0, fresh));
  EXPECT_LT(dot(one, fresh.normal), 0.5);
}

}  // namespace
}  // namespace treadle::test
