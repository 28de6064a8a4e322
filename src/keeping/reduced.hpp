// Accelerations in the free directions alone: qdd = qdd_p + R w, R^T M R w = R^T (Q - M qdd_p)
// (docs/theory/partition.md). R is made island by island; coordinates that M or a loop couples form
// a block, and each block is a small dense problem of its own.
#pragma once

#include "../dynamics/equations.hpp"
#include "scaled_islands.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Decidable S>
class ReducedEquations {
 public:
  /// Both must outlive it.
  ReducedEquations(const Model<S>& model, const std::vector<ScaledIsland>& islands);

  /// Free directions of an island, scaled (n x f), and its particular acceleration; set them all,
  /// then solve.
  void set_basis(std::size_t island, const Matrix<S>& basis);
  [[nodiscard]] std::span<S> particular() { return particular_; }

  /// -1, or the position of a coordinate that moves without inertia.
  int solve(const InertiaMatrix<S>& m, std::span<const S> q_force, std::span<S> qdd);
  /// Q - M qdd: what the loops have to supply.
  void missing_force(const InertiaMatrix<S>& m, std::span<const S> q_force, std::span<const S> qdd,
                     std::span<S> out) const;

  /// Whether a force works along none of the free directions, to `part` of what numbers of the size
  /// `size` could do there; else the coordinate that moves most in one where it does, not -1. (P8)
  [[nodiscard]] int works_along(std::span<const S> force, std::span<const S> size,
                                double part) const;

  /// Most columns of R in one block: memory and work grow with its square and cube.
  [[nodiscard]] int largest_block() const;
  static int largest_block(const Model<double>& model, const std::vector<ScaledIsland>& islands);

 private:
  struct Entry {
    int other = 0, slot = 0;  ///< M[j, other] is lower[slot]
  };
  struct Direction {
    int island = -1, column = 0;  ///< of the island's basis; a coordinate of its own where -1
  };
  struct Block {
    std::vector<int> positions, directions;
  };

  void times_direction(const InertiaMatrix<S>& m, const Block& block, const Direction& d);
  [[nodiscard]] S along(const Direction& d, std::span<const S> x) const;

  const Model<S>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<Matrix<S>> basis_;  ///< unscaled
  std::vector<std::vector<Entry>> near_;
  std::vector<Direction> directions_;
  std::vector<Block> blocks_;
  std::vector<S> particular_, product_, right_, reduced_;
  std::vector<double> start_;
};

}  // namespace treadle
