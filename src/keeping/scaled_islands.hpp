// Islands of loops with Phi in plain numbers: lengths are divided by the mechanism's length, angles
// are in radians, so that one threshold serves rows and coordinates of both kinds.
#pragma once

#include "../linalg/matrix.hpp"
#include "dense_loops.hpp"

#include <span>
#include <vector>

namespace treadle {

struct ScaledIsland {
  LoopIsland parts;
  int rank = 0;                ///< of its rows in a generic position
  std::vector<double> column;  ///< dq = column * dq_scaled, by position of the island
  std::vector<double> row;     ///< residual_scaled = row * residual
  std::vector<int> kept;       ///< rows that do not depend on others in a generic position
  std::vector<int> place;      ///< loop by loop, column by column: its place among the positions
  std::vector<int> drivers;    ///< rows that follow a function of time

  [[nodiscard]] int rows() const { return static_cast<int>(parts.rows.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(parts.positions.size()); }
  [[nodiscard]] int free() const { return columns() - rank; }
  /// What would be free without drivers.
  [[nodiscard]] int free_of_loops() const;
};

/// `redundant`: rows that depend on others wherever the mechanism goes.
std::vector<ScaledIsland> scaled_islands(const Model<double>& model,
                                         std::span<const int> redundant);

/// The same island without the rows of its drivers.
ScaledIsland without_drivers(const Model<double>& model, const ScaledIsland& island);

/// Phi of an island, scaled.
template <Decidable S>
void fill_scaled(const Model<S>& model, const ScaledIsland& island, std::span<const S> phi,
                 Matrix<S>& out);

}  // namespace treadle
