// The free directions of an island at and near a singular position, kept smooth: Phi is looked at
// in some places before and behind the position along the motion, where its rank is full, and the
// projector onto the free directions is interpolated between them (docs/theory/partition.md).
#pragma once

#include "partition_gram_schmidt.hpp"
#include "singular_watch.hpp"

#include <array>
#include <span>
#include <vector>

namespace treadle {

class SmoothBranch {
 public:
  /// Both must outlive it.
  SmoothBranch(const Model<double>& model, const std::vector<ScaledIsland>& islands);

  /// Samples the islands that the watch calls near, around q along v. (N14)
  void sample(const SingularWatch& watch, std::span<const FunctionValue<double>> functions,
              std::span<const double> q, std::span<const double> v);

  /// False where there is no smooth way through: the equations themselves are used then.
  [[nodiscard]] bool found(std::size_t island) const { return states_[island].found; }
  /// Free directions, orthonormal, and the acceleration that the curvature of the branch asks for;
  /// both scaled.
  [[nodiscard]] const Matrix<double>& basis(std::size_t island) const {
    return states_[island].basis;
  }
  [[nodiscard]] std::span<const double> acceleration(std::size_t island) const {
    return states_[island].acceleration;
  }

 private:
  static constexpr int places = 10;
  struct State {
    State(const ScaledIsland& s)
        : closing(s.rows(), s.columns(), s.rank),
          local(s.rows(), s.columns(), s.rank),
          basis(s.columns(), s.free()),
          moved(s.columns(), s.free()),
          mean(s.columns(), s.columns()),
          slope(s.columns(), s.columns()),
          direction(static_cast<std::size_t>(s.columns())),
          acceleration(static_cast<std::size_t>(s.columns())),
          tangent(static_cast<std::size_t>(s.columns())) {
      for (auto& p : projector) p.shape(s.columns(), s.columns());
      for (auto& o : offset) o.resize(static_cast<std::size_t>(s.columns()));
    }
    GramSchmidtPartition<double> closing, local;
    Matrix<double> basis, moved, mean, slope;
    std::vector<double> direction, acceleration, tangent;
    std::array<Matrix<double>, places> projector;    ///< P_N in each place
    std::array<std::vector<double>, places> offset;  ///< from q to the place, scaled
    std::array<double, places> along{}, strength{};
    double speed = 0.0;  ///< along the direction
    bool active = false, followed = false, found = false;
  };

  void begin(State& state, const ScaledIsland& island, const SingularWatch& watch,
             std::size_t number, std::span<const double> v);
  bool visit(int place, std::span<const FunctionValue<double>> functions,
             std::span<const double> q);
  bool close(std::span<const FunctionValue<double>> functions, int rounds);
  void interpolate(State& state, const ScaledIsland& island, double window);
  void curvature(State& state, const ScaledIsland& island, std::span<const double> v) const;
  void confirm(std::span<const FunctionValue<double>> functions, std::span<const double> q);

  const Model<double>& model_;
  const std::vector<ScaledIsland>& islands_;
  std::vector<State> states_;
  PositionStage<double> position_;
  LoopStage<double> loops_;
  Matrix<double> phi_;
  std::vector<double> q_, moved_, step_, b_, x_;
};

}  // namespace treadle
