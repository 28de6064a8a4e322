// M as a full matrix whose zeros are passed over by index lists: the sparse Cholesky method for
// doubly bordered block diagonal matrices, with leaves first (docs/theory/solvers.md, S11).
#pragma once

#include "pivot.hpp"
#include "saddle.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace treadle {

template <Decidable S>
class ListInertia {
 public:
  explicit ListInertia(const SaddlePattern& pattern)
      : n_(static_cast<std::size_t>(pattern.n)),
        later_(n_),
        earlier_(n_),
        a_(n_ * n_),
        inverse_(n_) {
    for (std::size_t j = 0; j < n_; ++j) {
      for (int s = pattern.factor.begin[j]; s < pattern.factor.begin[j + 1]; ++s) {
        const auto row = static_cast<std::size_t>(pattern.factor.rows[static_cast<std::size_t>(s)]);
        later_[j].push_back(row);
        earlier_[row].push_back(j);
        filled_.push_back(j * n_ + row);
      }
      for (int s = pattern.inertia.begin[j]; s < pattern.inertia.begin[j + 1]; ++s) {
        places_.push_back(
            j * n_ + static_cast<std::size_t>(pattern.inertia.rows[static_cast<std::size_t>(s)]));
      }
    }
    std::erase_if(filled_, [this](std::size_t place) {
      return std::binary_search(places_.begin(), places_.end(), place);
    });
  }

  [[nodiscard]] int place(int coordinate) const { return coordinate; }

  /// The coordinate without inertia; -1: all have some.
  int factor(const SaddleMatrix<S>& matrix) {
    load(matrix);
    for (std::size_t i = 0; i < n_; ++i) {
      S* row = a_.data() + i * n_;
      S pivot = row[i];
      const std::vector<std::size_t>& later = later_[i];
      // sums of the whole row grow side by side: none waits for another
      for (const std::size_t k : earlier_[i]) {
        const S f = row[k];
        pivot -= f * f;
        for (const std::size_t j : later) row[j] -= f * a_[j * n_ + k];
      }
      if (!(value(pivot) > no_inertia * value(matrix.diagonal[i]))) return static_cast<int>(i);
      using std::sqrt;
      row[i] = sqrt(pivot);
      inverse_[i] = S(1.0) / row[i];
      for (const std::size_t j : later) a_[j * n_ + i] = row[j] * inverse_[i];
    }
    return -1;
  }

  void forward(std::span<S> x) const {
    for (std::size_t i = 0; i < n_; ++i) {
      S sum = x[i];
      for (const std::size_t k : earlier_[i]) sum -= a_[i * n_ + k] * x[k];
      x[i] = sum * inverse_[i];
    }
  }
  /// Rows of `width` numbers.
  void forward(std::span<S> x, int width) const {
    if (width == 1) return forward(x);
    const auto w = static_cast<std::size_t>(width);
    for (std::size_t i = 0; i < n_; ++i) {
      S* to = x.data() + i * w;
      for (const std::size_t k : earlier_[i]) {
        const S f = a_[i * n_ + k];
        const S* from = x.data() + k * w;
        for (std::size_t c = 0; c < w; ++c) to[c] -= f * from[c];
      }
      for (std::size_t c = 0; c < w; ++c) to[c] *= inverse_[i];
    }
  }
  void backward(std::span<S> x) const {
    for (std::size_t i = n_; i-- > 0;) {
      S sum = x[i];
      for (const std::size_t k : later_[i]) sum -= a_[k * n_ + i] * x[k];
      x[i] = sum * inverse_[i];
    }
  }
  [[nodiscard]] std::optional<LibraryFacts> facts() const { return {}; }

 private:
  // The upper triangle is read, the factor is written into the lower.
  void load(const SaddleMatrix<S>& matrix) {
    for (std::size_t j = 0; j < n_; ++j) a_[j * n_ + j] = matrix.diagonal[j];
    for (const std::size_t place : filled_) a_[place] = S(0.0);
    for (std::size_t s = 0; s < places_.size(); ++s) a_[places_[s]] = matrix.lower[s];
  }

  std::size_t n_;
  std::vector<std::vector<std::size_t>> later_, earlier_;  ///< entries beyond and before a diagonal
  std::vector<std::size_t> places_, filled_;  ///< of entries of M, and of those that fill in, in a_
  std::vector<S> a_, inverse_;
};

}  // namespace treadle
