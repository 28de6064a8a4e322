// A description without anything that only people need: names become numbers, and what shows or
// tells something goes out. What is left moves in the same way.
#pragma once

#include "../describe/description.hpp"

#include <map>
#include <string>
#include <vector>

namespace treadle {

struct Nameless {
  Description model;
  std::map<std::string, std::string> names;   ///< of bodies and other items, by old ones
  std::map<std::string, std::string> inputs;  ///< likewise

  /// A channel under the new names.
  [[nodiscard]] std::string channel(const std::string& old) const;
};

/// `published`: channels that shall be shown, and inputs that others may tell. Throws ModelError
/// for what a compiled part cannot have: parts that are compiled themselves, inputs that nobody
/// tells, energies of the whole machine.
Nameless make_nameless(Description model, const std::vector<std::string>& shown_channels = {},
                       const std::vector<std::string>& published_inputs = {});

}  // namespace treadle
