// The equations of motion of random mechanisms against independent witnesses.
#include "src/acceleration/step.hpp"
#include "src/kinematics/advance.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/topology_solver.hpp"
#include "support/dense.hpp"
#include "support/newton_euler.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

namespace treadle::test {
namespace {

constexpr unsigned mechanisms = 300;

RandomMechanism pick(unsigned seed) {
  RandomChoice choice;
  choice.bodies = 2 + static_cast<int>(seed % 9);
  choice.loops = seed % 2 == 0 ? 0 : 1 + static_cast<int>(seed % 4);
  choice.free_root = seed % 3 == 0;
  return random_mechanism(seed, choice);
}

std::vector<double> random_vector(std::mt19937& dice, int size) {
  std::vector<double> v(static_cast<std::size_t>(size));
  for (double& x : v) x = uniform(dice);
  return v;
}

class RandomEquations : public ::testing::TestWithParam<unsigned> {
 protected:
  RandomEquations()
      : random(pick(GetParam())),
        mechanism(build_mechanism(random.description)),
        w(mechanism.model),
        dice(GetParam() + 1000) {
    assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                               mechanism.start.v, w);
    m = dense_inertia(mechanism.model, w.matrix);
  }
  RandomMechanism random;
  Mechanism mechanism;
  Workspace<double> w;
  std::mt19937 dice;
  Eigen::MatrixXd m;
};

TEST_P(RandomEquations, BodiesAreWhereTheyWereMade) {
  // the start was made closed, so that assembly must not have moved anything
  EXPECT_LT(mechanism.start.first_gap, 1e-12);
  for (std::size_t b = 0; b < random.poses.size(); ++b) {
    const PlacedBody& placed = mechanism.placement.bodies[b];
    const Frame x = placed.body.valid()
                        ? world_pose(mechanism.model, w.position, placed.body.at) * placed.frame
                        : placed.frame;
    const Eigen::Matrix4d& expected = random.poses[b].matrix();
    const Vec3<double> columns[] = {x.r.x, x.r.y, x.r.z, x.p};
    for (int c = 0; c < 4; ++c) {
      EXPECT_NEAR(columns[c].x, expected(0, c), 1e-13);
      EXPECT_NEAR(columns[c].y, expected(1, c), 1e-13);
      EXPECT_NEAR(columns[c].z, expected(2, c), 1e-13);
    }
  }
}

TEST_P(RandomEquations, InertiaMatrixIsPositiveDefinite) {
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues();
  EXPECT_GT(eigenvalues.minCoeff(), 0.0);
}

TEST_P(RandomEquations, AgreeWithNewtonEuler) {
  const Model<double>& model = mechanism.model;
  const std::vector<double> qdd = random_vector(dice, model.nv()),
                            v = random_vector(dice, model.nv());
  assemble_equations<double>(model, Forces<double>{}, mechanism.start.q, v, w);
  const std::vector<Eigen::Vector3d> none(model.links.size(), Eigen::Vector3d::Zero());
  const std::vector<double> tau = inverse_dynamics(model, mechanism.start.q, v, qdd, none, none);
  const Eigen::VectorXd ours = m * dense_vector(qdd) - dense_vector(w.q_force);
  const double scale = 1.0 + ours.cwiseAbs().maxCoeff();
  EXPECT_LT((ours - dense_vector(tau)).cwiseAbs().maxCoeff(), 1e-13 * scale);
}

TEST_P(RandomEquations, KineticEnergyIsTheSumOverBodies) {  // Corollary 2
  const Model<double>& model = mechanism.model;
  const Eigen::VectorXd v = dense_vector(mechanism.start.v);
  const double from_matrix = 0.5 * v.dot(m * v);
  const double from_bodies = kinetic_energy(model, w.inertia, w.velocity);
  const double witness = test::kinetic_energy(model, mechanism.start.q, mechanism.start.v);
  EXPECT_NEAR(from_matrix, witness, 1e-13 * (1.0 + witness));
  EXPECT_NEAR(from_bodies, witness, 1e-13 * (1.0 + witness));
}

// Total energy of the mechanism by the engine's own functions, at any state.
double total_energy(const Mechanism& mechanism, Workspace<double>& w, std::span<const double> q,
                    std::span<const double> v) {
  assemble_equations<double>(mechanism.model, mechanism.forces, q, v, w);
  return kinetic_energy(mechanism.model, w.inertia, w.velocity) +
         weight_energy(mechanism.model, w.position, w.inertia) +
         force_energy<double>(mechanism.forces, state_of<double>(q, v, w)).stored;
}

TEST_P(RandomEquations, EnergyRateIsThePowerOfDampers) {
  const Model<double>& model = mechanism.model;
  std::vector<double> v = mechanism.start.v;
  TopologySolver<double> solver(*model.pattern);
  solver.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  const Report report =
      evaluate<double>(model, mechanism.forces, solver, {}, mechanism.start.q, v, w);
  ASSERT_TRUE(report.ok());
  const std::vector<double> qdd = w.qdd;
  const double power =
      force_energy<double>(mechanism.forces, state_of<double>(mechanism.start.q, v, w)).power;
  // dE/dt along the motion by a difference of fourth order
  const auto energy_at = [&](double h) {
    std::vector<double> dq(v), vh(v), qh(mechanism.start.q.size());
    for (std::size_t k = 0; k < v.size(); ++k) {
      dq[k] = h * v[k] + 0.5 * h * h * qdd[k];
      vh[k] = v[k] + h * qdd[k];
    }
    // increments of positions follow v only to first order on turning axes; the rest is of higher
    // order
    advance<double>(model, mechanism.start.q, dq, qh);
    return total_energy(mechanism, w, qh, vh);
  };
  const double h = 1e-4;
  const double slope =
      (8.0 * (energy_at(h) - energy_at(-h)) - (energy_at(2 * h) - energy_at(-2 * h))) / (12.0 * h);
  EXPECT_NEAR(slope, power, 1e-8 * (1.0 + std::fabs(energy_at(0.0)) + std::fabs(power)));
}

TEST_P(RandomEquations, JacobianIsTheDerivativeOfTheResidual) {
  const Model<double>& model = mechanism.model;
  const Eigen::MatrixXd phi = dense_phi(model, w.loops.phi);
  Workspace<double> other(model);
  const double h = 1e-4;
  for (int k = 0; k < model.nv(); ++k) {
    const auto residual_at = [&](double step) -> Eigen::VectorXd {
      std::vector<double> dq(static_cast<std::size_t>(model.nv()), 0.0),
          q(mechanism.start.q.size());
      dq[static_cast<std::size_t>(k)] = step;
      advance<double>(model, mechanism.start.q, dq, q);
      place_bodies<double>(model, q, other.position);
      close_loops<double>(model, q, {}, other.position, other.loops);
      return dense_vector(other.loops.residual);
    };
    const Eigen::VectorXd slope = (8.0 * (residual_at(h) - residual_at(-h)) -
                                   (residual_at(2.0 * h) - residual_at(-2.0 * h))) /
                                  (12.0 * h);
    EXPECT_LT((slope - phi.col(k)).lpNorm<Eigen::Infinity>(), 1e-9) << "column " << k;
  }
}

TEST_P(RandomEquations, GammaIsTheRateOfTheConstraintRate) {
  const Model<double>& model = mechanism.model;
  // along a motion with zero acceleration Phi v changes with -gamma; on closed loops with
  // consistent v
  Workspace<double> other(model);
  const auto rate_at = [&](double h) -> Eigen::VectorXd {
    std::vector<double> dq(mechanism.start.v), q(mechanism.start.q.size()),
        rate(static_cast<std::size_t>(model.rows()));
    for (double& x : dq) x *= h;
    advance<double>(model, mechanism.start.q, dq, q);
    place_bodies<double>(model, q, other.position);
    close_loops<double>(model, q, {}, other.position, other.loops);
    loop_rate<double>(model, other.loops, mechanism.start.v, rate);
    return dense_vector(rate);
  };
  const double h = 1e-4;
  const Eigen::VectorXd slope =
      (8.0 * (rate_at(h) - rate_at(-h)) - (rate_at(2 * h) - rate_at(-2 * h))) / (12.0 * h);
  const Eigen::VectorXd gamma = dense_vector(w.gamma);
  EXPECT_LT((slope + gamma).lpNorm<Eigen::Infinity>(),
            1e-8 * (1.0 + gamma.lpNorm<Eigen::Infinity>()));
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, RandomEquations, ::testing::Range(0U, mechanisms));

}  // namespace
}  // namespace treadle::test
