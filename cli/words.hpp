// Lines and columns for a person: widths in characters, counts with their noun, aligned tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treadle::cli {

/// Characters of a UTF-8 text.
std::size_t width_of(std::string_view text);

/// `text` and spaces up to a width; a longer text stays as it is.
std::string padded(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

/// "1 body", "3 bodies"
std::string counted(long count, const std::string& one, const std::string& many);
/// "1 equation", "3 equations"
std::string counted(long count, const std::string& noun);

/// `a, b, c`; "none" for an empty list.
std::string listed(const std::vector<std::string>& words);

/// Rows with columns as wide as their widest cell, each line after `indent` spaces.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t indent);

}  // namespace treadle::cli
