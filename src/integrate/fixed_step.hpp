// Integrators with a fixed step, by name: one line of registration each; registry.hpp has all
// (docs/theory/integration.md).
#pragma once

#include "system.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// Steps a system; scratch is allocated when it is made.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// x(t) -> x(t + h), projected. After trouble x is what it was before.
  virtual Report step(System& system, double t, double h, std::span<double> x) = 0;

  [[nodiscard]] virtual int order() const = 0;
  [[nodiscard]] virtual int evaluations() const = 0;  ///< of a step
};

const std::vector<std::string>& fixed_step_names();

/// nullptr for an unknown name.
std::unique_ptr<Integrator> make_integrator(std::string_view name, const System& system);

}  // namespace treadle
