// Lines of a mesh file in text form, cut into words.
#pragma once

#include "../../describe/description.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// Goes through a text line by line; every mistake names the line.
class MeshLines {
 public:
  MeshLines(std::string_view text, std::string path) : rest_(text), path_(std::move(path)) {}

  /// The next line with any words in it; false at the end.
  bool next();
  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  /// Whether the line begins so, in small or capital letters.
  [[nodiscard]] bool begins(std::string_view word) const;

  /// Three numbers from the given word on.
  [[nodiscard]] Triple point(std::size_t from) const;

  /// Messages name the place and what is needed there, and never quote the file.
  [[noreturn]] void fail(const std::string& message) const;
  /// The same at a word.
  [[noreturn]] void fail_at(std::size_t word, const std::string& message) const;

 private:
  std::string_view rest_;
  const char* line_begin_ = nullptr;
  std::string path_;
  std::size_t line_ = 0;
  std::vector<std::string_view> words_;
};

}  // namespace treadle
