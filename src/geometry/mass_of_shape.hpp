// Volume, centre and inertia of a shape, from closed forms or by exact integration.
#pragma once

#include "../describe/description.hpp"

#include <array>
#include <stdexcept>

namespace treadle {

/// A shape that has no mass properties: the message says what is wrong and how to mend it.
class ShapeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a shape of density 1 weighs, in the shape's own frame.
struct MassOfShape {
  double volume = 0.0;
  Triple center{0.0, 0.0, 0.0};
  std::array<double, 6> inertia{};  ///< about the centre: xx yy zz xy xz yz of the tensor
};

/// Throws ShapeError where dimensions or an outline are wrong. Meshes are not looked into: one that
/// is only drawn need not be closed.
void check_shape(const ShapeItem& shape);

/// Throws ShapeError as above, for a mesh that is not closed or inside out, and where the volume is
/// too large or too small for numbers.
MassOfShape measure(const ShapeItem& shape);

}  // namespace treadle
