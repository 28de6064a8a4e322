#include "loop_matrix.hpp"

#include "../scalar/instantiate.hpp"
#include "sized.hpp"

#include <algorithm>

namespace treadle {

// Row by row of L T = Phi^T: what is known of a row is finished by its pivot, then its products
// with a column of L go out of the rows above. Rows without entries of Phi begin with their first
// product.
template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::compute(std::span<const S> phi, const SparseCholesky<S, Pivot>& factor) {
  S* t = t_.data();
  const S* lower = factor.values().data();
  for (std::size_t v = 0; v < phi_to_.size(); ++v) t[phi_to_[v]] = phi[v];
  for (const Row& row : rows_) {
    const S inverse = factor.inverse()[static_cast<std::size_t>(row.position)];
    S* finished = Pivot::root ? t + row.at : scaled_.data() + row.at;
    with_size<16>(row.width, [&](auto n) {
      const S* from = t + row.at;
      for (int a = 0; a < n; ++a) finished[a] = from[a] * inverse;
    });
    for (int p = row.first; p < row.last; ++p) {
      const Push& push = pushes_[static_cast<std::size_t>(p)];
      const Target* target = targets_.data() + push.first;
      const Target* end = targets_.data() + push.last;
      with_size<16>(push.width, [&](auto n) {
        const S* from = t + push.from;
        if (push.assign) {
          for (; target != end; ++target) assign_minus(n, lower[target->l], from, t + target->t);
        } else {
          for (; target != end; ++target) subtract(n, lower[target->l], from, t + target->t);
        }
      });
    }
  }
}

namespace {

// A tile of the sum of products of rows: entries (i, j) = sum over r of x[r][i] y[r][j], columns of
// the target one after the other.
template <bool Triangle, Real S, class I, class J>
void tile(I ni, J nj, int rows, int stride, const S* x, const S* y, bool assign, S* values,
          const int* columns, int below) {
  S sum[4][4];
  each(nj, [&](auto j) {
    for (int i = Triangle ? int(j) : 0; i < ni; ++i) sum[j][i] = x[i] * y[j];
  });
  for (int r = 1; r < rows; ++r) {
    x += stride;
    y += stride;
    each(nj, [&](auto j) {
      for (int i = Triangle ? int(j) : 0; i < ni; ++i) sum[j][i] += x[i] * y[j];
    });
  }
  each(nj, [&](auto j) {
    S* to = values + columns[j] + below - j;
    if (assign) {
      for (int i = Triangle ? int(j) : 0; i < ni; ++i) to[i] = sum[j][i];
    } else {
      for (int i = Triangle ? int(j) : 0; i < ni; ++i) to[i] += sum[j][i];
    }
  });
}

// f with 1, 2, 3 or 4 as a type.
template <class F>
void up_to_four(int n, F&& f) {
  if (n >= 4)
    f(Size<4>{});
  else if (n == 3)
    f(Size<3>{});
  else if (n == 2)
    f(Size<2>{});
  else
    f(Size<1>{});
}

}  // namespace

template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::multiply(std::span<S> product) const {
  for (const int s : untouched_) product[static_cast<std::size_t>(s)] = S(0.0);
  for (const Group& group : groups_) {
    const S* x = t_.data() + group.at;
    const S* y = scaled() + group.at;
    const int width = group.width;
    if (group.slots.empty()) {
      for (int j = 0; j < width; j += 4) {
        const int* columns = columns_.data() + group.first + j;
        up_to_four(width - j, [&](auto nj) {
          tile<true>(nj, nj, group.rows, width, x + j, y + j, group.assign, product.data(), columns,
                     0);
          for (int i = j + 4; i < width; i += 4) {
            up_to_four(width - i, [&](auto ni) {
              tile<false>(ni, nj, group.rows, width, x + i, y + j, group.assign, product.data(),
                          columns, i - j);
            });
          }
        });
      }
      continue;
    }
    std::size_t next = 0;
    for (int a = 0; a < width; ++a) {
      for (int b = a; b < width; ++b, ++next) {
        S sum = x[b] * y[a];
        for (int r = 1; r < group.rows; ++r) sum += x[r * width + b] * y[r * width + a];
        S& to = product[static_cast<std::size_t>(group.slots[next])];
        to = group.set[next] != 0 ? sum : to + sum;
      }
    }
  }
}

template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::add_transpose_times(std::span<const S> z, std::span<S> zm) const {
  for (const Group& group : groups_) {
    const S* t = t_.data() + group.at;
    const int* position = positions_.data() + group.positions_at;
    const int width = group.width;
    if (group.equations.empty()) {
      for (int a = 0; a < width; a += 4) {
        up_to_four(width - a, [&](auto n) {
          S* to = zm.data() + group.first + a;
          S sum[4];
          for (int i = 0; i < n; ++i) sum[i] = to[i];
          const S* row = t + a;
          for (int r = 0; r < group.rows; ++r, row += width) {
            const S zr = z[static_cast<std::size_t>(position[r])];
            for (int i = 0; i < n; ++i) sum[i] += row[i] * zr;
          }
          for (int i = 0; i < n; ++i) to[i] = sum[i];
        });
      }
      continue;
    }
    for (int a = 0; a < width; ++a) {
      S& to = zm[static_cast<std::size_t>(group.equations[static_cast<std::size_t>(a)])];
      for (int r = 0; r < group.rows; ++r)
        to += t[r * width + a] * z[static_cast<std::size_t>(position[r])];
    }
  }
}

template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::times(std::span<const S> lambda, std::span<S> y) const {
  for (const Group& group : groups_) {
    const S* t = scaled() + group.at;
    const int* position = positions_.data() + group.positions_at;
    const S* l = lambda.data();
    with_size<16>(group.width, [&](auto n) {
      const S* row = t;
      for (int r = 0; r < group.rows; ++r, row += n) {
        S& to = y[static_cast<std::size_t>(position[r])];
        if (group.equations.empty()) {
          to = dot(n, row, [&](int i) { return l[group.first + i]; });
        } else {
          const int* equation = group.equations.data();
          to = dot(n, row, [&](int i) { return l[equation[i]]; });
        }
      }
    });
  }
}

#define TREADLE_METHODS(S, P)                                                                    \
  template void LoopMatrix<S, P>::compute(std::span<const S>, const SparseCholesky<S, P>&);      \
  template void LoopMatrix<S, P>::multiply(std::span<S>) const;                                  \
  template void LoopMatrix<S, P>::add_transpose_times(std::span<const S>, std::span<S>) const;   \
  template void LoopMatrix<S, P>::times(std::span<const S>, std::span<S>) const;
#define TREADLE_INSTANTIATE(S)  \
  TREADLE_METHODS(S, RootPivot) \
  TREADLE_METHODS(S, PlainPivot)
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE
#undef TREADLE_METHODS

}  // namespace treadle
