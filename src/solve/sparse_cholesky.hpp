// Cholesky factorization of a sparse symmetric positive semidefinite matrix on a pattern that is
// known beforehand. A pivot that vanishes against its diagonal entry leaves its unknown at zero, by
// selection and not by a branch, so that redundant equations drop out and the kernel can be traced.
#pragma once

#include "../base/crew.hpp"
#include "../base/report.hpp"
#include "../scalar/real.hpp"
#include "panels.hpp"
#include "pivot.hpp"

#include <span>
#include <vector>

namespace treadle {

template <Real S, class Pivot>
class SparseCholesky {
 public:
  SparseCholesky() = default;

  /// The pattern must already contain the fill-in (eliminate()). Columns with different marks are
  /// kept in different panels.
  explicit SparseCholesky(LowerPattern pattern, std::span<const int> marks = {});

  /// Values to be factored in place, panel by panel.
  std::span<S> values() { return values_; }
  [[nodiscard]] std::span<const S> values() const { return values_; }
  /// Where the diagonal entry of a column is; those below it follow.
  [[nodiscard]] int column(int j) const { return panels_.diagonal()[static_cast<std::size_t>(j)]; }
  /// Place of an entry of the lower triangle, diagonal included; it must be in the pattern.
  [[nodiscard]] int place(int row, int column) const { return panels_.place(row, column); }
  [[nodiscard]] std::span<const S> inverse() const { return inverse_; }
  [[nodiscard]] const LowerPattern& pattern() const { return pattern_; }
  [[nodiscard]] const Panels& panels() const { return panels_; }

  /// Panels that have nothing to do with each other are worked on side by side: by share, in ranges
  /// that ascend. All panels are in one of them. Numbers stay the same to the last bit.
  void work_with(Crew* crew, std::vector<std::vector<Shares::Range>> shares);

  /// A = L L^T (or L D L^T); a pivot below `tolerance` times its diagonal entry counts as zero. The
  /// report tells the first such pivot and their number.
  Report factor(double tolerance);

  /// One after the other they solve A x = b in place: L^-1, then L^-T (or D^-1 L^-1, then L^-T).
  void forward(std::span<S> x) const;
  void backward(std::span<S> x) const;

 private:
  template <class N>
  void factor_panel(const Panel& panel, N width, double tolerance, S* scratch, Report& report);
  /// f(panel, share), those of each share in their order or backwards.
  template <class F>
  void each_panel(const F& f) const;
  template <class F>
  void each_panel_back(const F& f) const;
  template <class N>
  void forward_panel(const Panel& panel, N width, S* x) const;
  template <class N>
  void backward_panel(const Panel& panel, N width, S* x) const;

  LowerPattern pattern_;
  Panels panels_;
  std::vector<S> values_, start_, inverse_;
  std::vector<S> plain_;  ///< a panel before its pivots, where those are not roots; by share
  Crew* crew_ = nullptr;
  std::vector<std::vector<Shares::Range>> shares_{};
  std::vector<Report> reports_;  ///< by share
};

}  // namespace treadle
