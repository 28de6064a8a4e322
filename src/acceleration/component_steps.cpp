#include "component_steps.hpp"

#include <utility>

namespace treadle {

Report ComponentSteps::prepare(ProjectionStage<double>& w) {
  body_inertias<double>(model_, w.position, w.inertia);
  factored_ = false;
  return {};
}

Report ComponentSteps::solve(ProjectionStage<double>& w) {
  if (std::exchange(factored_, true)) return hierarchy_.solve_again(model_, w.right, w.step, crew_);
  return hierarchy_.solve({model_, w.position, w.inertia, nothing_, w.loops, w.right}, w.step,
                          w.lambda, crew_);
}

}  // namespace treadle
