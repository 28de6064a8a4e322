// A state of motion with all that its derivatives need.
#pragma once

#include "../base/report.hpp"
#include "../statics/state_row.hpp"

#include <functional>
#include <string>
#include <vector>

namespace treadle {

/// Accelerations and multipliers at a state x = (q, v, z), proved; where they cannot be, the report
/// says why.
Report known_motion(const Mechanism& mechanism, double t, std::span<const double> x,
                    KnownState& out);

/// The state of a run from the start of the mechanism to a time, with tolerances of 1e-10. Empty
/// where it does not get there; `message` says why.
std::vector<double> state_at(const Mechanism& mechanism, double t,
                             const std::function<bool()>& stop, std::string& message);

}  // namespace treadle
