// The content of one file, which is a model or a part of one.
#pragma once

#include "part_files.hpp"
#include "read_parameters.hpp"

namespace treadle {

/// Of a file that names none.
inline constexpr const char* default_solver = "auto";

struct Document {
  Description items;
  Words ports;  ///< names of bodies that a part gets from outside
};

/// Reads the file that `files` is in. Parts may be without bodies, and may have ports.
/// Given parameters may be those of parts, by their paths: "front.left.width".
Document read_document(const nlohmann::json& document, GivenParameters given, PartFiles& files);

}  // namespace treadle
