// What partitions into independent and dependent coordinates have in common: a choice that stays
// until a new one is asked for, and a basis that moves one independent coordinate at a time.
#pragma once

#include "partition.hpp"

#include <algorithm>
#include <vector>

namespace treadle {

template <Decidable S>
class CoordinatePartition : public Partition<S> {
 public:
  CoordinatePartition(int rows, int columns, int rank)
      : Partition<S>(rows, columns, rank),
        column_(at(columns)),
        independent_(at(columns), 0),
        last_(at(columns), 0) {}

  void keep(Keep& keep) override {
    Partition<S>::keep(keep);
    keep(column_, independent_, last_, ever_);
  }

 protected:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// A coordinate that was independent has to be this much better to become dependent: ties must
  /// not change from step to step.
  static constexpr double reluctance = 1.25;

  /// Columns in their own order; with a new choice any of them may become dependent.
  void begin_choice() {
    for (int j = 0; j < this->n_; ++j) column_[at(j)] = j;
    if (this->chosen_) return;
    last_ = independent_;
    std::fill(independent_.begin(), independent_.end(), char{0});
  }
  [[nodiscard]] bool may_depend(int column) const { return independent_[at(column)] == 0; }
  [[nodiscard]] bool was_independent(int column) const { return last_[at(column)] != 0; }

  /// The coordinates without a pivot are free, as many as in a generic position.
  void keep_choice() {
    if (this->chosen_) return;
    int free = this->n_ - this->rank_;
    for (int j = this->n_ - 1; j >= this->used_ && free > 0; --j, --free)
      independent_[at(column_[at(j)])] = 1;
    this->chosen_ = this->used_ == this->rank_;
    if (ever_ && last_ != independent_) ++this->changes_;
    ever_ = true;
  }

  /// v = [-U^-1 R; 1] z; `entry(i, j)` is that of [U R] in row i and the column at place j. (N2)
  template <class Entry>
  void fill_basis(Entry&& entry) {
    Matrix<S>& basis = this->basis_;
    basis.set_zero();
    int c = 0;
    for (int j = this->used_; j < this->n_ && c < basis.cols; ++j) {
      const int free = column_[at(j)];
      if (may_depend(free)) continue;
      basis(free, c) = S(1.0);
      for (int i = this->used_ - 1; i >= 0; --i) {
        S sum = -entry(i, j);
        for (int k = i + 1; k < this->used_; ++k) sum -= entry(i, k) * basis(column_[at(k)], c);
        basis(column_[at(i)], c) = sum / entry(i, i);
      }
      ++c;
    }
  }

  std::vector<int> column_;  ///< at each place, the dependent ones first

 private:
  std::vector<char> independent_, last_;
  bool ever_ = false;
};

}  // namespace treadle
