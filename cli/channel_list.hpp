// Channels for a person and for a script: names, units, groups.
#pragma once

#include "../src/base/table.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace treadle::cli {

/// The names in `a, b,c`; none if nothing was typed. Throws OptionError where a name is empty.
std::vector<std::string> channel_names(const std::optional<std::string>& list);

/// A table with a head.
std::string channels_text(const std::vector<Column>& channels);

/// A list of {"name", "unit", "group"}, and "end" where the last row is known.
nlohmann::ordered_json channels_json(const std::vector<Column>& channels,
                                     const std::vector<double>& last_row = {});

}  // namespace treadle::cli
