// The pattern of the augmented matrix, made when somebody first asks for it: M of a long chain is
// full, and whoever only reads or assembles a mechanism does not need it. Copies share one pattern,
// and several threads may ask at once.
#pragma once

#include "make_pattern.hpp"

#include <memory>
#include <vector>

namespace treadle {

class LazyPattern {
 public:
  LazyPattern() = default;
  explicit LazyPattern(std::shared_ptr<const Topology> topology);

  const SaddlePattern& operator*() const;
  const SaddlePattern* operator->() const { return &**this; }

  /// Where each entry of M goes, in the order in which M is computed: body by body, for each of its
  /// columns the rest of its own block, then the block of each ancestor.
  [[nodiscard]] const std::vector<int>& inertia_slots() const;

 private:
  struct Made;
  std::shared_ptr<Made> made_;
};

}  // namespace treadle
