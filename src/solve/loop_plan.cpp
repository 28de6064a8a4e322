#include "loop_plan.hpp"

#include "../base/at.hpp"
#include "fill_order.hpp"
#include "loop_order.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <queue>
#include <utility>

namespace treadle {

namespace {

bool neighbours(const std::vector<int>& ascending) {
  return ascending.back() - ascending.front() + 1 == static_cast<int>(ascending.size());
}

}  // namespace

LoopPlan::LoopPlan(const SaddlePattern& pattern, const Panels& panels)
    : place_(at(pattern.m)), group_of_(at(pattern.n), -1), row_at_(at(pattern.n), -1) {
  find_groups(pattern);
  plan_rows(pattern, panels);
}

void LoopPlan::find_groups(const SaddlePattern& pattern) {
  std::vector<std::vector<int>> meetings = meetings_of(pattern);
  std::map<std::vector<int>, std::vector<int>> by_loops;
  for (int i = 0; i < pattern.n; ++i) {
    if (!meetings[at(i)].empty()) by_loops[meetings[at(i)]].push_back(i);
  }
  std::vector<int> rows;
  for (const LoopPattern& loop : pattern.loops) rows.push_back(loop.rows);
  for (const int c :
       order_against_fill(order_loops(static_cast<int>(rows.size()), meetings), rows, meetings)) {
    const LoopPattern& loop = pattern.loops[at(c)];
    for (int r = 0; r < loop.rows; ++r) {
      place_[at(loop.first_row + r)] = static_cast<int>(equation_.size());
      equation_.push_back(loop.first_row + r);
    }
  }
  for (const auto& [loops, positions] : by_loops) {
    Group group;
    for (const int c : loops) {
      const LoopPattern& loop = pattern.loops[at(c)];
      for (int r = 0; r < loop.rows; ++r) group.equations.push_back(place_[at(loop.first_row + r)]);
    }
    std::sort(group.equations.begin(), group.equations.end());
    group.first = group.equations.front();
    group.width = static_cast<int>(group.equations.size());
    group.rows = static_cast<int>(positions.size());
    group.positions_at = -1;
    groups_.push_back(std::move(group));
    for (const int i : positions) group_of_[at(i)] = static_cast<int>(groups_.size()) - 1;
  }
  // wide groups first: they begin most sums of the product
  std::vector<int> order(groups_.size()), rank(groups_.size());
  for (std::size_t g = 0; g < order.size(); ++g) order[g] = static_cast<int>(g);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return groups_[at(a)].width > groups_[at(b)].width; });
  std::vector<Group> sorted;
  for (const int g : order) {
    rank[at(g)] = static_cast<int>(sorted.size());
    sorted.push_back(std::move(groups_[at(g)]));
  }
  groups_ = std::move(sorted);
  std::vector<std::vector<int>> members(groups_.size());
  for (int i = 0; i < pattern.n; ++i) {
    int& g = group_of_[at(i)];
    if (g < 0) continue;
    g = rank[at(g)];
    members[at(g)].push_back(i);
  }
  int t_at = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Group& group = groups_[g];
    group.at = t_at;
    group.positions_at = static_cast<int>(positions_.size());
    for (const int i : members[g]) {
      row_at_[at(i)] = t_at;
      positions_.push_back(i);
      t_at += group.width;
    }
  }
  values_ = at(t_at);
}

void LoopPlan::plan_rows(const SaddlePattern& pattern, const Panels& panels) {
  // entries of Phi begin their sums
  std::vector<char> begun(values_, 0);
  phi_to_.resize(at(pattern.phi_values));
  const auto place_in_row = [&](int position, int equation) {
    const auto& equations = groups_[at(group_of_[at(position)])].equations;
    return row_at_[at(position)] +
           static_cast<int>(std::lower_bound(equations.begin(), equations.end(), equation) -
                            equations.begin());
  };
  for (const LoopPattern& loop : pattern.loops) {
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      for (int r = 0; r < loop.rows; ++r) {
        const int to = place_in_row(loop.columns[k], place_[at(loop.first_row + r)]);
        phi_to_[at(loop.values_at + static_cast<int>(k) * loop.rows + r)] = to;
        begun[at(to)] = 1;
      }
    }
  }
  plan_blocks(panels, begun);
  for (Group& group : groups_) {
    if (neighbours(group.equations)) group.equations.clear();
  }
}

// A block is ready when all that goes to its rows has gone; of several that are ready the widest
// goes first, so that the first terms of later rows come in one piece.
void LoopPlan::plan_blocks(const Panels& panels, std::vector<char>& begun) {
  const int count = static_cast<int>(panels.all().size());
  std::vector<int> panel_of(row_at_.size()), waiting(at(count), 0);
  const auto group_of = [&](int p) { return group_of_[at(panels.all()[at(p)].first)]; };
  const auto each_target = [&](int p, auto&& f) {
    const Panel& panel = panels.all()[at(p)];
    for (int b = 0; b < panel.below; ++b) f(panel_of[at(panels.rows(panel)[b])]);
  };
  for (int p = 0; p < count; ++p) {
    const Panel& panel = panels.all()[at(p)];
    for (int k = 0; k < panel.width; ++k) panel_of[at(panel.first + k)] = p;
  }
  for (int p = 0; p < count; ++p) {
    if (group_of(p) >= 0) each_target(p, [&](int to) { ++waiting[at(to)]; });
  }
  using Ready = std::pair<int, int>;  // width, negative panel
  std::priority_queue<Ready> ready;
  const auto add = [&](int p) { ready.emplace(groups_[at(group_of(p))].width, -p); };
  for (int p = 0; p < count; ++p) {
    if (group_of(p) >= 0 && waiting[at(p)] == 0) add(p);
  }
  while (!ready.empty()) {
    const int p = -ready.top().second;
    ready.pop();
    plan_pushes(panels, p, begun);
    each_target(p, [&](int to) {
      if (--waiting[at(to)] == 0) add(to);
    });
  }
}

void LoopPlan::plan_pushes(const Panels& panels, int p, std::vector<char>& begun) {
  const Panel& panel = panels.all()[at(p)];
  const Group& own = groups_[at(group_of_[at(panel.first)])];
  Block block;
  block.panel = p;
  block.at = row_at_[at(panel.first)];
  block.width = own.width;
  block.pushes = static_cast<int>(pushes_.size());
  for (int v = block.at; v < block.at + panel.width * own.width; ++v) {
    if (begun[at(v)] == 0) unset_.push_back(v);
  }
  // targets by the part of the rows that they take: those that begin sums, and the others
  std::map<std::pair<int, int>, std::array<std::vector<Target>, 2>> parts;
  for (int b = 0; b < panel.below; ++b) {
    const int i = panels.rows(panel)[b], l = panel.at + panel.width + b;
    const auto& equations = groups_[at(group_of_[at(i)])].equations;
    const auto to = [&](int a) {
      return row_at_[at(i)] + static_cast<int>(std::lower_bound(equations.begin(), equations.end(),
                                                                own.equations[at(a)]) -
                                               equations.begin());
    };
    for (int a = 0; a < own.width;) {
      const bool starts = begun[at(to(a))] == 0;
      int end = a + 1;
      while (end < own.width && to(end) == to(a) + end - a && (begun[at(to(end))] == 0) == starts)
        ++end;
      parts[{a, end - a}][starts ? 0 : 1].push_back({l, to(a)});
      for (int c = a; c < end; ++c) begun[at(to(c))] = 1;
      a = end;
    }
  }
  for (const auto& [part, targets] : parts) {
    Push push{part.first, part.second, static_cast<int>(targets_.size()), 0, 0};
    targets_.insert(targets_.end(), targets[0].begin(), targets[0].end());
    push.whole = static_cast<int>(targets_.size());
    targets_.insert(targets_.end(), targets[1].begin(), targets[1].end());
    push.last = static_cast<int>(targets_.size());
    pushes_.push_back(push);
  }
  block.pushes_end = static_cast<int>(pushes_.size());
  blocks_.push_back(block);
}

LowerPattern LoopPlan::product_pattern() const {
  const std::size_t m = equation_.size();
  std::vector<std::vector<int>> columns(m);
  for (const Group& group : groups_) {
    const auto equation = [&](int a) {
      return group.equations.empty() ? group.first + a : group.equations[at(a)];
    };
    for (int a = 0; a < group.width; ++a) {
      for (int b = a + 1; b < group.width; ++b) columns[at(equation(a))].push_back(equation(b));
    }
  }
  LowerPattern sum;
  sum.n = static_cast<int>(m);
  for (std::vector<int>& column : columns) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
    sum.rows.insert(sum.rows.end(), column.begin(), column.end());
    sum.begin.push_back(static_cast<int>(sum.rows.size()));
  }
  return sum;
}

void LoopPlan::plan_product(const LowerPattern& product, const Panels& panels) {
  std::vector<char> written(at(panels.values()), 0);
  for (int j = 0; j < static_cast<int>(equation_.size()); ++j)
    columns_.push_back(panels.diagonal()[at(j)]);
  for (Group& group : groups_) {
    const bool run = group.equations.empty();
    std::vector<int> slots, set;
    bool some = false, all = true;
    for (int a = 0; a < group.width; ++a) {
      for (int b = a; b < group.width; ++b) {
        const int column = run ? group.first + a : group.equations[at(a)];
        const int row = run ? group.first + b : group.equations[at(b)];
        slots.push_back(panels.place(row, column));
        set.push_back(written[at(slots.back())] == 0 ? 1 : 0);
        written[at(slots.back())] = 1;
        (set.back() != 0 ? some : all) = set.back() != 0;
      }
    }
    group.assign = all;
    if (run && all == some) continue;
    group.slots = std::move(slots);
    group.set = std::move(set);
  }
  const auto check = [&](int place) {
    if (written[at(place)] == 0) untouched_.push_back(place);
  };
  for (int j = 0; j < product.n; ++j) {
    check(panels.diagonal()[at(j)]);
    for (int s = product.begin[at(j)]; s < product.begin[at(j) + 1]; ++s)
      check(panels.place(product.rows[at(s)], j));
  }
}

int LoopPlan::place(int position, int equation) const {
  const int g = group_of_[at(position)], own = place_[at(equation)];
  if (g < 0) return -1;
  const Group& group = groups_[at(g)];
  for (int a = 0; a < group.width; ++a) {
    if ((group.equations.empty() ? group.first + a : group.equations[at(a)]) == own)
      return row_at_[at(position)] + a;
  }
  return -1;
}

}  // namespace treadle
