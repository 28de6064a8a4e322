// A description without anything that only people need: names become numbers, and what shows or
// tells something goes out. What is left moves in the same way.
#pragma once

#include "../describe/description.hpp"

#include <map>
#include <string>

namespace treadle {

struct Nameless {
  Description model;
  std::map<std::string, std::string> bodies;  ///< new names by old ones
};

/// Throws ModelError for what a compiled part cannot have yet: inputs, controllers, events, tyres,
/// compiled parts.
Nameless make_nameless(Description model);

}  // namespace treadle
