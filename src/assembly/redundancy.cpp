// Redundant equations by rank, told apart from equations that are lost only in the present
// configuration.
#include "../describe/names.hpp"
#include "../keeping/closest.hpp"
#include "../keeping/dense_loops.hpp"
#include "../kinematics/advance.hpp"
#include "assemble.hpp"

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
  const Eigen::VectorXd norms = natural_row_norms(model, island, s);
  for (Eigen::Index k = 0; k < phi.cols(); ++k) {
    phi.col(k) /= std::sqrt(
        s.diagonal[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])]);
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

// What is known of the rows of one island.
struct Ranking {
  explicit Ranking(const LoopIsland& i) : island(i) {}

  const LoopIsland& island;
  std::vector<int> here;  ///< dependent rows in this configuration
  Pivots pivots;          ///< where the rank was highest
  Eigen::MatrixXd phi;    ///< there
  Eigen::VectorXd norms;  ///< largest that were seen
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

// Rows of drivers as if they were not there: at another time they ask for another place.
template <class Rows>
void let_drivers_go(const Model<double>& model, const LoopIsland& island, Rows& rows) {
  Eigen::Index r = 0;
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c)];
    if (loop.function >= 0) rows.middleRows(r, loop.row_count).setZero();
    r += loop.row_count;
  }
}

Eigen::MatrixXd undriven_jacobian(const Model<double>& model, const LoopIsland& island,
                                  const LoopWorkplace& s) {
  Eigen::MatrixXd phi = dense_jacobian(model, island, s.loops.phi);
  let_drivers_go(model, island, phi);
  return phi;
}

// A small move along the free directions of an island; none in a structure, where nothing moves.
bool start_moving(const Model<double>& model, int number, const LoopWorkplace& s, Ranking& rank) {
  const Eigen::MatrixXd phi = undriven_jacobian(model, rank.island, s);
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
void go_nearby(const Model<double>& model, int number, double tolerance, std::vector<double>& now,
               std::vector<Ranking>& ranks, LoopWorkplace& s) {
  s.look(model, now);
  bool any = false;
  for (Ranking& rank : ranks) {
    rank.arrived = false;
    rank.moving = !rank.pivots.dependent.empty() && start_moving(model, number, s, rank);
    any = any || rank.moving;
  }
  std::vector<double> next = now, dv(static_cast<std::size_t>(model.nv()));
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
      Eigen::VectorXd residual = residual_of(rank.island, s);
      let_drivers_go(model, rank.island, residual);
      rank.arrived = residual.cwiseAbs().maxCoeff() < tolerance;
      rank.moving = !rank.arrived;
      if (rank.arrived) continue;
      any = true;
      rank.step = -decompose(undriven_jacobian(model, rank.island, s)).solve(residual);
    }
  }
}

}  // namespace

Redundancy find_redundancy(const Model<double>& model,
                           std::span<const FunctionValue<double>> functions,
                           const std::vector<double>& q) {
  Redundancy out;
  out.q = q;
  LoopWorkplace s(model, functions);
  const double tolerance = 1e-12 * length_scale(model);
  const std::vector<LoopIsland> islands = loop_islands(model);
  std::vector<Ranking> ranks(islands.begin(), islands.end());
  s.look(model, q);
  for (Ranking& rank : ranks) {
    const Eigen::MatrixXd phi = scaled_jacobian(model, rank.island, s);
    rank.pivots = dependent_rows(phi);
    rank.here = rank.pivots.dependent;
    rank.norms = phi.rowwise().norm();
    rank.phi = phi;
  }
  std::vector<double> near = q;
  // the highest rank that a neighbour on the manifold shows is the one that counts
  for (int number = 0; number < samples; ++number) {
    near = q;
    go_nearby(model, number, tolerance, near, ranks, s);
    for (Ranking& rank : ranks) {
      if (!rank.arrived) continue;
      const Eigen::MatrixXd moved = scaled_jacobian(model, rank.island, s);
      Pivots there = dependent_rows(moved);
      rank.norms = rank.norms.cwiseMax(moved.rowwise().norm());
      if (there.dependent.size() >= rank.pivots.dependent.size()) continue;
      rank.pivots = std::move(there);
      rank.phi = moved;
      copy_island<double>(model, rank.island, near, out.q);
    }
  }
  for (const Ranking& rank : ranks) {
    const auto row = [&](int r) { return rank.island.rows[static_cast<std::size_t>(r)]; };
    const std::vector<int>& always = rank.pivots.dependent;
    out.islands.push_back(rank_of(model, rank.island, rank.pivots, rank.phi));
    for (const int r : always) {
      out.rows.push_back(row(r));
      if (rank.norms[r] <= vanishing) out.vanishing.push_back(row(r));
    }
    if (always.size() == rank.here.size()) continue;
    for (const int r : rank.here) {
      if (!std::binary_search(always.begin(), always.end(), r)) out.singular_here.push_back(row(r));
    }
  }
  std::sort(out.rows.begin(), out.rows.end());
  std::sort(out.vanishing.begin(), out.vanishing.end());
  return out;
}

}  // namespace treadle
