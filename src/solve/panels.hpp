// How the columns of a sparse Cholesky factor are stored: neighbours whose entries below them are
// in the same rows stand together as a panel, so that kernels work on small full blocks.
#pragma once

#include "../topology/pattern.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace treadle {

/// Columns first .. first + width - 1. The numbers are kept column by column, all with the same
/// stride: rows of the panel itself (what is above the diagonal is not used), then the rows below.
struct Panel {
  static constexpr int most = 6;  ///< columns

  int first = 0, width = 0;
  int below = 0;                       ///< rows below those of the panel
  int at = 0;                          ///< where it begins in the values
  int rows_at = 0;                     ///< numbers of the rows below, and their diagonal entries
  int segments = 0, segments_end = 0;  ///< the same rows in runs
  int slots_at = 0;                    ///< where its updates go, if it is not chained
  bool chained = true;                 ///< columns to be updated begin with the rest of its rows

  [[nodiscard]] std::ptrdiff_t stride() const { return width + below; }
};

/// Rows that follow each other, and where they begin among the rows below a panel.
struct RowSegment {
  int row, at, rows;
};

/// The panels of a pattern, and all places in their values.
class Panels {
 public:
  Panels() = default;
  /// Columns with different `marks` never share a panel; no marks: all are alike.
  Panels(const LowerPattern& pattern, std::span<const int> marks);

  [[nodiscard]] const std::vector<Panel>& all() const { return panels_; }
  [[nodiscard]] int values() const { return values_; }
  [[nodiscard]] const std::vector<int>& diagonal() const { return diagonal_; }
  [[nodiscard]] const int* rows(const Panel& panel) const { return rows_.data() + panel.rows_at; }
  [[nodiscard]] const int* targets(const Panel& panel) const {
    return targets_.data() + panel.rows_at;
  }
  [[nodiscard]] const int* slots(const Panel& panel) const {
    return slots_.data() + panel.slots_at;
  }
  [[nodiscard]] std::span<const RowSegment> segments(const Panel& panel) const {
    return {segments_.data() + panel.segments, segments_.data() + panel.segments_end};
  }
  /// Place of an entry of the lower triangle, diagonal included; it must be in the pattern.
  [[nodiscard]] int place(int row, int column) const;

 private:
  void cut(const LowerPattern& pattern, std::span<const int> marks);
  void add(const LowerPattern& pattern, int first, int width);
  [[nodiscard]] bool chained(const LowerPattern& pattern, const Panel& panel) const;
  void find_targets(const LowerPattern& pattern, Panel& panel);

  std::vector<Panel> panels_;
  std::vector<RowSegment> segments_;
  std::vector<int> panel_of_, diagonal_;     ///< by column
  std::vector<int> rows_, targets_, slots_;  ///< of the rows below each panel
  int values_ = 0;
};

}  // namespace treadle
