// One cluster of closed loops as a dense front: its equations leave few independent coordinates u,
// the others follow. Reduction by a local null space, in the form that both the saddle form and the
// recursion over bodies use (docs/theory/solvers.md).
//
// With y the cluster's coordinates, split into dependent d and independent u, y_I those of its
// interfaces and x_R everything nearer to the root that its inertia couples with:
//
//   Phi_d d + Phi_u u + Phi_I y_I = gamma   ->   d = X_u u + X_I y_I + k            (G1)
//   S_uu = (M_uu + M_ud X_u) + X_u^T (M_du + M_dd X_u), and so on by congruence      (G2)
//   u is eliminated from what remains on (y_I, x_R)                                  (G3)
#pragma once

#include "../scalar/real.hpp"
#include "cluster_split.hpp"

#include <span>
#include <utility>
#include <vector>

namespace treadle {

/// Sizes and structure, fixed at analysis.
struct FrontShape {
  int coordinates = 0;   ///< n: the cluster's own
  int equations = 0;     ///< m: all, redundant ones included
  int interfaces = 0;    ///< i
  int outside = 0;       ///< r: positions nearer to the root that M couples with
  bool coupled = false;  ///< the first `interfaces` of `outside` are the interfaces themselves
  std::vector<std::pair<int, int>>
      mass;  ///< entries of M, (row, column), row >= column; all (j, j) first

  /// Rows of what remains: interfaces, then the others.
  [[nodiscard]] int border() const { return coupled ? outside : interfaces + outside; }
};

template <Real S>
class ClusterFront {
 public:
  explicit ClusterFront(FrontShape shape);

  [[nodiscard]] const FrontShape& shape() const { return shape_; }
  [[nodiscard]] const Split& split() const { return split_; }
  /// Values to be set before reduce(): M in the order of shape().mass; coupling of coordinate j
  /// with the outside at j * outside; Phi at column * equations + row, interfaces after
  /// coordinates.
  std::span<S> mass() { return mass_; }
  S* coupling(int j) { return coupling_.data() + j * shape_.outside; }
  S* phi(int column) { return phi_.data() + column * shape_.equations; }

  /// Chooses which coordinates follow and in which order, from the values set; `rank` of the
  /// equations are independent. False where there are fewer, or where numbers cannot decide.
  bool choose(int rank);
  /// Takes over a split that was chosen elsewhere. Pivots may shrink to `least` times the size that
  /// the split allows.
  void adopt(const Split& split, double least);
  /// (G1) to (G3). False where a pivot has become too small since the split was chosen.
  bool reduce();

  /// After reduce(): what is added to the inertia of interfaces (i x i, lower triangle by rows) and
  /// to their coupling with the outside (outside x i by columns; its first i rows unused if
  /// coupled).
  [[nodiscard]] const S* interface_mass() const { return interface_mass_.data(); }
  [[nodiscard]] const S* interface_coupling(int i) const {
    return interface_coupling_.data() + i * shape_.outside;
  }
  /// Eliminated coordinate k: border entries before division by the pivot, and after it.
  [[nodiscard]] int independent() const { return split_.independent(); }
  [[nodiscard]] const S* border_row(int k) const { return rows_.data() + k * stride(); }
  [[nodiscard]] const S* scaled_row(int k) const { return scaled_.data() + k * stride(); }

  /// Right-hand side: forces of the cluster's coordinates and gamma of its equations; adds to
  /// `border` (interfaces, then outside).
  void forward(const S* force, const S* gamma, S* border);
  /// Accelerations of its coordinates from those of the border.
  void backward(const S* border, S* y);
  /// Multipliers, after backward; those of equations left out are zero.
  void multipliers(const S* y, const S* border, S* lambda);

 private:
  /// An entry of M between two parts of the split: places there, and where its value is.
  struct Entry {
    int a, b, slot;
  };
  struct Lists {
    std::vector<Entry> dd, du, uu;
  };

  [[nodiscard]] int stride() const { return shape_.border(); }
  [[nodiscard]] int outside_at() const { return shape_.coupled ? 0 : shape_.interfaces; }
  S* column(std::vector<S>& a, int c) { return a.data() + c * split_.rank(); }
  S* row(std::vector<S>& a, int k) { return a.data() + k * stride(); }
  S& factors_at(int a, int k) {  ///< of S_uu, kept in its unused upper half
    return reduced_[static_cast<std::size_t>(k * split_.independent() + a)];
  }
  void sort_mass();
  template <int M>
  bool solve_constraints();
  void reduce_inertia();
  template <int R>
  void reduce_coupling();
  bool eliminate();
  double inertia_scale(int k);

  FrontShape shape_;
  Split split_;
  Lists lists_;
  std::vector<S> mass_, coupling_, phi_;
  std::vector<S> lu_, inverse_;  ///< of Phi_d, in pivot order
  std::vector<S> x_;             ///< X_u then X_I, by columns
  std::vector<S> g_;             ///< M_dd X + M_du, by columns
  std::vector<S> reduced_;       ///< S_uu by rows
  std::vector<S> pivot_;         ///< reciprocals
  std::vector<S> rows_, scaled_;
  std::vector<S> interface_mass_, interface_coupling_;
  std::vector<S> k_, force_, z_;
  std::vector<double> scratch_;
};

}  // namespace treadle
