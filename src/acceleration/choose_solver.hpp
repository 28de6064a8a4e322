// Which solver a mechanism gets when nobody asks for one: from counted operations and a fixed table
// of costs, never from a clock, so that the choice is the same on every machine and every day
// (docs/theory/solvers.md).
#pragma once

#include "../mechanism/mechanism.hpp"
#include "../scalar/counted.hpp"

#include <string>
#include <vector>

namespace treadle {

/// What one factorization and one solve take with one solver.
struct SolverCount {
  std::string name;
  Tally operations;   ///< all zero where they were estimated from the structure
  double cost = 0.0;  ///< weighed by the table of costs
};

struct SolverChoice {
  std::string name;
  std::string reason;               ///< `1788 operations against 8442 of topology`
  std::vector<SolverCount> counts;  ///< of the candidates; empty where there was no question
  bool chosen = false;              ///< by counting, since "auto" was asked for
};

/// "auto" and the names of all solvers.
const std::vector<std::string>& solver_options();

/// About how many operations a solver takes for one factorization, from the topology alone.
double estimated_operations(const Mechanism& mechanism, const std::string& solver);

/// Whether the recursion of `clustered` carries loops along instead of reducing their clusters.
bool carries_loops(const Mechanism& mechanism);

/// The cheapest candidate at the assembled start. Trees always get `clustered`.
SolverChoice choose_solver(const Mechanism& mechanism);

/// What `name` stands for: "auto" is decided, every other name is taken as it is.
SolverChoice resolve_solver(const Mechanism& mechanism, const std::string& name);

/// Additions, multiplications, divisions and square roots.
long operations(const Tally& tally);

/// `clustered (auto: 1788 operations against 8442 of topology)`
std::string solver_words(const SolverChoice& choice);

}  // namespace treadle
