#include "sparse_cholesky.hpp"

#include "../scalar/instantiate.hpp"
#include "sized.hpp"
#include "symmetric_product.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

template <Real S, class Pivot>
SparseCholesky<S, Pivot>::SparseCholesky(LowerPattern pattern, std::span<const int> marks)
    : pattern_(std::move(pattern)),
      panels_(pattern_, marks),
      values_(static_cast<std::size_t>(panels_.values())),
      start_(static_cast<std::size_t>(pattern_.n)),
      inverse_(static_cast<std::size_t>(pattern_.n)),
      reports_(1) {
  if (Pivot::root) return;
  std::ptrdiff_t most = 0;
  for (const Panel& panel : panels_.all()) most = std::max(most, panel.width * panel.stride());
  plain_.resize(static_cast<std::size_t>(most));
}

template <Real S, class Pivot>
void SparseCholesky<S, Pivot>::work_with(Crew* crew,
                                         std::vector<std::vector<Shares::Range>> shares) {
  crew_ = crew;
  shares_ = std::move(shares);
  const std::size_t count = std::max<std::size_t>(shares_.size(), 1),
                    most = plain_.size() / reports_.size();
  plain_.resize(count * most);
  reports_.resize(count);
}

template <Real S, class Pivot>
template <class F>
void SparseCholesky<S, Pivot>::each_panel(const F& f) const {
  const std::vector<Panel>& panels = panels_.all();
  if (shares_.empty()) {
    for (const Panel& panel : panels) f(panel, 0);
    return;
  }
  share(crew_, static_cast<int>(shares_.size()), [&](int s) {
    for (const auto& [first, last] : shares_[static_cast<std::size_t>(s)]) {
      for (int p = first; p < last; ++p) f(panels[static_cast<std::size_t>(p)], s);
    }
  });
}

template <Real S, class Pivot>
template <class F>
void SparseCholesky<S, Pivot>::each_panel_back(const F& f) const {
  const std::vector<Panel>& panels = panels_.all();
  if (shares_.empty()) {
    for (std::size_t p = panels.size(); p-- > 0;) f(panels[p]);
    return;
  }
  share(crew_, static_cast<int>(shares_.size()), [&](int s) {
    const auto& ranges = shares_[static_cast<std::size_t>(s)];
    for (std::size_t r = ranges.size(); r-- > 0;) {
      for (int p = ranges[r].second; p-- > ranges[r].first;) f(panels[static_cast<std::size_t>(p)]);
    }
  });
}

// Right-looking: the triangle at the top of the panel, then the rows below it by substitution, then
// all of it goes out of the columns that it has rows in.
template <Real S, class Pivot>
template <class N>
void SparseCholesky<S, Pivot>::factor_panel(const Panel& panel, N width, double tolerance,
                                            S* scratch, Report& report) {
  constexpr int most = Panel::most;
  const S one(1.0), zero(0.0);
  const std::ptrdiff_t stride = panel.stride();
  S* a = values_.data() + panel.at;
  S* inverses = inverse_.data() + panel.first;
  const S* start = start_.data() + panel.first;
  S l[most][most], inverse[most];
  each(width, [&](auto k) { each_in(k, width, [&](auto i) { l[i][k] = a[k * stride + i]; }); });
  each(width, [&](auto k) {
    const S pivot = l[k][k];
    const auto good = counts_as_pivot(pivot, tolerance, start[k]);
    if constexpr (Decidable<S>) {
      if (!good) [[unlikely]] {
        if (report.dropped == 0) {
          report.index = panel.first + k;
          report.value = value(pivot);
        }
        ++report.dropped;
      }
    }
    inverse[k] = select(good, Pivot::invert(select(good, pivot, one)), zero);
    inverses[k] = inverse[k];
    S plain[most];
    each_in(after(k), width, [&](auto i) {
      const S scaled = l[i][k] * inverse[k];
      plain[i] = Pivot::root ? scaled : l[i][k];
      l[i][k] = scaled;
      a[k * stride + i] = scaled;
    });
    each_in(after(k), width,
            [&](auto j) { each_in(j, width, [&](auto i) { l[i][j] -= l[j][k] * plain[i]; }); });
  });
  if (panel.below == 0) return;
  S* plain = Pivot::root ? a : scratch;
  in_runs(panel.below, [&](std::ptrdiff_t at, auto count) {
    using Part = Run<S, count>;
    Part x[most];
    const std::ptrdiff_t from = width + at;
    each(width, [&](auto k) {
      x[k] = Part::load(a + k * stride + from);
      each(k, [&](auto i) { x[k].subtract_times(l[k][i], x[i]); });
      const Part scaled = Part::times(inverse[k], x[k]);
      scaled.store(a + k * stride + from);
      if constexpr (Pivot::root) {
        x[k] = scaled;
      } else {
        x[k].store(plain + k * stride + from);
      }
    });
  });
  if (panel.chained) {
    symmetric_product<Sums::subtract>(width, panel.below, stride, plain + width, a + width,
                                      values_.data(), panels_.targets(panel));
    return;
  }
  const int* slot = panels_.slots(panel);
  for (std::ptrdiff_t j = width; j < stride; ++j) {
    for (std::ptrdiff_t i = j; i < stride; ++i, ++slot) {
      S& to = values_[static_cast<std::size_t>(*slot)];
      for (int k = 0; k < width; ++k) to -= a[k * stride + j] * plain[k * stride + i];
    }
  }
}

template <Real S, class Pivot>
[[gnu::flatten]] Report SparseCholesky<S, Pivot>::factor(double tolerance) {
  const int* diagonal = panels_.diagonal().data();
  for (std::size_t j = 0; j < start_.size(); ++j)
    start_[j] = values_[static_cast<std::size_t>(diagonal[j])];
  std::fill(reports_.begin(), reports_.end(), Report{});
  const std::size_t room = plain_.size() / reports_.size();
  each_panel([&](const Panel& panel, int s) {
    const auto number = static_cast<std::size_t>(s);
    S* const scratch = plain_.data() + number * room;
    with_few<S>(panel.width,
                [&](auto n) { factor_panel(panel, n, tolerance, scratch, reports_[number]); });
  });
  // the first of all pivots that do not count
  Report sum = reports_.front();
  for (std::size_t s = 1; s < reports_.size(); ++s) {
    const Report& report = reports_[s];
    if (report.dropped == 0) continue;
    const int dropped = sum.dropped + report.dropped;
    if (sum.dropped == 0 || report.index < sum.index) sum = report;
    sum.dropped = dropped;
  }
  return sum;
}

template <Real S, class Pivot>
template <class N>
void SparseCholesky<S, Pivot>::forward_panel(const Panel& panel, N width, S* x) const {
  const std::ptrdiff_t stride = panel.stride();
  const S* a = values_.data() + panel.at;
  const S* inverse = inverse_.data() + panel.first;
  S own[Panel::most];
  each(width, [&](auto k) { own[k] = x[panel.first + k]; });
  each(width, [&](auto k) {
    const S scaled = own[k] * inverse[k];
    x[panel.first + k] = scaled;
    if (Pivot::root) own[k] = scaled;
    each_in(after(k), width, [&](auto i) { own[i] -= a[k * stride + i] * own[k]; });
  });
  for (const RowSegment& segment : panels_.segments(panel)) {
    const S* from = a + width + segment.at;
    in_runs(segment.rows, [&](std::ptrdiff_t at, auto count) {
      S* to = x + segment.row + at;
      auto sum = Run<S, count>::load(to);
      each(width, [&](auto k) {
        sum.subtract_times(own[k], Run<S, count>::load(from + k * stride + at));
      });
      sum.store(to);
    });
  }
}

template <Real S, class Pivot>
[[gnu::flatten]] void SparseCholesky<S, Pivot>::forward(std::span<S> x) const {
  each_panel([&](const Panel& panel, int /*share*/) {
    with_few<S>(panel.width, [&](auto n) { forward_panel(panel, n, x.data()); });
  });
}

// The unknown that was found last comes last, so that nothing else waits for it.
template <Real S, class Pivot>
template <class N>
void SparseCholesky<S, Pivot>::backward_panel(const Panel& panel, N width, S* x) const {
  const std::ptrdiff_t stride = panel.stride();
  const S* a = values_.data() + panel.at;
  const S* inverse = inverse_.data() + panel.first;
  S own[Panel::most];
  each(width, [&](auto k) { own[k] = x[panel.first + k]; });
  const std::span<const RowSegment> segments = panels_.segments(panel);
  for (std::size_t s = segments.size(); s-- > 0;) {
    const S* from = a + width + segments[s].at;
    const S* known = x + segments[s].row;
    in_runs_back(segments[s].rows, [&](std::ptrdiff_t at, auto count) {
      each(count, [&](auto back) {
        const std::ptrdiff_t i = at + minus(count, after(back));
        const S xi = known[i];
        each(width, [&](auto k) { own[k] -= from[k * stride + i] * xi; });
      });
    });
  }
  each(width, [&](auto back) {
    const auto k = minus(width, after(back));
    if (Pivot::root) own[k] *= inverse[k];
    x[panel.first + k] = own[k];
    each(k, [&](auto i) { own[i] -= a[i * stride + k] * own[k]; });
  });
}

template <Real S, class Pivot>
[[gnu::flatten]] void SparseCholesky<S, Pivot>::backward(std::span<S> x) const {
  each_panel_back([&](const Panel& panel) {
    with_few<S>(panel.width, [&](auto n) { backward_panel(panel, n, x.data()); });
  });
}

#define TREADLE_INSTANTIATE(S)                 \
  template class SparseCholesky<S, RootPivot>; \
  template class SparseCholesky<S, PlainPivot>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
