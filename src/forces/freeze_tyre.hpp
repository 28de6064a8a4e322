// The numbers of a tyre and its road, frozen.
#pragma once

#include "tyre.hpp"

namespace treadle {

/// All but where it is and what it remembers.
Tyre<double> tyre_of(const TyreItem& item);

}  // namespace treadle
