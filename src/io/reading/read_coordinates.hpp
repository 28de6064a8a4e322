// What a model file says of a joint's coordinates: start, velocity, and what acts on them.
#pragma once

#include "fields.hpp"

namespace treadle {

/// "a revolute joint", for messages.
std::string a_joint(JointType type);

void read_coordinates(const Fields& fields, JointItem& joint);

/// The index of a coordinate of a joint by its name; the only one needs none.
int read_coordinate_index(const Fields& fields, const char* key, const JointItem& joint);

}  // namespace treadle
