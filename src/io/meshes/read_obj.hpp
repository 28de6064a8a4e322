// OBJ files, read by read_mesh.
#pragma once

#include "read_mesh.hpp"

#include <string_view>

namespace treadle {

/// `path` is for messages.
MeshFile parse_obj(std::string_view text, const std::string& path);

}  // namespace treadle
