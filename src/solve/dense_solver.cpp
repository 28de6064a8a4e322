#include "dense_solver.hpp"

#include "../linalg/dense.hpp"
#include "../scalar/instantiate.hpp"
#include "sized.hpp"

#include <algorithm>

namespace treadle {

namespace {

constexpr double dense_dependence = 1e-11;

// f with the number of equations, as a type where they are few.
template <Real S, class F>
void with_rows(int m, F&& f) {
  if (1 <= m && m <= 6) return with_few<S>(m, f);
  f(m);
}

}  // namespace

template <Decidable S, class Inertia>
void DenseSolver<S, Inertia>::leave_out(std::span<const int> dependent,
                                        std::span<const int> /*vanishing*/) {
  std::fill(left_out_.begin(), left_out_.end(), char{0});
  for (const int row : dependent) left_out_[static_cast<std::size_t>(row)] = 1;
  dropped_ = static_cast<int>(std::count(left_out_.begin(), left_out_.end(), char{1}));
}

template <Decidable S, class Inertia>
void DenseSolver<S, Inertia>::fill(const SaddleMatrix<S>& matrix) {
  std::fill(t_.begin(), t_.end(), S(0.0));
  for (const LoopPattern& loop : pattern_.loops) {
    const S* phi = matrix.phi.data() + loop.values_at;
    for (const int column : loop.columns) {
      S* row = t_.data() + static_cast<std::ptrdiff_t>(inertia_.place(column)) * pattern_.m;
      for (int r = loop.first_row; r < loop.first_row + loop.rows; ++r, ++phi) {
        if (left_out_[static_cast<std::size_t>(r)] == 0) row[r] = *phi;
      }
    }
  }
}

template <Decidable S, class Inertia>
Report DenseSolver<S, Inertia>::factor(const SaddleMatrix<S>& matrix) {
  const int n = pattern_.n, m = pattern_.m;
  Report report;
  report.dropped = dropped_;
  fill(matrix);
  const int column = inertia_.factor(matrix);
  this->mark("1");
  if (column >= 0) {
    report.trouble = Trouble::singular_inertia;
    report.index = column;
    return report;
  }
  inertia_.forward(t_, m);
  this->mark("3.1");
  with_rows<S>(m, [&](auto rows) {
    for (int k = 0; k < n; ++k) {
      const S* t = t_.data() + k * m;
      each(rows, [&](auto a) {
        S* to = product_.data() + a * m;
        const S ta = t[a];
        each_in(a, rows, [&](int b) {
          if (k == 0) {
            to[b] = ta * t[b];
          } else {
            to[b] += ta * t[b];
          }
        });
      });
    }
  });
  for (int r = 0; r < m; ++r) {  // a row that is left out says lambda = 0
    if (left_out_[static_cast<std::size_t>(r)] != 0)
      product_[static_cast<std::size_t>(r * (m + 1))] = S(1.0);
  }
  this->mark("3.3");
  const int row = cholesky_factor<S>(product_, m, dense_dependence, start_);
  this->mark("3.4");
  if (row >= 0) {
    report.trouble = Trouble::singular_constraint;
    report.index = row;
  }
  return report;
}

template <Decidable S, class Inertia>
void DenseSolver<S, Inertia>::solve(std::span<const S> q, std::span<const S> gamma,
                                    std::span<S> qdd, std::span<S> lambda) {
  const int n = pattern_.n, m = pattern_.m;
  for (int j = 0; j < n; ++j)
    z_[static_cast<std::size_t>(inertia_.place(j))] = q[static_cast<std::size_t>(j)];
  inertia_.forward(z_);
  this->mark("2");
  for (std::size_t r = 0; r < zm_.size(); ++r) zm_[r] = -gamma[r];
  with_rows<S>(m, [&](auto rows) {
    for (int k = 0; k < n; ++k) {
      const S* t = t_.data() + k * m;
      const S zk = z_[static_cast<std::size_t>(k)];
      each(rows, [&](int r) { zm_[static_cast<std::size_t>(r)] += t[r] * zk; });
    }
  });
  for (std::size_t r = 0; r < zm_.size(); ++r) {
    if (left_out_[r] != 0) zm_[r] = S(0.0);
  }
  this->mark("3.2");
  lower_solve<S>(product_, m, zm_);
  upper_solve<S>(product_, m, zm_);
  std::copy(zm_.begin(), zm_.end(), lambda.begin());
  this->mark("3.4");
  with_rows<S>(m, [&](auto rows) {
    for (int k = 0; k < n && m > 0; ++k) {
      const S* t = t_.data() + k * m;
      S sum = t[0] * zm_[0];
      each_in(Size<1>{}, rows, [&](int r) { sum += t[r] * zm_[static_cast<std::size_t>(r)]; });
      y_[static_cast<std::size_t>(k)] = sum;
    }
  });
  this->mark("3.5");
  if (m > 0) {
    for (std::size_t k = 0; k < z_.size(); ++k) z_[k] -= y_[k];
  }
  inertia_.backward(z_);
  for (int j = 0; j < n; ++j)
    qdd[static_cast<std::size_t>(j)] = z_[static_cast<std::size_t>(inertia_.place(j))];
  this->mark("4");
}

#define TREADLE_INSTANTIATE(S)                    \
  template class DenseSolver<S>;                  \
  template class DenseSolver<S, ListInertia<S>>;  \
  template class DenseSolver<S, BlockInertia<S>>; \
  template class DenseSolver<S, CholmodInertia<S>>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
