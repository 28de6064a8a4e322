// A joint as the reader takes it.
#pragma once

#include "write_fields.hpp"

namespace treadle {

/// Throws ModelError, with the key as its place, for what a file cannot say: forces on a free
/// joint, half an orientation.
Value write_joint(const JointItem& joint);

}  // namespace treadle
