#include "panels.hpp"

#include "../base/at.hpp"

#include <algorithm>

namespace treadle {

Panels::Panels(const LowerPattern& pattern, std::span<const int> marks)
    : panel_of_(at(pattern.n)), diagonal_(at(pattern.n)) {
  cut(pattern, marks);
  targets_.resize(rows_.size());
  for (std::size_t p = panels_.size(); p-- > 0;) find_targets(pattern, panels_[p]);
}

// A column goes on with the panel of the one before it if that one has the same rows and this
// column. Long rows of such columns are cut into fours from their end, as kernels cut theirs.
void Panels::cut(const LowerPattern& pattern, std::span<const int> marks) {
  const auto goes_on = [&](int j) {
    const auto rows = pattern.rows.begin();
    const int before = pattern.begin[at(j) - 1], own = pattern.begin[at(j)];
    if (!marks.empty() && marks[at(j)] != marks[at(j) - 1]) return false;
    return own > before && *(rows + before) == j &&
           std::equal(rows + before + 1, rows + own, rows + own, rows + pattern.begin[at(j) + 1]);
  };
  for (int first = 0; first < pattern.n;) {
    int last = first + 1;
    while (last < pattern.n && goes_on(last)) ++last;
    while (first < last) {
      const int left = last - first;
      const int width = left <= Panel::most ? left : left % 4 != 0 ? left % 4 : 4;
      add(pattern, first, width);
      first += width;
    }
  }
}

void Panels::add(const LowerPattern& pattern, int first, int width) {
  Panel panel;
  panel.first = first;
  panel.width = width;
  const int last = first + width - 1;
  panel.below = pattern.begin[at(last) + 1] - pattern.begin[at(last)];
  panel.at = values_;
  panel.rows_at = static_cast<int>(rows_.size());
  panel.segments = static_cast<int>(segments_.size());
  for (int b = 0; b < panel.below; ++b) {
    const int row = pattern.rows[at(pattern.begin[at(last)] + b)];
    if (b > 0 && row == rows_.back() + 1) {
      ++segments_.back().rows;
    } else {
      segments_.push_back({row, b, 1});
    }
    rows_.push_back(row);
  }
  panel.segments_end = static_cast<int>(segments_.size());
  for (int k = 0; k < width; ++k) {
    panel_of_[at(first + k)] = static_cast<int>(panels_.size());
    diagonal_[at(first + k)] = values_ + k * (width + panel.below) + k;
  }
  values_ += width * (width + panel.below);
  panels_.push_back(panel);
}

// Where the columns to update begin with the rest of the panel's rows (trees numbered leaves first;
// dense matrices) the targets follow each other without an index. If the first one does, so do
// those that its own panel would update.
bool Panels::chained(const LowerPattern& pattern, const Panel& panel) const {
  const int* below = rows(panel);
  const auto begins = [&](int a) {
    const auto j = at(below[a]);
    const int room = pattern.begin[j + 1] - pattern.begin[j];
    return room >= panel.below - a - 1 &&
           std::equal(below + a + 1, below + panel.below, pattern.rows.begin() + pattern.begin[j]);
  };
  if (panel.below == 0) return true;
  if (!begins(0)) return false;
  if (panels_[at(panel_of_[at(below[0])])].chained) return true;
  for (int a = 1; a < panel.below; ++a) {
    if (!begins(a)) return false;
  }
  return true;
}

void Panels::find_targets(const LowerPattern& pattern, Panel& panel) {
  const int* below = rows(panel);
  for (int a = 0; a < panel.below; ++a) targets_[at(panel.rows_at + a)] = diagonal_[at(below[a])];
  panel.chained = chained(pattern, panel);
  if (panel.chained) return;
  panel.slots_at = static_cast<int>(slots_.size());
  for (int a = 0; a < panel.below; ++a) {
    for (int b = a; b < panel.below; ++b) slots_.push_back(place(below[b], below[a]));
  }
}

int Panels::place(int row, int column) const {
  const Panel& panel = panels_[at(panel_of_[at(column)])];
  const int begin = panel.at + (column - panel.first) * (panel.width + panel.below);
  if (row < panel.first + panel.width) return begin + row - panel.first;
  const int* below = rows(panel);
  return begin + panel.width +
         static_cast<int>(std::lower_bound(below, below + panel.below, row) - below);
}

}  // namespace treadle
