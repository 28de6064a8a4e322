// M as a full matrix whose zeros are passed over by index lists: the sparse Cholesky method for
// doubly bordered block diagonal matrices, with leaves first (docs/theory/solvers.md, S11).
#pragma once

#include "pivot.hpp"
#include "reached_rows.hpp"
#include "saddle.hpp"
#include "sized.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace treadle {

template <Decidable S>
class ListInertia {
 public:
  explicit ListInertia(const SaddlePattern& pattern)
      : n_(static_cast<std::size_t>(pattern.n)), rows_(n_), a_(n_ * n_), inverse_(n_) {
    for (std::size_t j = 0; j < n_; ++j) {
      for (int s = pattern.factor.begin[j]; s < pattern.factor.begin[j + 1]; ++s) {
        const auto row = static_cast<std::size_t>(pattern.factor.rows[static_cast<std::size_t>(s)]);
        add_to_runs(rows_[j].later, row);
        rows_[row].earlier.push_back(j * n_ + row);
        filled_.push_back(j * n_ + row);
      }
      for (int s = pattern.inertia.begin[j]; s < pattern.inertia.begin[j + 1]; ++s) {
        places_.push_back(
            j * n_ + static_cast<std::size_t>(pattern.inertia.rows[static_cast<std::size_t>(s)]));
      }
    }
    reached_ = rows_of_loops(pattern);
    std::erase_if(filled_, [this](std::size_t place) {
      return std::binary_search(places_.begin(), places_.end(), place);
    });
  }

  [[nodiscard]] int place(int coordinate) const { return coordinate; }

  /// The coordinate without inertia; -1: all have some.
  int factor(const SaddleMatrix<S>& matrix) {
    load(matrix);
    for (std::size_t i = 0; i < n_; ++i) {
      const Row& lists = rows_[i];
      S* const row = a_.data() + i * n_;
      S pivot = row[i];
      for (const std::size_t at : lists.earlier) pivot -= a_[at] * a_[at];
      if (!(value(pivot) > no_inertia * value(matrix.diagonal[i]))) return static_cast<int>(i);
      using std::sqrt;
      row[i] = sqrt(pivot);
      inverse_[i] = S(1.0) / row[i];
      for (const Run& run : lists.later) {
        with_few<S>(run.length, [&](auto length) {
          std::array<S, longest> sums;
          each(length, [&](int c) { sums[c] = row[run.first + c]; });
          for (const std::size_t at : lists.earlier) {
            const S f = a_[at];
            const S* const above = a_.data() + (at - i + run.first);
            each(length, [&](int c) { sums[c] -= f * above[c]; });
          }
          each(length, [&](int c) { row[run.first + c] = sums[c] * inverse_[i]; });
        });
      }
    }
    return -1;
  }

  void forward(std::span<S> x) const {
    for (std::size_t i = 0; i < n_; ++i) take_out(i, x);
  }
  /// Rows of `width` numbers: those of Phi^T, of which a few have entries.
  void forward(std::span<S> x, int width) const {
    if (width == 1) {
      for (const std::size_t i : reached_) take_out(i, x);
      return;
    }
    const auto w = static_cast<std::size_t>(width);
    for (const std::size_t i : reached_) {
      S* const own = x.data() + i * w;
      for (std::size_t c = 0; c < w; ++c) own[c] *= inverse_[i];
      const S* const row = a_.data() + i * n_;
      for (const Run& run : rows_[i].later) {
        for (std::size_t j = run.first; j < run.end(); ++j) {
          S* const to = x.data() + j * w;
          for (std::size_t c = 0; c < w; ++c) to[c] -= row[j] * own[c];
        }
      }
    }
  }
  void backward(std::span<S> x) const {
    for (std::size_t i = n_; i-- > 0;) {
      S sum = x[i];
      const S* const row = a_.data() + i * n_;
      for (const Run& run : rows_[i].later) {
        for (std::size_t j = run.first; j < run.end(); ++j) sum -= row[j] * x[j];
      }
      x[i] = sum * inverse_[i];
    }
  }
  [[nodiscard]] std::optional<LibraryFacts> facts() const { return {}; }

 private:
  static constexpr int longest = 6;

  /// Neighbouring entries beyond a diagonal.
  struct Run {
    std::size_t first = 0;
    int length = 0;

    [[nodiscard]] std::size_t end() const { return first + static_cast<std::size_t>(length); }
  };
  struct Row {
    std::vector<Run> later;
    std::vector<std::size_t> earlier;  ///< places of the entries above a diagonal
  };

  static void add_to_runs(std::vector<Run>& runs, std::size_t column) {
    if (!runs.empty() && runs.back().length < longest && runs.back().end() == column) {
      ++runs.back().length;
    } else {
      runs.push_back({column, 1});
    }
  }
  // A number of a right-hand side is found, and what hangs on it loses its part.
  void take_out(std::size_t i, std::span<S> x) const {
    const S own = x[i] * inverse_[i];
    x[i] = own;
    const S* const row = a_.data() + i * n_;
    for (const Run& run : rows_[i].later) {
      with_few<S>(run.length, [&](auto length) {
        each(length, [&](int c) { x[run.first + c] -= row[run.first + c] * own; });
      });
    }
  }
  // The factor takes the place of the upper triangle.
  void load(const SaddleMatrix<S>& matrix) {
    for (std::size_t j = 0; j < n_; ++j) a_[j * n_ + j] = matrix.diagonal[j];
    for (const std::size_t place : filled_) a_[place] = S(0.0);
    for (std::size_t s = 0; s < places_.size(); ++s) a_[places_[s]] = matrix.lower[s];
  }

  std::size_t n_;
  std::vector<Row> rows_;
  std::vector<std::size_t> reached_;          ///< rows in which L^-1 Phi^T has entries
  std::vector<std::size_t> places_, filled_;  ///< of entries of M, and of those that fill in, in a_
  std::vector<S> a_, inverse_;
};

}  // namespace treadle
