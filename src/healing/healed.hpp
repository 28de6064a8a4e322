// What of a drawing was taken as exact, for people: plain data.
#pragma once

#include <string>
#include <vector>

namespace treadle {

struct Healed {
  std::string what;                 ///< `axes parallel`, `axes through one point`, ...
  std::vector<std::string> joints;  ///< and constraints, by name
  double by = 0.0;                  ///< how far the drawing was from that
  bool angle = false;               ///< `by` is in radians; else in metres
  double change = 0.0;              ///< largest move of a point of theirs, in metres ...
  std::string at;                   ///< ... and the joint or constraint of it
  double turn = 0.0;                ///< largest turn of an axis of theirs, in radians
};

}  // namespace treadle
