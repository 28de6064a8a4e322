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
  /// `compiled`: parts that are libraries; `ranks`: other processes that ask the same; `code`: for
  /// the factors of components. nullptr: there are none.
  explicit ComponentMethod(const MethodParts& parts, Crew* crew, CompiledParts* compiled = nullptr,
                           Ranks* ranks = nullptr,
                           std::shared_ptr<const ComponentCode> code = nullptr);
  [[nodiscard]] std::string name() const override { return "components"; }
  Answer accelerate(const AccelerationQuery& query) override;
  /// By the same components: first with the factors of the evaluation before. (H9)
  Answer project(const AccelerationQuery& query, std::span<double> q, std::span<double> v) override;
  [[nodiscard]] ComponentTraffic traffic() const { return hierarchy_.traffic(); }

  /// The same with compiled parts, whose inside states move too. (H21)
  Answer project_all(double t, std::span<double> q, std::span<double> v, std::span<double> states);

 private:
  Report step_towards(double t, std::span<const double> states);

  std::shared_ptr<const ComponentCode> code_;
  CompiledParts* compiled_;
  Hierarchy hierarchy_;
  Loads<double> nothing_;  ///< acts while loops are closed
  Crew* crew_;
};

}  // namespace treadle
