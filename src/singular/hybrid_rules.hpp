// When to choose independent coordinates anew, when to leave them for the projection matrix and
// when to come back: the rules of the hybrid method, on step sizes and energies alone
// (docs/theory/partition.md). Which sign led to each switch is kept.
#pragma once

#include "../base/keep.hpp"

namespace treadle {

/// What is known after an accepted step.
struct StepFacts {
  double h = 0.0, largest = 0.0;
  int failures = 0;      ///< trials refused before
  double balance = 0.0;  ///< total energy minus work
  double scale = 0.0;    ///< largest kinetic energy so far
  long changes = 0;      ///< exchanges of independent coordinates so far
  bool near = false;     ///< no choice of independent coordinates is good here
  bool weak = false;     ///< the choice has become worse than it was
};

/// What leads away from the independent coordinates.
enum class HybridSigns {
  none,            ///< nothing: they are only chosen anew
  all,             ///< the rules as published
  of_weak_choices  ///< energy and step size count while the choice is weak: elsewhere they tell of
                   ///< forces with kinks, for which the projection matrix is no remedy
};

/// Switches by their cause. One that has several counts for the first of them.
struct HybridSwitches {
  long exchanges = 0, energy = 0, step = 0;  ///< to the projection matrix, by a rule
  long near = 0;                             ///< to it, before harm was done
  long back = 0;
  [[nodiscard]] long sum() const { return exchanges + energy + step + near + back; }
};

class HybridRules {
 public:
  explicit HybridRules(HybridSigns signs) : signs_(signs) {}

  struct Advice {
    bool choose_again = false;
    bool switched = false;
  };
  Advice after(const StepFacts& facts);

  /// No choice of independent coordinates is good here: nothing is waited for.
  void project_now();

  [[nodiscard]] bool projecting() const { return projecting_; }
  [[nodiscard]] const HybridSwitches& switches() const { return switches_; }

  void keep(Keep& keep) {
    keep(switches_, projecting_, first_, same_, at_largest_, last_h_, last_balance_, usual_,
         last_changes_, recent_, next_);
  }

 private:
  [[nodiscard]] bool frequent_changes(const StepFacts& facts);
  [[nodiscard]] bool energy_jumped(const StepFacts& facts);

  /// The count of the sign that asks for the projection matrix; nullptr for none.
  long* sign(bool frequent, bool jumped, bool suddenly, bool weak);
  void project(long& cause);

  HybridSigns signs_;
  HybridSwitches switches_;
  bool projecting_ = false, first_ = true;
  int same_ = 0, at_largest_ = 0;
  double last_h_ = 0.0, last_balance_ = 0.0, usual_ = 0.0;
  long last_changes_ = 0;
  int recent_[20] = {};  ///< exchanges in the last steps
  int next_ = 0;
};

}  // namespace treadle
