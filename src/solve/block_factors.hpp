// LU and, where it is symmetric, LDL^T of a sparse matrix of small blocks whose pattern is
// symmetric and may change between factorizations; memory is used again (docs/theory/stiff.md,
// J23).
#pragma once

#include "../base/report.hpp"
#include "fill_facts.hpp"
#include "minimum_degree.hpp"
#include "static_pattern.hpp"

#include <span>
#include <vector>

namespace treadle {

class BlockFactors {
 public:
  /// Blocks, couples and late blocks of the plan; its order is chosen here.
  void plan(const StaticPlan& plan, bool symmetric);

  void clear();
  /// Whether two blocks share entries of the matrix or its factors.
  [[nodiscard]] bool has(int row_block, int column_block) const;
  /// Block (row, column) by rows, of size of its row block times size of its column block. Where
  /// the matrix is symmetric only blocks that is_kept are there.
  [[nodiscard]] double* block(int row_block, int column_block);
  [[nodiscard]] bool is_kept(int row_block, int column_block) const {
    return !symmetric_ || place_[no(row_block)] <= place_[no(column_block)];
  }
  [[nodiscard]] int size(int block) const { return sizes_[no(place_[no(block)])]; }

  /// Late unknowns whose pivot is all but zero depend on others: they are left out, and counted.
  /// Any other that is zero or no number is trouble. Rows are not exchanged between blocks.
  Report factor();
  void solve(std::span<double> x);
  [[nodiscard]] const FillFacts& facts() const { return facts_; }

 private:
  static std::size_t no(int i) { return static_cast<std::size_t>(i); }

  void plan_order(const StaticPlan& plan);
  void plan_entries(const StaticPlan& plan);
  void count(const StaticPlan& plan);
  [[nodiscard]] int find(int row, int column) const;
  void factor_row(int i, Report& report);
  void eliminate(int i, int k, int entry, std::span<double> taken);
  void invert(int i, std::span<double> taken, Report& report);

  bool symmetric_ = true;
  int n_ = 0;  ///< blocks
  MinimumDegree degrees_;
  // by place in the order
  std::vector<int> place_, block_;  ///< block -> place and back
  std::vector<int> sizes_, first_;  ///< and the first unknown of each
  std::vector<char> late_;
  std::vector<int> begin_, columns_;  ///< blocks right of the diagonal, by rows, ascending
  std::vector<int> left_begin_, left_row_,
      left_entry_;               ///< for each row: rows before it that reach it
  std::vector<std::size_t> at_;  ///< numbers of each entry of columns_
  std::vector<std::size_t> diagonal_at_;
  std::vector<double> upper_, lower_, diagonal_, inverse_;
  std::vector<double*> work_;  ///< where a row that is eliminated has its blocks, by column
  std::vector<double> multiplier_, taken_, x_;
  // of planning
  std::vector<int> children_, sibling_, mark_, order_, last_;
  std::vector<std::pair<int, int>> couples_;
  FillFacts facts_;
};

}  // namespace treadle
