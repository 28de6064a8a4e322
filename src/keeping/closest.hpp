// Keeping loops closed: the nearest point of the constraint manifold in the mass metric, positions
// first, then velocities (docs/theory/constraints.md).
#pragma once

#include "../dynamics/recursion.hpp"
#include "../kinematics/loops.hpp"
#include "../linalg/largest.hpp"
#include "../solve/saddle.hpp"

#include <span>
#include <vector>

namespace treadle {

/// Largest residuals after a projection.
struct Violation {
  double position = 0.0;  ///< metres, or radians for directions
  double velocity = 0.0;  ///< for each second
};

/// Scratch of one projection; allocated once.
template <Decidable S>
struct ProjectionStage {
  PositionStage<S> position;
  LoopStage<S> loops;
  InertiaStage<S> inertia;
  InertiaMatrix<S> matrix;
  std::vector<S> zero, right, step, lambda, moved;
  std::vector<char> row_lengths, v_lengths;  ///< kinds_of_units.hpp
  Violation left;                            ///< by the last projection ...
  bool is_left_known = false;                ///< ... if it said so
  Crew* crew = nullptr;                      ///< that shares the loops; nullptr: there is none

  explicit ProjectionStage(const Model<S>& model);
};

/// What rounding and old factors may leave; and what may be left where another way is at hand. A
/// row that was left out weakly, and is missed by more, would make the state jump as soon as
/// another one is left out.
inline constexpr double usually_unmet = 1e-10, hardly_unmet = 1e-12;

/// Steps towards closed loops: M x + Phi^T y = 0, Phi x = right.
template <Decidable S>
class LoopSteps {
 public:
  virtual ~LoopSteps() = default;
  /// With M and Phi of the place that positions and loops in the stage have.
  virtual Report prepare(ProjectionStage<S>& w) = 0;
  /// w.step from w.right, with M and Phi of that place or of one nearby.
  virtual Report solve(ProjectionStage<S>& w) = 0;
};

/// By factors of the augmented matrix.
template <Decidable S>
class FactoredSteps final : public LoopSteps<S> {
 public:
  FactoredSteps(const Model<S>& model, SaddleSolver<S>& solver) : model_(model), solver_(solver) {}
  Report prepare(ProjectionStage<S>& w) override;
  Report solve(ProjectionStage<S>& w) override;

 private:
  const Model<S>& model_;
  SaddleSolver<S>& solver_;
};

/// By the recursion, without M; its factors serve until the next prepare().
template <Decidable S>
class RecursiveSteps final : public LoopSteps<S> {
 public:
  RecursiveSteps(const Model<S>& model, Recursion<S>& recursion)
      : model_(model), recursion_(recursion) {}
  Report prepare(ProjectionStage<S>& w) override;
  Report solve(ProjectionStage<S>& w) override;

 private:
  const Model<S>& model_;
  Recursion<S>& recursion_;
  bool factored_ = false;
};

/// Moves q by the least amount in the mass metric until Phi(q, t) = 0, then v until Phi_q v + Phi_t
/// = 0. The loops must be nearly closed already. `length` is the size of the mechanism, for
/// tolerances. `unmet`: the part of length and speed that rows left out as dependent may miss.
template <Decidable S>
Report project_closest(const Model<S>& model, LoopSteps<S>& steps, double length,
                       std::span<const FunctionValue<S>> functions, ProjectionStage<S>& w,
                       std::span<S> q, std::span<S> v, double unmet = usually_unmet);

/// M and Phi at a position, factored; bodies, loops and M are in the stage.
template <Decidable S>
Report factor_at(const Model<S>& model, SaddleSolver<S>& solver,
                 std::span<const FunctionValue<S>> functions, std::span<const S> q,
                 ProjectionStage<S>& w);

/// Residuals at a state.
template <Decidable S>
Violation violation(const Model<S>& model, std::span<const FunctionValue<S>> functions,
                    ProjectionStage<S>& w, std::span<const S> q, std::span<const S> v);

/// A length that tells how large the mechanism is: the largest offset between neighbouring frames.
double length_scale(const Model<double>& model);

}  // namespace treadle
