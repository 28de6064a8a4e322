// M in blocks: a branch is solved for in terms of what it hangs on and put into it, so that nothing
// larger than six by six is ever factored, as for a vehicle's chassis and its corners
// (docs/theory/solvers.md, S12).
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
class BlockInertia {
 public:
  explicit BlockInertia(const SaddlePattern& pattern) : inverse_(at(pattern.n)) {
    cut(pattern.factor);
    plan(pattern);
    reached_ = rows_of_loops(pattern);
  }

  [[nodiscard]] int place(int coordinate) const { return coordinate; }

  /// The coordinate without inertia; -1: all have some.
  int factor(const SaddleMatrix<S>& matrix) {
    for (S& number : values_) number = S(0.0);
    for (std::size_t j = 0; j < diagonal_.size(); ++j) values_[diagonal_[j]] = matrix.diagonal[j];
    for (std::size_t s = 0; s < from_.size(); ++s) values_[from_[s]] = matrix.lower[s];
    for (const Block& block : blocks_) {
      const int bad = factor_block(block, matrix);
      if (bad >= 0) return bad;
      put_into_ancestors(block);
    }
    return -1;
  }

  void forward(std::span<S> x) const {
    for (const Block& block : blocks_) {
      for (std::size_t k = 0; k < block.width; ++k) take_out(block, k, x);
    }
  }
  /// Rows of `width` numbers: those of Phi^T, of which a few have entries.
  void forward(std::span<S> x, int width) const {
    const std::size_t w = at(width);
    for (const std::size_t j : reached_) {
      const Block& block = blocks_[block_of_[j]];
      const std::size_t k = j - block.first;
      if (w == 1) {
        take_out(block, k, x);
        continue;
      }
      const S* row = values_.data() + block.row(k);
      S* own = x.data() + j * w;
      for (std::size_t c = 0; c < w; ++c) own[c] *= inverse_[j];
      const auto take = [&](std::size_t to, const S& f) {
        for (std::size_t c = 0; c < w; ++c) x[to * w + c] -= f * own[c];
      };
      for (std::size_t l = k + 1; l < block.width; ++l) take(block.first + l, row[l]);
      for (std::size_t a = 0; a < block.above.size(); ++a)
        take(block.above[a], row[block.width + a]);
    }
  }
  void backward(std::span<S> x) const {
    for (std::size_t b = blocks_.size(); b-- > 0;) {
      const Block& block = blocks_[b];
      for (std::size_t k = block.width; k-- > 0;) {
        const S* row = values_.data() + block.row(k);
        S sum = x[block.first + k];
        for (std::size_t l = k + 1; l < block.width; ++l) sum -= row[l] * x[block.first + l];
        for (const Run& run : block.beside) {
          const S *const from = row + run.at, *const to = x.data() + run.first;
          for (int c = 0; c < run.length; ++c) sum -= from[c] * to[c];
        }
        x[block.first + k] = sum * inverse_[block.first + k];
      }
    }
  }
  [[nodiscard]] std::optional<LibraryFacts> facts() const { return {}; }

 private:
  static constexpr std::size_t widest = 6;

  /// Neighbouring entries of a row p of A_1i A_ii^-1 A_i1, from column q on, and where they go.
  struct Target {
    std::size_t p = 0, q = 0;
    int length = 0;
    std::size_t to = 0;
  };
  /// Neighbours that a block hangs on, and where they stand in its rows.
  struct Run {
    std::size_t first = 0, at = 0;
    int length = 0;
  };
  /// Coordinates in a row that hang on the same others. Its rows of numbers hold A_ii and A_i1.
  struct Block {
    std::size_t first = 0, width = 0, values = 0;
    std::vector<std::size_t> above;  ///< coordinates that it hangs on
    std::vector<Run> beside;         ///< the same as neighbours
    std::vector<Target> targets;     ///< of A_1i A_ii^-1 A_i1: its upper triangle

    [[nodiscard]] std::size_t row(std::size_t k) const {
      return values + k * (width + above.size());
    }
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  static void add_above(Block& block, std::size_t coordinate) {
    block.above.push_back(coordinate);
    if (!block.beside.empty()) {
      Run& last = block.beside.back();
      if (last.first + at(last.length) == coordinate && last.length < static_cast<int>(widest)) {
        ++last.length;
        return;
      }
    }
    block.beside.push_back({coordinate, block.width + block.above.size() - 1, 1});
  }
  // A number of a right-hand side is found, and what hangs on it loses its part.
  void take_out(const Block& block, std::size_t k, std::span<S> x) const {
    const S* const row = values_.data() + block.row(k);
    const S own = x[block.first + k] * inverse_[block.first + k];
    x[block.first + k] = own;
    for (std::size_t l = k + 1; l < block.width; ++l) x[block.first + l] -= row[l] * own;
    for (const Run& run : block.beside) {
      with_few<S>(run.length, [&](auto length) {
        each(length, [&](int c) { x[run.first + c] -= row[run.at + c] * own; });
      });
    }
  }

  void cut(const LowerPattern& factor) {
    std::size_t values = 0;
    for (int j = 0; j < factor.n;) {
      int end = j + 1;
      const auto entries = [&](int c) { return factor.begin[at(c) + 1] - factor.begin[at(c)]; };
      while (end < factor.n && at(end - j) < widest && entries(end - 1) == entries(end) + 1 &&
             factor.rows[at(factor.begin[at(end - 1)])] == end)
        ++end;
      Block block{at(j), at(end - j), values, {}, {}, {}};
      for (int s = factor.begin[at(end - 1)]; s < factor.begin[at(end)]; ++s)
        add_above(block, at(factor.rows[at(s)]));
      block_of_.insert(block_of_.end(), block.width, blocks_.size());
      values += block.width * (block.width + block.above.size());
      blocks_.push_back(std::move(block));
      j = end;
    }
    values_.resize(values);
  }

  // Where an entry is; both may be the same.
  [[nodiscard]] std::size_t entry(std::size_t row, std::size_t column) const {
    const Block& block = blocks_[block_of_[column]];
    const std::size_t begin = block.row(column - block.first);
    if (row < block.first + block.width) return begin + row - block.first;
    const auto found = std::lower_bound(block.above.begin(), block.above.end(), row);
    return begin + block.width + static_cast<std::size_t>(found - block.above.begin());
  }

  void plan(const SaddlePattern& pattern) {
    for (std::size_t j = 0; j < at(pattern.n); ++j) {
      diagonal_.push_back(entry(j, j));
      for (int s = pattern.inertia.begin[j]; s < pattern.inertia.begin[j + 1]; ++s)
        from_.push_back(entry(at(pattern.inertia.rows[at(s)]), j));
    }
    for (Block& block : blocks_) {
      for (std::size_t p = 0; p < block.above.size(); ++p) {
        for (std::size_t q = p; q < block.above.size();) {
          Target run{p, q, 0, entry(block.above[q], block.above[p])};
          while (q < block.above.size() && run.length < static_cast<int>(widest) &&
                 entry(block.above[q], block.above[p]) == run.to + at(run.length)) {
            ++run.length;
            ++q;
          }
          block.targets.push_back(run);
        }
      }
    }
  }

  // A_ii = U^T U, and U^-T A_i1 beside it: row by row, each less what those above it take away.
  int factor_block(const Block& block, const SaddleMatrix<S>& matrix) {
    const std::size_t length = block.width + block.above.size();
    S* const first = values_.data() + block.values;
    for (std::size_t k = 0; k < block.width; ++k) {
      S* const row = first + k * length;
      const std::size_t j = block.first + k;
      S pivot = row[k];
      for (std::size_t l = 0; l < k; ++l) pivot -= first[l * length + k] * first[l * length + k];
      if (!(value(pivot) > no_inertia * value(matrix.diagonal[j]))) return static_cast<int>(j);
      using std::sqrt;
      row[k] = sqrt(pivot);
      inverse_[j] = S(1.0) / row[k];
      for (std::size_t c = k + 1; c < length; c += widest) {
        const auto some = static_cast<int>(std::min(length - c, widest));
        with_few<S>(some, [&](auto count) {
          std::array<S, widest> sums;
          each(count, [&](int i) { sums[i] = row[c + i]; });
          for (std::size_t l = 0; l < k; ++l) {
            const S* const above = first + l * length;
            const S f = above[k];
            each(count, [&](int i) { sums[i] -= f * above[c + i]; });
          }
          each(count, [&](int i) { row[c + i] = sums[i] * inverse_[j]; });
        });
      }
    }
    return -1;
  }

  // A_11 - A_1i A_ii^-1 A_i1, a few neighbours of a row at once
  void put_into_ancestors(const Block& block) {
    const std::size_t beside = block.width + block.above.size();
    const S* const first = values_.data() + block.row(0) + block.width;
    for (const Target& run : block.targets) {
      with_few<S>(run.length, [&](auto length) {
        S* const to = values_.data() + run.to;
        std::array<S, widest> sums;
        each(length, [&](int c) { sums[c] = to[c]; });
        const S* row = first;
        for (std::size_t k = 0; k < block.width; ++k, row += beside) {
          const S f = row[run.p];
          each(length, [&](int c) { sums[c] -= f * row[run.q + c]; });
        }
        each(length, [&](int c) { to[c] = sums[c]; });
      });
    }
  }

  std::vector<Block> blocks_;
  std::vector<std::size_t> block_of_, diagonal_, from_;
  std::vector<std::size_t> reached_;  ///< rows in which L^-1 Phi^T has entries
  std::vector<S> values_, inverse_;
};

}  // namespace treadle
