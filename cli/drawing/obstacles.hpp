// Rectangles that a curve should not run through, found by place so that large drawings stay quick.
#pragma once

#include "svg.hpp"

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace treadle::cli {

class Obstacles {
 public:
  void add(const Rect& rect) {
    for (long i = cell(rect.left()); i <= cell(rect.right()); ++i) {
      for (long j = cell(rect.top()); j <= cell(rect.bottom()); ++j)
        grid_[key(i, j)].push_back(rect);
    }
  }

  [[nodiscard]] bool hit(Point p) const {
    const auto found = grid_.find(key(cell(p.x), cell(p.y)));
    if (found == grid_.end()) return false;
    for (const Rect& rect : found->second) {
      if (rect.contains(p)) return true;
    }
    return false;
  }

  [[nodiscard]] bool hit(const Rect& area) const {
    for (long i = cell(area.left()); i <= cell(area.right()); ++i) {
      for (long j = cell(area.top()); j <= cell(area.bottom()); ++j) {
        const auto found = grid_.find(key(i, j));
        if (found == grid_.end()) continue;
        for (const Rect& rect : found->second) {
          if (rect.overlaps(area)) return true;
        }
      }
    }
    return false;
  }

 private:
  static constexpr double side = 64.0;
  static long cell(double x) { return static_cast<long>(std::floor(x / side)); }
  static std::int64_t key(long i, long j) { return (static_cast<std::int64_t>(i) << 32) + j; }

  std::unordered_map<std::int64_t, std::vector<Rect>> grid_;
};

}  // namespace treadle::cli
