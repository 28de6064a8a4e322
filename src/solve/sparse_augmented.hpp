// The augmented matrix by columns, as libraries want it: entries where the pattern has them, rows
// that are left out not there at all, scaled by powers of two (S7).
#pragma once

#include "saddle.hpp"
#include "scales.hpp"
#include "sparse_library.hpp"

#include <cmath>
#include <vector>

namespace treadle {

class SparseAugmented {
 public:
  enum class Part { all, lower };

  SparseAugmented(const SaddlePattern& pattern, Part part);

  /// Plans anew where that changes anything; says whether it did.
  bool leave_out(std::span<const int> rows);

  [[nodiscard]] const ColumnPattern& columns() const { return columns_; }
  [[nodiscard]] std::span<const double> numbers() const { return numbers_; }
  [[nodiscard]] double largest() const { return largest_; }  ///< entry, in size
  [[nodiscard]] bool finite() const { return finite_; }

  template <Decidable S>
  void fill(const SaddleMatrix<S>& matrix) {
    find_scales<S>(pattern_, matrix, scale_);
    largest_ = 0.0;
    finite_ = true;
    const Place* place = places_.data();
    for (const std::span<const S> part : {matrix.diagonal, matrix.lower, matrix.phi}) {
      for (const S& entry : part) put(*place++, value(entry));
    }
  }

  template <Decidable S>
  std::span<double> right(std::span<const S> q, std::span<const S> gamma) {
    for (std::size_t i = 0; i < unknown_.size(); ++i) {
      if (unknown_[i] >= 0)
        x_[static_cast<std::size_t>(unknown_[i])] =
            value(i < q.size() ? q[i] : gamma[i - q.size()]) * scale_[i];
    }
    return x_;
  }

  template <Decidable S>
  void split(std::span<S> qdd, std::span<S> lambda) const {
    for (std::size_t i = 0; i < unknown_.size(); ++i) {
      const double x =
          unknown_[i] < 0 ? 0.0 : x_[static_cast<std::size_t>(unknown_[i])] * scale_[i];
      (i < qdd.size() ? qdd[i] : lambda[i - qdd.size()]) = S(x);
    }
  }

  /// In words of the mechanism. Equations may be lost, they repeat others; coordinates may not.
  [[nodiscard]] Report report(const SparseOutcome& outcome) const;

 private:
  /// Where an entry goes, and once more where both triangles are wanted; -1: nowhere.
  struct Place {
    int row, column, at, mirror;
  };

  void put(const Place& place, double entry) {
    if (place.at < 0) return;
    const double number = entry * scale_[static_cast<std::size_t>(place.row)] *
                          scale_[static_cast<std::size_t>(place.column)];
    numbers_[static_cast<std::size_t>(place.at)] = number;
    if (place.mirror >= 0) numbers_[static_cast<std::size_t>(place.mirror)] = number;
    const double size = std::fabs(number);
    if (size > largest_) largest_ = size;
    finite_ = finite_ && std::isfinite(number);
  }
  void plan();

  SaddlePattern pattern_;
  Part part_;
  std::vector<char> left_out_;  ///< by equation
  std::vector<int> unknown_;    ///< of coordinates and equations; -1: left out
  ColumnPattern columns_;
  std::vector<Place> places_;  ///< of the diagonal of M, of what is below it, of Phi
  std::vector<double> scale_;  ///< of coordinates and equations
  std::vector<double> numbers_, x_;
  double largest_ = 0.0;
  bool finite_ = true;
};

}  // namespace treadle
