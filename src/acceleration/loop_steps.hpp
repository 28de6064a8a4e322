// Steps towards closed loops that methods for accelerations share: with the factors of an
// evaluation first, with others where these do not serve. (R11)
#pragma once

#include "acceleration_method.hpp"

#include <utility>

namespace treadle {

inline Answer answer_of(const Report& report, RefusalReason why = RefusalReason::pivot) {
  return report.ok() ? Answer{} : refused(why, report);
}

// With the factors of the evaluation before; where its place is too far away, by other steps, if
// there are any.
template <class Again>
class StepsAfterEvaluation final : public LoopSteps<double> {
 public:
  StepsAfterEvaluation(Again again, LoopSteps<double>* others) : again_(again), others_(others) {}
  Report prepare(ProjectionStage<double>& w) override {
    if (!std::exchange(begun_, true)) return {};
    near_ = false;
    if (others_ == nullptr) return {Trouble::not_converged, -1, 0.0, 0};
    return others_->prepare(w);
  }
  Report solve(ProjectionStage<double>& w) override {
    if (!near_) return others_->solve(w);
    return again_(w.right, w.step);
  }

 private:
  Again again_;
  LoopSteps<double>* others_;
  bool begun_ = false, near_ = true;
};

inline Answer close_loops_by(const MethodParts& parts, LoopSteps<double>& steps,
                             std::span<double> q, std::span<double> v, double unmet) {
  return answer_of(project_closest<double>(parts.mechanism.model, steps, parts.length,
                                           parts.work.functions, parts.stage, q, v, unmet));
}

}  // namespace treadle
