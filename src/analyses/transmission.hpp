// Inside simulate: how well a loop of four joints hands on the motion of its drive.
#pragma once

#include "../mechanism/mechanism.hpp"

#include <optional>

namespace treadle {

/// The angle between coupler and follower of a four-bar, or between the rod and the normal of the
/// slide of a slider-crank, within 0 .. 90 degrees; nothing for other loops.
class TransmissionAngle {
 public:
  /// `loops`: those of the drive's island.
  TransmissionAngle(const Mechanism& mechanism, const std::vector<int>& loops, int drive_body);

  [[nodiscard]] bool known() const { return known_; }
  [[nodiscard]] double at(const PositionStage<double>& position) const;

 private:
  struct Place {
    int body = -1;  ///< tree joint; -1: the cut joint
    bool slides = false;
  };
  [[nodiscard]] Transform<double> frame(const Place& place,
                                        const PositionStage<double>& position) const;

  const Mechanism& mechanism_;
  int loop_ = -1;
  bool known_ = false;
  Place near_, middle_, far_;  ///< after the drive, opposite to it, before it
};

}  // namespace treadle
