// Which bodies channels look at: controllers place and move these, and no others.
#pragma once

#include "../kinematics/move.hpp"
#include "control_plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Bodies that channels show, and all that carry them, in ranges of neighbours from root to leaves.
/// A channel that is not known to need fewer needs all.
class ReadBodies {
 public:
  ReadBodies(const ControlScene& scene, std::span<const std::string> channels);

  /// No channel may look at anything else, functions of time among it.
  [[nodiscard]] bool knows_what_is_read() const { return !all_; }

  void place(std::span<const double> q, PositionStage<double>& position) const;
  /// Where place() was last.
  void move(std::span<const double> v, const PositionStage<double>& position,
            VelocityStage<double>& velocity) const;

 private:
  const Model<double>& model_;
  std::vector<BodyRange> ranges_;
  std::vector<std::size_t> groups_;
  bool all_ = false;
};

}  // namespace treadle
