// Mass properties of each shape against closed forms and against a fine mesh of itself.
#include "src/geometry/mass_of_shape.hpp"

#include "solids.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace treadle {
namespace {

using namespace test;

constexpr double pi = std::numbers::pi;
constexpr int fine = 240;

ShapeItem shape(ShapeKind kind, double radius, double length, double inner = 0.0) {
  ShapeItem item;
  item.kind = kind;
  item.radius = radius;
  item.length = length;
  item.inner_radius = inner;
  return item;
}

ShapeItem box(double x, double y, double z) {
  ShapeItem item;
  item.size = {x, y, z};
  return item;
}

ShapeItem extrusion(std::vector<std::array<double, 2>> outline, double length) {
  ShapeItem item = shape(ShapeKind::extrusion, 0.0, length);
  item.outline = std::move(outline);
  return item;
}

void expect_near(const MassOfShape& a, const MassOfShape& b, double tolerance) {
  const double size = std::cbrt(b.volume), moment = b.inertia[0] + b.inertia[1] + b.inertia[2];
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a.center[i], b.center[i], tolerance * size) << i;
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(a.inertia[i], b.inertia[i], tolerance * moment) << i;
}

std::string fault(const ShapeItem& item) {
  try {
    measure(item);
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "";
}

TEST(MassOfShape, closed_forms) {
  expect_near(measure(box(2.0, 3.0, 4.0)), {24.0, {}, {50.0, 40.0, 26.0, 0.0, 0.0, 0.0}}, 1e-15);
  const double rod = pi * 0.25 * 3.0;
  const double across = rod * (3.0 * 0.25 + 9.0) / 12.0;
  expect_near(measure(shape(ShapeKind::cylinder, 0.5, 3.0)),
              {rod, {}, {across, across, rod * 0.125, 0.0, 0.0, 0.0}}, 1e-15);
  const double ball = 4.0 / 3.0 * pi * 8.0;
  expect_near(measure(shape(ShapeKind::sphere, 2.0, 0.0)),
              {ball, {}, {1.6 * ball, 1.6 * ball, 1.6 * ball, 0.0, 0.0, 0.0}}, 1e-15);
}

TEST(MassOfShape, shapes_that_become_others) {
  const MassOfShape cylinder = measure(shape(ShapeKind::cylinder, 0.7, 1.3));
  expect_near(measure(shape(ShapeKind::tube, 0.7, 1.3, 0.0)), cylinder, 1e-15);
  expect_near(measure(shape(ShapeKind::capsule, 0.7, 1e-14)),
              measure(shape(ShapeKind::sphere, 0.7, 0.0)), 1e-13);
  expect_near(measure(extrusion({{-1.0, -1.5}, {1.0, -1.5}, {1.0, 1.5}, {-1.0, 1.5}}, 4.0)),
              measure(box(2.0, 3.0, 4.0)), 1e-15);

  // a tube is a cylinder less its hole
  const MassOfShape tube = measure(shape(ShapeKind::tube, 0.7, 1.3, 0.4));
  const MassOfShape hole = measure(shape(ShapeKind::cylinder, 0.4, 1.3));
  EXPECT_NEAR(tube.volume, cylinder.volume - hole.volume, 1e-15);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(tube.inertia[i], cylinder.inertia[i] - hole.inertia[i], 1e-15);
}

// A thin wall is not lost in the difference of its radii.
TEST(MassOfShape, thin_tube) {
  const double wall = std::ldexp(1.0, -30);
  const MassOfShape tube = measure(shape(ShapeKind::tube, 1.0, 1.0, 1.0 - wall));
  EXPECT_NEAR(tube.volume, pi * wall * (2.0 - wall), 1e-15 * tube.volume);
  EXPECT_NEAR(tube.inertia[2] / tube.volume, 1.0, 1e-8);
}

TEST(MassOfShape, against_meshes) {
  expect_near(measure(box_mesh({2.0, 3.0, 4.0}, {-1.0, -1.5, -2.0})), measure(box(2.0, 3.0, 4.0)),
              1e-14);

  expect_near(measure(turned_mesh({{0.0, -1.5}, {0.5, -1.5}, {0.5, 1.5}, {0.0, 1.5}}, fine, false)),
              measure(shape(ShapeKind::cylinder, 0.5, 3.0)), 5e-4);
  expect_near(measure(turned_mesh({{0.3, -1.5}, {0.5, -1.5}, {0.5, 1.5}, {0.3, 1.5}}, fine, true)),
              measure(shape(ShapeKind::tube, 0.5, 3.0, 0.3)), 5e-4);
  expect_near(measure(sphere_mesh(0.5, fine)), measure(shape(ShapeKind::sphere, 0.5, 0.0)), 5e-4);

  std::vector<std::array<double, 2>> profile;
  add_arc(profile, 0.5, -1.5, -pi / 2.0, 0.0, fine / 4);
  add_arc(profile, 0.5, 1.5, 0.0, pi / 2.0, fine / 4);
  expect_near(measure(turned_mesh(profile, fine, false)),
              measure(shape(ShapeKind::capsule, 0.5, 3.0)), 5e-4);
}

TEST(MassOfShape, sphere_converges_with_the_square_of_the_mesh) {
  const MassOfShape exact = measure(shape(ShapeKind::sphere, 0.5, 0.0));
  double before = 0.0;
  for (const int around : {20, 40, 80, 160}) {
    const MassOfShape mesh = measure(sphere_mesh(0.5, around));
    const double wrong = std::abs(mesh.inertia[0] - exact.inertia[0]);
    if (before > 0.0) {
      EXPECT_NEAR(before / wrong, 4.0, 0.2) << around;
    }
    before = wrong;
  }
}

// An L in the plane, not centred: against its mesh, and against two boxes by hand.
TEST(MassOfShape, extrusion_of_an_angle) {
  const std::vector<std::array<double, 2>> angle{{1.0, 2.0}, {4.0, 2.0}, {4.0, 3.0},
                                                 {2.0, 3.0}, {2.0, 5.0}, {1.0, 5.0}};
  const MassOfShape made = measure(extrusion(angle, 2.0));
  ShapeItem mesh = empty_mesh();
  for (const double z : {-1.0, 1.0}) {
    for (const auto& p : angle) mesh.points.push_back({p[0], p[1], z});
  }
  for (const auto& t :
       std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    mesh.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
    mesh.triangles.push_back({t[2], t[1], t[0]});
  }
  for (int i = 0; i < 6; ++i) {
    const int next = (i + 1) % 6;
    mesh.triangles.push_back({i, next, next + 6});
    mesh.triangles.push_back({i, next + 6, i + 6});
  }
  expect_near(measure(mesh), made, 1e-14);

  EXPECT_NEAR(made.volume, 10.0, 1e-14);  // 3 x 1 and 1 x 2, both 2 high
  EXPECT_NEAR(made.center[0], (6.0 * 2.5 + 4.0 * 1.5) / 10.0, 1e-14);
  EXPECT_NEAR(made.center[1], (6.0 * 2.5 + 4.0 * 4.0) / 10.0, 1e-14);
  EXPECT_NEAR(made.inertia[3], -(6.0 * 0.4 * -0.6 + 4.0 * -0.6 * 0.9), 1e-13);
}

TEST(MassOfShape, outline_far_away_loses_nothing) {
  const MassOfShape near = measure(extrusion({{0.0, 0.0}, {0.5, 0.0}, {0.25, 0.5}}, 1.0));
  const MassOfShape far =
      measure(extrusion({{1024.0, 512.0}, {1024.5, 512.0}, {1024.25, 512.5}}, 1.0));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_DOUBLE_EQ(far.inertia[i], near.inertia[i]);
}

TEST(MassOfShape, wrong_dimensions_are_refused) {
  EXPECT_NE(fault(box(1.0, 0.0, 1.0)).find("a side is 0"), std::string::npos);
  EXPECT_NE(fault(shape(ShapeKind::sphere, -1.0, 0.0)).find("the radius is -1"), std::string::npos);
  EXPECT_NE(fault(shape(ShapeKind::cylinder, 1.0, std::nan(""))).find("the length"),
            std::string::npos);
  EXPECT_NE(fault(shape(ShapeKind::tube, 1.0, 1.0, 1.0)).find("smaller than the radius"),
            std::string::npos);
  EXPECT_NE(fault(box(1e200, 1e200, 1.0)).find("the volume is inf"), std::string::npos);
  EXPECT_NE(fault(box(1e-200, 1e-200, 1.0)).find("the volume is 0"), std::string::npos);
}

TEST(MassOfShape, wrong_outlines_are_refused) {
  const auto says = [](std::vector<std::array<double, 2>> outline, const char* words) {
    const std::string message = fault(extrusion(std::move(outline), 1.0));
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  says({{0, 0}, {1, 0}}, "2 points; at least 3");
  says({{0, 0}, {0, 1}, {1, 1}, {1, 0}}, "runs clockwise; reverse");
  says({{0, 0}, {1, 0}, {1, 1}, {0, 0}}, "repeats the first");
  says({{0, 0}, {1, 0}, {1, 0}, {1, 1}}, "point 2 of the outline repeats");
  says({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, "meets itself: its side from (0, 0) to (1, 1)");
  says({{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}}, "meets itself");  // touches its own side
  says({{0, 0}, {4, 0}, {2, 0}, {2, 2}}, "turns back onto itself at (4, 0)");
  says({{0, 0}, {1, 0}, {2, 0}}, "turns back onto itself");
  says({{0, 0}, {1, 0}, {1, std::numeric_limits<double>::infinity()}},
       "point 2 of the outline is not finite");
  says(std::vector<std::array<double, 2>>(20000), "more than 10000");
  EXPECT_EQ(fault(extrusion({{0, 0}, {1, 0}, {2, 0}, {2, 2}}, 1.0)),
            "");  // a corner that is straight
}

}  // namespace
}  // namespace treadle
