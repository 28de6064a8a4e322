// The factors of one component in an order that was chosen once: which equation comes next, and
// which rows its reflection meets. The same kernel runs on numbers and on the tracing scalar, which
// leaves straight code behind. (H16)
#pragma once

#include "../scalar/real.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace treadle {

/// One reflection: what it makes zero in a column, and who else is met.
struct ReflectionStep {
  int column = 0;
  std::vector<int> rows;     ///< that are not zero there; the first one keeps what is left
  std::vector<int> columns;  ///< others that it changes
};

/// A has `rows` rows and `columns` columns; W beside it has `seen` columns and `height` rows, the
/// first ones those of A. Columns of W are counted behind those of A.
struct ComponentOrder {
  int rows = 0, columns = 0, height = 0, seen = 0;
  std::vector<ReflectionStep> equations;  ///< as many as the rank
  std::vector<int> left_out;              ///< equations that depend on these
  std::vector<ReflectionStep> border;     ///< the triangle that is passed on
  /// Columns of W that depend on those before them, with the number of steps of the border before.
  std::vector<std::pair<int, int>> skipped;
  std::vector<char> entries;  ///< of (A, W) by columns: what is not zero anywhere

  [[nodiscard]] int rank() const { return static_cast<int>(equations.size()); }
  [[nodiscard]] std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(height) +
           static_cast<std::size_t>(row);
  }
};

/// (A, W) at one position, by columns of `height` numbers.
using BorderedMatrix = std::vector<double>;

/// `sizes`: rows, columns, height, seen. The order from (A, W) at some positions; `more`: others,
/// at which nothing is asked but what is zero.
ComponentOrder choose_order(ComponentOrder sizes, std::vector<BorderedMatrix> positions,
                            const std::vector<BorderedMatrix>& more = {});

/// Whether an order that was chosen for another component serves here too.
bool serves(const ComponentOrder& order, const ComponentOrder& sizes,
            const std::vector<BorderedMatrix>& positions,
            const std::vector<BorderedMatrix>& more = {});

/// A pivot below this part of its column is not trusted: the numeric path takes over.
inline constexpr double weak_pivot = 1e-5, equation_is_gone = 1e-9;
/// Far below the squares of what rounding leaves: a column of zeros stays one.
inline constexpr double nearly_nothing = 1e-280;

/// One step in place; `squares`: of the column, as it was at first. Whether its pivot may be used;
/// `least` is added to what is divided by, for columns that may vanish.
template <Real S>
auto reflect(const ComponentOrder& order, const ReflectionStep& step, const S& squares,
             std::span<S> m, const S& least = S(0.0)) {
  const int c = step.column;
  S& head = m[order.place(step.rows.front(), c)];
  S below(0.0);
  bool first = true;
  for (std::size_t k = 1; k < step.rows.size(); ++k) {
    const S& x = m[order.place(step.rows[k], c)];
    below = first ? x * x : below + x * x;
    first = false;
  }
  const S all = step.rows.size() > 1 ? head * head + below : head * head;
  const auto trusted = S(weak_pivot * weak_pivot) * squares < all;
  if (step.rows.size() == 1) return trusted;
  const S norm = sqrt(all), beta = select(head < S(0.0), norm, -norm), top = head - beta,
          inverse = S(1.0) / (all - head * beta + least);
  for (const int j : step.columns) {
    S& other = m[order.place(step.rows.front(), j)];
    S sum = top * other;
    for (std::size_t k = 1; k < step.rows.size(); ++k)
      sum = sum + m[order.place(step.rows[k], c)] * m[order.place(step.rows[k], j)];
    sum = sum * inverse;
    other = other - sum * top;
    for (std::size_t k = 1; k < step.rows.size(); ++k) {
      S& x = m[order.place(step.rows[k], j)];
      x = x - sum * m[order.place(step.rows[k], c)];
    }
  }
  head = beta;
  for (std::size_t k = 1; k < step.rows.size(); ++k) m[order.place(step.rows[k], c)] = S(0.0);
  return trusted;
}

/// The sum of squares of a column of A, or W, at first.
template <Real S>
S squares_of(const ComponentOrder& order, int column, std::span<const S> m) {
  S sum(0.0);
  for (int i = 0; i < order.height; ++i)
    if (order.entries[order.place(i, column)] != 0)
      sum = sum + m[order.place(i, column)] * m[order.place(i, column)];
  return sum;
}

/// What is left of a column in the rows that no equation and none of the first `steps` steps of
/// the border keeps.
template <Real S>
S left_of(const ComponentOrder& order, int column, int steps, std::span<const S> m) {
  std::vector<char> kept(static_cast<std::size_t>(order.height), 0);
  for (const ReflectionStep& step : order.equations)
    kept[static_cast<std::size_t>(step.rows.front())] = 1;
  for (int k = 0; k < steps; ++k)
    kept[static_cast<std::size_t>(order.border[static_cast<std::size_t>(k)].rows.front())] = 1;
  S rest(0.0);
  for (int i = 0; i < order.height; ++i) {
    const S& x = m[order.place(i, column)];
    if (kept[static_cast<std::size_t>(i)] == 0) rest = rest + x * x;
  }
  return rest;
}

/// (A, W) becomes (R, Q^T W) in place, then its lower part a triangle. False, where numbers decide,
/// if a pivot degenerates or something that was left out does not depend on the others.
template <Real S>
bool factor_in_order(const ComponentOrder& order, std::span<S> m) {
  bool good = true;
  std::vector<S> squares, lost;
  for (const ReflectionStep& step : order.equations)
    squares.push_back(squares_of<S>(order, step.column, m));
  for (const int c : order.left_out) lost.push_back(squares_of<S>(order, c, m));
  for (const auto& skipped : order.skipped) lost.push_back(squares_of<S>(order, skipped.first, m));
  const auto is_gone = [&](const S& rest, const S& first) {
    return rest < S(1e-200) + S(equation_is_gone * equation_is_gone) * first;
  };
  for (std::size_t k = 0; k < order.equations.size(); ++k)
    good = holds(reflect<S>(order, order.equations[k], squares[k], m)) && good;
  std::size_t l = 0;
  for (const int c : order.left_out)
    good = holds(is_gone(left_of<S>(order, c, 0, m), lost[l++])) && good;
  for (const ReflectionStep& step : order.border)
    static_cast<void>(reflect<S>(order, step, S(0.0), m, S(nearly_nothing)));
  for (const auto& [c, steps] : order.skipped)
    good = holds(is_gone(left_of<S>(order, c, steps, m), lost[l++])) && good;
  return good;
}

/// What is used of them: R_1 by rows, W_1 by rows, columns of the triangle.
template <Real S>
void take_factors(const ComponentOrder& order, std::span<const S> m, std::vector<S>& out) {
  out.clear();
  for (std::size_t k = 0; k < order.equations.size(); ++k)
    for (std::size_t j = k; j < order.equations.size(); ++j)
      out.push_back(m[order.place(order.equations[k].rows.front(), order.equations[j].column)]);
  for (const ReflectionStep& step : order.equations)
    for (int j = 0; j < order.seen; ++j)
      out.push_back(m[order.place(step.rows.front(), order.columns + j)]);
  for (const ReflectionStep& step : order.border)
    for (int j = step.column; j < order.columns + order.seen; ++j)
      out.push_back(m[order.place(step.rows.front(), j)]);
}

/// Straight code for an order: (A, W) in, what take_factors() gives out; 0: good.
using ComponentFunction = int (*)(const double* bordered, double* factors);

/// Orders of all components, and code where there is some; equal components share theirs.
struct ComponentCode {
  std::vector<std::shared_ptr<const ComponentOrder>> orders;  ///< by component
  std::vector<ComponentFunction> functions;                   ///< likewise; may be empty
  std::shared_ptr<void> library;                              ///< that they are in
  int routines = 0;                                           ///< that differ
};

/// Operations of a Givens QR of a dense matrix: sum (m - k) (6 (n - k) + 12).
double dense_givens_flops(int rows, int columns);

}  // namespace treadle
