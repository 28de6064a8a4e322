// Whether a single state has the rank of regular positions, and which equation says nothing where
// it has not. Nothing is remembered from one state to the next.
#pragma once

#include "weak_directions.hpp"

#include <span>
#include <vector>

namespace treadle {

/// The weakest equation of a state.
struct Weakest {
  double strength = 1.0;  ///< in parts of the usual one
  double sigma = 1.0;     ///< its singular value, of Phi in plain numbers
  int row = -1;           ///< an equation that depends on others there
};

class StateRank {
 public:
  /// Model and islands must outlive it; `regular`: a position with full rank.
  StateRank(const Model<double>& model, const std::vector<ScaledIsland>& islands,
            std::span<const FunctionValue<double>> functions, std::span<const double> regular);

  /// The weakest of all islands, with the entries of Phi at the state.
  Weakest look(std::span<const double> phi);

 private:
  [[nodiscard]] int dependent_row(const ScaledIsland& island) const;

  const Model<double>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<WeakDirections> weak_;
  std::vector<double> usual_;
  Matrix<double> phi_;
};

}  // namespace treadle
