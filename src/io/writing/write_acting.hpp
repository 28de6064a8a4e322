// What acts along one number, as the reader takes it (read_acting.hpp).
#pragma once

#include "write_fields.hpp"

namespace treadle {

void set_acting(Value& object, const CoordinateForce& force, bool slides);

}  // namespace treadle
