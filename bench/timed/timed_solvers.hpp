// Dense methods by the fastest code to be had, for comparisons of time only: gauss-eigen, and where
// OpenBLAS is found gauss-lapack (dgesv) and symmetric-lapack (dsysv), on one thread.
#pragma once

#include "../../src/solve/saddle.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

const std::vector<std::string>& timed_solver_names();

/// nullptr for an unknown name.
std::unique_ptr<SaddleSolver<double>> make_timed_solver(std::string_view name,
                                                        const SaddlePattern& pattern);

}  // namespace treadle
