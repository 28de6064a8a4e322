// Words from a file as they appear in messages: short, quoted, and without control characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treadle {

/// Bytes of the UTF-8 character at the start of `text`; 0 if there is no valid one.
std::size_t utf8_size(std::string_view text);

/// Whether `text` has a control character (of ASCII or of Latin-1).
bool has_control_characters(std::string_view text);

/// A small letter for a capital one of ASCII.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// About `longest` bytes of `text`, with '?' for control characters and for what is not UTF-8.
std::string clean(std::string_view text, std::size_t longest = 60);

/// The same in single quotes.
std::string shown(std::string_view text);

}  // namespace treadle
