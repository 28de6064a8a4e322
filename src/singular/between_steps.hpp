// Positions between two accepted steps: the cubic through positions and velocities at both ends.
#pragma once

#include "../base/keep.hpp"
#include "../kinematics/loops.hpp"

#include <array>
#include <span>
#include <vector>

namespace treadle {

class BetweenSteps {
 public:
  explicit BetweenSteps(const Model<double>& model);

  /// A step was accepted: what was the end is the beginning.
  void accept(double t, std::span<const double> q, std::span<const double> v);
  [[nodiscard]] double begin() const { return t_[0]; }
  [[nodiscard]] double end() const { return t_[1]; }

  /// The position at a time between, with the loops' equations there.
  void look(double t, std::span<const FunctionValue<double>> functions);
  [[nodiscard]] const std::vector<double>& q() const { return at_; }
  [[nodiscard]] const std::vector<double>& phi() const { return loops_.phi; }

  void keep(Keep& keep) { keep(t_, q_, rate_); }

 private:
  const Model<double>& model_;
  std::array<double, 2> t_{-1.0, -1.0};
  std::array<std::vector<double>, 2> q_, rate_;  ///< at both ends
  std::vector<double> at_;
  PositionStage<double> position_;
  LoopStage<double> loops_;
};

}  // namespace treadle
