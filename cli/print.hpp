// Standard output. A failure to write is an EnvironmentError, so that a full disk never looks like
// success.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace treadle::cli {

void print(const std::string& text);
/// What a person reads beside the results: standard error where these go to standard output.
void print_beside(const std::string& text, bool results_on_screen);
/// One object; numbers that are not finite become null, bytes that are not UTF-8 a replacement.
void print_json(const nlohmann::ordered_json& object);

/// Standard error: `treadle: warning: ...`, one line each.
void print_warnings(const std::vector<std::string>& warnings);

}  // namespace treadle::cli
