// Integrators by name: those with fixed steps (fixed_step.hpp) and those that choose their own.
#pragma once

#include "adaptive.hpp"
#include "fixed_step.hpp"

namespace treadle {

/// All of them, the default first.
const std::vector<std::string>& integrator_names();

/// Whether it chooses its own steps.
bool is_adaptive(std::string_view name);

/// Whether it asks the system for a Jacobian.
bool is_implicit(std::string_view name);

/// Whether there is SUNDIALS, from which cvode-adams, cvode-bdf and ida come: its module is opened
/// here if it was not. What a person should know where it is missing.
bool has_sundials();
bool needs_sundials(std::string_view name);
std::string sundials_refusal();

/// nullptr for a name that is unknown, of a fixed step, or whose module is missing.
std::unique_ptr<AdaptiveIntegrator> make_adaptive(std::string_view name, const System& system,
                                                  const Tolerance& tolerance);

}  // namespace treadle
