#include "single_states.hpp"

namespace treadle {

namespace {

constexpr double lost = 1e-6;            // of the usual strength: rounding decides what it says
constexpr double same_by_values = 1e-7;  // of the largest acceleration
constexpr double rounding_of_values = 1e-14;  // of poses, in parts of the size
constexpr double growth = 100.0;  // of rounding and gaps, over the square of the strength

}  // namespace

SingleStates::SingleStates(const Mechanism& mechanism)
    : mechanism_(mechanism),
      keeper_(mechanism, ConstraintMethod::automatic),
      islands_(scaled_islands(mechanism.model, mechanism.redundancy.rows)),
      rank_(mechanism.model, islands_, mechanism.functions_at(0.0), mechanism.redundancy.q),
      position_(mechanism.model),
      loops_(mechanism.model) {}

Weakest SingleStates::weakest(std::span<const FunctionValue<double>> functions,
                              std::span<const double> q) {
  place_bodies<double>(mechanism_.model, q, position_);
  close_loops<double>(mechanism_.model, q, functions, position_, loops_);
  return rank_.look(loops_.phi);
}

bool SingleStates::is_singular(const Weakest& weakest) {
  return weakest.row >= 0 && !(weakest.strength > lost);
}

double SingleStates::allowed(const Weakest& weakest, double gap) {
  return same_by_values + growth * (rounding_of_values + gap) / (weakest.sigma * weakest.sigma);
}

}  // namespace treadle
