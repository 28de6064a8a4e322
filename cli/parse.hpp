// Words of the command line -> the command that was chosen, its options filled in.
#pragma once

#include "command.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// The model file of a command; checked by parse_words, so that a wrong option is told first.
void add_model_option(CLI::App& parser, std::string& model);
std::string model_of(const CLI::App& parser);

/// Help or the version is printed and gives nullptr. Throws OptionError with the nearest known
/// name.
const Command* parse_words(CLI::App& app, const std::vector<Command>& commands,
                           const std::vector<std::string>& words);

}  // namespace treadle::cli
