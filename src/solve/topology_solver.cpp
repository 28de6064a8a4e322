#include "topology_solver.hpp"

#include "../scalar/instantiate.hpp"
#include "loop_order.hpp"
#include "pivot.hpp"
#include "sized.hpp"

#include <algorithm>

namespace treadle {

template <Real S, class Pivot>
TopologySolver<S, Pivot>::TopologySolver(const SaddlePattern& pattern)
    : inertia_(pattern.factor, meeting_marks(pattern)),
      t_(pattern, inertia_),
      z_(static_cast<std::size_t>(pattern.n)),
      y_(static_cast<std::size_t>(pattern.n)),
      zm_(static_cast<std::size_t>(pattern.m)) {
  // entries of M that stay neighbours are taken over together
  for (int j = 0; j < pattern.n; ++j) {
    const auto column = static_cast<std::size_t>(j);
    diagonal_.push_back(inertia_.column(j));
    const int begin = pattern.inertia.begin[column], end = pattern.inertia.begin[column + 1];
    for (int s = begin; s < end; ++s) {
      const int to = inertia_.place(pattern.inertia.rows[static_cast<std::size_t>(s)], j);
      if (s > begin && to == copies_.back().to + copies_.back().count) {
        ++copies_.back().count;
      } else {
        copies_.push_back({s, to, 1});
      }
    }
  }
  for (const LoopPattern& loop : pattern.loops) reaches_.push_back(loop.t_columns);
  filled_ = !pattern.no_fill();
  multipliers_ = SparseCholesky<S, Pivot>(eliminate(t_.product_pattern()));
  t_.plan_product(multipliers_.pattern(), multipliers_.panels());
}

template <Real S, class Pivot>
void TopologySolver<S, Pivot>::leave_out(std::span<const int> dependent,
                                         std::span<const int> vanishing) {
  least_pivot_ = dependent.size() > vanishing.size() ? known_dependence : dependent_row;
  left_out_.clear();
  for (int r = 0; r < static_cast<int>(zm_.size()); ++r) {
    const int equation = t_.equation()[static_cast<std::size_t>(r)];
    if (std::find(vanishing.begin(), vanishing.end(), equation) != vanishing.end())
      left_out_.push_back(multipliers_.column(r));
  }
}

// Branches of the ground that no loop ties together: nothing of one goes to another. (T4)
template <Real S, class Pivot>
Shares TopologySolver<S, Pivot>::cut_panels() const {
  const Panels& panels = inertia_.panels();
  const int count = static_cast<int>(panels.all().size());
  std::vector<int> parent(static_cast<std::size_t>(count), -1), node_of(z_.size());
  std::vector<double> weight(parent.size());
  // roots first: the last panel is the first node
  for (int node = 0; node < count; ++node) {
    const Panel& panel = panels.all()[static_cast<std::size_t>(count - 1 - node)];
    for (int k = 0; k < panel.width; ++k) node_of[static_cast<std::size_t>(panel.first + k)] = node;
    const auto at = static_cast<std::size_t>(node);
    if (panel.below > 0) parent[at] = node_of[static_cast<std::size_t>(panels.rows(panel)[0])];
    weight[at] = static_cast<double>(panel.width) *
                 (10.0 + static_cast<double>(panel.stride() * panel.stride()));
  }
  std::vector<std::vector<int>> ties = reaches_;
  for (std::vector<int>& tie : ties) {
    for (int& position : tie) position = node_of[static_cast<std::size_t>(position)];
  }
  return cut_shares(parent, weight, ties, 0.0);
}

template <Real S, class Pivot>
void TopologySolver<S, Pivot>::work_with(Crew* crew) {
  const Shares nodes = crew == nullptr ? Shares{} : cut_panels();
  std::vector<std::vector<Shares::Range>> shares;
  const int count = static_cast<int>(inertia_.panels().all().size());
  std::vector<int> share_of(static_cast<std::size_t>(count), 0);
  for (const auto& ranges : nodes.nodes) {
    auto& panels = shares.emplace_back();
    for (std::size_t r = ranges.size(); r-- > 0;) {
      panels.emplace_back(count - ranges[r].second, count - ranges[r].first);
      std::fill(share_of.begin() + panels.back().first, share_of.begin() + panels.back().second,
                static_cast<int>(shares.size()) - 1);
    }
  }
  t_.work_with(crew, share_of, shares.size());
  inertia_.work_with(crew, std::move(shares));
}

// Comparisons alone, no arithmetic of the method: they do not count.
template <Real S, class Pivot>
void TopologySolver<S, Pivot>::leave_out_empty() {
  if constexpr (Decidable<S>) {
    std::span<S> product = multipliers_.values();
    double most = 0.0;
    for (int r = 0; r < static_cast<int>(zm_.size()); ++r)
      most = std::max(most, value(product[static_cast<std::size_t>(multipliers_.column(r))]));
    for (int r = 0; r < static_cast<int>(zm_.size()); ++r) {
      S& square = product[static_cast<std::size_t>(multipliers_.column(r))];
      if (value(square) < empty_row * most) square = S(0.0);
    }
  }
}

template <Real S, class Pivot>
Report TopologySolver<S, Pivot>::factor(const SaddleMatrix<S>& matrix) {
  t_.load(matrix.phi);
  // step 1: M = L L^T (S1)
  S* m = inertia_.values().data();
  if (filled_) std::fill(inertia_.values().begin(), inertia_.values().end(), S(0.0));
  for (std::size_t j = 0; j < diagonal_.size(); ++j) m[diagonal_[j]] = matrix.diagonal[j];
  for (const Copy& copy : copies_) {
    const S* from = matrix.lower.data() + copy.from;
    in_runs(copy.count, [&](std::ptrdiff_t at, auto count) {
      Run<S, count>::load(from + at).store(m + copy.to + at);
    });
  }
  Report report = inertia_.factor(no_inertia);
  this->mark("1");
  if (report.dropped > 0) {
    report.trouble = Trouble::singular_inertia;
    report.dropped = 0;
    return report;
  }
  if (zm_.empty()) return report;
  // steps 3.1 and 3.3: T, then T^T T
  t_.compute(inertia_);
  this->mark("3.1");
  t_.multiply(multipliers_.values());
  for (const int place : left_out_) multipliers_.values()[static_cast<std::size_t>(place)] = S(0.0);
  leave_out_empty();
  this->mark("3.3");
  // step 3.4, first part: its factor
  report = multipliers_.factor(least_pivot_);
  if (report.index >= 0) report.index = t_.equation()[static_cast<std::size_t>(report.index)];
  this->mark("3.4");
  return report;
}

template <Real S, class Pivot>
void TopologySolver<S, Pivot>::solve(std::span<const S> q, std::span<const S> gamma,
                                     std::span<S> qdd, std::span<S> lambda) {
  // step 2: L z = Q
  std::copy(q.begin(), q.end(), z_.begin());
  inertia_.forward(z_);
  this->mark("2");
  if (!zm_.empty()) {
    // step 3.2: T^T z - gamma (S3)
    const int* equation = t_.equation().data();
    for (std::size_t r = 0; r < zm_.size(); ++r)
      zm_[r] = -gamma[static_cast<std::size_t>(equation[r])];
    t_.add_transpose_times(z_, zm_);
    this->mark("3.2");
    // steps 3.4 and 3.5: multipliers, then y = T lambda (S5)
    multipliers_.forward(zm_);
    multipliers_.backward(zm_);
    for (std::size_t r = 0; r < zm_.size(); ++r)
      lambda[static_cast<std::size_t>(equation[r])] = zm_[r];
    this->mark("3.4");
    t_.times(zm_, y_);
    this->mark("3.5");
    for (const int i : t_.positions())
      z_[static_cast<std::size_t>(i)] -= y_[static_cast<std::size_t>(i)];
  }
  // step 4: L^T qdd = z - y (S6)
  inertia_.backward(z_);
  std::copy(z_.begin(), z_.end(), qdd.begin());
  this->mark("4");
}

#define TREADLE_INSTANTIATE(S)                 \
  template class TopologySolver<S, RootPivot>; \
  template class TopologySolver<S, PlainPivot>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
