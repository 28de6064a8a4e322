// States of a mechanism's own motion with their equations, and accelerations that are proved there:
// where no answer is certain nothing is measured.
#pragma once

#include "../acceleration/solve_proof.hpp"
#include "../mechanism/mechanism.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle {

struct ProvedStates {
  /// The start, and as far as the motion gets in a tenth of the seconds.
  ProvedStates(const Mechanism& mechanism, double seconds);

  /// Whether these are the accelerations of a state; in islands too large to be ranked, whether
  /// they are numbers.
  [[nodiscard]] bool agrees(std::size_t state, std::span<const double> qdd) const;

  std::vector<StateEquations> equations;
  std::vector<std::vector<double>> accelerations;  ///< empty in islands too large to be ranked
  std::vector<double> rounding;                    ///< of these, where forces balance each other
  long unproved = 0;                               ///< states that were left out
  std::string why;                                 ///< of the first of them
};

}  // namespace treadle
