// Where a command writes: never over the model it reads.
#pragma once

#include <string>

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

/// Writes a whole file, or standard output; throws EnvironmentError with the reason.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace treadle::cli
