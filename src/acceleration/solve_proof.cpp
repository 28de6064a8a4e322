#include "solve_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

/// A row of the equations as it is summed up: what remains, and how large its terms may be.
struct RowSum {
  double rest = 0.0, size = 0.0;

  void add(double a, double x, double largest) {
    rest += a * x;
    size += std::fabs(a) * largest;
  }
};

double largest(std::span<const double> numbers) {
  double most = 0.0;
  for (const double x : numbers) most = std::max(most, std::fabs(x));
  return most;
}

// At rest all accelerations are rounding errors of those that the forces alone would cause.
double size_of_accelerations(const StateEquations& e, std::span<const double> qdd) {
  double most = largest(qdd);
  for (std::size_t j = 0; j < qdd.size(); ++j)
    most = std::max(most, std::fabs(e.q_force[j] / e.diagonal[j]));
  return most;
}

double worst(const std::vector<RowSum>& rows) {
  double rest = 0.0, size = 0.0;
  for (const RowSum& row : rows) {
    if (!std::isfinite(row.rest)) return std::numeric_limits<double>::infinity();
    rest = std::max(rest, std::fabs(row.rest));
    size = std::max(size, row.size);
  }
  return size > 0.0 ? rest / size : 0.0;
}

}  // namespace

double backward_error(const SaddlePattern& pattern, const StateEquations& e,
                      std::span<const double> qdd, std::span<const double> lambda,
                      std::span<const int> vanishing) {
  const auto n = static_cast<std::size_t>(pattern.n), m = static_cast<std::size_t>(pattern.m);
  const double a = size_of_accelerations(e, qdd), l = largest(lambda);
  std::vector<RowSum> motion(n), loops(m);
  for (std::size_t j = 0; j < n; ++j) {
    motion[j].add(e.diagonal[j], qdd[j], a);
    motion[j].add(-1.0, e.q_force[j], std::fabs(e.q_force[j]));
    for (int s = pattern.inertia.begin[j]; s < pattern.inertia.begin[j + 1]; ++s) {
      const auto slot = static_cast<std::size_t>(s);
      const auto i = static_cast<std::size_t>(pattern.inertia.rows[slot]);
      motion[i].add(e.lower[slot], qdd[j], a);
      motion[j].add(e.lower[slot], qdd[i], a);
    }
  }
  for (std::size_t r = 0; r < m; ++r) loops[r].add(-1.0, e.gamma[r], std::fabs(e.gamma[r]));
  for (const LoopPattern& loop : pattern.loops) {
    auto value = static_cast<std::size_t>(loop.values_at);
    for (const int column : loop.columns) {
      const auto j = static_cast<std::size_t>(column);
      for (int r = 0; r < loop.rows; ++r, ++value) {
        const auto row = static_cast<std::size_t>(loop.first_row + r);
        motion[j].add(e.phi[value], lambda[row], l);
        loops[row].add(e.phi[value], qdd[j], a);
      }
    }
  }
  for (const int r : vanishing) loops[static_cast<std::size_t>(r)] = {};
  return std::max(worst(motion), worst(loops));
}

}  // namespace treadle
