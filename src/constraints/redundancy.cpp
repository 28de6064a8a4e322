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
  const Eigen::VectorXd norms = natural_row_norms(model, island, s.at, s.loops, s.matrix);
  for (Eigen::Index k = 0; k < phi.cols(); ++k) {
    phi.col(k) /= std::sqrt(
        s.matrix.diagonal[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])]);
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

// A small move along the free directions of the island, then back onto the manifold.
bool nearby(const Model<double>& model, const LoopIsland& island, int number, LoopWorkplace& s,
            std::vector<double>& q) {
  s.look(model, q);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  const auto decompose = [&](const Eigen::MatrixXd& phi) {
    solver.setThreshold(1e-9);
    solver.compute(phi);
  };
  Eigen::MatrixXd phi = dense_jacobian(model, island, s.loops.phi);
  decompose(phi);
  Eigen::VectorXd direction(phi.cols());
  for (Eigen::Index k = 0; k < direction.size(); ++k) {
    direction[k] = std::sin(1.0 + 2.39996323 * static_cast<double>(k) + 1.7 * number);
  }
  direction -= solver.solve(phi * direction);
  if (direction.norm() < 1e-9) return false;  // a structure: nothing moves
  Eigen::VectorXd step = (0.03 / direction.cwiseAbs().maxCoeff()) * direction;
  for (int it = 0; it < 20; ++it) {
    std::vector<double> dv(static_cast<std::size_t>(model.nv()), 0.0), next(q);
    for (Eigen::Index k = 0; k < step.size(); ++k) {
      dv[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])] = step[k];
    }
    advance<double>(model, q, dv, next);
    q = next;
    s.look(model, q);
    Eigen::VectorXd residual(phi.rows());
    for (Eigen::Index r = 0; r < residual.size(); ++r) {
      residual[r] =
          s.loops.residual[static_cast<std::size_t>(island.rows[static_cast<std::size_t>(r)])];
    }
    if (residual.cwiseAbs().maxCoeff() < 1e-12 * length_scale(model)) return true;
    phi = dense_jacobian(model, island, s.loops.phi);
    decompose(phi);
    step = -solver.solve(residual);
  }
  return false;
}

}  // namespace

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q) {
  Redundancy out;
  LoopWorkplace s(model, functions);
  for (const LoopIsland& island : loop_islands(model)) {
    s.look(model, q);
    const Eigen::MatrixXd phi = scaled_jacobian(model, island, s);
    const std::vector<int> here = dependent_rows(phi);
    std::vector<int> always = here;
    Eigen::VectorXd norms = phi.rowwise().norm();
    // the highest rank that a neighbour on the manifold shows is the one that counts
    for (int number = 0; number < samples && !always.empty(); ++number) {
      std::vector<double> near = q;
      if (!nearby(model, island, number, s, near)) continue;
      const Eigen::MatrixXd moved = scaled_jacobian(model, island, s);
      const std::vector<int> there = dependent_rows(moved);
      norms = norms.cwiseMax(moved.rowwise().norm());
      if (there.size() < always.size()) always = there;
    }
    for (const int r : always) {
      out.rows.push_back(island.rows[static_cast<std::size_t>(r)]);
      if (norms[r] <= vanishing) out.vanishing.push_back(island.rows[static_cast<std::size_t>(r)]);
    }
    if (always.size() < here.size()) {
      for (const int r : here) {
        if (std::find(always.begin(), always.end(), r) == always.end()) {
          out.singular_here.push_back(island.rows[static_cast<std::size_t>(r)]);
        }
      }
    }
  }
  std::sort(out.rows.begin(), out.rows.end());
  std::sort(out.vanishing.begin(), out.vanishing.end());
  return out;
}

}  // namespace treadle
