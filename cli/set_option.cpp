#include "set_option.hpp"

#include "report_error.hpp"

namespace treadle::cli {

void add_set_option(CLI::App& parser, std::vector<std::string>& words) {
  parser
      .add_option("--set", words,
                  "Set a parameter of the model, or what holds a port of a part that runs "
                  "alone (ground, free, a mass); may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

Overrides overrides_of(const std::vector<std::string>& words) {
  Overrides overrides;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      throw OptionError("--set",
                        "'" + word + "' is not NAME=VALUE, for example --set length=\"300 mm\"");
    }
    overrides.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return overrides;
}

}  // namespace treadle::cli
