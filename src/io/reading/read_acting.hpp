// What acts along one number: a coordinate, a sum of some, an angle of a ball joint.
#pragma once

#include "fields.hpp"

namespace treadle {

/// The kinds of quantity that belong to a number that turns or slides.
struct ActingKinds {
  Dimension coordinate, velocity, force, stiffness, damping;

  static ActingKinds of(bool slides);
};

/// The keys of the element "acting".
void read_acting(const Fields& fields, const ActingKinds& kinds, CoordinateForce& out);

}  // namespace treadle
