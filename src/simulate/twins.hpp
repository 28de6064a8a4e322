// Equal branches of a mechanism, to be evaluated side by side, and what is left without them
// (docs/theory/dynamics.md).
#pragma once

#include "excerpt.hpp"

namespace treadle {

/// A mechanism without some of its branches. Bodies, coordinates and equations keep their numbers.
struct Remainder {
  Model<double> model;
  Forces<double> forces;
  RecursionPlan plan;
  std::vector<BodyRange> bodies;
};

struct Twins {
  std::vector<std::vector<Excerpt>> sets;  ///< of equal branches, at most Lanes::count of them
  Remainder rest;
};

/// `dependent`: equations that depend on others wherever the mechanism goes, ascending. No sets
/// where nothing is equal, or where the recursion cannot follow.
Twins find_twins(const Model<double>& model, const Forces<double>& forces,
                 std::span<const int> dependent);

}  // namespace treadle
