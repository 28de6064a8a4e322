// Branches: parts of a mechanism that hang on one body and are tied to the rest by nothing but that
// body and the interfaces of their loops. The recursion can reduce each of them by itself.
#pragma once

#include "recursion_plan.hpp"

#include <span>
#include <utility>
#include <vector>

namespace treadle {

struct Branch {
  int root = -1;            ///< the body it stands on, -1: the ground
  std::vector<int> shared;  ///< bodies on the same root that its loops see as interfaces, ascending
  int interface_block = -1;  ///< of these
  std::vector<int> bodies;   ///< its own, ascending
  std::vector<int> loops;    ///< ascending
  std::vector<int> steps;    ///< of the recursion, leaves first
};

class Branches {
 public:
  /// `ties`: pairs of bodies that forces act between.
  Branches(const Model<double>& model, const RecursionPlan& plan,
           std::span<const std::pair<int, int>> ties);

  /// Those on a body (-1: the ground) that have as many bodies as another one there.
  [[nodiscard]] std::vector<Branch> on(int root) const;

 private:
  /// Bodies on a root that something holds together.
  using Together = std::vector<int>;

  [[nodiscard]] const std::vector<int>& children(int body) const;
  void fill(Branch& branch) const;

  const RecursionPlan& plan_;
  std::vector<std::vector<int>> children_;  ///< by body; last: on the ground
  std::vector<int> size_;                   ///< bodies from each one outwards, itself included
  std::vector<int> step_of_;  ///< by body: the step that eliminates it, itself or its block
  std::vector<int> loop_of_;  ///< by row of Phi
  std::vector<char> bound_;   ///< by body: a cluster holds it and its parent, or it is an interface
  std::vector<std::vector<Together>> together_on_;  ///< by root; last: on the ground
};

}  // namespace treadle
