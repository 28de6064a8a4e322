// K and D with all their terms, and how the equations of loops change: by forward differentiation
// of the whole evaluation (docs/theory/derivatives.md). Coordinates that no equation shares are
// taken together.
#pragma once

#include "../derivatives/equation_slopes.hpp"
#include "newton_plan.hpp"

#include <functional>

namespace treadle {

class ExactTerms {
 public:
  /// Of the entries of the plan.
  ExactTerms(const Mechanism& mechanism, const NewtonPlan& plan);

  /// `loads`: of contacts, in the world about its origin; or none.
  void look(const EquationPoint& point, std::span<const Force<double>> loads = {});

  std::vector<double> stiffness, damping;            ///< K, D, by entries of the plan
  std::vector<double> loop_stiffness, loop_damping;  ///< of Phi a - gamma, likewise
  /// Of each body, how its velocity in the world about its origin changes with the coordinates that
  /// move it, by Path; where loads were given.
  std::vector<Motion<double>> turned;

 private:
  void find_passes(const NewtonPlan& plan);

  const NewtonPlan& plan_;
  const Mechanism& mechanism_;
  EquationSlopes slopes_;
  struct Pass {
    std::vector<int> columns;
    std::vector<std::size_t> entries, loop_entries;         ///< of the plan, in these columns
    std::vector<std::pair<int, std::size_t>> body_columns;  ///< body, and its place in `turned`
  };
  std::vector<Pass> passes_;
  std::vector<double> direction_;
};

}  // namespace treadle
