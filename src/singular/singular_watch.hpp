// Watches how near each island is to a position in which Phi loses rank, and notes when one was
// passed. Looking costs a factorization, so an island that is far from such a position is looked at
// again only after it has moved far enough to come near one (docs/theory/partition.md).
#pragma once

#include "between_steps.hpp"
#include "weak_directions.hpp"

#include <span>
#include <vector>

namespace treadle {

/// A singular position that was passed.
struct Passage {
  double time = 0.0;
  std::size_t island = 0;
  int loop = -1;  ///< in Topology::loops: whose equation was lost; one entry for each such loop
  bool turned = false;  ///< it came near and left again: the motion turned, or took another branch
};

class SingularWatch {
 public:
  /// `regular`: a position with full rank, for the size that counts as normal.
  SingularWatch(const Model<double>& model, const std::vector<ScaledIsland>& islands,
                std::span<const FunctionValue<double>> functions, std::span<const double> regular);

  /// Whether some island has moved so far that look() must be called.
  [[nodiscard]] bool must_look(std::span<const double> q) const;
  /// Looks at the islands that need it, with the entries of Phi at q.
  void look(std::span<const double> q, std::span<const double> phi);
  /// Whether some island is close to a singular position: (N12)
  [[nodiscard]] bool any_near() const { return near_ > 0; }
  /// Whether some island is on its way to one: shortcuts that rely on healthy pivots should wait.
  [[nodiscard]] bool any_weak() const { return weak_ > 0; }
  [[nodiscard]] bool is_near(std::size_t island) const { return states_[island].near; }
  /// Free directions at the last look from outside, orthonormal.
  [[nodiscard]] const Matrix<double>& basis(std::size_t island) const {
    return states_[island].weak.basis();
  }
  [[nodiscard]] double window(std::size_t island) const;
  /// Strength of its weakest equation at the last look, in parts of the usual one.
  [[nodiscard]] double strength(std::size_t island) const {
    const State& state = states_[island];
    return state.regular() > 0.0 ? state.sigma / state.regular() : 1.0;
  }

  /// The usual one: the largest so far.
  [[nodiscard]] double regular(std::size_t island) const { return states_[island].regular(); }

  /// How long a step may be with velocities v, so that no singular position is passed unseen. (N20)
  [[nodiscard]] double longest_step(std::span<const double> v) const;

  /// Whether some island has ever been on its way to a singular position.
  [[nodiscard]] bool came_near() const { return came_near_; }

  /// A step was accepted at q with velocities v. Looks by itself where an island is on its way;
  /// true: crossings were added.
  bool accepted(double t, std::span<const double> q, std::span<const double> v,
                std::span<const FunctionValue<double>> functions, std::span<const double> phi);
  [[nodiscard]] bool wants_accepted(std::span<const double> q) const;
  [[nodiscard]] const std::vector<Passage>& crossings() const { return crossings_; }

  void keep(Keep& keep) { keep(states_, crossings_, between_, near_, weak_, came_near_); }

 private:
  struct State {
    State(const Model<double>& model, const ScaledIsland& island)
        : weak(island), kept(model, island) {}
    WeakDirections weak;
    KeptRows kept;
    double sigma = 1.0;
    [[nodiscard]] double regular() const { return weak.regular(); }
    double reach = 1.0;   ///< how much sigma can change when each coordinate moves by one
    double slope = -1.0;  ///< how much it did at most, far from singular positions; -1: not known
    double way = 0.0;     ///< that coordinates may go until the next look
    bool near = false;
    bool was_near = false;                 ///< since it is followed
    bool noted = false;                    ///< that it crossed, since it is followed
    std::vector<int> q_at;                 ///< its numbers in q
    std::vector<int> v_at;                 ///< and in v
    std::vector<double> looked, followed;  ///< where it was looked at and referred to
    // signed strength of the weakest direction at the last accepted steps, newest last
    int steps = 0;
    double t[3] = {}, s[3] = {};
    double least_s = 0.0, least_t = 0.0;  ///< the weakest while it was followed, and when

    void keep(Keep& keep) {
      keep(weak, sigma, reach, slope, way, near, was_near, noted, looked, followed, steps, t, s,
           least_s, least_t);
    }
  };

  void look(State& state, const ScaledIsland& island, std::span<const double> q,
            std::span<const double> phi);
  [[nodiscard]] double moved(const State& state, const std::vector<double>& since,
                             std::span<const double> q) const;
  void refer(State& state, const ScaledIsland& island, std::span<const double> q);
  [[nodiscard]] bool due(const State& state, const ScaledIsland& island,
                         std::span<const double> q) const;
  [[nodiscard]] static double way_to_go(const State& state);
  [[nodiscard]] static double window(const State& state);
  [[nodiscard]] double time_of_crossing(const State& state, const ScaledIsland& island,
                                        std::span<const FunctionValue<double>> functions);
  void note(std::size_t island, double t, bool turned,
            std::span<const FunctionValue<double>> functions);
  void count();

  const Model<double>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<State> states_;
  std::vector<double> q_scale_, v_scale_;
  Matrix<double> phi_;
  std::vector<Passage> crossings_;
  BetweenSteps between_;
  std::vector<double> shares_;  ///< of the loops of an island in what is lost
  int near_ = 0, weak_ = 0;
  bool came_near_ = false;
};

}  // namespace treadle
