// Watches how near each island is to a position in which Phi loses rank, and notes when one was
// passed. Looking costs singular values, so an island that is far from such a position is looked at
// again only after it has moved far enough to come near one (docs/theory/partition.md).
#pragma once

#include "partition_svd.hpp"
#include "scaled_islands.hpp"
#include "weakest_strength.hpp"

#include <span>
#include <vector>

namespace treadle {

/// A singular position that was passed.
struct Passage {
  double time = 0.0;
  std::size_t island = 0;
  int loop = -1;  ///< in Topology::loops: whose equation was lost
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
    return states_[island].svd.basis();
  }
  [[nodiscard]] double window(std::size_t island) const;

  /// A step was accepted at q. Looks by itself where an island is on its way; true: crossings were
  /// added.
  bool accepted(double t, std::span<const double> q, std::span<const double> phi);
  [[nodiscard]] bool wants_accepted(std::span<const double> q) const;
  [[nodiscard]] const std::vector<Passage>& crossings() const { return crossings_; }

 private:
  struct State {
    State(int m, int n, int rank) : svd(m, n, rank), before(m, n, rank) { guess.reserve(rank); }
    SvdPartition<double> svd;     ///< at the last look
    SvdPartition<double> before;  ///< at an accepted step on the way to a singular position
    WeakestStrength guess;        ///< of large islands far from singular positions
    double guessed = 0.0;         ///< largest of them
    double sigma = 1.0, regular = 0.0;
    bool near = false;
    std::vector<int> q_at;                 ///< its numbers in q
    std::vector<double> looked, followed;  ///< where svd and before were made
    // signed strength of the weakest direction at the last accepted steps, newest last
    int steps = 0;
    double t[3] = {}, s[3] = {};
  };

  void look(State& state, const ScaledIsland& island, std::span<const double> q,
            std::span<const double> phi);
  [[nodiscard]] double moved(const State& state, const std::vector<double>& since,
                             std::span<const double> q) const;
  void refer(State& state, const ScaledIsland& island, std::span<const double> q);
  [[nodiscard]] double signed_strength(const State& state, const ScaledIsland& island) const;
  [[nodiscard]] bool due(const State& state, const ScaledIsland& island,
                         std::span<const double> q) const;
  void note(std::size_t island, double t);
  void count();

  const Model<double>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<State> states_;
  std::vector<double> q_scale_;
  Matrix<double> phi_;
  std::vector<Passage> crossings_;
  int near_ = 0, weak_ = 0;
};

}  // namespace treadle
