// A model file becomes a description. All mistakes in it are a ModelError that says where.
#pragma once

#include "../../describe/description.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// Names of parameters and what they are set to, as a person writes it: {"length", "300 mm"}. A
/// wrong name or value is a ModelError whose `where` is "--set".
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// Reads the file at `path`. A file that cannot be read is a ModelError too, with `where` the path.
Description read_model(const std::string& path, const Overrides& overrides = {});

/// Reads a model from text; `source` is the file's name for messages and for the default name, and
/// parts are looked for in its folder.
Description read_model_text(const std::string& text, const std::string& source,
                            const Overrides& overrides = {});

}  // namespace treadle
