// Small helpers for the words a person reads: the nearest known name, numbers in short form.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace treadle {

/// The candidate with the smallest edit distance to `word`, or "" if none is close.
std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

/// " (did you mean 'x'?)" or, when nothing is close, "; known are 'a', 'b'" for short lists.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// A number with `digits` significant digits, as a person would write it.
std::string short_number(double value, int digits = 6);

}  // namespace treadle
