#include "text.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace treadle {

namespace {

// Letters put in, left out, exchanged, or two neighbours swapped: one each.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> candidates) {
  const std::string_view head = word.substr(0, 64);
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, head.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(head, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const std::string near = nearest_name(word, candidates);
  if (!near.empty()) return " (did you mean '" + near + "'?)";
  if (candidates.empty() || candidates.size() > 12) return "";
  std::string text = "; known are ";
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    text += (i == 0 ? "'" : ", '") + candidates[i] + "'";
  }
  return text;
}

std::string short_number(double value, int digits) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
  return buffer;
}

}  // namespace treadle
