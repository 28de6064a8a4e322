// A hundred assemblies drawn by a seed: parts in parts, one to five levels deep, loops and joints
// across their borders, joints that are drawn twice. As components and in joint coordinates.
#include "src/acceleration/accelerations.hpp"
#include "src/acceleration/component_method.hpp"
#include "src/components/place_part.hpp"
#include "src/components/poses.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/random_mechanism.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace treadle::test {
namespace {

struct Assembly {
  Description description;
  int levels = 0;
  bool doubled = false;  ///< a joint is drawn twice
};

// Bodies are dealt to the parts of a tree of parts, wherever they hang: what holds them together
// crosses borders more often than not.
Assembly assembly(unsigned seed) {
  std::mt19937 dice(seed);
  const auto below = [&](int n) { return static_cast<int>(dice() % static_cast<unsigned>(n)); };
  RandomChoice choice;
  choice.bodies = 4 + below(14);
  choice.loops = below(4);
  choice.free_root = below(3) == 0;
  Assembly out;
  out.description = random_mechanism(seed + 9000, choice).description;
  Description& d = out.description;
  out.levels = 1 + static_cast<int>(seed % 5);
  std::vector<std::string> names{""};  // the model itself
  for (int level = 1; level < out.levels; ++level) {
    const std::size_t count = names.size();
    for (int k = 0; k < 1 + below(2); ++k) {
      const std::string& around =
          k == 0 ? names.back() : names[static_cast<std::size_t>(below(static_cast<int>(count)))];
      PartItem part;
      part.parent = around;
      part.name = (around.empty() ? "" : around + ".") + "p" + std::to_string(d.parts.size());
      d.parts.push_back(part);
      names.push_back(part.name);
    }
  }
  for (const BodyItem& body : d.bodies) {
    const int part = below(static_cast<int>(d.parts.size()) + 1);
    if (part > 0) d.parts[static_cast<std::size_t>(part - 1)].bodies.push_back(body.name);
  }
  for (std::size_t tries = 0; tries < 20 && !out.doubled && seed % 2 == 0; ++tries) {
    JointItem joint = d.joints[static_cast<std::size_t>(below(static_cast<int>(d.joints.size())))];
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic &&
        joint.type != JointType::spherical && joint.type != JointType::cylindrical)
      continue;
    joint.name += "_again";
    joint.hint = TreeHint::automatic;
    joint.forces.clear();
    joint.on_angles = {};
    joint.start.clear();
    joint.start_velocity.clear();
    d.joints.push_back(std::move(joint));
    out.doubled = true;
  }
  return out;
}

TEST(RandomAssemblies, AccelerateAsInJointCoordinates) {
  int deepest = 0, doubled = 0, across = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Assembly drawn = assembly(seed);
    const Mechanism m = build_mechanism(drawn.description);
    Workspace<double> w(m.model, m.functions.size());
    w.functions = m.functions_at(0.0);
    const auto solver = make_solver<double>("gauss", *m.model.pattern);
    solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
    ASSERT_TRUE(evaluate<double>(m.model, m.forces, *solver, {}, m.start.q, m.start.v, w).ok())
        << seed;
    const std::vector<double> qdd = w.qdd, lambda = w.lambda;
    prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
    for (const HierarchyChoice choice :
         {HierarchyChoice{}, {16, 2, ClosedLoops::inside}, {1, 4}, {3, 2}}) {
      Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts_of(m), choice), m.redundancy.rows);
      ASSERT_TRUE(
          hierarchy
              .solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
              .ok())
          << seed;
      std::vector<double> found = w.qdd;
      turn_back<double>(m.model, w.position, found);
      double most = 0.0, off = 0.0;
      for (std::size_t k = 0; k < qdd.size(); ++k) {
        most = std::max(most, std::fabs(qdd[k]));
        off = std::max(off, std::fabs(qdd[k] - found[k]));
      }
      EXPECT_LT(off, 1e-9 * most) << "seed " << seed << ", fragments of " << choice.fragment;
      for (const ComponentNode& node : hierarchy.plan().nodes) {
        deepest = std::max(deepest, node.level);
        across += !node.loops.empty() && node.level > 1 ? 1 : 0;
      }
      const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
      if (phi.rows() == 0) continue;
      const Eigen::VectorXd one = phi.transpose() * dense_vector(lambda),
                            other = phi.transpose() * dense_vector(w.lambda);
      EXPECT_LT((one - other).norm(), 1e-8 * (1.0 + one.norm())) << seed;
    }
    doubled += drawn.doubled && !m.redundancy.rows.empty() ? 1 : 0;
  }
  EXPECT_GE(deepest, 5);
  EXPECT_GT(doubled, 30);
  EXPECT_GT(across, 100);
}

// The same machine, turned and moved as a whole with the direction of its weight: the same
// accelerations of all joints.
TEST(RandomAssemblies, FramesDoNotMatter) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 dice(seed + 77);
    const auto throw_once = [&] { return std::ldexp(static_cast<double>(dice()), -31) - 1.0; };
    const Description drawn = assembly(seed).description;
    PartPlacement placement;
    placement.name = "turned";
    double length = 0.0;
    for (double& x : placement.pose.orientation) {
      x = throw_once();
      length += x * x;
    }
    for (double& x : placement.pose.orientation) x /= std::sqrt(length);
    for (double& x : placement.pose.position) x = 3.0 * throw_once();
    Description turned = place_part(drawn, placement);
    turned.gravity = treadle::turned(placement.pose.orientation, drawn.gravity);
    const auto accelerate = [&](const Description& description) {
      const Mechanism m = build_mechanism(description);
      Accelerations by(m, {.by_components = true});
      EXPECT_TRUE(by.find({.t = 0.0, .q = m.start.q, .v = m.start.v}).ok()) << seed;
      EXPECT_EQ(by.count_of("components")->answered, 1) << seed;
      return by.workspace().qdd;
    };
    const std::vector<double> one = accelerate(drawn), other = accelerate(turned);
    ASSERT_EQ(one.size(), other.size());
    double most = 0.0;
    for (const double x : one) most = std::max(most, std::fabs(x));
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_NEAR(one[k], other[k], 1e-9 * most) << "seed " << seed << ", coordinate " << k;
  }
}

TEST(RandomAssemblies, MoveAsInJointCoordinates) {
  int by_components = 0;
  long refused = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Mechanism m = build_mechanism(assembly(seed).description);
    RunOptions options;
    options.duration = 0.2;
    options.rtol = options.atol = 1e-11;
    const RunResult joint = run(m, options);
    options.formulation = "component";
    const RunResult component = run(m, options);
    ASSERT_EQ(component.end, joint.end) << seed << ": " << component.message;
    if (joint.end != RunEnd::done) continue;
    refused += component.refused_answers;
    for (const MethodCount& count : component.methods)
      by_components += count.name == "components" && count.answered > 5 ? 1 : 0;
    for (const auto& [name, q] : joint.q) {
      for (std::size_t k = 0; k < q.size(); ++k)
        EXPECT_NEAR(component.q.at(name)[k], q[k], 1e-8 * (1.0 + std::fabs(q[k])))
            << "seed " << seed << ", " << name;
    }
  }
  EXPECT_GT(by_components, 95);
  EXPECT_LT(refused, 10);
}

}  // namespace
}  // namespace treadle::test
