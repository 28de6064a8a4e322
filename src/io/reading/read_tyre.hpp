// Tyres and roads of a model file.
#pragma once

#include "fields.hpp"

namespace treadle {

/// The keys of a tyre besides its place.
TyreItem read_tyre(const Fields& fields);

}  // namespace treadle
