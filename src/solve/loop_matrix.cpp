#include "loop_matrix.hpp"

#include "../scalar/instantiate.hpp"
#include "sized.hpp"

#include <algorithm>

namespace treadle {

// Row by row of L T = Phi^T: what is known of a row is finished by its pivot, then its products
// with a column of L go out of the rows above. Rows without entries of Phi begin with their first
// product.
template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::load(std::span<const S> phi) {
  S* t = t_.data();
  for (std::size_t v = 0; v < phi_to_.size(); ++v) t[phi_to_[v]] = phi[v];
}

template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::compute(const SparseCholesky<S, Pivot>& factor) {
  S* t = t_.data();
  S* finished = Pivot::root ? t_.data() : scaled_.data();
  const S* lower = factor.values().data();
  const Target* targets = targets_.data();
  for (const Row& row : rows_) {
    const S inverse = factor.inverse()[static_cast<std::size_t>(row.position)];
    with_size<16>(row.width, [&](auto n) {
      const S* from = t + row.at;
      scale(n, inverse, from, finished + row.at);
      for (int p = row.first; p < row.whole; ++p)
        assign_minus(n, lower[targets[p].l], from, t + targets[p].t);
      for (int p = row.whole; p < row.last; ++p)
        subtract(n, lower[targets[p].l], from, t + targets[p].t);
    });
    for (int p = row.pieces; p < row.pieces_end; ++p) {
      const Piece& piece = pieces_[static_cast<std::size_t>(p)];
      const S l = lower[piece.l];
      if (piece.assign) {
        assign_minus(piece.width, l, t + piece.from, t + piece.t);
      } else {
        subtract(piece.width, l, t + piece.from, t + piece.t);
      }
    }
  }
}

namespace {

// Part of a column of the product: the sum over r of y[r] times a run of x[r].
template <Real S, int N>
void add_run(Size<N> /*n*/, int rows, int stride, const S* x, const S* y, bool assign, S* to) {
  auto sum = Run<S, N>::times(*y, Run<S, N>::load(x));
  for (int r = 1; r < rows; ++r) {
    x += stride;
    y += stride;
    sum.add_times(*y, Run<S, N>::load(x));
  }
  if (!assign) sum.add(Run<S, N>::load(to));
  sum.store(to);
}

// Four columns of it at once, four rows each.
template <Real S>
void add_tile(int rows, int stride, const S* x, const S* y, bool assign, S* const* to) {
  using Four = Run<S, 4>;
  const Four first = Four::load(x);
  Four a = Four::times(y[0], first), b = Four::times(y[1], first), c = Four::times(y[2], first),
       d = Four::times(y[3], first);
  for (int r = 1; r < rows; ++r) {
    x += stride;
    y += stride;
    const Four next = Four::load(x);
    a.add_times(y[0], next);
    b.add_times(y[1], next);
    c.add_times(y[2], next);
    d.add_times(y[3], next);
  }
  if (!assign) {
    a.add(Four::load(to[0]));
    b.add(Four::load(to[1]));
    c.add(Four::load(to[2]));
    d.add(Four::load(to[3]));
  }
  a.store(to[0]);
  b.store(to[1]);
  c.store(to[2]);
  d.store(to[3]);
}

// The lower triangle of x^T y, columns of the target wherever they are. Cut from the end, as the
// factorization that follows cuts it.
template <Real S>
void add_product(int width, int rows, const S* x, const S* y, bool assign, S* values,
                 const int* columns) {
  int first = 0;
  const auto single = [&](int j) {
    in_runs(width - j, [&](int at, auto count) {
      add_run(count, rows, width, x + j + at, y + j, assign, values + columns[j] + at);
    });
  };
  for (; first < width % 4; ++first) single(first);
  for (; first < width; first += 4) {
    for (int j = first; j < first + 4; ++j) {  // the triangle at the top
      in_runs(first + 4 - j, [&](int at, auto count) {
        add_run(count, rows, width, x + j + at, y + j, assign, values + columns[j] + at);
      });
    }
    for (int i = first + 4; i < width; i += 4) {
      S* to[4];
      for (int j = 0; j < 4; ++j) to[j] = values + columns[first + j] + i - first - j;
      add_tile(rows, width, x + i, y + first, assign, to);
    }
  }
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
      add_product(width, group.rows, x, y, group.assign, product.data(),
                  columns_.data() + group.first);
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
      in_runs(width, [&](int a, auto n) {
        S* to = zm.data() + group.first + a;
        auto sum = Run<S, n>::load(to);
        const S* row = t + a;
        for (int r = 0; r < group.rows; ++r, row += width)
          sum.add_times(z[static_cast<std::size_t>(position[r])], Run<S, n>::load(row));
        sum.store(to);
      });
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

#define TREADLE_METHODS(S, P)                                                                  \
  template void LoopMatrix<S, P>::load(std::span<const S>);                                    \
  template void LoopMatrix<S, P>::compute(const SparseCholesky<S, P>&);                        \
  template void LoopMatrix<S, P>::multiply(std::span<S>) const;                                \
  template void LoopMatrix<S, P>::add_transpose_times(std::span<const S>, std::span<S>) const; \
  template void LoopMatrix<S, P>::times(std::span<const S>, std::span<S>) const;
#define TREADLE_INSTANTIATE(S)  \
  TREADLE_METHODS(S, RootPivot) \
  TREADLE_METHODS(S, PlainPivot)
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE
#undef TREADLE_METHODS

}  // namespace treadle
