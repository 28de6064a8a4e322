// A beside W, row by row: A becomes triangular by reflections, the column with most left of it
// first, and W is turned with it (docs/theory/components.md). Matrices of components are small, so
// all columns of a row are turned at once: rows are long enough for the registers, columns are not.
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

namespace treadle {

class PivotedRows {
 public:
  /// A has the first `met` rows and `columns` columns, W all `height` rows and `seen` columns.
  PivotedRows(int met, int height, int columns, int seen);
  PivotedRows() = default;

  void clear();
  [[nodiscard]] double* row(int i) { return rows_.data() + i * stride_; }
  [[nodiscard]] const double* row(int i) const { return rows_.data() + i * stride_; }
  [[nodiscard]] double* row_of_w(int i) { return row(i) + columns_; }
  [[nodiscard]] const double* row_of_w(int i) const { return row(i) + columns_; }

  /// A Pi = Q R, W becomes Q^T W. A column that is not longer than `least` is zero; one of which
  /// less than 1e-9 is left depends on the others. (H3)
  void eliminate(std::span<const double> least);
  /// Rows of W from the rank on become a triangle. (H4) (H11)
  void make_triangle();
  /// F, with D = F F^T: these rows as columns.
  void pass_on(Eigen::MatrixXd& factor) const;

  [[nodiscard]] int rank() const { return rank_; }
  /// Columns of A in the order in which they were taken, then those left out.
  [[nodiscard]] const std::vector<int>& order() const { return order_; }
  /// The same factors found elsewhere: R and W above the rank are in the rows already.
  void set_order(int rank, std::span<const int> taken, std::span<const int> left_out);

  /// x = Q^T x, and back: the rows of A alone.
  void turn(double* x) const;
  void turn_back(double* x) const;
  /// y of R^T y = Pi^T left, and in place the solution of R x = y.
  void solve_transposed(const Eigen::VectorXd& left, Eigen::VectorXd& y) const;
  void solve(Eigen::VectorXd& y) const;
  /// to += W_1^T y, y -= W_1 tau: W_1 above the rank.
  void add_seen(const Eigen::VectorXd& y, Eigen::VectorXd& to) const;
  void take_seen(const Eigen::Ref<const Eigen::VectorXd>& tau, Eigen::VectorXd& y) const;

 private:
  double reflect(int k, int first_row, int end_row, int column);

  int met_ = 0, height_ = 0, columns_ = 0, seen_ = 0, stride_ = 0, rank_ = 0;
  std::vector<double> rows_;
  std::vector<int> order_;
  std::vector<double> tau_, sum_;
  std::vector<double> whole_, left_, exact_;  ///< squares of columns: at first, of what is left
};

}  // namespace treadle
