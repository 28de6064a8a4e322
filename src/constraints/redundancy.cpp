// Redundant equations by rank, told apart from equations that are lost only in the present
// configuration.
#include "../describe/names.hpp"
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

struct Pivots {
  std::vector<int> dependent, kept;
  double smallest_kept = 0.0, largest_dropped = 0.0;
  int weakest = -1;  ///< the row of the smallest pivot that is kept
};

// Gram-Schmidt in file order, twice for accuracy: the rows that add nothing to those before them.
// (C6)
Pivots dependent_rows(const Eigen::MatrixXd& phi) {
  Pivots out;
  Eigen::MatrixXd basis(phi.cols(), std::min(phi.rows(), phi.cols()));
  Eigen::Index rank = 0;
  for (Eigen::Index r = 0; r < phi.rows(); ++r) {
    Eigen::VectorXd row = phi.row(r).transpose();
    for (int pass = 0; pass < 2; ++pass) {
      row -= basis.leftCols(rank) * (basis.leftCols(rank).transpose() * row);
    }
    const double pivot = row.norm();
    if (rank == basis.cols() || pivot <= vanishing) {
      out.dependent.push_back(static_cast<int>(r));
      out.largest_dropped = std::max(out.largest_dropped, pivot);
    } else {
      basis.col(rank++) = row.normalized();
      out.kept.push_back(static_cast<int>(r));
      if (out.weakest >= 0 && pivot >= out.smallest_kept) continue;
      out.smallest_kept = pivot;
      out.weakest = static_cast<int>(r);
    }
  }
  return out;
}

// Rank and gap; where the gap is narrow, the loops whose rows nearly make up the weakest one. (C12)
IslandRank rank_of(const Model<double>& model, const LoopIsland& island, const Pivots& pivots,
                   const Eigen::MatrixXd& phi) {
  IslandRank out;
  out.loops = island.loops;
  out.rows = static_cast<int>(island.rows.size());
  out.rank = static_cast<int>(pivots.kept.size());
  out.smallest_kept = pivots.smallest_kept;
  out.largest_dropped = pivots.largest_dropped;
  if (!out.is_doubtful()) return out;
  const auto before = static_cast<Eigen::Index>(
      std::find(pivots.kept.begin(), pivots.kept.end(), pivots.weakest) - pivots.kept.begin());
  Eigen::MatrixXd span(phi.cols(), before);
  for (Eigen::Index k = 0; k < before; ++k)
    span.col(k) = phi.row(pivots.kept[static_cast<std::size_t>(k)]).transpose();
  Eigen::VectorXd parts(before);
  if (before > 0) {
    parts = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(span).solve(
        phi.row(pivots.weakest).transpose());
  }
  const auto has = [&](int c, int row) {
    const Loop& loop = model.topology->loops[LoopId{c}];
    const int at = island.rows[static_cast<std::size_t>(row)];
    return at >= loop.first_row && at < loop.first_row + loop.rows;
  };
  for (const int c : island.loops) {
    bool part = has(c, pivots.weakest);
    for (Eigen::Index k = 0; k < before; ++k) {
      part =
          part || (std::fabs(parts[k]) > 1e-3 && has(c, pivots.kept[static_cast<std::size_t>(k)]));
    }
    if (part) out.nearly.push_back(c);
  }
  return out;
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

// Copies the coordinates of the island's joints.
void keep_island(const Model<double>& model, const LoopIsland& island,
                 const std::vector<double>& from, std::vector<double>& to) {
  for (const Link<double>& link : model.links) {
    if (!std::binary_search(island.positions.begin(), island.positions.end(), link.v_at)) continue;
    const int count = joint_facts(link.type).nq;
    std::copy_n(from.begin() + link.q_at, count, to.begin() + link.q_at);
  }
}

}  // namespace

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q) {
  Redundancy out;
  out.q = q;
  LoopWorkplace s(model, functions);
  for (const LoopIsland& island : loop_islands(model)) {
    s.look(model, q);
    Eigen::MatrixXd phi = scaled_jacobian(model, island, s);
    Pivots pivots = dependent_rows(phi);
    const std::vector<int> here = pivots.dependent;
    Eigen::VectorXd norms = phi.rowwise().norm();
    // the highest rank that a neighbour on the manifold shows is the one that counts
    for (int number = 0; number < samples && !pivots.dependent.empty(); ++number) {
      std::vector<double> near = q;
      if (!nearby(model, island, number, s, near)) continue;
      const Eigen::MatrixXd moved = scaled_jacobian(model, island, s);
      Pivots there = dependent_rows(moved);
      norms = norms.cwiseMax(moved.rowwise().norm());
      if (there.dependent.size() >= pivots.dependent.size()) continue;
      pivots = std::move(there);
      phi = moved;
      keep_island(model, island, near, out.q);
    }
    const std::vector<int>& always = pivots.dependent;
    out.islands.push_back(rank_of(model, island, pivots, phi));
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
