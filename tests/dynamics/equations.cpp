// M, Q, energies, the recursion and the forces in joints, of random mechanisms at any position:
// against sums over bodies in the world, dense matrices and differences.
#include "src/dynamics/equations.hpp"
#include "src/dynamics/energy.hpp"
#include "src/dynamics/reactions.hpp"
#include "src/dynamics/recursion.hpp"
#include "support/newton_euler.hpp"
#include "support/states.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

namespace treadle::test {
namespace {

/// Positions need not be closed: M, Q and the recursion do not ask.
class Equations : public ::testing::TestWithParam<unsigned> {
 protected:
  Equations()
      : built(build_model(pick(GetParam()).description)),
        model(built.model),
        dice(GetParam() + 31),
        v(random_numbers(dice, model.nv())),
        at(model),
        moving(model),
        inertia(model),
        matrix(model),
        loads(model),
        stage(model) {
    q = moved(model, built.start.q, random_numbers(dice, model.nv()), 0.5);
    assemble(q, v);
    m = dense_inertia(model, matrix);
  }
  /// Weight and velocity alone act.
  void assemble(const Numbers& q_now, const Numbers& v_now) {
    place_bodies<double>(model, q_now, at);
    move_bodies<double>(model, v_now, at, moving);
    body_inertias<double>(model, at, inertia);
    start_loads<double>(model, at, moving, inertia, loads);
    std::fill(loads.joint.begin(), loads.joint.end(), 0.0);
    composite_inertia<double>(model, at, inertia, matrix);
    std::vector<Force<double>> scratch(model.links.size());
    force.resize(static_cast<std::size_t>(model.nv()));
    generalized_forces<double>(model, at, loads, scratch, force);
  }
  [[nodiscard]] Numbers none() const { return Numbers(static_cast<std::size_t>(model.nv()), 0.0); }
  [[nodiscard]] Numbers unit(int k) const {
    Numbers out = none();
    out[static_cast<std::size_t>(k)] = 1.0;
    return out;
  }

  BuiltModel built;
  const Model<double>& model;
  std::mt19937 dice;
  Numbers q, v, force;
  PositionStage<double> at;
  VelocityStage<double> moving;
  InertiaStage<double> inertia;
  InertiaMatrix<double> matrix;
  Loads<double> loads;
  LoopStage<double> stage;
  Eigen::MatrixXd m;
};

// Sum of J_v^T m J_v + J_w^T J J_w at centres of mass, columns by unit velocities.
TEST_P(Equations, InertiaMatrixIsTheSumOverBodies) {
  std::vector<std::vector<WorldBody>> columns;
  for (int k = 0; k < model.nv(); ++k) columns.push_back(world_motion(model, q, unit(k), none()));
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<double>& link = model.links[i];
    Eigen::MatrixXd lin(3, model.nv()), ang(3, model.nv());
    for (int k = 0; k < model.nv(); ++k) {
      const WorldBody& body = columns[static_cast<std::size_t>(k)][i];
      ang.col(k) = body.w;
      lin.col(k) = body.v + body.w.cross(Eigen::Vector3d(body.r * eigen(link.center)));
    }
    const Sym3<double>& j = link.inertia;
    Eigen::Matrix3d own;
    own << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
    const Eigen::Matrix3d& r = columns.front()[i].r;
    sum += link.mass * lin.transpose() * lin + ang.transpose() * r * own * r.transpose() * ang;
  }
  EXPECT_LT((m - sum).cwiseAbs().maxCoeff(), 1e-13 * (1.0 + sum.cwiseAbs().maxCoeff()));
}

TEST_P(Equations, DiagonalAloneIsTheSame) {
  Numbers diagonal(static_cast<std::size_t>(model.nv()));
  inertia_diagonal<double>(model, at, inertia, diagonal);
  EXPECT_EQ(diagonal, matrix.diagonal);
}

// At rest Q is minus the slope of the energy of weight.
TEST_P(Equations, WeightIsTheSlopeOfItsEnergy) {
  assemble(q, none());
  const Eigen::VectorXd ours = dense_vector(force);
  for (int k = 0; k < model.nv(); ++k) {
    const double expected = -slope([&](double h) {
      place_bodies<double>(model, moved(model, q, unit(k), h), at);
      body_inertias<double>(model, at, inertia);
      return weight_energy(model, at, inertia);
    });
    EXPECT_NEAR(ours[k], expected, 1e-9 * (1.0 + std::fabs(expected))) << k;
  }
}

// Velocity terms do no work beyond the change of kinetic energy: v . Q_v = - v . (dM/dt) v / 2.
TEST_P(Equations, VelocityTermsKeepTheEnergy) {
  const Eigen::VectorXd with = dense_vector(force);
  assemble(q, none());
  const Eigen::VectorXd rest = dense_vector(force), rates = dense_vector(v);
  const double change = slope([&](double h) {
    assemble(moved(model, q, v, h), v);
    return 0.5 * rates.dot(dense_inertia(model, matrix) * rates);
  });
  const double scale = 1.0 + std::fabs(rates.dot(m * rates));
  EXPECT_NEAR(rates.dot(with - rest), -change, 1e-8 * scale);
}

TEST_P(Equations, EnergiesAreSumsOverBodies) {
  const std::vector<WorldBody> bodies = world_motion(model, q, v, none());
  double weight = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    weight -= model.links[i].mass * eigen(model.gravity).dot(bodies[i].center);
  const double kinetic = test::kinetic_energy(model, q, v);
  EXPECT_NEAR(treadle::kinetic_energy(model, inertia, moving), kinetic, 1e-13 * (1.0 + kinetic));
  EXPECT_NEAR(weight_energy(model, at, inertia), weight, 1e-12 * (1.0 + std::fabs(weight)));
}

// What accelerations leave of the forces: Q - M qdd with M written out.
TEST_P(Equations, MissingForcesAreThoseOfTheMatrix) {
  const Numbers qdd = random_numbers(dice, model.nv());
  std::vector<Motion<double>> room(model.links.size());
  std::vector<Force<double>> scratch(model.links.size());
  Numbers missing(static_cast<std::size_t>(model.nv()));
  FeltSizes<double> sizes;
  missing_on_bodies<double>(model, at, inertia, loads, qdd, room, scratch, sizes);
  carry_to_joints<double>(model, at, loads, scratch, missing);
  const Eigen::VectorXd expected = dense_vector(force) - m * dense_vector(qdd);
  EXPECT_LT((dense_vector(missing) - expected).lpNorm<Eigen::Infinity>(),
            1e-12 * (1.0 + expected.norm()));
}

// The recursion against [M Phi^T; Phi 0] by Eigen. Rows that depend on others are told to it; gamma
// is such that they agree, and Phi^T lambda is compared, which is unique.
// Loops are reduced with their clusters where that is cheaper, or all carried along.
TEST_P(Equations, RecursionSolvesTheAugmentedSystem) {
  close_loops<double>(model, q, {}, at, stage);
  const Eigen::MatrixXd phi = dense_phi(model, stage.phi);
  const auto n = static_cast<Eigen::Index>(model.nv()),
             rows = static_cast<Eigen::Index>(model.rows());
  Eigen::Index rank = 0;
  std::vector<int> dependent;
  if (rows > 0) {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(phi.transpose());
    rank = qr.rank();
    for (Eigen::Index k = rank; k < rows; ++k)
      dependent.push_back(qr.colsPermutation().indices()[k]);
    std::sort(dependent.begin(), dependent.end());
  }
  const Eigen::VectorXd agreed = phi * dense_vector(random_numbers(dice, model.nv()));
  const Numbers gamma(agreed.data(), agreed.data() + rows);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + rows, n + rows);
  a << m, phi.transpose(), phi, Eigen::MatrixXd::Zero(rows, rows);
  Eigen::VectorXd right(n + rows);
  right << dense_vector(force), agreed;
  const Eigen::VectorXd expected = a.completeOrthogonalDecomposition().solve(right);
  const Eigen::VectorXd sizes = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
  const double close = 1e-15 * sizes(0) / sizes(n + rank - 1) * (1.0 + expected.norm());
  std::vector<int> vanishing;
  for (Eigen::Index r = 0; r < rows; ++r) {
    if (phi.row(r).norm() <= 1e-12 * phi.norm()) vanishing.push_back(static_cast<int>(r));
  }
  for (const Carry carry : {Carry::where_cheaper, Carry::all}) {
    SCOPED_TRACE(carry == Carry::all ? "carried" : "reduced");
    Recursion<double> recursion(plan_recursion(model, vanishing, carry), model.nv());
    ASSERT_TRUE(recursion.possible());
    EXPECT_TRUE(carry != Carry::all || recursion.carries() ||
                static_cast<Eigen::Index>(vanishing.size()) == rows);
    recursion.leave_out(dependent);
    Numbers qdd = none(), lambda(static_cast<std::size_t>(rows));
    const Report report =
        recursion.solve({model, at, inertia, &loads, stage.phi, gamma, stage.wrench}, qdd, lambda);
    ASSERT_TRUE(report.ok());
    EXPECT_LT((dense_vector(qdd) - expected.head(n)).norm(), close);
    EXPECT_LT((phi.transpose() * (dense_vector(lambda) - expected.tail(rows))).norm(),
              close * (1.0 + phi.norm()));
  }
}

// Another right-hand side with the same factors, bodies without forces, against Eigen. (R11)
TEST_P(Equations, RecursionSolvesAgainWithOtherGaps) {
  close_loops<double>(model, q, {}, at, stage);
  const Eigen::MatrixXd phi = dense_phi(model, stage.phi);
  const auto n = static_cast<Eigen::Index>(model.nv()),
             rows = static_cast<Eigen::Index>(model.rows());
  std::vector<int> dependent;
  Eigen::Index rank = 0;
  if (rows > 0) {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(phi.transpose());
    rank = qr.rank();
    for (Eigen::Index k = rank; k < rows; ++k)
      dependent.push_back(qr.colsPermutation().indices()[k]);
    std::sort(dependent.begin(), dependent.end());
  }
  Recursion<double> recursion(model);
  if (recursion.carries()) return;  // loops that are carried along are solved anew each time
  recursion.leave_out(dependent);
  const Numbers zero(static_cast<std::size_t>(rows), 0.0);
  Numbers x = none();
  ASSERT_TRUE(recursion.solve({model, at, inertia, &loads, stage.phi, zero}, x, {}).ok());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + rows, n + rows);
  a << m, phi.transpose(), phi, Eigen::MatrixXd::Zero(rows, rows);
  const Eigen::VectorXd sizes = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
  for (int again = 0; again < 3; ++again) {
    const Eigen::VectorXd agreed = phi * dense_vector(random_numbers(dice, model.nv()));
    const Numbers gaps(agreed.data(), agreed.data() + rows);
    recursion.solve_again({model, at, inertia, nullptr, stage.phi, gaps}, x);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(n + rows);
    right.tail(rows) = agreed;
    const Eigen::VectorXd expected = a.completeOrthogonalDecomposition().solve(right);
    EXPECT_LT((dense_vector(x) - expected.head(n)).norm(),
              1e-15 * sizes(0) / sizes(n + rank - 1) * (1.0 + expected.norm()))
        << again;
  }
}

// Newton's law for all that a joint carries: what it transmits, weight and any forces of loops
// accelerate it.
TEST_P(Equations, JointsCarryWhatHangsOnThem) {
  const Numbers qdd = random_numbers(dice, model.nv()), lambda = random_numbers(dice, model.rows());
  close_loops<double>(model, q, {}, at, stage);
  std::vector<Motion<double>> room(model.links.size());
  std::vector<Force<double>> out(model.links.size());
  joint_reactions<double>(model, at, moving, inertia, loads, stage, qdd, lambda, room, out);
  const std::vector<WorldBody> bodies = world_motion(model, q, v, qdd);
  std::vector<Eigen::Vector3d> needed(bodies.size(), Eigen::Vector3d::Zero());
  for (const LoopData<double>& loop : model.loops) {  // pulls with -lambda on "from"
    const Mat3<double>& axes = at.group[static_cast<std::size_t>(loop.group)].r;
    for (int r = 0; r < loop.row_count; ++r) {
      const auto row = static_cast<std::size_t>(loop.first_row + r);
      const Eigen::Vector3d pull = lambda[row] * eigen(axes * stage.wrench[row].lin);
      if (loop.from.body >= 0) needed[static_cast<std::size_t>(loop.from.body)] += pull;
      if (loop.to.body >= 0) needed[static_cast<std::size_t>(loop.to.body)] -= pull;
    }
  }
  for (std::size_t i = bodies.size(); i-- > 0;) {
    const Link<double>& link = model.links[i];
    needed[i] += link.mass * (bodies[i].center_a - eigen(model.gravity));
    if (link.parent >= 0) needed[static_cast<std::size_t>(link.parent)] += needed[i];
    const Mat3<double>& axes = at.group[static_cast<std::size_t>(link.group)].r;
    EXPECT_LT((eigen(axes * out[i].lin) - needed[i]).norm(), 1e-12 * (1.0 + needed[i].norm())) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, Equations, ::testing::Range(0U, 40U));

}  // namespace
}  // namespace treadle::test
