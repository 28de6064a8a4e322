#include "sparse_augmented.hpp"

#include <algorithm>

namespace treadle {

SparseAugmented::SparseAugmented(const SaddlePattern& pattern, Part part)
    : pattern_(pattern),
      part_(part),
      left_out_(static_cast<std::size_t>(pattern.m), 0),
      scale_(static_cast<std::size_t>(pattern.n + pattern.m), 1.0) {
  plan();
}

bool SparseAugmented::leave_out(std::span<const int> rows) {
  std::vector<char> wanted(left_out_.size(), 0);
  for (const int row : rows) wanted[static_cast<std::size_t>(row)] = 1;
  if (wanted == left_out_) return false;
  left_out_ = std::move(wanted);
  plan();
  return true;
}

void SparseAugmented::plan() {
  const int n = pattern_.n;
  unknown_.clear();
  int count = 0;
  for (int i = 0; i < n + pattern_.m; ++i)
    unknown_.push_back(i >= n && left_out_[static_cast<std::size_t>(i - n)] != 0 ? -1 : count++);
  // entries in the order in which they come
  places_.clear();
  for (int j = 0; j < n; ++j) places_.push_back({j, j, 0, -1});
  for (int j = 0; j < n; ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (int s = pattern_.inertia.begin[column]; s < pattern_.inertia.begin[column + 1]; ++s)
      places_.push_back({pattern_.inertia.rows[static_cast<std::size_t>(s)], j, 0, -1});
  }
  const std::size_t phi_at = places_.size();
  places_.resize(phi_at + static_cast<std::size_t>(pattern_.phi_values));
  for (const LoopPattern& loop : pattern_.loops) {
    std::size_t v = phi_at + static_cast<std::size_t>(loop.values_at);
    for (const int column : loop.columns) {
      for (int r = loop.first_row; r < loop.first_row + loop.rows; ++r, ++v)
        places_[v] = {n + r, column, unknown_[static_cast<std::size_t>(n + r)] < 0 ? -1 : 0, -1};
    }
  }
  // columns, and what is in them
  const auto mirrored = [&](const Place& p) { return part_ == Part::all && p.row != p.column; };
  const auto slot_in = [&](std::vector<int>& next, int column) -> int& {
    return next[static_cast<std::size_t>(unknown_[static_cast<std::size_t>(column)])];
  };
  std::vector<int> next(static_cast<std::size_t>(count), 0);
  for (const Place& p : places_) {
    if (p.at < 0) continue;
    ++slot_in(next, p.column);
    if (mirrored(p)) ++slot_in(next, p.row);
  }
  columns_ = {count, {0}, {}};
  for (int& entries : next) {
    const int begin = columns_.begin.back();
    columns_.begin.push_back(begin + entries);
    entries = begin;
  }
  columns_.rows.resize(static_cast<std::size_t>(columns_.begin.back()));
  const auto add = [&](int row, int column) {
    const int at = slot_in(next, column)++;
    columns_.rows[static_cast<std::size_t>(at)] = unknown_[static_cast<std::size_t>(row)];
    return at;
  };
  for (Place& p : places_) {
    if (p.at < 0) continue;
    p.at = add(p.row, p.column);
    if (mirrored(p)) p.mirror = add(p.column, p.row);
  }
  numbers_.assign(columns_.rows.size(), 0.0);
  x_.assign(static_cast<std::size_t>(count), 0.0);
}

Report SparseAugmented::report(const SparseOutcome& outcome) const {
  Report report;
  report.dropped = static_cast<int>(std::count(left_out_.begin(), left_out_.end(), char{1})) +
                   static_cast<int>(outcome.lost.size());
  if (!finite_ || outcome.failed) {
    report.trouble = Trouble::not_finite;
    return report;
  }
  int column = outcome.column;
  for (const int lost : outcome.lost) {
    if (lost < pattern_.n) column = lost;
  }
  if (column < 0) return report;
  const auto found = std::find(unknown_.begin(), unknown_.end(), column);
  report.index = static_cast<int>(found - unknown_.begin());
  report.trouble = column < pattern_.n ? Trouble::singular_inertia : Trouble::singular_constraint;
  if (column >= pattern_.n) report.index -= pattern_.n;
  return report;
}

}  // namespace treadle
