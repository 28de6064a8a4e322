// Equal branches of a mechanism, to be evaluated side by side, and what is left without them
// (docs/theory/dynamics.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "excerpt.hpp"

#include <string>

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

/// `model`: the mechanism's own, or as evaluations use it. No sets where nothing is equal, where
/// the recursion cannot follow, or where something looks at or changes single forces and bodies.
Twins find_twins(const Mechanism& mechanism, const Model<double>& model);

/// `4 branches of 3 bodies on 'chassis': 'left.arm', ...` for each set, by their first bodies.
std::vector<std::string> twin_words(const Twins& twins, const Topology& topology);

}  // namespace treadle
