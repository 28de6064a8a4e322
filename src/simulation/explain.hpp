// Trouble of the numbers in words: when, where, what to try.
#pragma once

#include "../base/report.hpp"
#include "run.hpp"

namespace treadle {

/// Fills end, message and where of the result.
void explain(const Mechanism& mechanism, const Report& report, double t, RunResult& result);

}  // namespace treadle
