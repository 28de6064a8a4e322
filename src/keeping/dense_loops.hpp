// Inside constraints: connected sets of loops as small dense problems, for work that must rank:
// assembly, start velocities, redundancy.
#pragma once

#include "../dynamics/equations.hpp"
#include "../kinematics/loops.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <span>
#include <vector>

namespace treadle {

/// Stages of one configuration, for problems that are solved once.
struct LoopWorkplace {
  LoopWorkplace(const Model<double>& model, std::span<const FunctionValue<double>> f);

  /// Fills all of them at q.
  void look(const Model<double>& model, const std::vector<double>& q);

  std::span<const FunctionValue<double>> functions;
  PositionStage<double> at;
  LoopStage<double> loops;
  InertiaStage<double> inertia;
  std::vector<double> diagonal;  ///< of M
  double length;                 ///< length_scale of the model
};

/// Loops that share tree joints, with all rows and coordinates they touch.
struct LoopIsland {
  std::vector<int> loops;      ///< indices in Model::loops
  std::vector<int> positions;  ///< positions in v, ascending
  std::vector<int> rows;       ///< rows of Phi
  std::vector<int> bodies;     ///< whose joints these are; no other island has them
};

std::vector<LoopIsland> loop_islands(const Model<double>& model);

/// How a body moves with unit velocity a of its joint, about its group's origin.
Motion<double> joint_motion(const Link<double>& link, const PositionStage<double>& at, int a);

/// Phi of an island as a dense matrix, rows x positions.
Eigen::MatrixXd dense_jacobian(const Model<double>& model, const LoopIsland& island,
                               const std::vector<double>& phi);
/// Clears the rows of velocities in a Jacobian of the island: a change of place that is no motion
/// may slip.
void let_slip(const Model<double>& model, const LoopIsland& island, Eigen::MatrixXd& jacobian);

/// For each row of the island the norm its entries could have if its direction did not matter, each
/// column weighted by 1/sqrt(M_kk): a row far below it vanishes by geometry.
Eigen::VectorXd natural_row_norms(const Model<double>& model, const LoopIsland& island,
                                  const LoopWorkplace& w);

/// Residuals of an island's rows.
Eigen::VectorXd residual_of(const LoopIsland& island, const LoopWorkplace& w);

/// Writes a step of an island's coordinates to the step of the whole mechanism.
void put_step(const LoopIsland& island, const Eigen::VectorXd& step, std::vector<double>& dv);

/// Copies the coordinates of an island's joints.
template <Real S>
void copy_island(const Model<S>& model, const LoopIsland& island, std::span<const S> from,
                 std::vector<S>& to) {
  for (const int i : island.bodies) {
    const TreeBody& body = model.topology->bodies[BodyId{i}];
    std::copy_n(from.begin() + body.q_at, body.nq, to.begin() + body.q_at);
  }
}

}  // namespace treadle
