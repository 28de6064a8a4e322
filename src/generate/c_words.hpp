// Numbers and names as C reads them.
#pragma once

#include <string>

namespace treadle {

/// A number as C reads it, to the last bit.
std::string c_number(double x);

/// A name as a C identifier.
std::string c_identifier(const std::string& name);

/// Text that may stand in a comment.
std::string comment_text(std::string text);

}  // namespace treadle
