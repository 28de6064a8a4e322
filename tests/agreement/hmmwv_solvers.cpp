// All solvers on the 14-body vehicle: wherever it steers and however its wheels hang. And what they
// say of matrices that have no answer.
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/registry.hpp"
#include "src/topology/topology.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <random>

namespace treadle::test {
namespace {

// Steering from lock to lock (8 cm of the rack), wheels from full bump to full droop (arms turned
// by 0.25 rad), chassis and arms moving.
Mechanism somewhere(unsigned seed) {
  Description d = read_model(models_folder() + "/hmmwv.json");
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const bool extreme = seed < 8;
  for (JointItem& joint : d.joints) {
    const double side = any(random);
    if (joint.type == JointType::prismatic) {
      joint.start = {0.08 * (extreme ? ((seed & 1U) != 0 ? 1.0 : -1.0) : side)};
      joint.start_velocity = {0.5 * any(random)};
    } else if (joint.type == JointType::revolute && joint.name.find("pivot") != std::string::npos) {
      joint.start = {0.25 * (extreme ? ((seed & 2U) != 0 ? 1.0 : -1.0) : side)};
      joint.start_velocity = {3.0 * any(random)};
    }
  }
  return build_mechanism(d);
}

double backward_error(const Mechanism& mechanism, const Workspace<double>& w,
                      const std::vector<double>& qdd, const std::vector<double>& lambda) {
  const Eigen::MatrixXd m = dense_inertia(mechanism.model, w.matrix),
                        phi = dense_phi(mechanism.model, w.loops.phi);
  const Eigen::VectorXd a = dense_vector(qdd), l = dense_vector(lambda),
                        q = dense_vector(w.q_force), g = dense_vector(w.gamma);
  const double upper = (m * a + phi.transpose() * l - q).lpNorm<Eigen::Infinity>();
  const double lower = (phi * a - g).lpNorm<Eigen::Infinity>();
  const double norm = m.lpNorm<Eigen::Infinity>() + phi.lpNorm<Eigen::Infinity>();
  const double x = a.lpNorm<Eigen::Infinity>() + l.lpNorm<Eigen::Infinity>();
  return std::max(upper, lower) /
         (norm * x + q.lpNorm<Eigen::Infinity>() + g.lpNorm<Eigen::Infinity>());
}

class HmmwvSolve : public ::testing::TestWithParam<unsigned> {};

TEST_P(HmmwvSolve, AllSolversAgree) {
  const Mechanism mechanism = somewhere(GetParam());
  Workspace<double> w(mechanism.model, mechanism.functions.size());
  w.functions = mechanism.functions_at(0.0);
  assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                             mechanism.start.v, w);
  double residual = 0.0;
  for (const double r : w.loops.residual) residual = std::max(residual, std::fabs(r));
  ASSERT_LT(residual, 1e-9);
  std::vector<double> reference;
  for (const std::string& name : usable_solvers()) {
    const auto solver = make_solver<double>(name, *mechanism.model.pattern);
    solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
    const Report report = solver->factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi});
    ASSERT_TRUE(report.ok()) << name;
    EXPECT_EQ(report.dropped, 0) << name;
    std::vector<double> qdd(w.qdd.size()), lambda(w.lambda.size());
    solver->solve(w.q_force, w.gamma, qdd, lambda);
    EXPECT_LT(backward_error(mechanism, w, qdd, lambda), 1e-12) << name;
    if (reference.empty()) reference = qdd;
    double scale = 1.0;
    for (const double x : reference) scale = std::max(scale, std::fabs(x));
    for (std::size_t k = 0; k < qdd.size(); ++k)
      EXPECT_NEAR(qdd[k], reference[k], 1e-9 * scale) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(States, HmmwvSolve, ::testing::Range(0U, 40U));

double coordinate(const Mechanism& mechanism, JointType type, std::size_t which) {
  std::vector<double> found;
  for (const TreeBody& body : mechanism.topology().bodies) {
    if (body.type == type)
      found.push_back(mechanism.start.q[static_cast<std::size_t>(body.q_at)] *
                      (body.reversed ? -1.0 : 1.0));
  }
  return found.at(which);
}

// The first eight states are the corners: steering at a lock, all arms turned one way.
TEST(HmmwvSolve, TheStatesReachLockAndDroop) {
  double arms[2] = {0.0, 0.0};
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Mechanism mechanism = somewhere(seed);
    const double lock = (seed & 1U) != 0 ? 0.08 : -0.08;
    EXPECT_NEAR(coordinate(mechanism, JointType::prismatic, 0), lock, 0.02) << seed;
    for (std::size_t k = 0; k < 8; ++k)
      arms[(seed & 2U) >> 1U] += std::fabs(coordinate(mechanism, JointType::revolute, k));
  }
  EXPECT_GT(arms[0], 2.4);  // two states with eight arms each: 0.15 rad and more in the mean
  EXPECT_GT(arms[1], 2.4);
}

// Two unknowns with inertia, equations that repeat: each solver goes on with what it can, or says
// which equation it cannot take; none gives numbers that do not solve the equations.
SaddlePattern two_equations() {
  SaddlePattern pattern;
  pattern.n = 2;
  pattern.m = 2;
  pattern.inertia.n = 2;
  pattern.inertia.begin = {0, 1, 1};
  pattern.inertia.rows = {1};
  pattern.factor = pattern.inertia;
  LoopPattern loop;
  loop.rows = 2;
  loop.columns = loop.t_columns = {0, 1};
  pattern.loops = {loop};
  pattern.phi_values = 4;
  return pattern;
}

TEST(Trouble, RepeatedEquationsAreDroppedOrReported) {
  const SaddlePattern pattern = two_equations();
  const std::vector<double> diagonal{2.0, 3.0}, lower{0.5}, phi{1.0, 1.0, 2.0, 2.0}, q{1.0, -1.0},
      gamma{0.3, 0.3};
  for (const std::string& name : usable_solvers()) {
    const auto solver = make_solver<double>(name, pattern);
    const Report report = solver->factor({diagonal, lower, phi});
    if (!report.ok()) {
      EXPECT_EQ(report.trouble, Trouble::singular_constraint) << name;
      EXPECT_GE(report.index, 0) << name;
      continue;
    }
    EXPECT_EQ(report.dropped, 1) << name;
    std::vector<double> qdd(2), lambda(2);
    solver->solve(q, gamma, qdd, lambda);
    EXPECT_NEAR(qdd[0] + 2.0 * qdd[1], 0.3, 1e-14) << name;
    EXPECT_NEAR(2.0 * qdd[0] + 0.5 * qdd[1] + lambda[0] + lambda[1], 1.0, 1e-14) << name;
  }
}

TEST(Trouble, RowsLeftOutHaveNoMultiplier) {
  const SaddlePattern pattern = two_equations();
  const std::vector<double> diagonal{2.0, 3.0}, lower{0.5}, phi{1.0, 0.0, 2.0, 0.0}, q{1.0, -1.0},
      gamma{0.3, 7.0};
  const std::vector<int> second{1};
  for (const std::string& name : usable_solvers()) {
    const auto solver = make_solver<double>(name, pattern);
    solver->leave_out(second, second);
    const Report report = solver->factor({diagonal, lower, phi});
    ASSERT_TRUE(report.ok()) << name;
    EXPECT_EQ(report.dropped, 1) << name;
    std::vector<double> qdd(2), lambda(2);
    solver->solve(q, gamma, qdd, lambda);
    EXPECT_NEAR(qdd[0] + 2.0 * qdd[1], 0.3, 1e-14) << name;
    EXPECT_EQ(lambda[1], 0.0) << name;
  }
}

TEST(Trouble, MotionWithoutInertiaIsReported) {
  SaddlePattern pattern = two_equations();
  pattern.m = 0;
  pattern.loops.clear();
  pattern.phi_values = 0;
  const std::vector<double> diagonal{1.0, 1.0}, lower{1.0};
  for (const std::string& name : usable_solvers()) {
    const auto solver = make_solver<double>(name, pattern);
    EXPECT_EQ(solver->factor({diagonal, lower, {}}).trouble, Trouble::singular_inertia) << name;
  }
}

}  // namespace
}  // namespace treadle::test
