// The augmented matrix written out in full, for methods that ignore its structure. Rows and columns
// are scaled by powers of two, so that units do not decide what is singular; this rounds nothing
// and counts as no arithmetic of the method. (S7)
#pragma once

#include "saddle.hpp"
#include "scales.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

template <Decidable S>
class Augmented {
 public:
  explicit Augmented(const SaddlePattern& pattern)
      : pattern_(pattern),
        left_out_(static_cast<std::size_t>(pattern.m), 0),
        scale_(static_cast<std::size_t>(size()), 1.0),
        a_(static_cast<std::size_t>(size()) * static_cast<std::size_t>(size())),
        x_(static_cast<std::size_t>(size())),
        pivots_(static_cast<std::size_t>(size())) {}

  [[nodiscard]] int size() const { return pattern_.n + pattern_.m; }
  std::span<S> matrix() { return a_; }  ///< both triangles, size() x size()
  std::span<S> x() { return x_; }
  std::span<int> pivots() { return pivots_; }
  [[nodiscard]] double largest() const { return largest_; }  ///< entry, in size

  void leave_out(std::span<const int> rows) {
    std::fill(left_out_.begin(), left_out_.end(), char{0});
    for (const int row : rows) left_out_[static_cast<std::size_t>(row)] = 1;
  }

  /// Writes all entries; a row that is left out says lambda = 0. Returns how many there are.
  int fill(const SaddleMatrix<S>& matrix) {
    std::fill(a_.begin(), a_.end(), S(0.0));
    largest_ = 0.0;
    const int n = pattern_.n;
    find_scales<S>(pattern_, matrix, scale_);
    for (int j = 0; j < n; ++j) {
      const auto column = static_cast<std::size_t>(j);
      set(j, j, matrix.diagonal[column]);
      for (int s = pattern_.inertia.begin[column]; s < pattern_.inertia.begin[column + 1]; ++s) {
        const auto entry = static_cast<std::size_t>(s);
        set(pattern_.inertia.rows[entry], j, matrix.lower[entry]);
      }
    }
    for (const LoopPattern& loop : pattern_.loops) {
      int v = loop.values_at;
      for (const int column : loop.columns) {
        for (int r = loop.first_row; r < loop.first_row + loop.rows; ++r, ++v) {
          if (left_out_[static_cast<std::size_t>(r)] == 0)
            set(n + r, column, matrix.phi[static_cast<std::size_t>(v)]);
        }
      }
    }
    int count = 0;
    for (int r = 0; r < pattern_.m; ++r) {
      if (left_out_[static_cast<std::size_t>(r)] == 0) continue;
      a_[static_cast<std::size_t>((n + r) * (size() + 1))] = S(1.0);
      ++count;
    }
    return count;
  }

  void fill_right(std::span<const S> q, std::span<const S> gamma) {
    const auto middle = std::copy(q.begin(), q.end(), x_.begin());
    std::copy(gamma.begin(), gamma.end(), middle);
    for (std::size_t r = 0; r < left_out_.size(); ++r) {
      if (left_out_[r] != 0) x_[static_cast<std::size_t>(pattern_.n) + r] = S(0.0);
    }
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = scaled(x_[i], scale_[i]);
  }

  void split(std::span<S> qdd, std::span<S> lambda) const {
    const auto n = static_cast<std::size_t>(pattern_.n);
    for (std::size_t i = 0; i < x_.size(); ++i)
      (i < n ? qdd[i] : lambda[i - n]) = scaled(x_[i], scale_[i]);
  }

  /// What a column without a pivot means; -1: all have one.
  [[nodiscard]] Report report(int column, int dropped) const {
    Report report;
    report.dropped = dropped;
    if (column < 0) return report;
    report.index = column < pattern_.n ? column : column - pattern_.n;
    report.trouble = column < pattern_.n ? Trouble::singular_inertia : Trouble::singular_constraint;
    return report;
  }

 private:
  static S scaled(const S& number, double scale) { return S(value(number) * scale); }

  void set(int i, int j, const S& number) {
    const S entry =
        scaled(number, scale_[static_cast<std::size_t>(i)] * scale_[static_cast<std::size_t>(j)]);
    a_[static_cast<std::size_t>(i * size() + j)] = entry;
    a_[static_cast<std::size_t>(j * size() + i)] = entry;
    largest_ = std::max(largest_, value(abs(entry)));
  }

  SaddlePattern pattern_;
  std::vector<char> left_out_;
  std::vector<double> scale_;  ///< of rows and columns alike
  std::vector<S> a_, x_;
  std::vector<int> pivots_;
  double largest_ = 0.0;
};

}  // namespace treadle
