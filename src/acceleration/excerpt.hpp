// One branch of a mechanism as a small model of its own: its root and its interfaces first, whose
// motion is known from elsewhere, then its bodies. Equal branches differ only in numbers.
#pragma once

#include "../dynamics/branches.hpp"
#include "../forces/forces.hpp"

#include <array>
#include <optional>
#include <vector>

namespace treadle {

struct Excerpt {
  Branch branch;
  Model<double> model;  ///< without topology and pattern, in one group
  Forces<double> forces;
  RecursionPlan plan;
  std::vector<int> ranks;      ///< equations of each block of the plan that are independent
  std::vector<int> known;      ///< bodies of the mechanism that are known: root, interfaces
  std::vector<int> q, v;       ///< where the numbers of the model are in the mechanism, -1: nowhere
  std::vector<int> rows;       ///< of its loops, in the mechanism
  std::vector<int> functions;  ///< of time that something here follows, among the mechanism's
  int group = 0;               ///< in the mechanism
  int interface_block = -1;    ///< in the plan
  std::array<std::vector<int>, force_kinds> taken;  ///< forces of the mechanism that are here
  std::vector<int> q_counts;                        ///< numbers among q of each body
  std::vector<long> structure;  ///< all that is not a number of its own: equal for equal branches
};

/// Which forces act on each body, by kind.
struct ForcesOnBodies {
  using Lists = std::vector<std::vector<int>>;
  std::array<Lists, force_kinds> lists;

  ForcesOnBodies(const Model<double>& model, const Forces<double>& forces);
};

/// What excerpts are made from.
struct ExcerptSource {
  const Model<double>& model;
  const Forces<double>& forces;
  const ForcesOnBodies& on_bodies;
  const RecursionPlan& plan;
  std::span<const int> dependent;  ///< equations that depend on others, ascending
};

/// None where a force ties it to the rest. `hide_shared`: as if its loops ended on the root where
/// they end on an interface, for branches that are equal but for that.
std::optional<Excerpt> excerpt_of(const ExcerptSource& source, const Branch& branch,
                                  bool hide_shared = false);

}  // namespace treadle
