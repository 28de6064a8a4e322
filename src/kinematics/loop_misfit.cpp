#include "loop_misfit.hpp"

#include "../base/at.hpp"
#include "../scalar/instantiate.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace treadle {

namespace {

// Ten times what find_redundancy takes as dependent: equations that were left out may be off by it.
constexpr double rounding = 1e-7;
// Open loops make dependent equations disagree by their gap times a curvature of order one.
constexpr double curvature = 30.0;
// What entries of equations that say nothing may hold, of the size of the mechanism.
constexpr double drawing = 1e-11;
constexpr int most_rows = 6;
constexpr double nothing = 1e-200;  // so that zero is below what is allowed

/// A sum over the columns of an equation, and over the sizes of its terms.
template <Real S>
struct RowSum {
  S rest, size;
};

/// f(sums) for each equation, of right + sign Phi x.
template <Real S, class F>
void for_each_row(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> x,
                  std::span<const S> right, F&& f, const S& sign = S(-1.0)) {
  RowSum<S> sums[most_rows];
  for (const LoopData<S>& loop : model.loops) {
    const S* phi = loops.phi.data() + loop.values_at;
    const int rows = loop.row_count;
    for (int r = 0; r < rows; ++r) {
      const S& own = right[at(loop.first_row + r)];
      sums[r] = {own, abs(own)};
    }
    for (const int column : loop.columns) {
      const S factor = sign * x[at(column)];
      for (int r = 0; r < rows; ++r, ++phi) {
        const S term = *phi * factor;
        sums[r].rest += term;
        sums[r].size += abs(term);
      }
    }
    for (int r = 0; r < rows; ++r) f(sums[r]);
  }
}

// gamma - Phi x in all rows of a loop, with their number as a constant.
template <int rows, Real S>
S largest_rest(const LoopData<S>& loop, const S* phi, const S* gamma, const S* x) {
  S rest[rows];
  for (int r = 0; r < rows; ++r) rest[r] = gamma[r];
  for (const int column : loop.columns) {
    const S factor = x[column];
    for (int r = 0; r < rows; ++r) rest[r] -= *phi++ * factor;
  }
  S most = abs(rest[0]);
  for (int r = 1; r < rows; ++r) most = max(most, abs(rest[r]));
  return most;
}

template <Real S>
S largest_of(std::span<const S> numbers) {
  S most(0.0);
  for (const S& x : numbers) most = max(most, abs(x));
  return most;
}

}  // namespace

template <Real S>
bool loops_are_exact(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
                     std::span<const S> qdd, double length) {
  S most(0.0);
  for (const LoopData<S>& loop : model.loops) {
    const S* const phi = loops.phi.data() + loop.values_at;
    const S* const right = gamma.data() + loop.first_row;
    const auto with = [&](auto rows) {
      most = max(most, largest_rest<rows()>(loop, phi, right, qdd.data()));
    };
    switch (loop.row_count) {
      case 1:
        with(std::integral_constant<int, 1>{});
        break;
      case 2:
        with(std::integral_constant<int, 2>{});
        break;
      case 3:
        with(std::integral_constant<int, 3>{});
        break;
      case 4:
        with(std::integral_constant<int, 4>{});
        break;
      case 5:
        with(std::integral_constant<int, 5>{});
        break;
      default:
        with(std::integral_constant<int, 6>{});
    }
  }
  return holds(most < S(nothing) + S(drawing * std::max(1.0, length)) * largest_of(qdd));
}

template <Real S>
S loop_excess(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
              std::span<const S> qdd) {
  S excess(0.0);
  for_each_row<S>(model, loops, qdd, gamma, [&](const RowSum<S>& sum) {
    excess = max(excess, abs(sum.rest) - S(rounding) * sum.size);
  });
  return excess;
}

template <Real S>
S allowed_excess(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> gamma,
                 std::span<const S> v, std::span<const S> qdd, double length) {
  const S fastest = largest_of(v), strongest = largest_of(qdd), gap = largest_of<S>(loops.residual);
  S most(0.0), opening(0.0), speed(0.0);
  for_each_row<S>(model, loops, qdd, gamma,
                  [&](const RowSum<S>& sum) { most = max(most, sum.size); });
  for_each_row<S>(
      model, loops, v, loops.drift,
      [&](const RowSum<S>& sum) {
        opening = max(opening, abs(sum.rest));
        speed = max(speed, sum.size);
      },
      S(1.0));
  const double wide = std::max(1.0, length), narrow = std::max(1.0, 1.0 / length);
  const S turning = fastest * fastest;
  return S(nothing) + S(drawing * wide) * (strongest + turning) + S(rounding) * fastest * speed +
         S(curvature) * (S(narrow) * gap * (most + fastest * speed + S(wide) * turning) +
                         S(wide * narrow) * opening * fastest);
}

int most_missed_row(const Model<double>& model, const LoopStage<double>& loops,
                    std::span<const double> gamma, std::span<const double> qdd) {
  int row = 0, worst = -1;
  double most = -1.0;
  for_each_row<double>(model, loops, qdd, gamma, [&](const RowSum<double>& sum) {
    const double excess = std::fabs(sum.rest) - rounding * sum.size;
    if (excess > most) {
      most = excess;
      worst = row;
    }
    ++row;
  });
  return worst;
}

#define TREADLE_INSTANTIATE(S)                                                               \
  template bool loops_are_exact<S>(const Model<S>&, const LoopStage<S>&, std::span<const S>, \
                                   std::span<const S>, double);                              \
  template S loop_excess<S>(const Model<S>&, const LoopStage<S>&, std::span<const S>,        \
                            std::span<const S>);                                             \
  template S allowed_excess<S>(const Model<S>&, const LoopStage<S>&, std::span<const S>,     \
                               std::span<const S>, std::span<const S>, double);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
