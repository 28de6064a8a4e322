#include "loop_matrix.hpp"

#include "../scalar/instantiate.hpp"
#include "sized.hpp"
#include "symmetric_product.hpp"

#include <algorithm>

namespace treadle {

template <Real S, class Pivot>
LoopMatrix<S, Pivot>::LoopMatrix(const SaddlePattern& pattern,
                                 const SparseCholesky<S, Pivot>& factor)
    : LoopRows<S>(pattern, factor.panels()) {
  t_.resize(this->values());
  if (!Pivot::root) scaled_.resize(this->values());
}

template <Real S>
void LoopRows<S>::load(std::span<const S> phi) {
  S* t = t_.data();
  for (std::size_t v = 0; v < phi_to_.size(); ++v) t[phi_to_[v]] = phi[v];
  for (const int v : unset_) t[v] = S(0.0);
}

// L T = Phi^T: what is known of the rows of a panel is finished by its triangle, then their
// products with the rest of the panel go out of the rows above. Rows without entries of Phi begin
// with their first product.
template <Real S, class Pivot>
template <class N>
void LoopMatrix<S, Pivot>::compute_block(const SparseCholesky<S, Pivot>& factor, const Block& block,
                                         N rows) {
  const Panel& panel = factor.panels().all()[static_cast<std::size_t>(block.panel)];
  const std::ptrdiff_t stride = panel.stride(), width = block.width;
  const S* lower = factor.values().data();
  const S* triangle = lower + panel.at;
  const S* inverse = factor.inverse().data() + panel.first;
  S* t = t_.data() + block.at;
  S* finished = Pivot::root ? t : scaled_.data() + block.at;
  in_runs(block.width, [&](std::ptrdiff_t at, auto count) {
    using Part = Run<S, count>;
    Part x[Panel::most];
    each(rows, [&](auto k) {
      x[k] = Part::load(t + k * width + at);
      each(k, [&](auto i) { x[k].subtract_times(triangle[i * stride + k], x[i]); });
      const Part scaled = Part::times(inverse[k], x[k]);
      scaled.store(finished + k * width + at);
      if constexpr (Pivot::root) {
        x[k] = scaled;
      } else {
        x[k].store(t + k * width + at);
      }
    });
  });
  for (int p = block.pushes; p < block.pushes_end; ++p) {
    const Push& push = pushes_[static_cast<std::size_t>(p)];
    in_runs(push.width, [&](std::ptrdiff_t at, auto count) {
      using Part = Run<S, count>;
      Part x[Panel::most];
      each(rows, [&](auto k) { x[k] = Part::load(t + k * width + push.from + at); });
      const auto take = [&](const S* l, Part sum, auto first, S* to) {
        each_in(first, rows, [&](auto k) { sum.subtract_times(l[k * stride], x[k]); });
        sum.store(to);
      };
      const Target* target = targets_.data() + push.first;
      for (; target < targets_.data() + push.whole; ++target) {
        Part sum = Part::times(lower[target->l], x[0]);
        sum.negate();
        take(lower + target->l, sum, Size<1>{}, t_.data() + target->t + at);
      }
      for (; target < targets_.data() + push.last; ++target) {
        S* to = t_.data() + target->t + at;
        take(lower + target->l, Part::load(to), Size<0>{}, to);
      }
    });
  }
}

template <Real S, class Pivot>
[[gnu::flatten]] void LoopMatrix<S, Pivot>::compute(const SparseCholesky<S, Pivot>& factor) {
  const std::vector<Panel>& panels = factor.panels().all();
  const auto compute_one = [&](const Block& block) {
    with_few<S>(panels[static_cast<std::size_t>(block.panel)].width,
                [&](auto rows) { compute_block(factor, block, rows); });
  };
  if (shares_.empty()) {
    for (const Block& block : blocks_) compute_one(block);
    return;
  }
  share(crew_, static_cast<int>(shares_.size()), [&](int s) {
    for (const int b : shares_[static_cast<std::size_t>(s)])
      compute_one(blocks_[static_cast<std::size_t>(b)]);
  });
}

template <Real S, class Pivot>
void LoopMatrix<S, Pivot>::work_with(Crew* crew, std::span<const int> share_of_panel,
                                     std::size_t shares) {
  crew_ = crew;
  shares_.assign(shares, {});
  for (std::size_t b = 0; b < blocks_.size() && shares > 0; ++b) {
    const int s = share_of_panel[static_cast<std::size_t>(blocks_[b].panel)];
    shares_[static_cast<std::size_t>(s)].push_back(static_cast<int>(b));
  }
}

template <Real S>
[[gnu::flatten]] void LoopRows<S>::multiply(std::span<S> product) const {
  for (const int s : untouched_) product[static_cast<std::size_t>(s)] = S(0.0);
  for (const Group& group : groups_) {
    const S* x = t_.data() + group.at;
    const S* y = scaled() + group.at;
    const int width = group.width;
    if (group.slots.empty()) {
      const int* columns = columns_.data() + group.first;
      with_width<S>(group.rows, [&](auto rows) {
        if (group.assign) {
          symmetric_product<Sums::begin>(rows, width, width, x, y, product.data(), columns);
        } else {
          symmetric_product<Sums::add>(rows, width, width, x, y, product.data(), columns);
        }
      });
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

template <Real S>
void LoopRows<S>::add_transpose_times(std::span<const S> z, std::span<S> zm) const {
  for (const Group& group : groups_) {
    const S* t = t_.data() + group.at;
    const int* position = positions_.data() + group.positions_at;
    const int width = group.width;
    if (group.equations.empty()) {
      in_runs(width, [&](std::ptrdiff_t a, auto n) {
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

template <Real S>
[[gnu::flatten]] void LoopRows<S>::times(std::span<const S> lambda, std::span<S> y) const {
  for (const Group& group : groups_) {
    const S* t = scaled() + group.at;
    const int* position = positions_.data() + group.positions_at;
    const S* l = lambda.data();
    with_size<16>(group.width, [&](auto n) {
      const S* row = t;
      for (int r = 0; r < group.rows; ++r, row += n) {
        S& to = y[static_cast<std::size_t>(position[r])];
        if (group.equations.empty()) {
          to = dot(n, row, l + group.first);
          continue;
        }
        const int* equation = group.equations.data();
        S sum = row[0] * l[equation[0]];
        for (int i = 1; i < n; ++i) sum += row[i] * l[equation[i]];
        to = sum;
      }
    });
  }
}

template <Real S>
S LoopRows<S>::entry(int position, int equation) const {
  const int at = place(position, equation);
  return at < 0 ? S(0.0) : t_[static_cast<std::size_t>(at)];
}

#define TREADLE_INSTANTIATE(S)             \
  template class LoopRows<S>;              \
  template class LoopMatrix<S, RootPivot>; \
  template class LoopMatrix<S, PlainPivot>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
