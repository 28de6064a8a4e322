// Where a command writes: never over what it reads, and never twice to one file.
#pragma once

#include "../src/io/reading/files_read.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// `-` is standard output, wherever a file is written.
inline bool is_standard_output(const std::string& path) { return path == "-"; }

/// Throws OptionError for `-` where only a file serves.
void need_file(const std::string& option, const std::string& path, const std::string& why);

/// Throws OptionError if `path` is empty or the file that is `read`, the model if not said.
void check_output_path(const std::string& option, const std::string& path, const std::string& read,
                       const std::string& what = "the model");

/// The same, and throws OptionError where nothing can be written at `path`. A file that is there
/// keeps its content.
void check_writable(const std::string& option, const std::string& path, const std::string& model);

/// A file that a command writes, and the option that names it.
struct OutputFile {
  std::string option, path;
};

/// Throws OptionError where two outputs are one file.
void check_apart(const std::vector<OutputFile>& outputs);

/// Throws OptionError where an output is one of the files that the model is made of: itself, a
/// part, a table, a mesh. To be called when it was read.
void check_not_read(const std::vector<OutputFile>& outputs, const FilesRead& read);

/// Writes a whole file, or standard output; throws EnvironmentError with the reason.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace treadle::cli
