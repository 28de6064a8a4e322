// Accelerations by a hierarchy of components (docs/theory/components.md): formulation 'component'.
#pragma once

#include "../hierarchy/hierarchy.hpp"
#include "compiled_parts.hpp"
#include "numeric_methods.hpp"

namespace treadle {

/// The parts of a description with the bodies of the tree that they own.
std::vector<HierarchyPart> parts_of(const Mechanism& mechanism);

class ComponentMethod final : public NumericMethod {
 public:
  /// `compiled`: nullptr where no part is.
  ComponentMethod(const MethodParts& parts, Crew* crew, CompiledParts* compiled = nullptr);
  [[nodiscard]] std::string name() const override { return "components"; }
  Answer accelerate(const AccelerationQuery& query) override;
  /// By the same components: first with the factors of the evaluation before. (H9)
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;

  /// The same with compiled parts, whose inside states move too. (H21)
  Answer project_all(double t, std::span<double> q, std::span<double> v, std::span<double> states);

 private:
  Report step_towards(double t, std::span<const double> states);

  CompiledParts* compiled_;
  Hierarchy hierarchy_;
  Loads<double> nothing_;  ///< acts while loops are closed
  Crew* crew_;
};

}  // namespace treadle
