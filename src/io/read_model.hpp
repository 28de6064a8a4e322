// A model file becomes a description. All mistakes in it are a ModelError that says where.
#pragma once

#include "../describe/description.hpp"

#include <string>

namespace treadle {

/// Reads the file at `path`. A file that cannot be read is a ModelError too, with `where` the path.
Description read_model(const std::string& path);

/// Reads a model from text; `source` is the file's name for messages and for the default name.
Description read_model_text(const std::string& text, const std::string& source);

}  // namespace treadle
