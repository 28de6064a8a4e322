// What is frozen of a description: masses of welded bodies, internal frames, the start that was
// asked for, and the same numbers in other kinds of number.
#include "src/base/error.hpp"
#include "src/builder/model_builder.hpp"
#include "src/model/build.hpp"
#include "src/model/mass_properties.hpp"
#include "src/scalar/counted.hpp"
#include "support/random_mechanism.hpp"
#include "support/states.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

Eigen::Matrix3d eigen_sym(const Sym3<double>& j) {
  Eigen::Matrix3d m;
  m << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  return m;
}

// Steiner's theorem with Eigen: bodies that are welded at random become one.
TEST(FrozenModel, WeldedBodiesAddUp) {
  std::mt19937 dice(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<Eigen::Isometry3d> poses;
    std::vector<double> masses;
    std::vector<Eigen::Vector3d> centers;
    std::vector<Eigen::Matrix3d> inertias;
    for (int k = 0; k < 4; ++k) {
      poses.push_back(random_pose(dice));
      masses.push_back(uniform(dice, 0.5, 3.0));
      centers.emplace_back(uniform(dice), uniform(dice), uniform(dice));
      const Eigen::Vector3d size(uniform(dice, 0.2, 1), uniform(dice, 0.2, 1),
                                 uniform(dice, 0.2, 1));
      const Eigen::Matrix3d turn = random_rotation(dice).toRotationMatrix();
      const Eigen::Matrix3d box = masses.back() / 12.0 *
                                  (size.squaredNorm() * Eigen::Matrix3d::Identity() -
                                   Eigen::Matrix3d(size.cwiseAbs2().asDiagonal()));
      inertias.push_back(turn * box * turn.transpose());
    }
    Description d;
    for (std::size_t k = 0; k < 4; ++k) {
      BodyItem body;
      body.name = "part" + std::to_string(k);
      body.pose = to_pose(poses[k]);
      body.mass = masses[k];
      body.center = {centers[k].x(), centers[k].y(), centers[k].z()};
      const Eigen::Matrix3d& j = inertias[k];
      body.inertia = {j(0, 0), j(1, 1), j(2, 2), j(0, 1), j(0, 2), j(1, 2)};
      d.bodies.push_back(body);
      if (k == 0) continue;
      JointItem weld;
      weld.name = "weld" + std::to_string(k);
      weld.type = JointType::fixed;
      weld.parent = "part" + std::to_string(k - 1);
      weld.child = body.name;
      d.joints.push_back(weld);
    }
    const BuiltModel built = build_model(d);
    ASSERT_EQ(built.model.links.size(), 1U);
    double mass = 0.0;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
      mass += masses[k];
      center += masses[k] * (poses[k] * centers[k]);
    }
    center /= mass;
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
    for (std::size_t k = 0; k < 4; ++k) {
      const Eigen::Vector3d arm = poses[k] * centers[k] - center;
      const Eigen::Matrix3d r = poses[k].rotation();
      inertia +=
          r * inertias[k] * r.transpose() +
          masses[k] * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
    }
    // from the internal frame to the world by the place of the first part
    const Link<double>& link = built.model.links.front();
    const Frame own = built.placement.bodies.front().frame;
    const Eigen::Matrix3d turn = poses[0].rotation() * eigen(own.r).transpose();
    const Eigen::Vector3d origin = poses[0].translation() - turn * eigen(own.p);
    EXPECT_NEAR(link.mass, mass, 1e-14 * mass);
    EXPECT_LT((origin + turn * eigen(link.center) - center).norm(), 1e-14);
    EXPECT_LT((turn * eigen_sym(link.inertia) * turn.transpose() - inertia).norm(),
              1e-14 * (1.0 + inertia.norm()));
  }
}

// Each internal frame has its joint's axis along z, and every body of the description keeps its
// place.
TEST(FrozenModel, InternalFramesSitAtTheirJoints) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const RandomMechanism random = pick(seed);
    const BuiltModel built = build_model(random.description);
    PositionStage<double> at(built.model);
    place_bodies<double>(built.model, built.start.q, at);
    for (std::size_t b = 0; b < random.poses.size(); ++b) {
      const PlacedBody& placed = built.placement.bodies[b];
      if (!placed.body.valid()) continue;
      const Frame x = world_pose(built.model, at, placed.body.at) * placed.frame;
      EXPECT_LT((eigen(x.p) - random.poses[b].translation()).norm(), 1e-12) << seed;
      EXPECT_LT((eigen(x.r) - random.poses[b].rotation()).norm(), 1e-12) << seed;
    }
  }
}

// Numbers stay what they are in every kind of number, and so does the structure.
TEST(FrozenModel, CastKeepsEveryNumber) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Model<double> model = build_model(pick(seed).description).model;
    const Model<Counted> counted = cast<Counted>(model);
    ASSERT_EQ(counted.links.size(), model.links.size());
    ASSERT_EQ(counted.loops.size(), model.loops.size());
    EXPECT_EQ(counted.rows(), model.rows());
    EXPECT_EQ(counted.nv(), model.nv());
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const Link<double>& one = model.links[i];
      const Link<Counted>& other = counted.links[i];
      EXPECT_EQ(value(other.mass), one.mass);
      EXPECT_EQ(value(other.center.y), one.center.y);
      EXPECT_EQ(value(other.inertia.yz), one.inertia.yz);
      EXPECT_EQ(value(other.joint_frame.p.z), one.joint_frame.p.z);
      EXPECT_EQ(value(other.joint_frame.r.x.y), one.joint_frame.r.x.y);
      EXPECT_EQ(other.parent, one.parent);
      EXPECT_EQ(other.reversed, one.reversed);
    }
    for (std::size_t c = 0; c < model.loops.size(); ++c) {
      EXPECT_EQ(value(counted.loops[c].from.frame.p.x), model.loops[c].from.frame.p.x);
      EXPECT_EQ(value(counted.loops[c].length), model.loops[c].length);
      EXPECT_EQ(counted.loops[c].path, model.loops[c].path);
      EXPECT_EQ(counted.loops[c].columns, model.loops[c].columns);
    }
  }
}

TEST(FrozenModel, StartIsWhatWasAskedFor) {
  ModelBuilder b("start");
  b.body("one").mass(1).inertia({1, 1, 1});
  b.body("two").mass(1).inertia({1, 1, 1});
  b.revolute("first")
      .between("ground", "one")
      .at({0, 0, 0})
      .along({0, 1, 0})
      .start(0.4)
      .velocity(-0.7);
  b.cylindrical("second")
      .between("two", "one")  // against the tree
      .at({1, 0, 0})
      .along({1, 0, 0})
      .start("displacement", 0.25)
      .velocity("angle", 3.0);
  const BuiltModel built = build_model(b.description());
  const Topology& t = *built.model.topology;
  for (const TreeBody& body : t.bodies) {
    const auto q = static_cast<std::size_t>(body.q_at), v = static_cast<std::size_t>(body.v_at);
    if (body.joint == "first") {
      EXPECT_EQ(built.start.q[q], 0.4);
      EXPECT_EQ(built.start.v[v], -0.7);
      EXPECT_TRUE(built.start.asked[v]);
      EXPECT_TRUE(built.start.asked_velocity[v]);
    } else {
      EXPECT_EQ(built.start.q[q], 0.0);
      EXPECT_EQ(built.start.q[q + 1], 0.25);
      EXPECT_EQ(built.start.v[v], 3.0);
      EXPECT_FALSE(built.start.asked[v]);
      EXPECT_TRUE(built.start.asked[v + 1]);
      EXPECT_TRUE(built.start.asked_velocity[v]);
      EXPECT_FALSE(built.start.asked_velocity[v + 1]);
    }
  }
}

// To the tree's way and back.
TEST(FrozenModel, TurningAJointTwiceIsNothing) {
  std::mt19937 dice(8);
  for (const JointType type : {JointType::spherical, JointType::free, JointType::revolute}) {
    const JointFacts& facts = joint_facts(type);
    Numbers q = random_numbers(dice, facts.nq), v = random_numbers(dice, facts.nv);
    if (facts.nq > facts.nv) {
      double size = 0.0;
      for (int k = facts.nq - 4; k < facts.nq; ++k)
        size += q[static_cast<std::size_t>(k)] * q[static_cast<std::size_t>(k)];
      for (int k = facts.nq - 4; k < facts.nq; ++k)
        q[static_cast<std::size_t>(k)] /= std::sqrt(size);
    }
    const Numbers q_before = q, v_before = v;
    turn_joint(type, true, q, v);
    turn_joint(type, true, q, v);
    EXPECT_LT((dense_vector(q) - dense_vector(q_before)).norm(), 1e-15);
    EXPECT_LT((dense_vector(v) - dense_vector(v_before)).norm(), 1e-15);
  }
}

TEST(FrozenModel, InertiasThatNobodyHasAreRefused) {
  ModelBuilder b("impossible");
  b.body("one").mass(1).inertia({1, 1, 3});  // more about z than about x and y together
  b.free("flight").between("ground", "one");
  EXPECT_THROW(build_model(b.description()), ModelError);
}

}  // namespace
}  // namespace treadle::test
