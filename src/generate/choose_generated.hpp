// Whether a run gains from generated code: from counts and a fixed table of costs, never from a
// clock or from what the cache holds, so that the choice is the same every day
// (docs/theory/generate.md).
#pragma once

#include "../simulation/run.hpp"

#include <string>

namespace treadle {

/// Predicted costs. (X25)
struct GeneratedCosts {
  std::string refusal;  ///< why there is no such code; the rest is zero then
  long statements = 0, written = 0;
  double numeric_seconds = 0.0, generated_seconds = 0.0;  ///< of one evaluation
  double compile_seconds = 0.0;

  /// Evaluations from which on it pays; infinite where it never does.
  [[nodiscard]] double worthwhile() const;
};

/// Traces the mechanism and counts, unless it is too large for that; compiles nothing.
GeneratedCosts generated_costs(const Mechanism& mechanism);

/// About so many evaluations and projections, from duration and step.
double predicted_evaluations(const Mechanism& mechanism, const RunOptions& options);

struct GeneratedChoice {
  bool chosen = false;
  std::string reason;  ///< `4000000 evaluations save about 12 s, compiling takes about 2 s`
};

/// For solver 'auto' of a run. Never where the machine has no compiler.
GeneratedChoice choose_generated(const Mechanism& mechanism, const RunOptions& options);

/// `pays from 1.2e+06 evaluations on`, or why not.
std::string generated_words(const GeneratedCosts& costs);

}  // namespace treadle
