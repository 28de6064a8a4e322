// Where a command writes: never over the model it reads.
#pragma once

#include <string>

namespace treadle::cli {

/// Throws OptionError if `path` is the model file itself.
void keep_model(const std::string& option, const std::string& path, const std::string& model);

/// Writes a whole file; throws EnvironmentError with the reason.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace treadle::cli
