// Rows of a motion without forces: everything that positions, velocities and accelerations tell.
#pragma once

#include "../kinematics/loops.hpp"
#include "../mechanism/mechanism.hpp"
#include "../output/channels.hpp"

#include <string>
#include <vector>

namespace treadle {

/// Time, and position, velocity and acceleration of all joints, cut ones too.
std::vector<std::string> joint_channels(const Mechanism& mechanism);

/// Those that were chosen; without a choice the same and what outputs of the file show of the
/// motion, and the poses of bodies if asked for. Throws ModelError at "channels" for one that shows
/// a force or an energy.
std::vector<std::string> kinematic_channels(const Mechanism& mechanism,
                                            const ChannelChoice& chosen);

class KinematicRows {
 public:
  /// The mechanism must outlive it.
  KinematicRows(const Mechanism& mechanism, std::vector<std::string> names);

  [[nodiscard]] const std::vector<Column>& columns() const { return channels_.columns(); }
  /// Of the last row.
  [[nodiscard]] const PositionStage<double>& position() const { return position_; }

  /// Functions are those of the start, or of the time where `driven`.
  void fill(double t, const std::vector<double>& q, const std::vector<double>& v,
            const std::vector<double>& a, std::vector<double>& row, bool driven = false);

 private:
  const Mechanism& mechanism_;
  Channels channels_;
  PositionStage<double> position_;
  VelocityStage<double> velocity_;
  LoopStage<double> loops_;
  std::vector<double> lambda_;
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> transmitted_;
  std::vector<FunctionValue<double>> functions_;
};

}  // namespace treadle
