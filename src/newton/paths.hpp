// The coordinates that move each body: those of its joint and of all joints below it.
#pragma once

#include "../base/at.hpp"
#include "../model/model.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace treadle {

class Paths {
 public:
  explicit Paths(const Model<double>& model) {
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const Link<double>& link = model.links[i];
      if (link.parent >= 0) {
        const std::size_t from = begin_[at(link.parent)], to = begin_[at(link.parent) + 1];
        for (std::size_t k = from; k < to; ++k) columns_.push_back(columns_[k]);
      }
      for (int k = 0; k < link.nv; ++k) columns_.push_back(link.v_at + k);
      begin_.push_back(columns_.size());
    }
  }
  /// From the root on.
  [[nodiscard]] std::span<const int> of(int body) const {
    if (body < 0) return {};
    return {columns_.data() + begin_[at(body)], begin_[at(body) + 1] - begin_[at(body)]};
  }
  [[nodiscard]] std::size_t first(int body) const { return begin_[at(body)]; }
  [[nodiscard]] std::size_t size() const { return columns_.size(); }
  /// Columns at the beginning of both paths.
  [[nodiscard]] std::size_t shared(int a, int b) const {
    const std::span<const int> one = of(a), other = of(b);
    const auto [end, also] = std::mismatch(
        one.begin(), one.begin() + static_cast<std::ptrdiff_t>(std::min(one.size(), other.size())),
        other.begin());
    return static_cast<std::size_t>(end - one.begin());
  }

 private:
  std::vector<int> columns_;
  std::vector<std::size_t> begin_{0};
};

}  // namespace treadle
