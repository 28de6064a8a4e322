// Hulls of points: convex, closed, exact where it is known, and refused where there is no solid.
#include "convex_witness.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <map>

namespace treadle::test {
namespace {

// Whatever came in, what comes out is the surface of a convex solid that holds all of it.
void expect_sound(const Hull& hull, const Points& points) {
  ASSERT_GE(hull.faces.size(), 4U);
  const double size = norm(hull.half);
  for (const Hull::Face& face : hull.faces) {
    ASSERT_GE(face.count, 3);
    ASSERT_NEAR(norm(face.normal), 1.0, 1e-12);
    double top = -1e300;
    for (const V& p : points) top = std::fmax(top, dot(face.normal, p - hull.middle));
    ASSERT_LE(top, face.offset + 4e-6 * size);
    for (const int k : hull.loop(face)) {
      const double h = dot(face.normal, hull.corners[static_cast<std::size_t>(k)]);
      ASSERT_NEAR(h, face.offset, 1e-5 * size);
    }
  }
  // Euler, and each edge between two faces
  ASSERT_EQ(hull.corners.size() + hull.faces.size(), hull.edges.size() + 2);
  std::map<std::pair<int, int>, int> sides;
  for (const Hull::Face& face : hull.faces) {
    const auto loop = hull.loop(face);
    for (std::size_t k = 0; k < loop.size(); ++k) ++sides[{loop[k], loop[(k + 1) % loop.size()]}];
  }
  for (const auto& [ends, times] : sides) {
    ASSERT_EQ(times, 1);
    ASSERT_TRUE(sides.contains({ends.second, ends.first}));
  }
}

TEST(Hulls, RandomPointsWithFlatnessAndDoubles) {
  Draw draw(3);
  int made = 0;
  for (int k = 0; k < 400; ++k) {
    const double flat = std::pow(10.0, -draw(0.0, 4.0)), size = std::pow(10.0, draw(-4.0, 3.0));
    const int count = 4 + static_cast<int>(draw(0.0, 60.0));
    const Frame at = draw.frame(100.0 * size);
    Points points;
    for (int i = 0; i < count; ++i) {
      V p = draw.vector(size);
      p.z *= flat;
      if (k % 3 == 0)
        p = {std::round(2.0 * p.x / size) * size, std::round(2.0 * p.y / size) * size,
             std::round(2.0 * p.z / (size * flat)) * size * flat};
      points.push_back(at * p);
      if (k % 2 == 0) points.push_back(points[static_cast<std::size_t>(draw(0.0, i + 0.9))]);
    }
    try {
      const Hull hull = make_hull(points);
      expect_sound(hull, points);
      if (::testing::Test::HasFatalFailure()) FAIL() << "hull " << k;
      ++made;
    } catch (const HullError&) {
      // the points of a coarse grid may well lie in one plane
      ASSERT_TRUE(k % 3 == 0 || flat < 3e-4) << k;
    }
  }
  EXPECT_GT(made, 330);
}

TEST(Hulls, ABoxHasSixFaces) {
  Points points;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 4; ++y) {
      for (int z = 0; z < 3; ++z) points.push_back({0.1 * x, 0.1 * y, 0.1 * z});
    }
  }
  Draw draw(1);
  for (int k = 0; k < 50; ++k) {
    const Hull hull = make_hull(placed(points, draw.frame(3.0)));
    ASSERT_EQ(hull.faces.size(), 6U);
    ASSERT_EQ(hull.edges.size(), 12U);
    ASSERT_EQ(hull.corners.size(), 8U);
    ASSERT_NEAR(hull.thickness, 0.2, 1e-9);
  }
}

TEST(Hulls, WhatHasNoVolumeIsRefused) {
  const auto why = [](const Points& points) -> std::string {
    try {
      make_hull(points);
    } catch (const HullError& error) {
      return error.what();
    }
    return "made";
  };
  const V a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0}, d{1, 1, 0};
  EXPECT_NE(why({a, b, c}).find("at least 4"), std::string::npos);
  EXPECT_NE(why({a, a, a, a}).find("one point"), std::string::npos);
  EXPECT_NE(why({a, b, c, c}).find("differ"), std::string::npos);
  EXPECT_NE(why({a, b, c, d}).find("one plane"), std::string::npos);
  EXPECT_NE(why({a, b, {2, 0, 0}, {3, 0, 0}}).find("line"), std::string::npos);
  EXPECT_NE(why({a, b, c, {0, 0, 1e-7}}).find("one plane"), std::string::npos);
  EXPECT_NE(why({a, b, c, {0, 0, std::numeric_limits<double>::quiet_NaN()}}).find("finite"),
            std::string::npos);
  EXPECT_EQ(why({a, b, c, {0, 0, 1e-3}}), "made");
}

TEST(Hulls, HollowsAreFound) {
  Points points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  EXPECT_NEAR(hollow_of(make_hull(points), points), 0.0, 1e-12);
  points.push_back({0.3, 0.3, 0.3});
  EXPECT_GT(hollow_of(make_hull(points), points), 0.05);
}

}  // namespace
}  // namespace treadle::test
