// What a person should look at before a run: numbers that are possible but hardly meant. Each
// finding names the item and says what to try (docs/theory/doctor.md).
#pragma once

#include "../simulation/run.hpp"

#include <string>
#include <vector>

namespace treadle {

enum class Severity { note, warning };

struct Finding {
  Severity severity = Severity::warning;
  std::string check;  ///< "stiffness", "mass ratio", "density", "both ends", "length", "angle"
  std::string name;   ///< of the body, joint or force
  std::string text;
  std::string remedy;

  [[nodiscard]] std::string words() const { return text + "; " + remedy; }
};

/// Everything that was found, for a run with these options.
std::vector<Finding> examine(const Mechanism& mechanism, const RunOptions& options);

/// The longest step with which an integrator keeps x'' + rate x' + omega^2 x = 0 from growing;
/// infinite for an integrator that is not known here.
double stable_step(const std::string& integrator, double omega, double rate);

/// The spring or damper that limits the step, with its effective mass at the start of the motion.
struct Stiffest {
  std::string name;    ///< "spring 'tyre'"
  std::string item;    ///< "tyre"
  double omega = 0.0;  ///< rad/s, of the spring alone
  double rate = 0.0;   ///< 1/s, of the damper alone
  double limit = 0.0;  ///< longest stable step, s; infinite where nothing limits it
};
Stiffest find_stiffest(const Mechanism& mechanism, const std::string& integrator);

}  // namespace treadle
