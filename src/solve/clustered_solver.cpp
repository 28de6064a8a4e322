#include "clustered_solver.hpp"

#include "../base/at.hpp"
#include "../scalar/instantiate.hpp"
#include "dense_tail.hpp"
#include "pivot.hpp"
#include "small_columns.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Whether Alg-S is made in little time, by the pairs of equations that meet in a column of T.
bool is_quick_to_plan(const SaddlePattern& pattern) {
  constexpr double most_pairs = 1e5;
  std::vector<double> meeting(at(pattern.n), 0.0);
  for (const LoopPattern& loop : pattern.loops) {
    for (const int column : loop.t_columns) meeting[at(column)] += loop.rows;
  }
  double pairs = 0.0;
  for (const double rows : meeting) pairs += rows * rows;
  return pairs < most_pairs;
}

}  // namespace

template <Real S>
ClusteredSolver<S>::ClusteredSolver(const SaddlePattern& pattern)
    : plan_(plan_elimination(pattern)),
      chosen_(pattern.clusters.size(), 0),
      diagonal_(at(pattern.n)),
      lower_(at(plan_.work.entries())),
      inverse_(at(pattern.n)),
      z_(at(pattern.n)),
      x_(at(pattern.n)) {
  if (is_quick_to_plan(pattern)) {
    reserve_ = std::make_unique<TopologySolver<S>>(pattern);
  } else {
    pattern_ = std::make_unique<SaddlePattern>(pattern);
  }
  int most = 0;
  std::vector<char> held(pattern.loops.size(), 0);
  for (const ClusterPattern& cluster : pattern.clusters) {
    for (const int loop : cluster.loops) held[at(loop)] = 1;
  }
  covered_ = std::all_of(held.begin(), held.end(), [](char one) { return one != 0; });
  for (const ClusterPlan& cluster : plan_.clusters) {
    fronts_.emplace_back(cluster.shape);
    rank_.push_back(cluster.shape.equations);
    most = std::max(most, cluster.shape.border());
  }
  // columns whose entries below continue as the columns they update
  const LowerPattern& w = plan_.work;
  for (int j = 0; j < w.n; ++j) {
    bool same = true;
    for (int a = w.begin[at(j)]; a < w.begin[at(j) + 1] && same; ++a) {
      const auto i = at(w.rows[at(a)]);
      const auto count = w.begin[at(j) + 1] - a - 1;
      same = w.begin[i + 1] - w.begin[i] >= count &&
             std::equal(w.rows.begin() + a + 1, w.rows.begin() + a + 1 + count,
                        w.rows.begin() + w.begin[i]);
    }
    dense_.push_back(same ? 1 : 0);
  }
  border_.resize(at(most));
  find_sets();
  find_tail();
}

template <Real S>
void ClusteredSolver<S>::find_tail() {
  if (!wants_sizes<S> || plan_.steps.empty() || plan_.steps.back().cluster >= 0) return;
  const LowerPattern& w = plan_.work;
  const int most = std::min(longest_tail, w.n - plan_.steps.back().first);
  while (tail_ < most && w.begin[at(w.n - tail_)] - w.begin[at(w.n - tail_ - 1)] == tail_) ++tail_;
}

template <Real S>
template <class F>
bool ClusteredSolver<S>::with_tail(F&& f) {
  return with_length<S, 1, 2, 3, 4, 5, 6, 7, 8>(tail_, std::forward<F>(f));
}

template <Real S>
void ClusteredSolver<S>::find_sets() {
  if constexpr (std::is_same_v<S, double>) {
    for (EqualClusters& set : find_equal_clusters(plan_)) {
      std::vector<int> triangle = plan_.clusters[at(set.clusters.front())].triangle;
      sets_.emplace_back(std::move(set), std::move(triangle));
    }
    if (sets_.empty()) return;
    set_of_.assign(plan_.clusters.size(), -1);
    last_of_set_.assign(plan_.clusters.size(), 0);
    for (std::size_t t = 0; t < sets_.size(); ++t) {
      for (const int c : sets_[t].set().clusters) set_of_[at(c)] = static_cast<int>(t);
    }
    std::vector<int> last(sets_.size(), -1);
    for (const PlanStep& step : plan_.steps) {
      if (step.cluster >= 0 && set_at(step.cluster) >= 0)
        last[at(set_at(step.cluster))] = step.cluster;
    }
    for (const int c : last) last_of_set_[at(c)] = 1;
  }
}

template <Real S>
TopologySolver<S>& ClusteredSolver<S>::reserve() {
  if (!reserve_) {
    reserve_ = std::make_unique<TopologySolver<S>>(*pattern_);
    reserve_->leave_out(dependent_, vanishing_);
  }
  return *reserve_;
}

template <Real S>
void ClusteredSolver<S>::leave_out(std::span<const int> dependent, std::span<const int> vanishing) {
  dependent_.assign(dependent.begin(), dependent.end());
  vanishing_.assign(vanishing.begin(), vanishing.end());
  if (reserve_) reserve_->leave_out(dependent, vanishing);
  for (std::size_t c = 0; c < rank_.size(); ++c) {
    const std::vector<int>& rows = plan_.clusters[c].shape.rows;
    rank_[c] = static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) {
      return !std::binary_search(dependent.begin(), dependent.end(), row);
    }));
    chosen_[c] = 0;
  }
  for (std::size_t t = 0; t < sets_.size(); ++t) {
    const std::vector<int>& clusters = sets_[t].set().clusters;
    const int rank = rank_[at(clusters.front())];
    sets_[t].set_rank(rank);
    for (const int c : clusters) set_of_[at(c)] = static_cast<int>(t);
    if (std::any_of(clusters.begin(), clusters.end(),
                    [&](int c) { return rank_[at(c)] != rank; })) {
      for (const int c : clusters) set_of_[at(c)] = -1;
    }
  }
}

// At the last cluster of a set all of them are reduced at once; one by one where that fails.
template <Real S>
bool ClusteredSolver<S>::reduce_set(std::size_t t, const SaddleMatrix<S>& matrix) {
  if constexpr (std::is_same_v<S, double>) {
    if (sets_[t].reduce(matrix.phi, diagonal_, lower_)) return true;
  }
  for (const int c : sets_[t].set().clusters) {
    if (!reduce(at(c), matrix)) return false;
  }
  return true;
}

template <Real S>
bool ClusteredSolver<S>::reduce(std::size_t c, const SaddleMatrix<S>& matrix) {
  const ClusterPlan& plan = plan_.clusters[c];
  ClusterFront<S>& front = fronts_[c];
  if constexpr (Decidable<S>) {
    if (chosen_[c] == 0 || !front.close(matrix.phi.data())) {  // one that wore out is chosen anew
      chosen_[c] = 0;
      ++splits_;
      if (!front.choose(rank_[c], [&](int k) { return value(matrix.phi[k]); }) ||
          !front.close(matrix.phi.data()))
        return false;
      chosen_[c] = 1;
    }
  } else {
    front.close(matrix.phi.data());
  }
  for (std::size_t s = 0; s < plan.mass.size(); ++s) front.set_mass(s, entry(plan.mass[s]));
  for (const CouplingEntry& e : plan.coupling)
    front.coupling(e.coordinate)[e.row] = lower_[at(e.slot)];
  if constexpr (Decidable<S>) {
    if (!front.is_balanced()) {
      chosen_[c] = 0;
      ++splits_;
      if (!front.balance(rank_[c], matrix.phi.data(), [](const S& a) { return value(a); }))
        return false;
      chosen_[c] = 1;
    }
  }
  if (!front.reduce()) return false;
  // what remains on the border (G3)
  const int width = plan.shape.border(), ni = plan.shape.interfaces;
  for (int k = 0; k < front.independent(); ++k) {
    const S* line = front.border_row(k);
    const S* scaled = front.scaled_row(k);
    const int* slot = plan.triangle.data();
    for (int a = 0; a < width; ++a) {
      const S f = scaled[a];
      diagonal_[at(plan.border[at(a)])] -= f * line[a];
      for (int b = a + 1; b < width; ++b) lower_[at(*slot++)] -= f * line[b];
    }
  }
  const int* slot = plan.triangle.data();
  const int first = plan.shape.coupled ? 0 : ni;  // border index of the outside's first row
  for (int i = 0; i < ni; ++i) {
    diagonal_[at(plan.border[at(i)])] += front.interface_mass()[i * ni + i];
    for (int b = i + 1; b < width; ++b, ++slot) {
      lower_[at(*slot)] +=
          b < ni ? front.interface_mass()[b * ni + i] : front.interface_coupling(i)[b - first];
    }
  }
  return true;
}

// Plain coordinates: L D L^T, one column after the other.
template <Real S>
bool ClusteredSolver<S>::eliminate(int first, int last, const SaddleMatrix<S>& matrix) {
  const LowerPattern& w = plan_.work;
  const auto is_good = [&]([[maybe_unused]] int j, [[maybe_unused]] const S& pivot) {
    if constexpr (Decidable<S>) {
      return value(pivot) > no_inertia * value(matrix.diagonal[at(plan_.position[at(j)])]);
    } else {
      return true;
    }
  };
  const int tail = last == w.n ? w.n - tail_ : last;
  for (int j = first; j < tail; ++j) {
    const S pivot = diagonal_[at(j)];
    if (!is_good(j, pivot)) return false;
    const S inverse = S(1.0) / pivot;
    inverse_[at(j)] = inverse;
    const int begin = w.begin[at(j)], end = w.begin[at(j) + 1];
    for (int a = begin; a < end; ++a) {
      const int i = w.rows[at(a)];
      const S entry = lower_[at(a)], f = entry * inverse;
      diagonal_[at(i)] -= f * entry;
      if (dense_[at(j)] != 0) {
        take_column<0>(f, lower_.data() + a + 1, lower_.data() + w.begin[at(i)], end - a - 1);
      } else {
        for (int b = a + 1; b < end; ++b) lower_[at(w.slot(w.rows[at(b)], i))] -= f * lower_[at(b)];
      }
      lower_[at(a)] = f;
    }
  }
  if (tail == last) return true;
  return with_tail([&]([[maybe_unused]] auto n) {
    return factor_tail<n()>(&diagonal_[at(tail)], lower_.data() + w.begin[at(tail)],
                            &inverse_[at(tail)],
                            [&](int k, const S& pivot) { return is_good(tail + k, pivot); });
  });
}

template <Real S>
Report ClusteredSolver<S>::factor(const SaddleMatrix<S>& matrix) {
  if (plan_.inertia_slots.empty()) {
    std::copy(matrix.diagonal.begin(), matrix.diagonal.end(), diagonal_.begin());
    std::copy(matrix.lower.begin(), matrix.lower.end(), lower_.begin());
  } else {
    std::fill(lower_.begin(), lower_.end(), S(0.0));
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      diagonal_[i] = matrix.diagonal[at(plan_.position[i])];
    for (std::size_t s = 0; s < plan_.inertia_slots.size(); ++s)
      lower_[at(plan_.inertia_slots[s])] = matrix.lower[s];
  }
  fell_back_ = !covered_;
  if (fell_back_) return reserve().factor(matrix);
  for (const PlanStep& step : plan_.steps) {
    const int set = step.cluster < 0 ? -1 : set_at(step.cluster);
    if (set >= 0 && !is_last(step.cluster)) continue;
    const bool good = step.cluster < 0 ? eliminate(step.first, step.last, matrix)
                      : set >= 0       ? reduce_set(at(set), matrix)
                                       : reduce(at(step.cluster), matrix);
    if (good) continue;
    fell_back_ = true;
    ++fallbacks_;
    return reserve().factor(matrix);
  }
  this->mark("factor");
  Report report;
  for (std::size_t c = 0; c < rank_.size(); ++c)
    report.dropped += plan_.clusters[c].shape.equations - rank_[c];
  return report;
}

template <Real S>
void ClusteredSolver<S>::forward(int cluster, std::span<const S> gamma) {
  if constexpr (std::is_same_v<S, double>) {
    if (ClusterLanes* const set = lanes_of(cluster)) {
      if (is_last(cluster)) set->forward(gamma, z_);
      return;
    }
  }
  const ClusterPlan& plan = plan_.clusters[at(cluster)];
  ClusterFront<S>& front = fronts_[at(cluster)];
  for (int j = 0; j < plan.shape.coordinates; ++j)
    front.force(j) = z_[at(plan.shape.positions[at(j)])];
  for (std::size_t b = 0; b < plan.border.size(); ++b) border_[b] = z_[at(plan.border[b])];
  front.forward(gamma.data(), border_.data());
  for (std::size_t b = 0; b < plan.border.size(); ++b) z_[at(plan.border[b])] = border_[b];
}

template <Real S>
void ClusteredSolver<S>::backward(int cluster, std::span<S> lambda) {
  if constexpr (std::is_same_v<S, double>) {
    if (ClusterLanes* const set = lanes_of(cluster)) {
      if (is_last(cluster)) set->backward(x_, lambda);
      return;
    }
  }
  const ClusterPlan& plan = plan_.clusters[at(cluster)];
  for (std::size_t b = 0; b < plan.border.size(); ++b) border_[b] = x_[at(plan.border[b])];
  ClusterFront<S>& front = fronts_[at(cluster)];
  front.backward(border_.data(), x_.data());
  if (!lambda.empty()) front.multipliers(x_.data(), border_.data(), lambda.data());
}

template <Real S>
void ClusteredSolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                               std::span<S> lambda) {
  if (fell_back_) return reserve().solve(q, gamma, qdd, lambda);
  const LowerPattern& w = plan_.work;
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = q[at(plan_.position[i])];
  for (const PlanStep& step : plan_.steps) {
    if (step.cluster < 0) {
      const int tail = step.last == w.n ? w.n - tail_ : step.last;
      for (int j = step.first; j < tail; ++j) {
        const S z = z_[at(j)];
        for (int s = w.begin[at(j)]; s < w.begin[at(j) + 1]; ++s)
          z_[at(w.rows[at(s)])] -= lower_[at(s)] * z;
      }
      if (tail < step.last) {
        const S* const lower = lower_.data() + w.begin[at(tail)];
        with_tail([&]([[maybe_unused]] auto n) {
          forward_tail<n()>(lower, &z_[at(tail)]);
          backward_tail<n()>(lower, &inverse_[at(tail)], &z_[at(tail)], &x_[at(tail)]);
          return true;
        });
      }
      continue;
    }
    forward(step.cluster, gamma);
  }
  for (std::size_t k = plan_.steps.size(); k-- > 0;) {
    const PlanStep& step = plan_.steps[k];
    if (step.cluster < 0) {
      for (int j = step.last == w.n ? w.n - tail_ : step.last; j-- > step.first;) {
        S sum = z_[at(j)] * inverse_[at(j)];
        for (int s = w.begin[at(j)]; s < w.begin[at(j) + 1]; ++s)
          sum -= lower_[at(s)] * x_[at(w.rows[at(s)])];
        x_[at(j)] = sum;
      }
      continue;
    }
    backward(step.cluster, lambda);
  }
  for (std::size_t i = 0; i < x_.size(); ++i) qdd[at(plan_.position[i])] = x_[i];
  this->mark("solve");
}

#define TREADLE_INSTANTIATE(S) template class ClusteredSolver<S>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
