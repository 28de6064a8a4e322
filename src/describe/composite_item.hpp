// A composite joint, as a person names it.
#pragma once

#include <string>
#include <vector>

namespace treadle {

/// Light links between two bodies, with all their joints and constraints, as one joint
/// (docs/theory/composite.md).
struct CompositeItem {
  std::vector<std::string> links;        ///< bodies inside
  std::vector<std::string> independent;  ///< joints inside whose coordinates settle all others;
                                         ///< `slide.angle` for one of several
  bool ignore_mass = false;              ///< a person said that masses of links do not matter

  friend bool operator==(const CompositeItem&, const CompositeItem&) = default;
};

}  // namespace treadle
