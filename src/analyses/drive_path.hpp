// Inside simulate: the curve that an island of loops with one freedom moves on, by arc length in
// scaled coordinates.
#pragma once

#include "../mechanism/mechanism.hpp"
#include "../singular/smooth_branch.hpp"

#include <vector>

namespace treadle {

/// A point of the curve.
struct PathNode {
  std::vector<double> q;
  std::vector<double> tangent;  ///< unit, scaled, by position of the island
  double strength = 0.0;        ///< weakest direction of Phi, with a sign that changes at branches
  std::vector<double> left, right;  ///< its vectors
};

class DrivePath {
 public:
  /// The mechanism must outlive it; the island has one freedom.
  DrivePath(const Mechanism& mechanism, std::size_t island);

  /// The assembled start.
  PathNode start();
  /// A way `ds` further; false where the loops do not close there.
  bool go(const PathNode& from, double ds, PathNode& to);
  /// Velocities of the whole mechanism at unit speed along the curve.
  void velocities(const PathNode& node, std::vector<double>& v) const;
  /// Accelerations at velocities `rate` times those, with the acceleration of one coordinate of the
  /// island zero.
  void accelerations(const PathNode& node, double rate, int still, std::vector<double>& a);

  [[nodiscard]] const ScaledIsland& island() const { return islands_[island_]; }

 private:
  bool close(PathNode& node, const std::vector<double>& beside);
  void orient(PathNode& node, const PathNode* before);
  void look(const std::vector<double>& q);

  const Mechanism& mechanism_;
  std::vector<ScaledIsland> islands_;
  std::size_t island_;
  std::vector<FunctionValue<double>> functions_;
  SingularWatch watch_;
  SmoothBranch<double> smooth_;
  PositionStage<double> position_;
  VelocityStage<double> velocity_;
  LoopStage<double> loops_;
  SvdPartition<double> svd_, closing_;
  Matrix<double> phi_;
  std::vector<double> step_, moved_, v_, b_, x_, gamma_;
};

}  // namespace treadle
