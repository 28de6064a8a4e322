// Redundant equations by rank, told apart from equations that are lost only in the present
// configuration.
#include "../kinematics/advance.hpp"
#include "assemble.hpp"
#include "closest.hpp"
#include "dense_loops.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double vanishing = 1e-8;  // of a row's natural norm
constexpr int samples = 3;

// Phi with columns in units of sqrt(M_kk) and rows in units of their natural norms.
Eigen::MatrixXd scaled_jacobian(const Model<double>& model, const LoopIsland& island,
                                const LoopWorkplace& s) {
  Eigen::MatrixXd phi = dense_jacobian(model, island, s.loops.phi);
  const Eigen::VectorXd norms = natural_row_norms(model, island, s.at, s.loops, s.diagonal);
  for (Eigen::Index k = 0; k < phi.cols(); ++k) {
    phi.col(k) /= std::sqrt(
        s.diagonal[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])]);
  }
  for (Eigen::Index r = 0; r < phi.rows(); ++r) {
    if (norms[r] > 0.0) phi.row(r) /= norms[r];
  }
  return phi;
}

// Gram-Schmidt in file order, twice for accuracy: the rows that add nothing to those before them.
// (C6)
std::vector<int> dependent_rows(const Eigen::MatrixXd& phi) {
  std::vector<int> dependent;
  Eigen::MatrixXd basis(phi.cols(), std::min(phi.rows(), phi.cols()));
  Eigen::Index rank = 0;
  for (Eigen::Index r = 0; r < phi.rows(); ++r) {
    Eigen::VectorXd row = phi.row(r).transpose();
    for (int pass = 0; pass < 2; ++pass) {
      row -= basis.leftCols(rank) * (basis.leftCols(rank).transpose() * row);
    }
    if (rank == basis.cols() || row.norm() <= vanishing) {
      dependent.push_back(static_cast<int>(r));
    } else {
      basis.col(rank++) = row.normalized();
    }
  }
  return dependent;
}

// What is known of the rows of one island.
struct Ranking {
  explicit Ranking(const LoopIsland& i) : island(i) {}

  const LoopIsland& island;
  std::vector<int> here, always;  ///< dependent rows: in this configuration; wherever it goes
  Eigen::VectorXd norms;          ///< largest that were seen
  Eigen::VectorXd step;
  bool moving = false, arrived = false;
};

using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

Decomposition decompose(const Eigen::MatrixXd& phi) {
  Decomposition solver;
  solver.setThreshold(1e-9);
  solver.compute(phi);
  return solver;
}

// A small move along the free directions of an island; none in a structure, where nothing moves.
bool start_moving(const Model<double>& model, int number, const LoopWorkplace& s, Ranking& rank) {
  const Eigen::MatrixXd phi = dense_jacobian(model, rank.island, s.loops.phi);
  const Decomposition solver = decompose(phi);
  Eigen::VectorXd direction(phi.cols());
  for (Eigen::Index k = 0; k < direction.size(); ++k) {
    direction[k] = std::sin(1.0 + 2.39996323 * static_cast<double>(k) + 1.7 * number);
  }
  direction -= solver.solve(phi * direction);
  if (direction.norm() < 1e-9) return false;
  rank.step = (0.03 / direction.cwiseAbs().maxCoeff()) * direction;
  return true;
}

// Neighbours on the manifold, of all islands at once, since they share no coordinate: a small move,
// then back.
void go_nearby(const Model<double>& model, int number, double tolerance,
               const std::vector<double>& q, std::vector<Ranking>& ranks, LoopWorkplace& s) {
  s.look(model, q);
  bool any = false;
  for (Ranking& rank : ranks) {
    rank.arrived = false;
    rank.moving = !rank.always.empty() && start_moving(model, number, s, rank);
    any = any || rank.moving;
  }
  std::vector<double> now = q, next = q, dv(static_cast<std::size_t>(model.nv()));
  for (int it = 0; it < 20 && any; ++it) {
    std::fill(dv.begin(), dv.end(), 0.0);
    for (const Ranking& rank : ranks) {
      if (rank.moving) put_step(rank.island, rank.step, dv);
    }
    advance<double>(model, now, dv, next);
    now = next;
    s.look(model, now);
    any = false;
    for (Ranking& rank : ranks) {
      if (!rank.moving) continue;
      const Eigen::VectorXd residual = residual_of(rank.island, s);
      rank.arrived = residual.cwiseAbs().maxCoeff() < tolerance;
      rank.moving = !rank.arrived;
      if (rank.arrived) continue;
      any = true;
      rank.step = -decompose(dense_jacobian(model, rank.island, s.loops.phi)).solve(residual);
    }
  }
}

}  // namespace

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q) {
  Redundancy out;
  LoopWorkplace s(model, functions);
  const double tolerance = 1e-12 * length_scale(model);
  const std::vector<LoopIsland> islands = loop_islands(model);
  std::vector<Ranking> ranks(islands.begin(), islands.end());
  s.look(model, q);
  for (Ranking& rank : ranks) {
    const Eigen::MatrixXd phi = scaled_jacobian(model, rank.island, s);
    rank.here = rank.always = dependent_rows(phi);
    rank.norms = phi.rowwise().norm();
  }
  // the highest rank that a neighbour on the manifold shows is the one that counts
  for (int number = 0; number < samples; ++number) {
    go_nearby(model, number, tolerance, q, ranks, s);
    for (Ranking& rank : ranks) {
      if (!rank.arrived) continue;
      const Eigen::MatrixXd moved = scaled_jacobian(model, rank.island, s);
      const std::vector<int> there = dependent_rows(moved);
      rank.norms = rank.norms.cwiseMax(moved.rowwise().norm());
      if (there.size() < rank.always.size()) rank.always = there;
    }
  }
  for (const Ranking& rank : ranks) {
    const auto row = [&](int r) { return rank.island.rows[static_cast<std::size_t>(r)]; };
    for (const int r : rank.always) {
      out.rows.push_back(row(r));
      if (rank.norms[r] <= vanishing) out.vanishing.push_back(row(r));
    }
    if (rank.always.size() == rank.here.size()) continue;
    for (const int r : rank.here) {
      if (!std::binary_search(rank.always.begin(), rank.always.end(), r))
        out.singular_here.push_back(row(r));
    }
  }
  std::sort(out.rows.begin(), out.rows.end());
  std::sort(out.vanishing.begin(), out.vanishing.end());
  return out;
}

}  // namespace treadle
