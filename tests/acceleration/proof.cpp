// Accelerations that are wrong do not pass: in any equation of the loops, those left out included,
// and along any freedom; and runs that make no progress end.
#include "src/acceleration/proof.hpp"

#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <cmath>
#include <string>

namespace treadle::test {
namespace {

Mechanism mechanism_of(const std::string& file) {
  return build_mechanism(read_model(tests_folder() + "/" + file));
}

/// A mechanism at its start, with right accelerations.
struct Scene {
  explicit Scene(const std::string& file)
      : mechanism(mechanism_of(file)),
        solver(make_solver<double>("topology", *mechanism.model.pattern)),
        work(mechanism.model, mechanism.functions.size()),
        length(length_scale(mechanism.model)) {
    solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
    work.functions = mechanism.functions_at(0.0);
    EXPECT_TRUE(evaluate<double>(mechanism.model, mechanism.forces, *solver, {}, mechanism.start.q,
                                 mechanism.start.v, work)
                    .ok());
  }
  [[nodiscard]] bool met() {
    return loops_are_met<double>(mechanism.model, length, mechanism.start.v, work.qdd, work);
  }
  [[nodiscard]] bool balanced() {
    BalanceProof proof(mechanism.model);
    return proof.with_multipliers(mechanism.model, work.qdd, work).ok();
  }

  Mechanism mechanism;
  std::unique_ptr<SaddleSolver<double>> solver;
  Workspace<double> work;
  double length;
};

TEST(Proof, RightAnswersPass) {
  for (const char* file : {"campaign/cases/door.json", "campaign/cases/four_bar.json",
                           "../models/hmmwv.json", "../models/double_wishbone.json"}) {
    Scene scene(file);
    EXPECT_TRUE(scene.met()) << file;
    EXPECT_TRUE(scene.balanced()) << file;
  }
}

// Any coordinate that a loop moves.
TEST(Proof, LoopsThatAreNotMetAreSeen) {
  Scene scene("campaign/cases/four_bar.json");
  for (double& a : scene.work.qdd) {
    const double right = a;
    a += 1e-4 * (1.0 + std::fabs(a));
    EXPECT_FALSE(scene.met());
    a = right;
  }
  EXPECT_TRUE(scene.met());
}

// The freedom of a mechanism with one: accelerations along the velocity meet all loops.
TEST(Proof, ForcesThatDoNotBalanceAreSeen) {
  Scene scene("campaign/cases/four_bar.json");
  const std::vector<double>& v = scene.mechanism.start.v;
  for (std::size_t k = 0; k < v.size(); ++k) scene.work.qdd[k] += 1e-3 * v[k];
  EXPECT_TRUE(scene.met());
  EXPECT_FALSE(scene.balanced());
}

// Many freedoms: whatever moves along one of them, found by singular values of Phi.
TEST(Proof, EveryFreedomIsLookedAt) {
  Scene scene("../models/hmmwv.json");
  const Model<double>& m = scene.mechanism.model;
  const Eigen::MatrixXd phi = dense_phi(m, scene.work.loops.phi);
  const Eigen::MatrixXd free = phi.fullPivLu().kernel();
  double most = 1.0;
  for (const double a : scene.work.qdd) most = std::max(most, std::fabs(a));
  const std::vector<double> right = scene.work.qdd;
  ASSERT_GT(free.cols(), 10);
  for (Eigen::Index f = 0; f < free.cols(); ++f) {
    const double part = 0.1 * most / free.col(f).lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < right.size(); ++k)
      scene.work.qdd[k] = right[k] + part * free(static_cast<Eigen::Index>(k), f);
    EXPECT_TRUE(scene.met()) << f;
    EXPECT_FALSE(scene.balanced()) << f;
  }
}

TEST(Proof, TreesBalanceOrAreRefused) {
  const Mechanism m = mechanism_of("../models/pendulum.json");
  Workspace<double> w(m.model, m.functions.size());
  auto solver = make_solver<double>("topology", *m.model.pattern);
  ASSERT_TRUE(evaluate<double>(m.model, m.forces, *solver, {}, m.start.q, m.start.v, w).ok());
  BalanceProof proof(m.model);
  EXPECT_TRUE(proof.with_multipliers(m.model, w.qdd, w).ok());
  w.qdd[0] += 1e-3 * (1.0 + std::fabs(w.qdd[0]));
  EXPECT_FALSE(proof.with_multipliers(m.model, w.qdd, w).ok());
}

// A load that hangs straight below a cart: where the cart begins to be pulled, terms of its moment
// about the hook cancel, and rounding is all that is left of them.
TEST(Proof, LoadsThatHangStraightMayBePulled) {
  const Mechanism m = build_mechanism(read_model_text(R"({
    "bodies": [{"name": "cart", "mass": 4, "inertia": [0.1, 0.1, 0.1]},
               {"name": "load", "mass": 0.5, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, -0.3]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart", "position": [0, 0, 0],
                "axis": [1, 0, 0], "drive": {"type": "sine", "amplitude": 30, "frequency": 4}},
               {"name": "hook", "type": "revolute", "parent": "cart", "child": "load", "position": [0, 0, 0],
                "axis": [0, 1, 0]}]})",
                                                      "crane"));
  RunOptions options;
  options.duration = 0.3;
  for (const std::string solver : {"auto", "topology", "gauss"}) {
    for (const double tolerance : {1e-8, 1e-11}) {
      options.solver = solver;
      options.rtol = options.atol = tolerance;
      const RunResult result = run(m, options);
      EXPECT_EQ(result.end, RunEnd::done) << solver << ": " << result.message;
      EXPECT_LT(result.energy_drift, 1e-6);
    }
  }
}

// A spring of 1e16 N/m: explicit steps of nanoseconds would never end.
TEST(Proof, RunsThatMakeNoProgressEnd) {
  const Mechanism m = build_mechanism(read_model_text(R"({
    "bodies": [{"name": "block", "mass": 1}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "block",
                "position": [0, 0, 0], "axis": [1, 0, 0], "spring": {"stiffness": 1e20},
                "velocity": 1}]})",
                                                      "stiff"));
  RunOptions options;
  options.duration = 10.0;
  const RunResult result = run(m, options);
  EXPECT_EQ(result.end, RunEnd::trouble);
  EXPECT_NE(result.message.find("no progress"), std::string::npos) << result.message;
  EXPECT_LT(result.evaluations, 12000);
}

}  // namespace
}  // namespace treadle::test
