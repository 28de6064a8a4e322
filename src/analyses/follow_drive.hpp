// One coordinate, or several in proportion, is moved from here to there and the linkage follows:
// positions, velocities and accelerations without forces, the quality of the transmission, and the
// dead points on the way (docs/theory/partition.md).
#pragma once

#include "../base/table.hpp"
#include "../mechanism/mechanism.hpp"
#include "../output/channels.hpp"

#include <string>
#include <vector>

namespace treadle {

struct DriveOptions {
  std::string joint;
  double from = 0.0, to = 0.0;  ///< rad or m
  int points = 181;
  double speed = 1.0;  ///< rad/s or m/s, constant
  /// Joints that move with the first one, in proportion: each is at its TO when that is at its own.
  struct Other {
    std::string joint;
    double from = 0.0, to = 0.0;
  };
  std::vector<Other> others{};
  ChannelChoice channels{};  ///< of the rows; nothing chosen: all joints, and outputs of the file
};

enum class DeadPointKind {
  end,       ///< the drive itself can go no further
  reversal,  ///< another joint stands still: as a drive it would be stuck
  branch     ///< the linkage could go on in more than one way
};

struct DeadPoint {
  DeadPointKind kind = DeadPointKind::end;
  double at = 0.0;    ///< of the drive
  std::string joint;  ///< that stands still; of a branch: the loop
};

struct DriveResult {
  std::vector<Column> columns;
  std::vector<std::vector<double>> rows;
  std::vector<DeadPoint> dead_points;  ///< along the way
  double reached = 0.0;
  std::string message;  ///< why the end was not reached; "" if it was
};

/// The same model with the joints kept as coordinates, and coupled where there are several. Drivers
/// of these joints are gone, other drivers hold what they drive where it is at the start. Throws
/// ModelError at "drive" for a joint that is not there, has not one coordinate or is named twice.
Description with_drive(const Description& description, const DriveOptions& options);

/// `mechanism` is built from with_drive(). Throws ModelError at "drive" where FROM cannot be
/// reached from the start of the model, or more than one motion is left.
DriveResult follow_drive(const Mechanism& mechanism, const DriveOptions& options);

}  // namespace treadle
