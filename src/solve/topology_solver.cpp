#include "topology_solver.hpp"

#include "../scalar/instantiate.hpp"

#include <algorithm>

namespace treadle {

namespace {

// A constraint row whose direction lies this close to the others (squared sine) is taken as
// dependent.
constexpr double dependent_row = 1e-11;
// A pivot of M this small against its entry means a motion without inertia.
constexpr double no_inertia = 1e-14;

}  // namespace

template <Real S>
TopologySolver<S>::TopologySolver(const SaddlePattern& pattern)
    : inertia_(pattern.factor),
      left_out_(static_cast<std::size_t>(pattern.m), 0),
      z_(static_cast<std::size_t>(pattern.n)),
      zm_(static_cast<std::size_t>(pattern.m)) {
  for (int j = 0; j < pattern.n && !pattern.no_fill(); ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (int s = pattern.inertia.begin[column]; s < pattern.inertia.begin[column + 1]; ++s) {
      inertia_slots_.push_back(
          pattern.factor.slot(pattern.inertia.rows[static_cast<std::size_t>(s)], j));
    }
  }
  plan_loops(pattern);
  plan_pairs(pattern);
}

template <Real S>
void TopologySolver<S>::plan_loops(const SaddlePattern& pattern) {
  int t_at = 0;
  for (const LoopPattern& loop : pattern.loops) {
    LoopPlan plan;
    plan.rows = loop.rows;
    plan.first_row = loop.first_row;
    plan.t_at = t_at;
    plan.values_at = loop.values_at;
    plan.t_columns = loop.t_columns;
    for (std::size_t r = 0; r < plan.t_columns.size(); ++r) {
      const int position = plan.t_columns[r];
      const auto found = std::lower_bound(loop.columns.begin(), loop.columns.end(), position);
      const bool has_phi = found != loop.columns.end() && *found == position;
      plan.phi_column.push_back(has_phi ? static_cast<int>(found - loop.columns.begin()) : -1);
      plan.pull_at.push_back(static_cast<int>(plan.pulls.size()));
      for (std::size_t k = 0; k < r; ++k) {
        const int slot = pattern.factor.slot(position, plan.t_columns[k]);
        if (slot >= 0) plan.pulls.push_back({static_cast<int>(k), slot});
      }
    }
    plan.pull_at.push_back(static_cast<int>(plan.pulls.size()));
    t_at += plan.rows * static_cast<int>(plan.t_columns.size());
    plans_.push_back(std::move(plan));
  }
  t_.resize(static_cast<std::size_t>(t_at));
}

template <Real S>
void TopologySolver<S>::plan_pairs(const SaddlePattern& pattern) {
  // loops that see a position, with its place among theirs
  std::vector<std::vector<std::pair<std::size_t, int>>> seen_by(
      static_cast<std::size_t>(pattern.n));
  for (std::size_t a = 0; a < plans_.size(); ++a) {
    for (std::size_t i = 0; i < plans_[a].t_columns.size(); ++i) {
      seen_by[static_cast<std::size_t>(plans_[a].t_columns[i])].emplace_back(a,
                                                                             static_cast<int>(i));
    }
  }
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(pattern.m));
  std::vector<std::vector<std::pair<int, int>>> shared(plans_.size());
  for (std::size_t a = 0; a < plans_.size(); ++a) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < plans_[a].t_columns.size(); ++i) {
      const auto& seen = seen_by[static_cast<std::size_t>(plans_[a].t_columns[i])];
      for (auto it = std::lower_bound(seen.begin(), seen.end(), std::pair(a, 0)); it != seen.end();
           ++it) {
        if (shared[it->first].empty()) others.push_back(it->first);
        shared[it->first].emplace_back(static_cast<int>(i), it->second);
      }
    }
    std::sort(others.begin(), others.end());
    for (const std::size_t b : others) {
      Pair pair{a, b, std::move(shared[b]), {}};
      shared[b].clear();
      for (int i = 0; i < plans_[a].rows; ++i) {
        for (int k = a == b ? i + 1 : 0; k < plans_[b].rows; ++k) {
          columns[static_cast<std::size_t>(plans_[a].first_row + i)].push_back(plans_[b].first_row +
                                                                               k);
        }
      }
      pairs_.push_back(std::move(pair));
    }
  }
  LowerPattern sum;
  sum.n = pattern.m;
  for (std::vector<int>& column : columns) {
    std::sort(column.begin(), column.end());
    sum.rows.insert(sum.rows.end(), column.begin(), column.end());
    sum.begin.push_back(static_cast<int>(sum.rows.size()));
  }
  multipliers_ = SparseCholesky<S>(eliminate(sum));
  for (Pair& pair : pairs_) {
    for (int i = 0; i < plans_[pair.first].rows; ++i) {
      for (int k = pair.first == pair.second ? i : 0; k < plans_[pair.second].rows; ++k) {
        const int column = plans_[pair.first].first_row + i,
                  row = plans_[pair.second].first_row + k;
        pair.slots.push_back(row == column ? -1 : multipliers_.pattern().slot(row, column));
      }
    }
  }
}

template <Real S>
void TopologySolver<S>::leave_out(std::span<const int> /*dependent*/,
                                  std::span<const int> vanishing) {
  std::fill(left_out_.begin(), left_out_.end(), char{0});
  for (const int row : vanishing) left_out_[static_cast<std::size_t>(row)] = 1;
}

// Row by row of L T = Phi^T; a sum starts with its first term, since most rows have no entry of
// Phi.  (S2)
template <Real S>
void TopologySolver<S>::compute_t(const SaddleMatrix<S>& matrix, const LoopPlan& plan) {
  const int m = plan.rows;
  S* t = t_.data() + plan.t_at;
  const S* lower = inertia_.lower().data();
  for (std::size_t r = 0; r < plan.t_columns.size(); ++r) {
    S* row = t + static_cast<int>(r) * m;
    int pull = plan.pull_at[r];
    const int last = plan.pull_at[r + 1];
    if (plan.phi_column[r] >= 0) {
      const S* phi = matrix.phi.data() + plan.values_at + plan.phi_column[r] * m;
      for (int i = 0; i < m; ++i) row[i] = phi[i];
    } else {
      const Pull& p = plan.pulls[static_cast<std::size_t>(pull++)];
      const S l = lower[p.slot];
      const S* other = t + p.earlier * m;
      for (int i = 0; i < m; ++i) row[i] = -(l * other[i]);
    }
    for (; pull < last; ++pull) {
      const Pull& p = plan.pulls[static_cast<std::size_t>(pull)];
      const S l = lower[p.slot];
      const S* other = t + p.earlier * m;
      for (int i = 0; i < m; ++i) row[i] -= l * other[i];
    }
    const S inverse = inertia_.inverse_diagonal()[static_cast<std::size_t>(plan.t_columns[r])];
    for (int i = 0; i < m; ++i) row[i] *= inverse;
  }
}

template <Real S>
void TopologySolver<S>::compute_pair(const Pair& pair) {  // (S4)
  const LoopPlan& a = plans_[pair.first];
  const LoopPlan& b = plans_[pair.second];
  const S* ta = t_.data() + a.t_at;
  const S* tb = t_.data() + b.t_at;
  std::size_t next = 0;
  for (int i = 0; i < a.rows; ++i) {
    const int column = a.first_row + i;
    for (int k = pair.first == pair.second ? i : 0; k < b.rows; ++k) {
      const auto [ra, rb] = pair.common.front();
      S sum = ta[ra * a.rows + i] * tb[rb * b.rows + k];
      for (std::size_t c = 1; c < pair.common.size(); ++c) {
        sum += ta[pair.common[c].first * a.rows + i] * tb[pair.common[c].second * b.rows + k];
      }
      const int slot = pair.slots[next++];
      if (slot < 0) {
        multipliers_.diagonal()[static_cast<std::size_t>(column)] = sum;
      } else {
        multipliers_.lower()[static_cast<std::size_t>(slot)] = sum;
      }
    }
  }
}

template <Real S>
Report TopologySolver<S>::factor(const SaddleMatrix<S>& matrix) {
  // step 1: M = L L^T (S1)
  const auto diagonal = inertia_.diagonal();
  const auto lower = inertia_.lower();
  std::copy(matrix.diagonal.begin(), matrix.diagonal.end(), diagonal.begin());
  if (inertia_slots_.empty()) {
    std::copy(matrix.lower.begin(), matrix.lower.end(), lower.begin());
  } else {
    std::fill(lower.begin(), lower.end(), S(0.0));
  }
  for (std::size_t s = 0; s < inertia_slots_.size(); ++s) {
    lower[static_cast<std::size_t>(inertia_slots_[s])] = matrix.lower[s];
  }
  Report report = inertia_.factor(no_inertia);
  this->mark("1");
  if (report.dropped > 0) {
    report.trouble = Trouble::singular_inertia;
    report.dropped = 0;
    return report;
  }
  // steps 3.1 and 3.3: T, then T^T T and its factor
  for (const LoopPlan& plan : plans_) compute_t(matrix, plan);
  this->mark("3.1");
  if (plans_.empty()) return report;
  std::fill(multipliers_.lower().begin(), multipliers_.lower().end(), S(0.0));
  for (const Pair& pair : pairs_) compute_pair(pair);
  // a row that is left out gets a pivot that never counts
  for (std::size_t r = 0; r < left_out_.size(); ++r) {
    if (left_out_[r] == 0) continue;
    multipliers_.diagonal()[r] = S(0.0);
  }
  this->mark("3.3");
  report = multipliers_.factor(dependent_row);
  this->mark("3.4");
  return report;
}

template <Real S>
void TopologySolver<S>::solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                              std::span<S> lambda) {
  // step 2: L z = Q
  std::copy(q.begin(), q.end(), z_.begin());
  inertia_.forward(z_);
  this->mark("2");
  // step 3.2: T^T z - gamma (S3)
  for (const LoopPlan& plan : plans_) {
    const S* t = t_.data() + plan.t_at;
    for (int i = 0; i < plan.rows; ++i) {
      const auto row = static_cast<std::size_t>(plan.first_row + i);
      S sum = -gamma[row];
      for (std::size_t r = 0; r < plan.t_columns.size(); ++r) {
        sum += t[static_cast<int>(r) * plan.rows + i] *
               z_[static_cast<std::size_t>(plan.t_columns[r])];
      }
      zm_[row] = sum;
    }
  }
  this->mark("3.2");
  // steps 3.4 and 3.5: multipliers, then y = T lambda (S5)
  multipliers_.forward(zm_);
  multipliers_.backward(zm_);
  this->mark("3.4");
  std::copy(zm_.begin(), zm_.end(), lambda.begin());
  for (const LoopPlan& plan : plans_) {
    const S* t = t_.data() + plan.t_at;
    for (std::size_t r = 0; r < plan.t_columns.size(); ++r) {
      S& z = z_[static_cast<std::size_t>(plan.t_columns[r])];
      for (int i = 0; i < plan.rows; ++i) {
        z -= t[static_cast<int>(r) * plan.rows + i] *
             zm_[static_cast<std::size_t>(plan.first_row + i)];
      }
    }
  }
  this->mark("3.5");
  // step 4: L^T qdd = z - y (S6)
  inertia_.backward(z_);
  std::copy(z_.begin(), z_.end(), qdd.begin());
  this->mark("4");
}

#define TREADLE_INSTANTIATE(S) template class TopologySolver<S>;
TREADLE_FOR_EACH_SCALAR(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
