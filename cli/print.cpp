#include "print.hpp"

#include "../src/base/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

namespace treadle::cli {

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return;
  throw EnvironmentError("standard output cannot be written: " +
                         std::generic_category().message(errno));
}

void print_beside(const std::string& text, bool results_on_screen) {
  if (!results_on_screen) return print(text);
  std::cerr << text << std::flush;
}

void print_json(const nlohmann::ordered_json& object) {
  print(object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

void print_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t most = 50;
  for (std::size_t k = 0; k < std::min(most, warnings.size()); ++k) {
    std::cerr << "treadle: warning: " << warnings[k] << std::endl;
  }
  if (warnings.size() > most) {
    std::cerr << "treadle: ... and " << warnings.size() - most
              << " more warnings; --json lists all of them" << std::endl;
  }
}

}  // namespace treadle::cli
