// What is timed beside the solvers, and code that is generated, compiled and loaded on the way.
#pragma once

#include "../src/measuring/time_solvers.hpp"
#include "../src/mechanism/mechanism.hpp"
#include "../src/simulation/run.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// All that can be timed: solvers, generated code, components.
std::vector<std::string> timed_names();

/// Makes those among `names` that are no solvers (all of them where it is empty) and takes them
/// out.
std::vector<TimedMethod> take_methods(const Mechanism& mechanism, std::vector<std::string>& names);

/// Solver 'generated' of a run, or 'auto' where that pays: makes its code, or says why not and goes
/// on with the numeric core.
void use_generated(const Mechanism& mechanism, RunOptions& options);

}  // namespace treadle::cli
