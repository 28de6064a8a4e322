// Names of --set that the model does not have.
#pragma once

#include "read_model.hpp"

namespace treadle {

/// Throws ModelError at "--set" for a name that no parameter of the model has, in its parts either,
/// with the nearest one.
void check_override_names(const Description& model, const Overrides& overrides);

}  // namespace treadle
