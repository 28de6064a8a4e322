#include "static_lu.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace treadle {

namespace {

// An equation whose pivot is less than this part of what it began with says nothing new.
constexpr double nothing_new = 1e-10;

std::size_t up(int i) { return static_cast<std::size_t>(i); }

// The block with the fewest neighbours that are left; equations wait for all that they are coupled
// with. Ties go to the lowest number.
std::vector<int> fewest_neighbours(const StaticPlan& plan) {
  const std::size_t n = plan.sizes.size();
  std::vector<std::set<int>> near(n);
  std::vector<int> waits(n, 0), weight(n, 0);
  for (const auto& [a, b] : plan.couples) {
    if (a == b || !near[up(a)].insert(b).second) continue;
    near[up(b)].insert(a);
    if (plan.late[up(a)] != plan.late[up(b)]) ++waits[up(plan.late[up(a)] != 0 ? a : b)];
  }
  const auto weigh = [&](int i) {
    weight[up(i)] = 0;
    for (const int k : near[up(i)]) weight[up(i)] += plan.sizes[up(k)];
  };
  std::set<std::pair<int, int>> ready;
  for (std::size_t i = 0; i < n; ++i) {
    weigh(static_cast<int>(i));
    if (waits[i] == 0) ready.insert({weight[i], static_cast<int>(i)});
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int next = ready.begin()->second;
    ready.erase(ready.begin());
    order.push_back(next);
    const std::set<int> around = std::move(near[up(next)]);
    near[up(next)].clear();
    for (const int a : around) {
      ready.erase({weight[up(a)], a});
      near[up(a)].erase(next);
      for (const int b : around)
        if (a != b) near[up(a)].insert(b);
    }
    for (const int a : around) {
      weigh(a);
      if (plan.late[up(next)] == 0 && plan.late[up(a)] != 0 && waits[up(a)] > 0) --waits[up(a)];
      if (waits[up(a)] == 0) ready.insert({weight[up(a)], a});
    }
  }
  return order;
}

// Blocks by number, equations right after the last block that they are coupled with.
std::vector<int> by_number(const StaticPlan& plan) {
  const int n = static_cast<int>(plan.sizes.size());
  std::vector<int> last(up(n), -1), order;
  std::vector<std::vector<int>> after(up(n));
  for (const auto& [a, b] : plan.couples) {
    if (plan.late[up(a)] != 0 && plan.late[up(b)] == 0) last[up(a)] = std::max(last[up(a)], b);
    if (plan.late[up(b)] != 0 && plan.late[up(a)] == 0) last[up(b)] = std::max(last[up(b)], a);
  }
  for (int i = 0; i < n; ++i) {
    if (plan.late[up(i)] == 0) continue;
    if (last[up(i)] < 0)
      order.push_back(i);
    else
      after[up(last[up(i)])].push_back(i);
  }
  for (int i = 0; i < n; ++i) {
    if (plan.late[up(i)] != 0) continue;
    order.push_back(i);
    order.insert(order.end(), after[up(i)].begin(), after[up(i)].end());
  }
  return order;
}

}  // namespace

StaticLu::StaticLu(const StaticPlan& plan) {
  plan_order(plan);
  plan_entries(plan);
}

void StaticLu::plan_order(const StaticPlan& plan) {
  std::vector<int> first{0};
  for (const int size : plan.sizes) first.push_back(first.back() + size);
  n_ = first.back();
  place_.resize(up(n_));
  const std::vector<int> order = plan.in_order ? by_number(plan) : fewest_neighbours(plan);
  assert(order.size() == plan.sizes.size());
  for (const int block : order) {
    for (int k = first[up(block)]; k < first[up(block) + 1]; ++k) {
      place_[up(k)] = static_cast<int>(unknown_.size());
      unknown_.push_back(k);
      late_.push_back(plan.late[up(block)]);
    }
  }
}

// Below the diagonal a column holds its own entries and those of the columns that it is the first
// row of.
void StaticLu::plan_entries(const StaticPlan& plan) {
  std::vector<int> first{0};
  for (const int size : plan.sizes) first.push_back(first.back() + size);
  std::vector<std::vector<int>> below(up(n_)), children(up(n_));
  const auto couple = [&](int a, int b) {
    for (int i = first[up(a)]; i < first[up(a) + 1]; ++i) {
      for (int j = first[up(b)]; j < first[up(b) + 1]; ++j) {
        const int p = place_[up(i)], q = place_[up(j)];
        if (p != q) below[up(std::min(p, q))].push_back(std::max(p, q));
      }
    }
  };
  for (const auto& [a, b] : plan.couples) couple(a, b);
  for (int i = 0; i < static_cast<int>(plan.sizes.size()); ++i) couple(i, i);
  std::vector<int> lengths(up(n_), 1);
  for (int c = 0; c < n_; ++c) {
    std::vector<int>& rows = below[up(c)];
    for (const int child : children[up(c)]) {
      for (const int row : below[up(child)])
        if (row > c) rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (!rows.empty()) children[up(rows.front())].push_back(c);
    lengths[up(c)] += static_cast<int>(rows.size());
    for (const int row : rows) ++lengths[up(row)];
  }
  begin_.assign(1, 0);
  for (const int length : lengths) begin_.push_back(begin_.back() + length);
  columns_.resize(up(begin_.back()));
  diagonal_.resize(up(n_));
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  // columns before the diagonal come in order; then the row itself
  for (int c = 0; c < n_; ++c) {
    diagonal_[up(c)] = next[up(c)];
    columns_[up(next[up(c)]++)] = c;
    for (const int row : below[up(c)]) {
      columns_[up(next[up(c)]++)] = row;
      columns_[up(next[up(row)]++)] = c;
    }
  }
  values_.resize(columns_.size());
  inverse_.resize(up(n_));
  work_.resize(up(n_));
}

int StaticLu::slot(int row, int column) const {
  const int found = find(row, column);
  assert(found >= 0);
  return found;
}

int StaticLu::find(int row, int column) const {
  const int r = place_[up(row)], c = place_[up(column)];
  const auto from = columns_.begin() + begin_[up(r)], to = columns_.begin() + begin_[up(r) + 1];
  const auto found = std::lower_bound(from, to, c);
  return found != to && *found == c ? static_cast<int>(found - columns_.begin()) : -1;
}

void StaticLu::clear() { std::fill(values_.begin(), values_.end(), 0.0); }

// Row by row: a_i -= l_ik u_k for all rows before it.
Report StaticLu::factor() {
  Report report;
  double* const w = work_.data();
  double* const a = values_.data();
  const int* const columns = columns_.data();
  for (int i = 0; i < n_; ++i) {
    const int from = begin_[up(i)], diagonal = diagonal_[up(i)], to = begin_[up(i) + 1];
    for (int k = from; k < to; ++k) w[columns[k]] = a[k];
    double taken = 0.0;
    for (int k = from; k < diagonal; ++k) {
      const int row = columns[k];
      const double above = w[row], l = above * inverse_[up(row)];
      w[row] = l;
      if (l == 0.0) continue;
      const double before = w[i];
      const int end = begin_[up(row) + 1];
      for (int j = diagonal_[up(row)] + 1; j < end; ++j) w[columns[j]] -= l * a[j];
      taken = std::fmax(taken, std::fabs(w[i] - before));
    }
    for (int k = from; k < to; ++k) a[k] = w[columns[k]];
    const double pivot = a[diagonal];
    if (late_[up(i)] != 0 && !(std::fabs(pivot) > nothing_new * taken)) {
      inverse_[up(i)] = 0.0;
      ++report.dropped;
      continue;
    }
    inverse_[up(i)] = 1.0 / pivot;
    if (!std::isfinite(inverse_[up(i)]))
      return {Trouble::singular_inertia, unknown_[up(i)], pivot, report.dropped};
  }
  return report;
}

void StaticLu::solve(std::span<double> x) {
  double* const w = work_.data();
  const double* const a = values_.data();
  const int* const columns = columns_.data();
  for (int i = 0; i < n_; ++i) {
    double sum = x[up(unknown_[up(i)])];
    for (int k = begin_[up(i)]; k < diagonal_[up(i)]; ++k) sum -= a[k] * w[columns[k]];
    w[i] = sum;
  }
  for (int i = n_; i-- > 0;) {
    double sum = w[i];
    for (int k = diagonal_[up(i)] + 1; k < begin_[up(i) + 1]; ++k) sum -= a[k] * w[columns[k]];
    w[i] = sum * inverse_[up(i)];
    x[up(unknown_[up(i)])] = w[i];
  }
}

}  // namespace treadle
