#include "spread.hpp"

#include <cmath>

namespace treadle {

namespace {

// The same numbers on every machine, in -1 .. 1.
double dice_at(unsigned seed, Eigen::Index k) {
  return std::sin(1.0 + 2.39996323 * static_cast<double>(k) + 1.7 * static_cast<double>(seed));
}

bool is_clear(const IslandView& view, int rank, const Spread& spread) {
  const double weak = view.strength(rank), strong = rank > 0 ? view.strength(rank - 1) : 1.0;
  const Eigen::VectorXd open = view.unseen(rank);
  return weak <= spread.weak && strong > 2.0 * weak && strong > 1e-3 &&
         (open.size() == 0 || open.cwiseAbs().maxCoeff() <= spread.weak);
}

void walk_along(IslandView& view, int rank, const std::vector<double>& start,
                Eigen::VectorXd direction, const Spread& spread,
                std::vector<std::vector<double>>& places) {
  std::vector<double> q = start;
  view.look(q);
  view.split();
  const int most = static_cast<int>(2.0 * spread.range / spread.step);
  for (int i = 0; i < most; ++i) {
    const auto free = view.right.rightCols(view.columns() - rank);
    const Eigen::VectorXd along = free * (free.transpose() * direction);
    if (along.norm() < 1e-2 * direction.norm()) return;
    direction = along / along.cwiseAbs().maxCoeff();
    std::vector<double> next = q;
    view.move(spread.step * direction, next);
    if (!view.close_strong(rank, next) || !is_clear(view, rank, spread)) return;
    q = next;
    places.push_back(q);
    if (view.way(start, q).cwiseAbs().maxCoeff() > spread.range) return;
  }
}

}  // namespace

std::vector<std::vector<double>> spread_places(IslandView& view, int rank,
                                               const std::vector<double>& q, const Spread& spread) {
  std::vector<std::vector<double>> places;
  std::vector<double> start = q;
  if (!view.close_strong(rank, start)) return places;
  places.push_back(start);
  const Eigen::MatrixXd free = view.right.rightCols(view.columns() - rank);
  const Eigen::Index freedoms = free.cols();
  const int ways = freedoms == 1 ? 1 : static_cast<int>(std::min<Eigen::Index>(freedoms + 1, 6));
  for (int way = 0; way < ways; ++way) {
    Eigen::VectorXd mix(freedoms);
    for (Eigen::Index k = 0; k < freedoms; ++k)
      mix[k] = freedoms == 1 ? 1.0 : dice_at(spread.seed + 7U * static_cast<unsigned>(way), k);
    for (const double sign : {1.0, -1.0})
      walk_along(view, rank, start, sign * (free * mix), spread, places);
  }
  return places;
}

}  // namespace treadle
