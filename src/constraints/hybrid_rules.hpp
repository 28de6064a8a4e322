// When to choose independent coordinates anew, when to leave them for the projection matrix and
// when to come back: the rules of the hybrid method, on step sizes and energies alone
// (docs/theory/partition.md).
#pragma once

namespace treadle {

/// What is known after an accepted step.
struct StepFacts {
  double h = 0.0, largest = 0.0;
  int failures = 0;      ///< trials refused before
  double balance = 0.0;  ///< total energy minus work
  double scale = 0.0;    ///< largest kinetic energy so far
  long changes = 0;      ///< exchanges of independent coordinates so far
  bool near = false;     ///< no choice of independent coordinates is good here
  /// The choice has become worse than it was: signs of trouble are its doing. Otherwise they come
  /// from forces with kinks, for which the projection matrix is no remedy.
  bool weak = true;
};

class HybridRules {
 public:
  explicit HybridRules(bool may_switch) : may_switch_(may_switch) {}

  struct Advice {
    bool choose_again = false;
    bool switched = false;
  };
  Advice after(const StepFacts& facts);

  /// No choice of independent coordinates is good here: nothing is waited for.
  void project_now();

  [[nodiscard]] bool projecting() const { return projecting_; }
  [[nodiscard]] long switches() const { return switches_; }

 private:
  [[nodiscard]] bool frequent_changes(const StepFacts& facts);
  [[nodiscard]] bool energy_jumped(const StepFacts& facts);

  bool may_switch_;
  bool projecting_ = false, first_ = true;
  long switches_ = 0;
  int same_ = 0, at_largest_ = 0;
  double last_h_ = 0.0, last_balance_ = 0.0, usual_ = 0.0;
  long last_changes_ = 0;
  int recent_[20] = {};  ///< exchanges in the last steps
  int next_ = 0;
};

}  // namespace treadle
