#include "mesh_lines.hpp"

#include "../../base/error.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace treadle {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

constexpr std::size_t longest_line = 1'000'000;  // its words take more memory than the line itself

}  // namespace

bool MeshLines::next() {
  words_.clear();
  while (words_.empty() && !rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    line_begin_ = line.data();
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    if (line.size() > longest_line) fail("the line is longer than 1 MB");
    for (;;) {
      line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
      if (line.empty()) break;
      words_.push_back(line.substr(0, line.find_first_of(blanks)));
      line.remove_prefix(words_.back().size());
    }
  }
  return !words_.empty();
}

bool MeshLines::begins(std::string_view word) const {
  return std::equal(word.begin(), word.end(), words_[0].begin(), words_[0].end(),
                    [](char a, char b) { return a == lower(b); });
}

Triple MeshLines::point(std::size_t from) const {
  if (words_.size() < from + 3) fail("three numbers are needed behind the first word");
  Triple result{};
  for (std::size_t i = 0; i < 3; ++i) {
    std::string_view word = words_[from + i];
    if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), result[i]);
    if (code != std::errc{} || end != word.data() + word.size() || !std::isfinite(result[i]))
      fail_at(from + i, "a finite number is needed");
  }
  return result;
}

void MeshLines::fail(const std::string& message) const {
  throw ModelError(path_, "line " + std::to_string(line_) + ": " + message);
}

void MeshLines::fail_at(std::size_t word, const std::string& message) const {
  const auto column = static_cast<std::size_t>(words_[word].data() - line_begin_) + 1;
  throw ModelError(path_, "line " + std::to_string(line_) + ", column " + std::to_string(column) +
                              ": " + message);
}

}  // namespace treadle
