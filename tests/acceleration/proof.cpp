// Accelerations that are wrong do not pass: in any equation of the loops, those left out included,
// and along any freedom; and runs that make no progress end.
#include "src/acceleration/proof.hpp"

#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace treadle::test {
namespace {

Mechanism mechanism_of(const std::string& file) {
  return build_mechanism(read_model(std::string(TREADLE_TEST_DATA "/") + file));
}

/// A mechanism at its start, with right accelerations and the factors of that place.
struct Scene {
  explicit Scene(const std::string& file)
      : mechanism(mechanism_of(file)),
        solver(make_solver<double>("topology", *mechanism.model.pattern)),
        work(mechanism.model, mechanism.functions.size()),
        projection(mechanism.model),
        length(length_scale(mechanism.model)) {
    solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
    work.functions = mechanism.functions_at(0.0);
    std::vector<double> q = mechanism.start.q, v = mechanism.start.v;
    FactoredSteps<double> steps(mechanism.model, *solver);
    EXPECT_TRUE(
        project_closest<double>(mechanism.model, steps, length, work.functions, projection, q, v)
            .ok());
    EXPECT_TRUE(evaluate<double>(mechanism.model, mechanism.forces, *solver, {}, mechanism.start.q,
                                 mechanism.start.v, work)
                    .ok());
  }
  [[nodiscard]] bool met() {
    return loops_are_met<double>(mechanism.model, length, mechanism.start.v, work.qdd, work);
  }
  [[nodiscard]] bool balanced() {
    BalanceProof proof(mechanism.model);
    return proof
        .along_freedoms(mechanism.model, work.qdd, mechanism.model, mechanism.start.q, *solver,
                        projection, work)
        .ok();
  }
  [[nodiscard]] bool balanced_along_velocity() {
    BalanceProof proof(mechanism.model);
    return proof.along_velocity(mechanism.model, mechanism.start.v, work.qdd, work).ok();
  }
  [[nodiscard]] bool balanced_with_multipliers() {
    BalanceProof proof(mechanism.model);
    return proof.with_multipliers(mechanism.model, work.qdd, work).ok();
  }

  Mechanism mechanism;
  std::unique_ptr<SaddleSolver<double>> solver;
  Workspace<double> work;
  ProjectionStage<double> projection;
  double length;
};

TEST(Proof, RightAnswersPass) {
  for (const char* file : {"campaign/cases/door.json", "campaign/cases/four_bar.json",
                           "../models/hmmwv.json", "../models/double_wishbone.json"}) {
    Scene scene(file);
    EXPECT_TRUE(scene.met()) << file;
    EXPECT_TRUE(scene.balanced()) << file;
    EXPECT_TRUE(scene.balanced_along_velocity()) << file;
    EXPECT_TRUE(scene.balanced_with_multipliers()) << file;
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
  EXPECT_FALSE(scene.balanced_along_velocity());
  EXPECT_FALSE(scene.balanced_with_multipliers());
}

// (P5) is what (P3) leaves along the velocity.
TEST(Proof, PowerIsTheSumOverTheJoints) {
  for (const char* file : {"../models/hmmwv.json", "../models/double_wishbone.json"}) {
    Scene scene(file);
    const Model<double>& m = scene.mechanism.model;
    Workspace<double>& w = scene.work;
    for (double& a : w.qdd) a = 1.0 - 0.3 * a;  // anything that leaves much
    std::vector<double> v = scene.mechanism.start.v, left(v.size());
    for (std::size_t k = 0; k < v.size(); ++k) v[k] += 0.1 * static_cast<double>(k + 1);
    move_bodies<double>(m, v, w.position, w.velocity);
    std::vector<Motion<double>> moved(m.links.size());
    missing_forces<double>(m, w.position, w.inertia, w.loads, w.qdd, moved, w.carried, left);
    double sum = 0.0;
    for (std::size_t k = 0; k < v.size(); ++k) sum += v[k] * left[k];
    MissingPower<double> power =
        missing_power<double>(m, w.position, w.velocity, w.inertia, w.loads, w.qdd, moved);
    add_joint_power<double>(w.loads, v, power);
    EXPECT_GT(std::fabs(sum), 1e-3 * power.terms);
    EXPECT_NEAR(power.sum, sum, 1e-12 * power.terms) << file;
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
