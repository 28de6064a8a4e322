// How a model is simulated, as a person asks for it.
#pragma once

#include <optional>
#include <string>

namespace treadle {

enum class Numbering { leaf_first, root_first };

/// When bodies of the list `contacts` fall asleep, and when they wake.
struct SleepingItem {
  double speed = 0.01;        ///< m/s, of every point of a body
  double time = 0.2;          ///< s, for which it has been slower
  double acceleration = 0.5;  ///< m/s^2, of every point

  friend bool operator==(const SleepingItem&, const SleepingItem&) = default;
};

struct SimulationItem {
  double duration = 10.0;
  double step = 1e-3;
  std::optional<double> max_step;         ///< longest step of adaptive integrators
  std::optional<double> output_interval;  ///< every step if not given
  double rtol = 1e-8, atol = 1e-8;        ///< error that adaptive integrators allow in a step
  std::string integrator = "adams";
  std::string solver = "auto";
  std::string constraints = "auto";
  std::string jacobian = "auto";  ///< of implicit integrators
  double spectral_radius = 0.8;   ///< of generalized-alpha
  std::string start = "given";    ///< or "equilibrium": where it rests
  std::optional<SleepingItem> sleeping;

  friend bool operator==(const SimulationItem&, const SimulationItem&) = default;
};

}  // namespace treadle
