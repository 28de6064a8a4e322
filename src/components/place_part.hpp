// A part, described on its own, put into a model: reflected in its own frame, moved to its place,
// and named. Plain data in, plain data out.
#pragma once

#include "mirror.hpp"

#include <map>
#include <string>

namespace treadle {

/// The body of the model that a part's ground, or one of its ports, stands for.
struct Seat {
  std::string body = ground_name;
  Pose pose;  ///< of the body in the world of the model, in the design position
};

struct PartPlacement {
  std::string name;  ///< goes before all names of the part, with a dot
  std::string file;  ///< that the part was read from, for the kinds of its bodies
  Pose pose;         ///< of the part's frame in the world of the model
  Mirror mirror;
  Seat ground;
  std::map<std::string, Seat> ports;           ///< by their names in the part
  std::map<std::string, TimeFunction> inputs;  ///< that are handed in, by their names in the part
};

/// The items of `part` as items of the model. What is fixed to the ground or to a port is written
/// in the part's frame before, and in the frame of the seat's body afterwards. Gravity, numbering
/// and simulation stay as they are and mean nothing.
Description place_part(Description part, const PartPlacement& placement);

}  // namespace treadle
