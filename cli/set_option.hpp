// --set NAME=VALUE, given any number of times: parameters of the model for this call.
#pragma once

#include "../src/io/reading/read_model.hpp"
#include "command.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

void add_set_option(CLI::App& parser, std::vector<std::string>& words);

/// Throws OptionError where a word has no name or no value.
Overrides overrides_of(const std::vector<std::string>& words);

}  // namespace treadle::cli
