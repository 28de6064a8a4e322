#include "output_path.hpp"

#include "../src/base/leftovers.hpp"
#include "print.hpp"
#include "report_error.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace treadle::cli {

void check_output_path(const std::string& option, const std::string& path, const std::string& read,
                       const std::string& what) {
  if (path.empty()) throw OptionError(option, "the name of the file is empty");
  if (is_standard_output(path)) return;
  std::error_code ignored;
  if (!std::filesystem::equivalent(path, read, ignored)) return;
  throw OptionError(option, "'" + path + "' is " + what + " itself; give another file");
}

void check_writable(const std::string& option, const std::string& path, const std::string& model) {
  check_output_path(option, path, model);
  if (is_standard_output(path)) return;
  std::error_code ignored;
  const bool there = std::filesystem::exists(path, ignored);
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) {
    throw EnvironmentError(option + ": file '" + path + "' cannot be opened for writing: " +
                           std::generic_category().message(errno));
  }
  std::fclose(file);
  if (!there) std::filesystem::remove(path, ignored);
}

void need_file(const std::string& option, const std::string& path, const std::string& why) {
  if (is_standard_output(path))
    throw OptionError(option, "- is standard output, and " + why + "; give a name");
}

void write_text_file(const std::string& path, const std::string& text) {
  if (is_standard_output(path)) return print(text);
  const auto fail = [&](const char* what) {
    throw EnvironmentError("file '" + path + "' cannot " + what + ": " +
                           std::generic_category().message(errno));
  };
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail("be opened for writing");
  const leftovers::Unfinished unfinished(path);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) fail("be written");
}

}  // namespace treadle::cli
