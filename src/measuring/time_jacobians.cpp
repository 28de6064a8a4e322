#include "time_jacobians.hpp"

#include "../simulation/mechanism_system.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace treadle {

namespace {

// Seconds of one call: the shortest of several batches.
template <class Work>
double shortest_time(const Work& work) {
  using Clock = std::chrono::steady_clock;
  constexpr int batches = 5;
  constexpr double long_enough = 2e-3;
  const auto batch = [&](int calls) {
    const auto since = Clock::now();
    for (int k = 0; k < calls; ++k) work();
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  const double first = batch(1);
  const int calls = std::clamp(static_cast<int>(long_enough / std::max(first, 1e-9)), 1, 10000);
  double least = first;
  for (int k = 0; k < batches; ++k) least = std::min(least, batch(calls) / calls);
  return least;
}

}  // namespace

std::vector<JacobianCost> time_jacobians(const Mechanism& mechanism, double step) {
  constexpr int most_dense = 400;  // coordinates, for kinds that grow with their cube
  std::vector<JacobianCost> costs;
  for (const JacobianKind kind :
       {JacobianKind::exact, JacobianKind::approximate, JacobianKind::approximate_symmetric,
        JacobianKind::block_diagonal, JacobianKind::differences}) {
    const bool dense = kind == JacobianKind::exact || kind == JacobianKind::differences;
    if (dense && mechanism.model.nv() > most_dense) continue;
    MechanismSystem system(mechanism, "auto", ConstraintMethod::automatic, step);
    system.set_jacobian(kind);
    const std::vector<double> x = system.start();
    std::vector<double> rate(system.tangent_size()), right(system.tangent_size());
    JacobianCost& cost = costs.emplace_back();
    cost.kind = jacobian_names()[static_cast<std::size_t>(kind)];
    cost.failed = !system.rate(0.0, x, rate).ok() || !system.linearize(0.0, x, rate).ok() ||
                  !system.factor_newton(step * step, step).ok();
    if (cost.failed) continue;
    right = rate;
    cost.failed = !system.solve_newton(right).ok();
    if (cost.failed) continue;
    const std::vector<double> at = rate;
    const double one = shortest_time([&] { system.rate(0.0, x, rate); });
    cost.jacobian = shortest_time([&] { system.linearize(0.0, x, at); }) / one;
    cost.factorization = shortest_time([&] { system.factor_newton(step * step, step); }) / one;
    cost.solution = shortest_time([&] {
                      std::copy(at.begin(), at.end(), right.begin());
                      system.solve_newton(right);
                    }) /
                    one;
  }
  return costs;
}

}  // namespace treadle
