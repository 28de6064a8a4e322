// A tyre and its road as numbers alone, those included that stood in files of their own: what goes
// with a compiled part.
#pragma once

#include "../../describe/tyre.hpp"

#include <nlohmann/json_fwd.hpp>

namespace treadle {

nlohmann::json pack_tyre(const TyreItem& tyre);
TyreItem unpack_tyre(const nlohmann::json& packed);

/// Whether numbers of it stand in files.
bool has_files(const TyreItem& tyre);

}  // namespace treadle
