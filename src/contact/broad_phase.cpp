#include "broad_phase.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace treadle {
namespace {

constexpr std::size_t most_of_each = 14;  // pairs of round items in a dense heap, and some more

double extent_of(const Bounds& b) {
  return std::max({b.high.x - b.low.x, b.high.y - b.low.y, b.high.z - b.low.z});
}

}  // namespace

// Items of more than four times the middle size are large; the largest of the others is a cell.
void BroadPhase::choose_cells(std::span<const Bounds> items) {
  const std::size_t n = items.size();
  extents_.resize(n);
  is_large_.resize(n);
  large_.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const double extent = extent_of(items[k]);
    const double sum = items[k].low.x + items[k].high.x + items[k].low.y + items[k].high.y +
                       items[k].low.z + items[k].high.z;
    extents_[k] = std::isfinite(extent) && std::isfinite(sum) ? extent : HUGE_VAL;
  }
  sorted_.assign(extents_.begin(), extents_.end());
  const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(n / 2);
  std::nth_element(sorted_.begin(), middle, sorted_.end());
  const double most = 4.0 * *middle;
  size_ = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    is_large_[k] = !(extents_[k] <= most) || std::isinf(extents_[k]) ? 1 : 0;
    if (is_large_[k] != 0) {
      large_.push_back(static_cast<int>(k));
    } else {
      size_ = std::max(size_, extents_[k]);
    }
  }
  size_ = std::max(1.001 * size_, 1e-100);  // neighbours stay neighbours when rounded
}

BroadPhase::Cell BroadPhase::cell_of(const Bounds& item) const {
  constexpr double end = 1e12;  // beyond it all share a cell: still right, no longer quick
  const auto place = [&](double low, double high) {
    const double at = std::floor((0.5 * low + 0.5 * high) / size_);
    return static_cast<std::int64_t>(std::clamp(at, -end, end));
  };
  return {place(item.low.x, item.high.x), place(item.low.y, item.high.y),
          place(item.low.z, item.high.z)};
}

std::size_t BroadPhase::bucket_of(const Cell& cell) const {
  std::uint64_t h = 0;
  for (const std::int64_t c : cell) {
    h = (h ^ static_cast<std::uint64_t>(c)) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 29U;
  }
  return static_cast<std::size_t>(h & (begin_.size() - 3));
}

// Counts, then places: items of a bucket stand in their order.
void BroadPhase::fill_table(std::span<const Bounds> items) {
  const std::size_t n = items.size();
  begin_.assign(std::bit_ceil(2 * n + 2) + 2, 0);
  cells_.resize(n);
  members_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    if (is_large_[k] != 0) continue;
    cells_[k] = cell_of(items[k]);
    ++begin_[bucket_of(cells_[k]) + 1];
  }
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  for (std::size_t k = n; k-- > 0;) {
    if (is_large_[k] != 0) continue;
    members_[static_cast<std::size_t>(--begin_[bucket_of(cells_[k]) + 1])] = static_cast<int>(k);
  }
}

std::span<const IndexPair> BroadPhase::pairs(std::span<const Bounds> items) {
  pairs_.clear();
  if (items.empty()) return pairs_;
  pairs_.reserve(most_of_each * items.size());
  choose_cells(items);
  fill_table(items);
  const int n = static_cast<int>(items.size());
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::size_t first = pairs_.size();
    const auto look_at = [&](int j) {
      if (j > i && overlap(items[at], items[static_cast<std::size_t>(j)])) pairs_.push_back({i, j});
    };
    if (is_large_[at] != 0) {
      for (int j = i + 1; j < n; ++j) look_at(j);
      continue;
    }
    for (const int j : large_) look_at(j);
    const Cell& home = cells_[at];
    for (int k = 0; k < 27; ++k) {
      const Cell cell{home[0] + k % 3 - 1, home[1] + k / 3 % 3 - 1, home[2] + k / 9 - 1};
      const std::size_t bucket = bucket_of(cell);
      const auto end = static_cast<std::size_t>(begin_[bucket + 2]);
      for (auto m = static_cast<std::size_t>(begin_[bucket + 1]); m < end; ++m) {
        if (cells_[static_cast<std::size_t>(members_[m])] == cell) look_at(members_[m]);
      }
    }
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(first), pairs_.end());
  }
  return pairs_;
}

}  // namespace treadle
