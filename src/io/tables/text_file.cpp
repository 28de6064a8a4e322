#include "text_file.hpp"

#include "../../base/error.hpp"
#include "../../base/input_file.hpp"
#include "../reading/files_read.hpp"

namespace treadle {

std::string read_text_file(const std::string& path) {
  const InputFile file(path);
  // A huge file is refused untouched, and one that grows meanwhile as soon as it is one.
  const auto check = [&](std::size_t size) {
    if (size > largest_text) throw ModelError(path, "the file is larger than 200 MB");
  };
  check(file.size());
  std::string text;
  text.reserve(file.size());
  for (;;) {
    const std::string block = file.read(65536);
    if (block.empty()) break;
    text += block;
    check(text.size());
  }
  FilesRead::note(path, text);
  return text;
}

}  // namespace treadle
