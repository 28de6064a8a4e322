// Shapes of a model file, and the mass that bodies have from them.
#pragma once

#include "fields.hpp"

namespace treadle {

/// A shape; files are looked for in `folder` unless their path is absolute.
ShapeItem read_shape(const nlohmann::json& value, const Place& place, const std::string& folder);

/// Reads the key "shapes" of a body into `body`.
void read_shapes(const Fields& fields, const std::string& folder, BodyItem& body);

/// What a body takes from its shapes; called when "mass", "center" and "inertia" are read, as far
/// as they are there. A mass alone scales the inertia of the shapes; all three stand as they are.
void complete_masses(const Fields& fields, BodyItem& body);

}  // namespace treadle
