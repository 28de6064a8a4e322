// Accelerations and projections of code that was generated for the mechanism. It proves nothing
// but its margins, so now and then the next method looks at its answers too.
#pragma once

#include "acceleration_method.hpp"
#include "evaluator.hpp"

#include <memory>
#include <vector>

namespace treadle {

class GeneratedMethod final : public AccelerationMethod {
 public:
  GeneratedMethod(const MethodParts& parts, std::shared_ptr<Evaluator> evaluator);
  [[nodiscard]] std::string name() const override { return "generated"; }
  Answer accelerate(const AccelerationQuery& query) override;
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;

 private:
  MethodParts parts_;
  std::shared_ptr<Evaluator> evaluator_;
  std::vector<double> q_, v_;  ///< scratch of projections
};

}  // namespace treadle
