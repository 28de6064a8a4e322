#include "generated_method.hpp"

#include <algorithm>

namespace treadle {

namespace {

// As project_closest (keeping/closest.cpp): what rounding allows, and where it may stop.
constexpr int most_steps = 4;
constexpr double exact_enough = 1e-13, rounding = 1e-10;

// Near a singular position no fixed choice of pivots is to be trusted.
bool is_safe(const AccelerationQuery& query) { return !query.kept && !query.weak_loops; }

}  // namespace

GeneratedMethod::GeneratedMethod(const MethodParts& parts, std::shared_ptr<Evaluator> evaluator)
    : parts_(parts),
      evaluator_(std::move(evaluator)),
      q_(static_cast<std::size_t>(parts.mechanism.model.nq())),
      v_(static_cast<std::size_t>(parts.mechanism.model.nv())) {}

Answer GeneratedMethod::accelerate(const AccelerationQuery& query) {
  Answer answer;
  if (query.multipliers) return {RefusalReason::off};
  if (!is_safe(query)) return {RefusalReason::pivot};
  Workspace<double>& w = parts_.work;
  if (!evaluator_->accelerate({query.q, query.v, w.functions, parts_.feedback}, w.qdd, w.rates,
                              answer.power))
    return {RefusalReason::pivot};
  answer.second_opinion = query.thorough;
  return answer;
}

// Newton steps with new factors each, until rounding is reached.
Answer GeneratedMethod::project(const AccelerationQuery& query, std::span<double> q,
                                std::span<double> v) {
  if (!is_safe(query)) return {RefusalReason::pivot};
  std::copy(q.begin(), q.end(), q_.begin());
  std::copy(v.begin(), v.end(), v_.begin());
  ProjectionGap gap;
  double before = 0.0;
  for (int k = 0; k < most_steps; ++k) {
    if (!evaluator_->project({q_, v_, parts_.work.functions, {}}, q_, v_, gap)) break;
    const double length = parts_.length, size = gap.speed * length + gap.speed;
    const bool still = k > 0 && gap.position > 0.5 * before && gap.position <= rounding * length;
    if ((gap.position <= exact_enough * length || still) &&
        (gap.rate <= exact_enough * size || (still && gap.rate <= rounding * size))) {
      std::copy(q_.begin(), q_.end(), q.begin());
      std::copy(v_.begin(), v_.end(), v.begin());
      return {};
    }
    before = gap.position;
  }
  return {RefusalReason::pivot};
}

}  // namespace treadle
