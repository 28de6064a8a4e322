// A whole file as text, or a ModelError that says why not.
#pragma once

#include <cstddef>
#include <string>

namespace treadle {

inline constexpr std::size_t largest_text = 200'000'000;  ///< bytes

/// The bytes of the file at `path`. A missing file, anything but a regular file, or more than
/// `largest_text` bytes is a ModelError whose `where` is the path. Nothing is waited for.
std::string read_text_file(const std::string& path);

}  // namespace treadle
