// How a run uses an evaluator: takes its answers where they are good, counts its refusals.
#include "motion.hpp"

#include <algorithm>

namespace treadle {

namespace {

// As project_closest (constraints/closest.cpp): what rounding allows, and where it may stop.
constexpr int most_steps = 4;
constexpr double exact_enough = 1e-13, rounding = 1e-10;

}  // namespace

bool MechanismSystem::ask_rate(std::span<const double> x, std::span<double> dx) {
  const auto moving = v(x);
  if (!evaluator_->accelerate({q(x), moving, work_.functions, feedback_}, dx.subspan(nv_, nv_),
                              dx[2 * nv_])) {
    ++refusals_;
    return false;
  }
  std::copy(moving.begin(), moving.end(), dx.begin());
  return true;
}

// Newton steps with new factors each, until rounding is reached.
bool MechanismSystem::ask_projection(std::span<double> x) {
  const std::span<double> scratch(projected_);
  std::copy_n(x.begin(), nq_ + nv_, scratch.begin());
  ProjectionGap gap;
  double before = 0.0;
  for (int k = 0; k < most_steps; ++k) {
    if (!evaluator_->project({scratch.first(nq_), scratch.subspan(nq_, nv_), work_.functions, {}},
                             scratch.first(nq_), scratch.subspan(nq_, nv_), gap))
      break;
    const double size = gap.speed * length_ + gap.speed;
    const bool still = k > 0 && gap.position > 0.5 * before && gap.position <= rounding * length_;
    if ((gap.position <= exact_enough * length_ || still) &&
        (gap.rate <= exact_enough * size || (still && gap.rate <= rounding * size))) {
      std::copy_n(scratch.begin(), nq_ + nv_, x.begin());
      return true;
    }
    before = gap.position;
  }
  ++refusals_;
  return false;
}

}  // namespace treadle
