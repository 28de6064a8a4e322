// The free directions of an island at and near a singular position, kept smooth: Phi is looked at
// in some places before and behind the position along the motion, where its rank is full, and the
// projector onto the free directions is interpolated between them (docs/theory/partition.md).
#pragma once

#include "../keeping/partition_gram_schmidt.hpp"
#include "../kinematics/reach.hpp"
#include "singular_watch.hpp"

#include <array>
#include <span>
#include <vector>

namespace treadle {

/// How far a state is off the branch that it is held to, in plain numbers.
struct OffBranch {
  double position = 0.0, velocity = 0.0;
  double part = 0.0;  ///< the larger one, in parts of size and speed
  double bend = 0.0;  ///< difference of the two ways to the acceleration, in parts of it (P10)
};

template <Decidable S>
class SmoothBranch {
 public:
  /// Both must outlive it. Islands of loops alone: drivers choose no branch.
  SmoothBranch(const Model<S>& model, const std::vector<ScaledIsland>& islands);

  /// Samples the islands that the watch calls near, around q along v. (N14)
  void sample(const SingularWatch& watch, std::span<const FunctionValue<S>> functions,
              std::span<const S> q, std::span<const S> v);

  /// False where there is no smooth way through: the equations themselves are used then.
  [[nodiscard]] bool found(std::size_t island) const { return states_[island].found; }
  /// Free directions, orthonormal, and the acceleration that the curvature of the branch asks for;
  /// both scaled.
  [[nodiscard]] const Matrix<S>& basis(std::size_t island) const { return states_[island].basis; }
  [[nodiscard]] std::span<const S> acceleration(std::size_t island) const {
    return states_[island].acceleration;
  }
  /// The same by the bend of the way through the places, as a second opinion. (P10)
  [[nodiscard]] std::span<const S> bent(std::size_t island) const { return states_[island].bent; }
  [[nodiscard]] const OffBranch& off(std::size_t island) const { return states_[island].off; }

  void keep(Keep& keep) { keep(states_, sampled_); }

 private:
  static constexpr int places = 10;
  struct State {
    explicit State(const ScaledIsland& s)
        : closing(s.rows(), s.columns(), s.rank),
          local(s.rows(), s.columns(), s.rank),
          basis(s.columns(), s.free()),
          moved(s.columns(), s.free()),
          first(s.columns(), s.free()),
          mean(s.columns(), s.columns()),
          slope(s.columns(), s.columns()),
          direction(static_cast<std::size_t>(s.columns())),
          acceleration(static_cast<std::size_t>(s.columns())),
          tangent(static_cast<std::size_t>(s.columns())),
          bend(static_cast<std::size_t>(s.columns())),
          bent(static_cast<std::size_t>(s.columns())),
          aside(static_cast<std::size_t>(s.columns())),
          tried(static_cast<std::size_t>(s.columns())),
          target(static_cast<std::size_t>(s.free())),
          short_of(static_cast<std::size_t>(s.free())) {
      for (auto& p : projector) p.shape(s.columns(), s.columns());
      for (auto& o : offset) o.resize(static_cast<std::size_t>(s.columns()));
    }
    GramSchmidtPartition<S> closing, local;
    Matrix<S> basis, moved, first, mean, slope;
    std::vector<S> direction, acceleration, tangent;
    std::vector<S> bend, bent;                  ///< of the way through the places, at a speed of 1
    std::vector<S> aside, tried;                ///< free directions beside the motion
    std::vector<S> target, short_of;            ///< of a place, along the free directions
    std::array<Matrix<S>, places> projector;    ///< P_N in each place
    std::array<std::vector<S>, places> offset;  ///< from q to the place, scaled
    std::array<S, places> along{};
    std::array<double, places> strength{};
    OffBranch off;
    S speed = S(0.0);        ///< along the direction
    double spread = 0.0;     ///< distance of the places, along the direction
    int manner = 0;          ///< how they lie
    int rest = 0;            ///< samples until other manners are tried again
    bool has_aside = false;  ///< `aside` was chosen for that
    bool sampled = false, followed = false, found = false;
    bool factored = false;  ///< `closing` is of a place near by

    void keep(Keep& keep) {
      keep(closing, local, basis, moved, first, mean, slope, direction, acceleration, tangent, bend,
           aside, tried, target, short_of, projector, offset, along, strength);
      keep(off.position, speed, spread, manner, rest, has_aside, sampled, followed, found,
           factored);
    }
  };

  // Of one island, whose coordinates alone move.
  void sample(std::size_t i, const SingularWatch& watch,
              std::span<const FunctionValue<S>> functions, std::span<const S> q,
              std::span<const S> v);
  void begin(std::size_t i, const SingularWatch& watch, std::span<const S> v);
  static void turn_basis(State& state);
  void look(std::size_t i, std::span<const FunctionValue<S>> functions);
  bool visit(std::size_t i, int place, std::span<const FunctionValue<S>> functions,
             std::span<const S> q);
  bool close(std::size_t i, std::span<const FunctionValue<S>> functions, std::span<const S> q,
             int rounds);
  bool go(std::size_t i, std::span<const FunctionValue<S>> functions, std::span<const S> q);
  bool choose_aside(std::size_t i, std::span<const FunctionValue<S>> functions,
                    std::span<const S> q);
  void find(std::size_t i, double window, std::span<const FunctionValue<S>> functions,
            std::span<const S> q);
  void offset_to(std::size_t i, std::span<const S> q, std::vector<S>& offset);
  bool still_there(std::size_t i, std::span<const S> q, std::span<const S> v);
  void interpolate(std::size_t i, double window);
  static S bend_weight(const State& state, std::span<const int> good, int a);
  void curvature(std::size_t i, std::span<const S> v);
  bool confirm(std::size_t i, std::span<const FunctionValue<S>> functions, std::span<const S> q);

  const Model<S>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<Reach> reaches_;  ///< by island
  std::vector<State> states_;
  PositionStage<S> position_;
  LoopStage<S> loops_;
  Matrix<S> phi_;
  std::vector<S> q_, moved_, step_, b_, x_;
  std::vector<S> sampled_;  ///< where each island stood when it was sampled
};

}  // namespace treadle
