#include "static_pattern.hpp"

#include <algorithm>
#include <cassert>
#include <set>

namespace treadle {

namespace {

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

StaticPattern::StaticPattern(const StaticPlan& plan) {
  plan_order(plan);
  plan_entries(plan);
}

void StaticPattern::plan_order(const StaticPlan& plan) {
  std::vector<int> first{0};
  for (const int size : plan.sizes) first.push_back(first.back() + size);
  n = first.back();
  place.resize(up(n));
  const std::vector<int> order = plan.in_order ? by_number(plan) : fewest_neighbours(plan);
  assert(order.size() == plan.sizes.size());
  for (const int block : order) {
    for (int k = first[up(block)]; k < first[up(block) + 1]; ++k) {
      place[up(k)] = static_cast<int>(unknown.size());
      unknown.push_back(k);
      late.push_back(plan.late[up(block)]);
    }
  }
}

// Below the diagonal a column holds its own entries and those of the columns that it is the first
// row of.
void StaticPattern::plan_entries(const StaticPlan& plan) {
  std::vector<int> first{0};
  for (const int size : plan.sizes) first.push_back(first.back() + size);
  std::vector<std::vector<int>> below(up(n)), children(up(n));
  const auto couple = [&](int a, int b) {
    for (int i = first[up(a)]; i < first[up(a) + 1]; ++i) {
      for (int j = first[up(b)]; j < first[up(b) + 1]; ++j) {
        const int p = place[up(i)], q = place[up(j)];
        if (p != q) below[up(std::min(p, q))].push_back(std::max(p, q));
      }
    }
  };
  for (const auto& [a, b] : plan.couples) couple(a, b);
  for (int i = 0; i < static_cast<int>(plan.sizes.size()); ++i) couple(i, i);
  std::vector<int> lengths(up(n), 1);
  for (int c = 0; c < n; ++c) {
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
  begin.assign(1, 0);
  for (const int length : lengths) begin.push_back(begin.back() + length);
  columns.resize(up(begin.back()));
  diagonal.resize(up(n));
  std::vector<int> next(begin.begin(), begin.end() - 1);
  // columns before the diagonal come in order; then the row itself
  for (int c = 0; c < n; ++c) {
    diagonal[up(c)] = next[up(c)];
    columns[up(next[up(c)]++)] = c;
    for (const int row : below[up(c)]) {
      columns[up(next[up(c)]++)] = row;
      columns[up(next[up(row)]++)] = c;
    }
  }
  mirror.assign(columns.size(), -1);
  for (int r = 0; r < n; ++r) {
    for (int k = begin[up(r)]; k < diagonal[up(r)]; ++k)
      mirror[up(k)] = find(unknown[up(columns[up(k)])], unknown[up(r)]);
  }
}

int StaticPattern::slot(int row, int column) const {
  const int found = find(row, column);
  assert(found >= 0);
  return found;
}

int StaticPattern::find(int row, int column) const {
  const int r = place[up(row)], c = place[up(column)];
  const auto from = columns.begin() + begin[up(r)], to = columns.begin() + begin[up(r) + 1];
  const auto found = std::lower_bound(from, to, c);
  return found != to && *found == c ? static_cast<int>(found - columns.begin()) : -1;
}

}  // namespace treadle
