#include "hybrid_rules.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace treadle {

namespace {

constexpr int often = 3;         // exchanges within the last twenty steps
constexpr int sustained = 5;     // steps of one size
constexpr double sudden = 0.25;  // of the step before
constexpr double jump = 50.0,
                 least_change = 1e-7;      // against the usual change; of the kinetic energy
constexpr double energy_rounding = 1e-13;  // of all energy

}  // namespace

bool HybridRules::frequent_changes(const StepFacts& facts) {
  recent_[next_] = static_cast<int>(facts.changes - last_changes_);
  next_ = (next_ + 1) % 20;
  last_changes_ = facts.changes;
  int sum = 0;
  for (const int r : recent_) sum += r;
  return sum >= often;
}

bool HybridRules::energy_jumped(const StepFacts& facts) {
  const double change = std::fabs(facts.balance - last_balance_);
  last_balance_ = facts.balance;
  if (first_) return false;
  const double floor =
      std::max(least_change * facts.scale, energy_rounding * std::fabs(facts.balance));
  const bool jumped = change > jump * usual_ && change > floor;
  if (!jumped) usual_ = 0.9 * usual_ + 0.1 * change;
  return jumped;
}

long* HybridRules::sign(bool frequent, bool jumped, bool suddenly, bool weak) {
  if (signs_ == HybridSigns::none) return nullptr;
  if (frequent) return &switches_.exchanges;
  if (signs_ == HybridSigns::of_weak_choices && !weak) return nullptr;
  return jumped ? &switches_.energy : suddenly ? &switches_.step : nullptr;
}

void HybridRules::project(long& cause) {
  projecting_ = true;
  at_largest_ = 0;
  ++cause;
}

void HybridRules::project_now() {
  if (!projecting_ && signs_ != HybridSigns::none) project(switches_.near);
}

// Steps 3 and 12 of the method. (N16)
HybridRules::Advice HybridRules::after(const StepFacts& facts) {
  Advice advice;
  const bool same = std::fabs(facts.h - last_h_) <= 1e-9 * facts.h;
  same_ = same ? same_ + 1 : 0;
  const bool smaller = !first_ && !same && facts.h < last_h_;
  const bool suddenly = !first_ && facts.h < sudden * last_h_;
  const bool frequent = frequent_changes(facts), jumped = energy_jumped(facts);
  if (!projecting_) {
    if (smaller || facts.failures > 0 || same_ > sustained) {
      advice.choose_again = true;
      same_ = 0;
    }
    if (long* cause = sign(frequent, jumped, suddenly, facts.weak)) {
      project(*cause);
      advice.switched = true;
    }
  } else {
    at_largest_ = facts.h >= facts.largest * (1.0 - 1e-9) && !facts.near ? at_largest_ + 1 : 0;
    if (at_largest_ > sustained) {
      projecting_ = false;
      advice.switched = advice.choose_again = true;
      std::fill(std::begin(recent_), std::end(recent_), 0);
      same_ = 0;
      ++switches_.back;
    }
  }
  last_h_ = facts.h;
  first_ = false;
  return advice;
}

}  // namespace treadle
