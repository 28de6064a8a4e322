// Steps towards closed loops by a hierarchy of components: the recursion of the accelerations with
// other right-hand sides. (H9)
#pragma once

#include "../hierarchy/hierarchy.hpp"
#include "../keeping/closest.hpp"

namespace treadle {

class ComponentSteps final : public LoopSteps<double> {
 public:
  /// `nothing`: loads of a model that feels no force.
  ComponentSteps(const Model<double>& model, Hierarchy& hierarchy, const Loads<double>& nothing,
                 Crew* crew = nullptr)
      : model_(model), hierarchy_(hierarchy), nothing_(nothing), crew_(crew) {}

  Report prepare(ProjectionStage<double>& w) override;
  Report solve(ProjectionStage<double>& w) override;

 private:
  const Model<double>& model_;
  Hierarchy& hierarchy_;
  const Loads<double>& nothing_;
  Crew* crew_;
  bool factored_ = false;
};

}  // namespace treadle
