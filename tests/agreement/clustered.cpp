// Loops eliminated where they close, against the dense equations: random mechanisms, interfaces,
// nested clusters, redundant rows, singular positions; and what it costs on a vehicle.
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/scalar/counted.hpp"
#include "src/solve/clustered_solver.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>

namespace treadle::test {
namespace {

// Solves at the start and gives the backward error of both equations.
struct Solved {
  std::vector<double> qdd, lambda;
  long fallbacks = 0, splits = 0;
  double error = 0.0;
};

Solved solve_clustered(const Mechanism& mechanism) {
  Workspace<double> w(mechanism.model, mechanism.functions.size());
  w.functions = mechanism.functions_at(0.0);
  assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                             mechanism.start.v, w);
  ClusteredSolver<double> solver(*mechanism.model.pattern);
  solver.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  Solved out;
  out.qdd.resize(w.qdd.size());
  out.lambda.resize(w.lambda.size());
  EXPECT_TRUE(solver.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi}).ok());
  solver.solve(w.q_force, w.gamma, out.qdd, out.lambda);
  out.fallbacks = solver.fallbacks();
  out.splits = solver.splits();

  const Eigen::MatrixXd m = dense_inertia(mechanism.model, w.matrix);
  const Eigen::MatrixXd phi = dense_phi(mechanism.model, w.loops.phi);
  const Eigen::VectorXd a = dense_vector(out.qdd), l = dense_vector(out.lambda);
  const Eigen::VectorXd q = dense_vector(w.q_force), g = dense_vector(w.gamma);
  const double norm = m.lpNorm<Eigen::Infinity>() + phi.lpNorm<Eigen::Infinity>();
  const double x = a.lpNorm<Eigen::Infinity>() + l.lpNorm<Eigen::Infinity>();
  const double upper = (m * a + phi.transpose() * l - q).lpNorm<Eigen::Infinity>();
  const double lower = phi.rows() > 0 ? (phi * a - g).lpNorm<Eigen::Infinity>() : 0.0;
  out.error = std::max(upper, lower) /
              (norm * x + q.lpNorm<Eigen::Infinity>() + g.lpNorm<Eigen::Infinity>());
  return out;
}

Mechanism pick(unsigned seed, Numbering numbering) {
  RandomChoice choice;
  choice.bodies = 3 + static_cast<int>(seed % 12);
  choice.loops = static_cast<int>(seed % 6);
  choice.free_root = seed % 2 == 0;
  Description d = random_mechanism(seed + 9000, choice).description;
  d.numbering = numbering;
  return build_mechanism(d);
}

Mechanism ready(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

TEST(Clustered, SolvesRandomMechanisms) {
  int interfaces = 0, several = 0;
  long fallbacks = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Mechanism mechanism = pick(seed, Numbering::leaf_first);
    const Solved solved = solve_clustered(mechanism);
    EXPECT_LT(solved.error, 1e-12) << "seed " << seed;
    fallbacks += solved.fallbacks;
    several += mechanism.topology().clusters.size() > 1 ? 1 : 0;
    for (const Cluster& cluster : mechanism.topology().clusters)
      interfaces += static_cast<int>(cluster.interfaces.size());
  }
  EXPECT_GT(several, 30);
  EXPECT_GT(interfaces, 10);
  EXPECT_LT(fallbacks, 15);  // of 300: an interface may leave a cluster without a healthy split
}

TEST(Clustered, AnyNumberingGivesTheSame) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Mechanism good = pick(seed, Numbering::leaf_first),
                    bad = pick(seed, Numbering::root_first);
    const Solved a = solve_clustered(good), b = solve_clustered(bad);
    EXPECT_LT(b.error, 1e-12) << "seed " << seed;
    const double scale = 1.0 + dense_vector(a.qdd).lpNorm<Eigen::Infinity>();
    for (const TreeBody& body : good.topology().bodies) {
      for (const TreeBody& other : bad.topology().bodies) {
        if (other.joint != body.joint) continue;
        for (int k = 0; k < body.nv; ++k)
          EXPECT_NEAR(a.qdd[static_cast<std::size_t>(body.v_at + k)],
                      b.qdd[static_cast<std::size_t>(other.v_at + k)], 1e-8 * scale)
              << "seed " << seed << ", " << body.joint;
      }
    }
  }
}

TEST(Clustered, SolvesReadyModels) {
  for (const char* name :
       {"four_bar", "slider_crank", "spatial_four_bar", "double_wishbone", "quadruped", "hmmwv"}) {
    const Solved solved = solve_clustered(ready(name));
    EXPECT_LT(solved.error, 1e-12) << name;
    EXPECT_EQ(solved.fallbacks, 0) << name;
  }
}

// The recursion over bodies and clusters against the augmented matrix.
double recursion_error(const Mechanism& mechanism, bool turned = false) {
  const Solved dense = solve_clustered(mechanism);
  Model<double> model = mechanism.model;
  if (turned) turn_about_group_axes(model);
  Workspace<double> w(model, mechanism.functions.size());
  w.functions = mechanism.functions_at(0.0);
  Recursion<double> recursion(model);
  EXPECT_TRUE(recursion.possible());
  recursion.leave_out(mechanism.redundancy.rows);
  const Report report = evaluate_by_recursion<double>(
      model, mechanism.forces, recursion, {}, mechanism.start.q, mechanism.start.v, true, w);
  if (!report.ok()) return dense.fallbacks > 0 ? 0.0 : HUGE_VAL;
  double scale = 1.0, difference = 0.0;
  for (std::size_t k = 0; k < w.qdd.size(); ++k) {
    scale = std::max(scale, std::fabs(dense.qdd[k]));
    difference = std::max(difference, std::fabs(w.qdd[k] - dense.qdd[k]));
  }
  double size = 1.0, gap = 0.0;
  if (mechanism.redundancy.rows.empty()) {  // multipliers are unique
    for (std::size_t r = 0; r < w.lambda.size(); ++r) {
      size = std::max(size, std::fabs(dense.lambda[r]));
      gap = std::max(gap, std::fabs(w.lambda[r] - dense.lambda[r]));
    }
  }
  return std::max(difference / scale, gap / size);
}

TEST(Recursion, EqualsTheAugmentedMatrixOnRandomMechanisms) {
  for (unsigned seed = 0; seed < 300; ++seed)
    EXPECT_LT(recursion_error(pick(seed, Numbering::leaf_first)), 1e-8) << "seed " << seed;
}

// Ball joints that turn about the axes of the group give the same accelerations. (K10)
TEST(Recursion, MayTurnBallJointsAboutTheAxesOfTheGroup) {
  int turned = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Mechanism mechanism = pick(seed, Numbering::leaf_first);
    EXPECT_LT(recursion_error(mechanism, true), 1e-8) << "seed " << seed;
    Model<double> model = mechanism.model;
    turn_about_group_axes(model);
    if (model.turned.empty()) continue;
    ++turned;
    // the same with M, and with loops that pull themselves together
    Workspace<double> w(model, mechanism.functions.size()), own = w;
    w.functions = own.functions = mechanism.functions_at(0.0);
    for (Workspace<double>* work : {&own, &w}) {
      const auto solver = make_solver<double>("topology", *model.pattern);
      solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
      ASSERT_TRUE(evaluate<double>(work == &w ? model : mechanism.model, mechanism.forces, *solver,
                                   {3.0, 2.0}, mechanism.start.q, mechanism.start.v, *work)
                      .ok());
    }
    double scale = 1.0;
    for (const double a : own.qdd) scale = std::max(scale, std::fabs(a));
    for (std::size_t k = 0; k < w.qdd.size(); ++k)
      EXPECT_NEAR(w.qdd[k], own.qdd[k], 1e-9 * scale) << "seed " << seed;
  }
  EXPECT_GT(turned, 50);
}

TEST(Recursion, EqualsTheAugmentedMatrixOnReadyModels) {
  for (const char* name :
       {"pendulum", "double_pendulum", "spherical_pendulum", "free_body", "four_bar",
        "slider_crank", "spatial_four_bar", "double_wishbone", "quadruped", "car_axis", "hmmwv"})
    EXPECT_LT(recursion_error(ready(name)), 1e-10) << name;
}

// A parallelogram that lies flat: no split is healthy, Alg-S takes the step and says so.
TEST(Clustered, FallsBackWhereEverySplitFails) {
  Mechanism mechanism = ready("parallel_four_bar");
  const Solved upright = solve_clustered(mechanism);
  EXPECT_EQ(upright.fallbacks, 0);
  // all coordinates of the tree such that the bars lie on the base line
  std::vector<double>& q = mechanism.start.q;
  std::fill(q.begin(), q.end(), 0.0);
  std::fill(mechanism.start.v.begin(), mechanism.start.v.end(), 0.0);
  Workspace<double> w(mechanism.model);
  assemble_equations<double>(mechanism.model, mechanism.forces, q, mechanism.start.v, w);
  const Eigen::MatrixXd phi = dense_phi(mechanism.model, w.loops.phi);
  const int rank =
      static_cast<int>(Eigen::FullPivLU<Eigen::MatrixXd>(phi).setThreshold(1e-9).rank());
  const int generic = mechanism.model.rows() - static_cast<int>(mechanism.redundancy.rows.size());
  ASSERT_LT(rank, generic);
  ClusteredSolver<double> solver(*mechanism.model.pattern);
  solver.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  EXPECT_TRUE(solver.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi}).ok());
  EXPECT_EQ(solver.fallbacks(), 1);
}

// Counted on the vehicle of 14 bodies: no square root, a division for each pivot only.
TEST(Clustered, CountsOnTheVehicle) {
  const Mechanism mechanism = ready("hmmwv");
  const Model<Counted> model = cast<Counted>(mechanism.model);
  const Forces<Counted> forces = cast<Counted>(mechanism.forces);
  Workspace<Counted> w(model);
  const std::vector<Counted> q(mechanism.start.q.begin(), mechanism.start.q.end());
  const std::vector<Counted> v(mechanism.start.v.begin(), mechanism.start.v.end());
  assemble_equations<Counted>(model, forces, q, v, w);
  ClusteredSolver<Counted> solver(*model.pattern);
  solver.leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  const Tally before = Counted::tally();
  ASSERT_TRUE(solver.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi}).ok());
  solver.solve(w.q_force, w.gamma, w.qdd, {});
  const Tally count = Counted::tally() - before;
  EXPECT_EQ(count.add, 870);
  EXPECT_EQ(count.mul, 1002);
  EXPECT_EQ(count.div, 27);
  EXPECT_EQ(count.sqrt, 0);
}

}  // namespace
}  // namespace treadle::test
