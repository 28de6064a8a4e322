// Solvers by name: one line of registration each.
#pragma once

#include "saddle.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

const std::vector<std::string>& solver_names();

/// nullptr for an unknown name.
template <Decidable S>
std::unique_ptr<SaddleSolver<S>> make_solver(std::string_view name, const SaddlePattern& pattern);

}  // namespace treadle
