#include "driver_conflict.hpp"

#include "../keeping/dense_loops.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double loop_rank_lost = 1e-7;  // of a row of loops
constexpr double follows = 1e-6;         // what is left of a driver that follows from others
constexpr double hardly = 0.1;           // of the strength elsewhere: a dead point is this near
constexpr double not_at_all = 1e-3;      // of its own entry
constexpr double same_motion = 1e-9;

/// Rows of an island in units of their columns' inertia, drivers apart from loops.
struct DrivenIsland {
  MatrixXd loops, drivers;
  std::vector<int> numbers;  ///< of the drivers, in Model::loops
  VectorXd residual, drift;  ///< of the drivers
};

DrivenIsland driven_part(const Model<double>& model, const LoopIsland& island,
                         const LoopWorkplace& w) {
  MatrixXd phi = dense_jacobian(model, island, w.loops.phi);
  for (Index k = 0; k < phi.cols(); ++k)
    phi.col(k) /= std::sqrt(
        w.diagonal[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])]);
  const VectorXd norms = natural_row_norms(model, island, w);
  std::vector<Index> loops, drivers;
  DrivenIsland out;
  Index row = 0;
  for (const int c : island.loops) {
    const LoopData<double>& loop = model.loops[static_cast<std::size_t>(c)];
    for (int r = 0; r < loop.row_count; ++r, ++row) {
      if (norms[row] > 0.0 && loop.function < 0) phi.row(row) /= norms[row];
      (loop.function < 0 ? loops : drivers).push_back(row);
      if (loop.function >= 0) out.numbers.push_back(c);
    }
  }
  out.loops = phi(loops, Eigen::all);
  out.drivers = phi(drivers, Eigen::all);
  out.residual.resize(static_cast<Index>(drivers.size()));
  out.drift.resize(static_cast<Index>(drivers.size()));
  for (std::size_t k = 0; k < drivers.size(); ++k) {
    const auto at = static_cast<std::size_t>(island.rows[static_cast<std::size_t>(drivers[k])]);
    out.residual[static_cast<Index>(k)] = w.loops.residual[at];
    out.drift[static_cast<Index>(k)] = w.loops.drift[at];
  }
  return out;
}

// What the loops leave free, as orthonormal columns.
MatrixXd free_directions(const MatrixXd& loops) {
  const Index n = loops.cols();
  if (loops.rows() == 0) return MatrixXd::Identity(n, n);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> d;
  d.setThreshold(loop_rank_lost);
  d.compute(loops.transpose());
  const MatrixXd q = d.householderQ();
  return q.rightCols(n - d.rank());
}

// Drivers one after the other, each compared with those before it. (C15)
DriverConflict look_at(const Model<double>& model, std::span<const FunctionValue<double>> functions,
                       const DrivenIsland& island, const VectorXd& usual, bool suspect) {
  const MatrixXd along = island.drivers * free_directions(island.loops);
  std::vector<Index> before;
  for (Index k = 0; k < along.rows(); ++k) {
    const double whole = island.drivers.row(k).norm();
    const int number = island.numbers[static_cast<std::size_t>(k)];
    const auto& function =
        functions[static_cast<std::size_t>(model.loops[static_cast<std::size_t>(number)].function)];
    DriverConflict found{DriverConflictKind::none, number,        {}, function.rate, function.rate,
                         function.value,           function.value};
    const MatrixXd others = along(before, Eigen::all);
    VectorXd part = VectorXd::Zero(others.rows());
    if (others.rows() > 0)
      part = Eigen::CompleteOrthogonalDecomposition<MatrixXd>(others.transpose())
                 .solve(along.row(k).transpose());
    const double own = along.row(k).norm(),
                 left = (along.row(k).transpose() - others.transpose() * part).norm();
    const bool moves = own > std::max(hardly * usual[k], not_at_all) * whole;
    if (moves && left > hardly * hardly * own) {
      before.push_back(k);
      continue;
    }
    if (moves && left <= follows * own) {
      // what it would have to do: the others' residuals and rates, carried over
      double place = island.residual[k], rate = -island.drift[k];
      for (Index i = 0; i < part.size(); ++i) {
        const Index o = before[static_cast<std::size_t>(i)];
        if (std::fabs(part[i]) * along.row(o).norm() <= follows * own) continue;
        found.others.push_back(island.numbers[static_cast<std::size_t>(o)]);
        place -= part[i] * island.residual[o];
        rate += part[i] * island.drift[o];
      }
      found.follows = function.rate - rate;
      found.implied = function.value + place;
      const double size = 1.0 + std::fabs(function.rate) + std::fabs(function.value);
      if (suspect || std::fabs(rate) > same_motion * size || std::fabs(place) > same_motion * size)
        found.kind = DriverConflictKind::contradiction;
    } else if (along.cols() == 0) {
      if (suspect || function.rate != 0.0) found.kind = DriverConflictKind::locked;
    } else if (suspect) {
      found.kind = DriverConflictKind::dead_point;
    }
    if (found.any()) return found;
  }
  return {};
}

// How much of each driver's own entry the loops leave free.
VectorXd strengths(const DrivenIsland& island) {
  const MatrixXd along = island.drivers * free_directions(island.loops);
  return along.rowwise().norm().cwiseQuotient(island.drivers.rowwise().norm());
}

}  // namespace

DriverConflict find_driver_conflict(const Model<double>& model,
                                    std::span<const FunctionValue<double>> functions,
                                    const std::vector<double>& q,
                                    const std::vector<double>& elsewhere, bool suspect) {
  if (std::none_of(model.loops.begin(), model.loops.end(),
                   [](const LoopData<double>& loop) { return loop.function >= 0; }))
    return {};
  LoopWorkplace w(model, functions), there(model, functions);
  w.look(model, q);
  there.look(model, elsewhere);
  for (const LoopIsland& island : loop_islands(model)) {
    const DrivenIsland driven = driven_part(model, island, w);
    if (driven.numbers.empty()) continue;
    const DriverConflict found =
        look_at(model, functions, driven, strengths(driven_part(model, island, there)), suspect);
    if (found.any()) return found;
  }
  return {};
}

}  // namespace treadle
