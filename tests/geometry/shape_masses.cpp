// The mass of a body from its shapes, against Steiner's theorem written with Eigen.
#include "src/geometry/shape_masses.hpp"

#include "solids.hpp"
#include "src/base/error.hpp"
#include "src/geometry/mass_of_shape.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

using namespace test;

Eigen::Matrix3d full_tensor(const std::array<double, 6>& j) {
  Eigen::Matrix3d m;
  m << j[0], j[3], j[4], j[3], j[1], j[5], j[4], j[5], j[2];
  return m;
}

Eigen::Vector3d vector(const Triple& p) { return {p[0], p[1], p[2]}; }

ShapeItem any_shape(int kind, const Pose& pose, double density) {
  ShapeItem shape = kind == 6 ? box_mesh({0.2, 0.4, 0.3}, {1.0, 2.0, 3.0}) : ShapeItem{};
  shape.kind = static_cast<ShapeKind>(kind);
  shape.size = {0.2, 0.5, 0.9};
  shape.radius = 0.3;
  shape.inner_radius = 0.1;
  shape.length = 0.7;
  shape.outline = {{0.0, 0.0}, {0.3, 0.1}, {0.4, 0.5}, {-0.2, 0.3}};
  shape.pose = pose;
  shape.density = density;
  return shape;
}

TEST(ShapeMasses, sum_of_all_kinds_anywhere) {
  std::mt19937 dice(7);
  for (int round = 0; round < 20; ++round) {
    BodyItem body;
    for (int kind = 0; kind < 7; ++kind) {
      body.shapes.push_back(
          any_shape(kind, to_pose(random_pose(dice, 3.0)), uniform(dice, 100.0, 8000.0)));
    }
    body.shapes.push_back(body.shapes[0]);
    body.shapes.back().density.reset();  // only drawn
    add_shape_masses(body);

    // about the origin of the body frame first, then back to the centre
    double mass = 0.0;
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    Eigen::Matrix3d about_origin = Eigen::Matrix3d::Zero();
    const auto steiner = [](double m, const Eigen::Vector3d& d) -> Eigen::Matrix3d {
      return m * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
    };
    for (int kind = 0; kind < 7; ++kind) {
      const ShapeItem& shape = body.shapes[static_cast<std::size_t>(kind)];
      const MassOfShape own = measure(shape);
      const Eigen::Isometry3d pose = to_isometry(shape.pose);
      const double m = *shape.density * own.volume;
      const Eigen::Vector3d center = pose * vector(own.center);
      mass += m;
      moment += m * center;
      about_origin +=
          *shape.density * pose.linear() * full_tensor(own.inertia) * pose.linear().transpose();
      about_origin += steiner(m, center);
    }
    const Eigen::Vector3d center = moment / mass;
    const Eigen::Matrix3d inertia = about_origin - steiner(mass, center);
    EXPECT_NEAR(body.mass, mass, 1e-12 * mass);
    EXPECT_LT((vector(body.center) - center).norm(), 1e-12);
    EXPECT_LT((full_tensor(body.inertia) - inertia).norm(), 1e-11 * about_origin.norm());
  }
}

// Half a box and another half are one box.
TEST(ShapeMasses, two_halves_make_a_whole) {
  BodyItem halves, whole;
  for (const double x : {-0.5, 0.5}) {
    ShapeItem half;
    half.size = {1.0, 2.0, 3.0};
    half.pose.position = {x, 0.0, 0.0};
    half.density = 2.0;
    halves.shapes.push_back(half);
  }
  ShapeItem box;
  box.size = {2.0, 2.0, 3.0};
  box.density = 2.0;
  whole.shapes.push_back(box);
  add_shape_masses(halves);
  add_shape_masses(whole);
  EXPECT_DOUBLE_EQ(halves.mass, whole.mass);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(halves.inertia[i], whole.inertia[i], 1e-13);
}

TEST(ShapeMasses, are_added_to_what_is_there) {
  BodyItem body;
  body.mass = 24.0;
  body.center = {2.0, 0.0, 0.0};
  body.inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  ShapeItem box;
  box.size = {2.0, 3.0, 4.0};
  box.density = 1.0;
  body.shapes.push_back(box);
  add_shape_masses(body);
  EXPECT_DOUBLE_EQ(body.mass, 48.0);
  EXPECT_DOUBLE_EQ(body.center[0], 1.0);
  EXPECT_DOUBLE_EQ(body.inertia[0], 51.0);
  EXPECT_DOUBLE_EQ(body.inertia[1], 41.0 + 48.0);
}

TEST(ShapeMasses, without_density_change_nothing) {
  BodyItem body;
  body.mass = 3.0;
  body.shapes.emplace_back();
  add_shape_masses(body);
  EXPECT_EQ(body.mass, 3.0);
  EXPECT_FALSE(has_density(body));
}

TEST(ShapeMasses, faults_name_body_and_shape) {
  BodyItem body;
  body.name = "arm";
  body.shapes.push_back(any_shape(0, {}, 1.0));
  body.shapes.push_back(any_shape(6, {}, 1.0));
  body.shapes[1].triangles.pop_back();
  try {
    add_shape_masses(body);
    FAIL() << "an open mesh is accepted";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "shapes[1]");
    EXPECT_NE(std::string(error.what()).find("body 'arm': shapes[1]: the mesh is not closed"),
              std::string::npos);
  }
  body.shapes.pop_back();
  body.shapes[0].density = 1e308;
  body.shapes[0].size = {1e2, 1e2, 1e2};
  EXPECT_THROW(add_shape_masses(body), ModelError);
}

}  // namespace
}  // namespace treadle
