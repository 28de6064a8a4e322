// M as a full matrix and its Cholesky factor, for Alg-D.
#pragma once

#include "../linalg/dense.hpp"
#include "pivot.hpp"
#include "saddle.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace treadle {

template <Decidable S>
class FullInertia {
 public:
  explicit FullInertia(const SaddlePattern& pattern)
      : pattern_(pattern.inertia),
        m_(static_cast<std::size_t>(pattern.n) * static_cast<std::size_t>(pattern.n)),
        start_(static_cast<std::size_t>(pattern.n)) {}

  /// Where a coordinate stands in vectors that are solved for.
  [[nodiscard]] int place(int coordinate) const { return coordinate; }

  /// The coordinate without inertia; -1: all have some.
  int factor(const SaddleMatrix<S>& matrix) {
    std::fill(m_.begin(), m_.end(), S(0.0));
    for (int j = 0; j < pattern_.n; ++j) {
      const auto column = static_cast<std::size_t>(j);
      S* row = m_.data() + column * static_cast<std::size_t>(pattern_.n);
      row[j] = matrix.diagonal[column];
      for (int s = pattern_.begin[column]; s < pattern_.begin[column + 1]; ++s)
        row[pattern_.rows[static_cast<std::size_t>(s)]] = matrix.lower[static_cast<std::size_t>(s)];
    }
    return cholesky_factor<S>(m_, pattern_.n, no_inertia, start_);
  }

  void forward(std::span<S> x) const { lower_solve<S>(m_, pattern_.n, x); }
  void forward(std::span<S> rows, int width) const { lower_solve<S>(m_, pattern_.n, rows, width); }
  void backward(std::span<S> x) const { upper_solve<S>(m_, pattern_.n, x); }
  [[nodiscard]] std::optional<LibraryFacts> facts() const { return {}; }

 private:
  LowerPattern pattern_;
  std::vector<S> m_;
  std::vector<double> start_;
};

}  // namespace treadle
