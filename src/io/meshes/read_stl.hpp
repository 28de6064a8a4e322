// STL files, read by read_mesh.
#pragma once

#include "read_mesh.hpp"

#include <string_view>

namespace treadle {

/// `path` is for messages.
MeshFile parse_stl(std::string_view bytes, const std::string& path);

}  // namespace treadle
