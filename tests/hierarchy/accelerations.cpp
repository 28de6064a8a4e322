// Accelerations by a hierarchy of components against the augmented matrix in joint coordinates, for
// every way to cut; D and r against a dense Schur complement.
#include "src/acceleration/step.hpp"
#include "src/hierarchy/hierarchy.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/advance.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

struct Both {
  std::vector<double> qdd, by_components;
  double scale = 0.0, off = 0.0, reaction_off = 0.0;
  int levels = 0;
};

// At a state of a mechanism, by the dense saddle solver and by components.
Both compare(const Mechanism& m, std::span<const double> q, std::span<const double> v,
             const HierarchyChoice& choice, const std::vector<HierarchyPart>& parts = {}) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  const auto solver = make_solver<double>("gauss", *m.model.pattern);
  solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
  Both out;
  EXPECT_TRUE(evaluate<double>(m.model, m.forces, *solver, {}, q, v, w).ok());
  out.qdd = w.qdd;
  const std::vector<double> lambda = w.lambda;
  Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts, choice), m.redundancy.rows);
  const Report report =
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda);
  EXPECT_TRUE(report.ok());
  out.by_components = w.qdd;
  for (std::size_t k = 0; k < out.qdd.size(); ++k) {
    out.scale = std::max(out.scale, std::fabs(out.qdd[k]));
    out.off = std::max(out.off, std::fabs(out.qdd[k] - w.qdd[k]));
  }
  for (const ComponentNode& node : hierarchy.plan().nodes)
    out.levels = std::max(out.levels, node.level);
  // multipliers: the same generalized forces
  const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
  const Eigen::VectorXd one = phi.transpose() * dense_vector(lambda),
                        other = phi.transpose() * dense_vector(w.lambda);
  if (phi.rows() > 0)
    out.reaction_off = (one - other).cwiseAbs().maxCoeff() / (1.0 + one.cwiseAbs().maxCoeff());
  return out;
}

// Links of 0.3 m on hinges that turn every which way, hung at one end and swinging.
std::string chain(int count) {
  std::string bodies, joints;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k), x = std::to_string(0.3 * k);
    bodies += (k == 0 ? "" : ", ") + ("{\"name\": \"b" + n) +
              R"(", "mass": 1, "inertia": [0.01, 0.02, 0.02], "position": [)" + x +
              R"(, 0, 0], "center": [0.15, 0.01, 0]})";
    joints += (k == 0 ? "" : ", ") + ("{\"name\": \"j" + n) +
              R"(", "type": "revolute", "parent": ")" +
              (k == 0 ? "ground" : "b" + std::to_string(k - 1)) + R"(", "child": "b)" + n +
              R"(", "position": [)" + x + R"(, 0, 0], "axis": [0, )" +
              (k % 2 == 0 ? "1, 0.3" : "-0.2, 1") + R"(], "start": 0.1, "velocity": 0.2})";
  }
  return R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + "]}";
}

TEST(Hierarchy, RandomMechanismsHoweverTheyAreCut) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomChoice choice;
    choice.bodies = 3 + static_cast<int>(seed % 12);
    choice.loops = static_cast<int>(seed % 4);
    choice.free_root = seed % 3 == 0;
    const Mechanism m = build_mechanism(random_mechanism(seed + 4000, choice).description);
    for (const HierarchyChoice cut : {HierarchyChoice{1, 2}, {1, 4}, {2, 2}, {3, 3}, {8, 3}}) {
      const Both both = compare(m, m.start.q, m.start.v, cut);
      EXPECT_LT(both.off, 1e-9 * both.scale)
          << "seed " << seed << ", fragments of " << cut.fragment << ", pieces " << cut.pieces;
      EXPECT_LT(both.reaction_off, 1e-8) << "seed " << seed << ", " << cut.fragment;
    }
  }
}

TEST(Hierarchy, ReadyModels) {
  for (const char* name : {"pendulum", "double_pendulum", "four_bar", "slider_crank", "quadruped",
                           "hmmwv", "double_wishbone", "bricard", "spatial_four_bar", "car_axis"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    const Both both = compare(m, m.start.q, m.start.v, {});
    EXPECT_LT(both.off, 1e-9 * std::max(both.scale, 1.0)) << name;
  }
}

// A chain of N bodies has about log N levels.
TEST(Hierarchy, LevelsOfAChainGrowAsTheLogarithm) {
  std::vector<int> levels;
  for (const int count : {8, 64, 512}) {
    const Mechanism m = build_mechanism(read_model_text(chain(count), "chain"));
    const Both both = compare(m, m.start.q, m.start.v, {4, 3});
    EXPECT_LT(both.off, 1e-7 * both.scale) << count;
    levels.push_back(both.levels);
  }
  EXPECT_LE(levels.back(), 7);
  EXPECT_GT(levels.back(), levels.front());
}

}  // namespace
}  // namespace treadle::test
