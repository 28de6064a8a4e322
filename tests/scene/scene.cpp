// Every model is worth looking at: each moving body has something to draw, of a sensible size, and
// what is drawn does not depend on how a person chose the frames.
#include "src/scene/scene.hpp"

#include "src/mechanism/mechanism.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace treadle {
namespace {

Scene scene_of(const Mechanism& m) {
  return make_scene(m.description, m.model, m.placement, m.start.q);
}

Scene scene_of_model(const std::string& name) {
  return scene_of(build_mechanism(read_model(models_folder() + "/" + name + ".json")));
}

const SceneBody& body_named(const Scene& scene, const std::string& name) {
  const auto found = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                  [&](const SceneBody& b) { return b.name == name; });
  EXPECT_NE(found, scene.bodies.end()) << name;
  return *found;
}

double longest_of(const ShapeItem& s) {
  switch (s.kind) {
    case ShapeKind::box:
      return std::hypot(s.size[0], s.size[1], s.size[2]);
    case ShapeKind::capsule:
      return s.length + 2.0 * s.radius;
    default:
      return std::max(2.0 * s.radius, s.length);
  }
}

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class SceneOfModel : public testing::TestWithParam<std::string> {};

TEST_P(SceneOfModel, has_something_for_each_moving_body) {
  const Scene scene = scene_of_model(GetParam());
  EXPECT_GT(scene.extent, 0.0);
  EXPECT_EQ(scene.bodies[0].name, "ground");
  for (const SceneBody& body : scene.bodies) {
    EXPECT_TRUE(!body.moving || !body.shapes.empty()) << body.name;
    for (const SceneShape& shape : body.shapes) {
      const double size = longest_of(shape.item);
      EXPECT_GT(size, 0.0) << body.name;
      EXPECT_LE(size, 1.1 * scene.extent) << body.name;
      double square = 0.0;
      for (const double c : shape.item.pose.orientation) square += c * c;
      EXPECT_NEAR(square, 1.0, 1e-12) << body.name;
    }
  }
  const int count = static_cast<int>(scene.bodies.size());
  for (const SceneJoint& j : scene.joints) {
    EXPECT_TRUE(0 <= j.parent && j.parent < count && 0 <= j.child && j.child < count) << j.name;
  }
}

std::string word(const testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(Models, SceneOfModel, testing::ValuesIn(models()), word);

TEST(Scene, draws_what_a_person_would) {
  const Scene four_bar = scene_of_model("four_bar");
  for (std::size_t b = 1; b < four_bar.bodies.size(); ++b) {
    ASSERT_EQ(four_bar.bodies[b].shapes.size(), 1U) << four_bar.bodies[b].name;
    EXPECT_EQ(four_bar.bodies[b].shapes[0].item.kind, ShapeKind::capsule);
    EXPECT_TRUE(four_bar.bodies[b].shapes[0].automatic);
  }
  // a rod from the pivot to its tip, from the inertia alone
  const Scene pendulum = scene_of_model("pendulum");
  ASSERT_EQ(pendulum.bodies[1].shapes.size(), 1U);
  EXPECT_NEAR(pendulum.bodies[1].shapes[0].item.length, 1.0, 1e-9);
  EXPECT_NEAR(pendulum.bodies[1].shapes[0].item.pose.position[2], -0.5, 1e-9);
  // a trunk as a block of 1 m x 0.4 m x 0.2 m around its hips
  const SceneBody trunk = body_named(scene_of_model("quadruped"), "trunk");
  ASSERT_EQ(trunk.shapes.size(), 1U);
  EXPECT_EQ(trunk.shapes[0].item.kind, ShapeKind::box);
  EXPECT_NEAR(trunk.shapes[0].item.size[0], 1.0, 1e-9);
  EXPECT_NEAR(trunk.shapes[0].item.size[1], 0.4, 1e-9);
  EXPECT_NEAR(trunk.shapes[0].item.size[2], 0.2, 1e-9);
  // half a car of 1 m whose moments of inertia were made up does not fill the picture
  const SceneBody half = body_named(scene_of_model("car_axis"), "right");
  EXPECT_LT(longest_of(half.shapes.at(0).item), 0.7);
  // a wheel about y with the radius of a disc of its mass and moment
  const SceneBody wheel = body_named(scene_of_model("double_wishbone"), "wheel");
  ASSERT_EQ(wheel.shapes[0].item.kind, ShapeKind::tube);
  EXPECT_NEAR(wheel.shapes[0].item.radius, std::sqrt(2.0 * 7.38782 / 71.105), 1e-9);
  const Mat3<double> turn = to_frame(wheel.shapes[0].item.pose).r;
  EXPECT_NEAR(std::fabs(turn.z.y), 1.0, 1e-12);
}

TEST(Scene, a_ball_or_wheel_on_a_plane_has_its_radius) {
  for (const bool hinged : {false, true}) {
    Description d;
    d.bodies.resize(2);
    d.bodies[0].name = "frame";
    d.bodies[1].name = "wheel";
    for (BodyItem& body : d.bodies) {
      body.mass = 1.0;
      body.inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    }
    JointItem guide, hub;
    guide.name = "guide";
    guide.type = JointType::prismatic;
    guide.parent = ground_name;
    guide.child = "frame";
    guide.design = JointFrame{{0.0, 0.0, 3.0}, Triple{0.0, 0.0, 1.0}, std::nullopt};
    hub.name = "hub";
    hub.type = hinged ? JointType::revolute : JointType::spherical;
    hub.parent = "frame";
    hub.child = "wheel";
    hub.design = JointFrame{{0.0, 0.0, 0.0}, std::nullopt, std::nullopt};
    if (hinged) hub.design->axis = Triple{0.0, 1.0, 0.0};
    d.joints = {guide, hub};
    ForceItem road;
    road.name = "road";
    road.kind = ForceKind::plane;
    road.from = {"wheel", {0.0, 0.0, 0.0}};
    road.to = {ground_name, {0.0, 0.0, -0.3}};
    road.radius = 0.3;
    road.stiffness = 1e4;
    d.forces = {road};
    const Scene scene = scene_of(build_mechanism(d));
    const ShapeItem& shape = scene.bodies[2].shapes.at(0).item;
    EXPECT_EQ(shape.kind, hinged ? ShapeKind::tube : ShapeKind::sphere);
    EXPECT_DOUBLE_EQ(shape.radius, 0.3);
    ASSERT_EQ(scene.planes.size(), 1U);
    EXPECT_EQ(scene.planes[0].name, "road");
  }
}

TEST(Scene, shapes_of_the_model_are_kept_as_they_are) {
  Description d = read_model(models_folder() + "/pendulum.json");
  ShapeItem ball;
  ball.kind = ShapeKind::sphere;
  ball.radius = 0.07;
  ball.color = "#112233";
  d.bodies[0].shapes = {ball};
  const Scene scene = scene_of(build_mechanism(d));
  ASSERT_EQ(scene.bodies[1].shapes.size(), 1U);
  EXPECT_FALSE(scene.bodies[1].shapes[0].automatic);
  EXPECT_EQ(scene.bodies[1].shapes[0].item.color, "#112233");
}

/// Centre and ends of a shape in the world, at the design position.
std::array<Vec3<double>, 3> in_world(const Pose& body, const ShapeItem& shape) {
  const Frame frame = to_frame(body) * to_frame(shape.pose);
  const Vec3<double> half{0.0, 0.0, 0.5 * shape.length};
  return {frame.p, frame * half, frame * -half};
}

// The same mechanism written in body frames that are turned and moved.
TEST(Scene, does_not_depend_on_body_frames) {
  for (const std::string name : {"four_bar", "double_wishbone", "spatial_four_bar"}) {
    const Description plain = read_model(models_folder() + "/" + name + ".json");
    Description turned = plain;
    const double c = std::cos(0.35), s = std::sin(0.35);
    const Pose change{{0.1, -0.2, 0.3}, {c, 0.48 * s, 0.6 * s, 0.64 * s}};
    const Frame moved = to_frame(change), back = inverse(moved);
    const auto point = [&](Triple& p) {
      const Vec3<double> q = back * to_vec(p);
      p = {q.x, q.y, q.z};
    };
    for (BodyItem& body : turned.bodies) {
      const Frame pose = to_frame(body.pose) * moved;
      body.pose = {{pose.p.x, pose.p.y, pose.p.z}, to_quaternion(pose.r)};
      point(body.center);
      const auto& [xx, yy, zz, xy, xz, yz] = body.inertia;
      const Sym3<double> j = rotate(back.r, Sym3<double>{xx, yy, zz, xy, xz, yz});
      body.inertia = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
    }
    const auto anchor = [&](Anchor& a) {
      if (a.body != ground_name) point(a.position);
    };
    for (ConstraintItem& item : turned.constraints) {
      anchor(item.from);
      anchor(item.to);
    }
    for (ForceItem& item : turned.forces) {
      anchor(item.from);
      anchor(item.to);
    }
    const Scene one = scene_of(build_mechanism(plain)), two = scene_of(build_mechanism(turned));
    EXPECT_NEAR(one.extent, two.extent, 1e-9 * one.extent);
    for (std::size_t b = 1; b < one.bodies.size(); ++b) {
      const auto& first = one.bodies[b].shapes;
      const auto& second = two.bodies[b].shapes;
      ASSERT_EQ(first.size(), second.size()) << name << " " << one.bodies[b].name;
      if (!one.bodies[b].moving) continue;
      for (std::size_t k = 0; k < first.size(); ++k) {
        EXPECT_EQ(first[k].item.kind, second[k].item.kind);
        EXPECT_NEAR(first[k].item.radius, second[k].item.radius, 1e-7);
        const auto here = in_world(plain.bodies[b - 1].pose, first[k].item),
                   there = in_world(turned.bodies[b - 1].pose, second[k].item);
        EXPECT_LT(norm(here[0] - there[0]), 1e-9) << name << " " << one.bodies[b].name;
        const double ends = std::min(norm(here[1] - there[1]), norm(here[1] - there[2]));
        EXPECT_LT(ends, 1e-6) << name << " " << one.bodies[b].name;
      }
    }
  }
}

}  // namespace
}  // namespace treadle
