#include "state_rank.hpp"

#include "../base/at.hpp"

#include <cmath>

namespace treadle {

StateRank::StateRank(const Model<double>& model, const std::vector<ScaledIsland>& islands,
                     std::span<const FunctionValue<double>> functions,
                     std::span<const double> regular)
    : model_(model), islands_(islands) {
  PositionStage<double> position(model);
  LoopStage<double> loops(model);
  place_bodies<double>(model, regular, position);
  close_loops<double>(model, regular, functions, position, loops);
  for (const ScaledIsland& island : islands) {
    weak_.emplace_back(island);
    usual_.push_back(1.0);
    if (island.rank == 0) continue;
    fill_scaled<double>(model, island, loops.phi, phi_);
    usual_.back() = weak_.back().strength(island, phi_, false);
  }
}

// Gram-Schmidt in file order, twice for accuracy, as where redundant rows are found (C6): the row
// that adds least to those before it.
int StateRank::dependent_row(const ScaledIsland& island) const {
  Matrix<double> basis(phi_.cols, island.rank);
  int least = -1;
  double smallest = 0.0;
  std::vector<double> row(at(phi_.cols));
  for (int k = 0; k < island.rank; ++k) {
    for (int j = 0; j < phi_.cols; ++j) row[at(j)] = phi_(island.kept[at(k)], j);
    for (int pass = 0; pass < 2; ++pass) {
      for (int c = 0; c < k; ++c) {
        double along = 0.0;
        for (int j = 0; j < phi_.cols; ++j) along += basis(j, c) * row[at(j)];
        for (int j = 0; j < phi_.cols; ++j) row[at(j)] -= along * basis(j, c);
      }
    }
    double square = 0.0;
    for (const double x : row) square += x * x;
    const double length = std::sqrt(square);
    for (int j = 0; j < phi_.cols; ++j) basis(j, k) = length > 0.0 ? row[at(j)] / length : 0.0;
    if (least >= 0 && !(length < smallest)) continue;
    smallest = length;
    least = island.kept[at(k)];
  }
  return least < 0 ? -1 : island.parts.rows[at(least)];
}

Weakest StateRank::look(std::span<const double> phi) {
  Weakest out;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const ScaledIsland& island = islands_[i];
    if (island.rank == 0) continue;
    fill_scaled<double>(model_, island, phi, phi_);
    const double sigma = weak_[i].strength(island, phi_, false);
    const double strength = usual_[i] > 0.0 ? sigma / usual_[i] : 1.0;
    if (out.row >= 0 && !(strength < out.strength)) continue;
    out = {strength, sigma, dependent_row(island)};
  }
  return out;
}

}  // namespace treadle
