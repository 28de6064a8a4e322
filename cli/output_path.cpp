#include "output_path.hpp"

#include "../src/base/leftovers.hpp"
#include "print.hpp"
#include "report_error.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace treadle::cli {

namespace {

// Whether two names mean one file, be it there or not. Devices and pipes may be written to twice.
bool is_same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(a, ignored) && !fs::is_regular_file(a, ignored)) return false;
  if (fs::equivalent(a, b, ignored)) return true;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, ignored), ignored),
                 other = fs::weakly_canonical(fs::absolute(b, ignored), ignored);
  return !one.empty() && one == other;
}

}  // namespace

void check_output_path(const std::string& option, const std::string& path, const std::string& read,
                       const std::string& what) {
  if (path.empty()) throw OptionError(option, "the name of the file is empty");
  if (is_standard_output(path) || !is_same_file(path, read)) return;
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

void check_apart(const std::vector<OutputFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!is_same_file(outputs[i].path, outputs[k].path)) continue;
      throw OptionError(outputs[i].option,
                        "the same file as for " + outputs[k].option + "; give another one");
    }
  }
}

void check_not_read(const std::vector<OutputFile>& outputs, const FilesRead& read) {
  for (const OutputFile& output : outputs) {
    for (const FileRead& file : read.list())
      check_output_path(output.option, output.path, file.path, "a file of the model");
  }
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
