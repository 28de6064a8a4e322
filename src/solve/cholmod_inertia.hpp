// M as a sparse matrix, factored by CHOLMOD in an order of its own; substitutions are ours, on the
// columns of its factor. For Alg-D, as section 7 of the paper asks.
#pragma once

#include "pivot.hpp"
#include "saddle.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace treadle {

template <Decidable S>
class CholmodInertia {
 public:
  CholmodInertia(const SaddlePattern& pattern, RootLibrary& library)
      : place_(static_cast<std::size_t>(pattern.n)), inverse_(static_cast<std::size_t>(pattern.n)) {
    // the lower triangle with its diagonal, which leads each column
    ColumnPattern lower{pattern.n, {0}, {}};
    for (int j = 0; j < pattern.n; ++j) {
      const auto column = static_cast<std::size_t>(j);
      lower.rows.push_back(j);
      for (int s = pattern.inertia.begin[column]; s < pattern.inertia.begin[column + 1]; ++s)
        lower.rows.push_back(pattern.inertia.rows[static_cast<std::size_t>(s)]);
      lower.begin.push_back(static_cast<int>(lower.rows.size()));
    }
    begin_ = lower.begin;
    numbers_.resize(lower.rows.size());
    factors_ = library.make(lower);
    order_ = factors_->order();
    for (std::size_t k = 0; k < order_.size(); ++k)
      place_[static_cast<std::size_t>(order_[k])] = static_cast<int>(k);
  }

  [[nodiscard]] int place(int coordinate) const {
    return place_[static_cast<std::size_t>(coordinate)];
  }

  int factor(const SaddleMatrix<S>& matrix) {
    const S* below = matrix.lower.data();
    for (std::size_t j = 0; j + 1 < begin_.size(); ++j) {
      double* to = numbers_.data() + begin_[j];
      *to++ = value(matrix.diagonal[j]);
      for (const double* const end = numbers_.data() + begin_[j + 1]; to < end; ++to)
        *to = value(*below++);
    }
    const int at = factors_->factor(numbers_, no_inertia);
    if (at >= 0) return order_[static_cast<std::size_t>(at)];
    l_ = factors_->columns();
    for (std::size_t j = 0; j < inverse_.size(); ++j)
      inverse_[j] = S(1.0) / S(l_.numbers[static_cast<std::size_t>(l_.begin[j])]);
    return -1;
  }

  void forward(std::span<S> x) const { forward(x, 1); }

  /// All columns of a matrix at once, row by row.
  void forward(std::span<S> rows, int width) const {
    for (std::size_t j = 0; j < inverse_.size(); ++j) {
      S* pivot = rows.data() + j * static_cast<std::size_t>(width);
      for (int c = 0; c < width; ++c) pivot[c] = pivot[c] * inverse_[j];
      for (int s = l_.begin[j] + 1; s < l_.begin[j] + l_.count[j]; ++s) {
        const auto entry = static_cast<std::size_t>(s);
        const S factor(l_.numbers[entry]);
        S* to = rows.data() + static_cast<std::ptrdiff_t>(l_.rows[entry]) * width;
        for (int c = 0; c < width; ++c) to[c] -= factor * pivot[c];
      }
    }
  }

  void backward(std::span<S> x) const {
    for (std::size_t j = inverse_.size(); j-- > 0;) {
      for (int s = l_.begin[j] + 1; s < l_.begin[j] + l_.count[j]; ++s) {
        const auto entry = static_cast<std::size_t>(s);
        x[j] -= S(l_.numbers[entry]) * x[static_cast<std::size_t>(l_.rows[entry])];
      }
      x[j] = x[j] * inverse_[j];
    }
  }

  [[nodiscard]] std::optional<LibraryFacts> facts() const { return factors_->facts(); }

 private:
  std::unique_ptr<RootFactors> factors_;
  std::span<const int> order_;  ///< coordinate at each place
  std::vector<int> place_, begin_;
  std::vector<double> numbers_;
  std::vector<S> inverse_;  ///< of the pivots
  RootColumns l_;
};

}  // namespace treadle
