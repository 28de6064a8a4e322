// Solvers by name: one line of registration each.
#pragma once

#include "saddle.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

const std::vector<std::string>& solver_names();

/// Whether a solver is mostly the work of a library of others.
bool of_a_library(std::string_view name);

/// Why a solver cannot be had here, and what to install; "" where it can. Opens the module of its
/// library.
std::string solver_refusal(std::string_view name);

/// Those of solver_names() that can be had.
std::vector<std::string> usable_solvers();

/// nullptr for an unknown name, and for one that cannot be had.
template <Decidable S>
std::unique_ptr<SaddleSolver<S>> make_solver(std::string_view name, const SaddlePattern& pattern);

}  // namespace treadle
