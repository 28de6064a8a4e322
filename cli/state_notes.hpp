// What a person should know of states that were evaluated: loops that are open, equations that
// could not be solved.
#pragma once

#include "../src/acceleration/acceleration_method.hpp"
#include "../src/base/report.hpp"
#include "../src/mechanism/mechanism.hpp"
#include "states.hpp"

#include <span>
#include <string>
#include <vector>

namespace treadle::cli {

/// Counts states whose loops are open: what is found there belongs to no motion.
class OpenLoops {
 public:
  explicit OpenLoops(const Mechanism& mechanism);

  /// `row` ends with the gaps of positions and rates.
  void look_at(const GivenState& state, std::span<const double> row);
  /// How many there were, and the worst of them; "" for none.
  [[nodiscard]] std::string words() const;

 private:
  std::size_t nq_, nv_;
  double gap_;
  long count_ = 0;
  double worst_ = 0.0;
  std::string where_;
};

/// Why there are no accelerations, with the name of the joint or equation.
std::string trouble_words(const Mechanism& mechanism, const Report& report);

/// How many states singular values answered, since nothing before them could prove its answer; ""
/// for none.
std::string answered_by_others(const std::vector<MethodCount>& methods);

/// The first few of many texts, and how many there are besides.
std::vector<std::string> first_of(const std::vector<std::string>& texts);

}  // namespace treadle::cli
