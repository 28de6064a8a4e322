// Files that a person names: regular ones alone. A pipe, a device, a socket or a directory is
// refused in words and never waited for.
#pragma once

#include <cstddef>
#include <string>

namespace treadle {

/// "" for a regular file, else what it is: `a directory`, `a pipe`; also "" where nothing is there.
std::string other_kind_of_file(const std::string& path);

/// An open file; throws ModelError whose `where` is the path.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Bytes.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Up to `most` bytes more; "" at the end.
  [[nodiscard]] std::string read(std::size_t most) const;

 private:
  std::string path_;
  int file_;
  std::size_t size_ = 0;
};

}  // namespace treadle
