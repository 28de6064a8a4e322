// A step of Euler's implicit method as a program (docs/theory/generate.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "parameters.hpp"
#include "program.hpp"

namespace treadle {

/// One implicit step with the Jacobian approximate-symmetric, as `implicit_step`: gives q and v at
/// its end; loops are closed by `project` after it. Throws ModelError where a force has states.
/// (X23)
Program trace_implicit_step(const Mechanism& mechanism, const KeptParameters* kept = nullptr);

}  // namespace treadle
