// Operations of a solver, step by step: one factorization and one solve on numbers that count.
#pragma once

#include "../scalar/counted.hpp"
#include "saddle.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

struct StepTally {
  std::string step;
  Tally tally;
};

struct SolverTally {
  std::vector<StepTally> steps;  ///< in the order of their names: numbers first, then words as met
  Tally total;
  std::optional<LibraryFacts>
      library{};  ///< of factors that a library made and that are not counted
  Report report;
};

/// Counts the solver of this name at the numbers given; rows to leave out as in leave_out(). The
/// name must be one of usable_solvers().
SolverTally count_operations(const std::string& solver, const SaddlePattern& pattern,
                             const SaddleMatrix<double>& matrix, std::span<const double> q,
                             std::span<const double> gamma, std::span<const int> dependent,
                             std::span<const int> vanishing);

}  // namespace treadle
