// Where the augmented matrix [M Phi^T; Phi 0] and its factors have entries: all that a solver knows
// of a mechanism.
#pragma once

#include <vector>

namespace treadle {

/// Strictly lower triangle of a sparse symmetric matrix by columns; the diagonal is always there.
struct LowerPattern {
  int n = 0;
  std::vector<int> begin{0};  ///< n + 1: where each column starts in rows
  std::vector<int> rows;      ///< ascending within a column

  [[nodiscard]] int entries() const { return static_cast<int>(rows.size()); }
  [[nodiscard]] int slot(int row, int column) const;  ///< index in rows, -1 where there is no entry
};

/// Entries of the Cholesky factor: the pattern itself and the fill-in that elimination creates.
LowerPattern eliminate(const LowerPattern& pattern);

/// Rows of Phi that belong to one loop share their columns.
struct LoopPattern {
  int first_row = 0, rows = 0;
  std::vector<int> columns;  ///< positions with entries in Phi, ascending
  int values_at =
      0;  ///< first value in SaddleMatrix::phi; entry (row r, k-th column): at + k rows + r
  std::vector<int> t_columns;  ///< positions with entries in T = L^-1 Phi^T (Lemma 3), ascending
};

/// Coordinates and equations that are eliminated together where their loops close, as positions.
struct ClusterPattern {
  std::vector<int> positions;   ///< reduced inside, ascending
  std::vector<int> interfaces;  ///< positions that several clusters see, ascending
  std::vector<int> loops;       ///< whose equations it holds
};

struct SaddlePattern {
  int n = 0, m = 0;
  LowerPattern inertia;  ///< M
  LowerPattern factor;   ///< L; equal to `inertia` where the numbering obeys Lemma 2
  std::vector<LoopPattern> loops;
  std::vector<ClusterPattern> clusters;
  int phi_values = 0;

  [[nodiscard]] bool no_fill() const { return inertia.entries() == factor.entries(); }
};

}  // namespace treadle
