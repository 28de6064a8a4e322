#include "text_file.hpp"

#include "../base/error.hpp"
#include "files_read.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace treadle {

namespace {

std::string reason(int code) { return std::generic_category().message(code); }

}  // namespace

std::string read_text_file(const std::string& path) {
  // Look before reading: a directory opens like a file, and a huge file is refused untouched.
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (std::filesystem::is_directory(status)) {
    throw ModelError(path, "this is a directory; a file is needed");
  }
  if (std::filesystem::is_regular_file(status)) {
    const std::uintmax_t size = std::filesystem::file_size(path, code);
    if (!code && size > largest_text) throw ModelError(path, "the file is larger than 200 MB");
  }

  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (file == nullptr) throw ModelError(path, "the file cannot be opened: " + reason(errno));

  // Pipes and devices tell no size, so the limit is kept while reading too.
  std::string text;
  char block[65536];
  while (const std::size_t got = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, got);
    if (text.size() > largest_text) throw ModelError(path, "the file is larger than 200 MB");
  }
  if (std::ferror(file.get()) != 0) {
    throw ModelError(path, "the file cannot be read: " + reason(errno));
  }
  FilesRead::note(path, text);
  return text;
}

}  // namespace treadle
