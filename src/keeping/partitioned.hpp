// Loops kept closed by a partition of the coordinates of each island: accelerations from the free
// directions, dependent velocities and positions from the independent ones
// (docs/theory/partition.md).
#pragma once

#include "closest.hpp"
#include "driven_directions.hpp"
#include "partition.hpp"
#include "reduced.hpp"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace treadle {

template <Decidable S>
class PartitionedLoops {
 public:
  /// Model and islands must outlive it. `method` is one of partition_names().
  PartitionedLoops(const Model<S>& model, const std::vector<ScaledIsland>& islands,
                   std::string_view method);

  /// Holds the motion of an island to these free directions of its loops (orthonormal columns) and
  /// this acceleration beside them, instead of what its partition says; nullptr lets go. Drivers
  /// then move it along these directions. Corrections leave alone what only equations weaker than
  /// `weak` would ask for.
  void hold(std::size_t island, const Matrix<S>* basis, std::span<const S> acceleration = {},
            double weak = 0.0);
  void let_go();

  /// Accelerations; multipliers unless `lambda` is empty. Trouble where a free direction has no
  /// inertia.
  Report accelerate(const InertiaMatrix<S>& m, std::span<const S> phi, std::span<const S> q_force,
                    std::span<const S> gamma, std::span<S> qdd, std::span<S> lambda);

  /// Of the directions along which accelerations were just found: where a force works that should
  /// not, -1 if nowhere. (P8)
  [[nodiscard]] int works_along(std::span<const S> force, std::span<const S> size,
                                double part) const {
    return reduced_.works_along(force, size, part);
  }
  [[nodiscard]] bool is_held(std::size_t island) const { return held_[island].basis != nullptr; }
  /// Whether an equation of an island says nothing at the last split, and none is held instead.
  [[nodiscard]] bool has_lost(std::size_t island) const {
    return !is_held(island) && parts_[island]->lost() > 0;
  }

  /// Dependent positions by Newton's method in tangent space, then dependent velocities.
  Report project(double length, std::span<const FunctionValue<S>> functions, ProjectionStage<S>& w,
                 std::span<S> q, std::span<S> v);

  /// The next split chooses independent coordinates anew.
  void choose_again();
  /// How often independent coordinates were exchanged.
  [[nodiscard]] long changes() const;
  /// The same of the island that did it most.
  [[nodiscard]] long most_changes() const;
  /// Weakest direction of all islands that counts, at the last split.
  [[nodiscard]] double weakest() const;

  /// Choices of all islands; what holds them is told again before each use.
  void keep(Keep& keep) { keep(parts_, driven_); }

 private:
  struct Held {
    const Matrix<S>* basis = nullptr;
    std::span<const S> acceleration;
    double weak = 0.0;
  };

  /// Islands: all, those that are not held, all but without what is weak where they are held.
  enum class Which { all, free, strong };
  void split(std::span<const S> phi, Which which);
  void solve(std::size_t island, std::span<const S> rows, std::span<S> step, double sign);
  void drive(std::size_t island, std::span<const S> rows, double sign, std::span<S> x);

  const Model<S>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<std::unique_ptr<Partition<S>>> parts_;
  std::vector<Held> held_;
  std::vector<std::unique_ptr<DrivenDirections<S>>> driven_;  ///< nullptr without drivers
  ReducedEquations<S> reduced_;
  Matrix<S> phi_;
  std::vector<S> b_, x_, force_, drive_;
};

}  // namespace treadle
