// JSON text to a tree of values. For the .cpp files of this room only: no public header includes
// it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace treadle {

inline constexpr int deepest_nesting = 64;

/// Parses strict JSON in UTF-8 without comments. Wrong syntax, a repeated key, a number out of
/// range and deep nesting are a ModelError at "line L, column C"; too long a text is one at
/// `source`.
nlohmann::json parse_json(const std::string& text, const std::string& source);

}  // namespace treadle
