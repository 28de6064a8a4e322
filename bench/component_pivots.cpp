// The factors of a component, (A, W) with pivots, by our own reflections of rows and by Eigen's
// ColPivHouseholderQR, at the sizes that components have. D is compared before anything is timed.
#include "src/hierarchy/pivoted_rows.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/QR>

#include <random>

namespace {

using namespace treadle;

/// A of a component beside W, and what both ways make of it: F with D = F F^T.
struct PivotCase {
  explicit PivotCase(const benchmark::State& state)
      : rows(static_cast<int>(state.range(0))),
        equations(static_cast<int>(state.range(1))),
        seen(static_cast<int>(state.range(2))),
        own(rows, rows, equations, seen),
        least(static_cast<std::size_t>(equations), 1e-12),
        by_rows(Eigen::MatrixXd::Zero(seen, std::min(rows, seen))),
        qr(rows, equations),
        turned(rows, seen) {
    std::mt19937 dice(7);
    const auto draw = [&](int width) {
      Eigen::MatrixXd m(rows, width);
      for (double& x : m.reshaped()) x = std::ldexp(static_cast<double>(dice()), -31) - 1.0;
      return m;
    };
    a = draw(equations);
    w = draw(seen);
  }

  void by_own_reflections() {
    own.clear();
    for (int i = 0; i < rows; ++i) {
      for (int c = 0; c < equations; ++c) own.row(i)[c] = a(i, c);
      for (int c = 0; c < seen; ++c) own.row_of_w(i)[c] = w(i, c);
    }
    own.eliminate(least);
    own.make_triangle();
    own.pass_on(by_rows);
  }

  // Q^T W, then a triangle of what is below the rank.
  void by_eigen() {
    qr.compute(a);
    turned = w;
    turned.applyOnTheLeft(qr.householderQ().setLength(qr.rank()).adjoint());
    const Eigen::Index left = rows - qr.rank();
    below.compute(turned.bottomRows(left));
    by_columns = below.matrixQR().topRows(std::min<Eigen::Index>(left, seen));
  }

  bool agree() {
    by_own_reflections();
    by_eigen();
    const Eigen::MatrixXd r = by_columns.triangularView<Eigen::Upper>(),
                          one = by_rows * by_rows.transpose(), other = r.transpose() * r;
    return (one - other).norm() < 1e-12 * one.norm();
  }

  int rows, equations, seen;
  Eigen::MatrixXd a, w;
  PivotedRows own;
  std::vector<double> least;
  Eigen::MatrixXd by_rows;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  Eigen::HouseholderQR<Eigen::MatrixXd> below;
  Eigen::MatrixXd turned, by_columns;
};

template <class Once>
void time_pivots(benchmark::State& state, const Once& once) {
  PivotCase c(state);
  if (!c.agree()) {
    state.SkipWithError("both ways do not agree");
    return;
  }
  for (auto _ : state) {
    once(c);
    benchmark::ClobberMemory();
  }
}

void component_pivots_own(benchmark::State& state) {
  time_pivots(state, [](PivotCase& c) { c.by_own_reflections(); });
}
void component_pivots_eigen(benchmark::State& state) {
  time_pivots(state, [](PivotCase& c) { c.by_eigen(); });
}

// Rows of A, equations, columns of W: two chains joined, a ladder's piece, a corner on its car, the
// insulators.
#define TREADLE_PIVOT_SIZES               \
  ArgNames({"rows", "equations", "seen"}) \
      ->Args({18, 5, 12})                 \
      ->Args({24, 7, 24})                 \
      ->Args({27, 11, 12})                \
      ->Args({42, 27, 12})                \
      ->Args({84, 49, 12})
BENCHMARK(component_pivots_own)->TREADLE_PIVOT_SIZES;
BENCHMARK(component_pivots_eigen)->TREADLE_PIVOT_SIZES;
#undef TREADLE_PIVOT_SIZES

}  // namespace
