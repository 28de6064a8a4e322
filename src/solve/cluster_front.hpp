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

#include "../base/keep.hpp"
#include "../scalar/real.hpp"
#include "cluster_split.hpp"

#include <algorithm>
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
  struct PhiEntry {
    int column, row;  ///< in the front: coordinates, then interfaces; equations
    int value;        ///< among all values of Phi
  };
  std::vector<std::pair<int, int>> mass;  ///< entries of M, (row, column), row >= column
  std::vector<PhiEntry> phi;
  std::vector<int> positions;  ///< by coordinate: where its acceleration is
  std::vector<int> rows;       ///< by equation: where its right-hand side and multiplier are

  /// Rows of what remains: interfaces, then the others.
  [[nodiscard]] int border() const { return coupled ? outside : interfaces + outside; }
};

template <Real S>
class ClusterFront {
 public:
  explicit ClusterFront(FrontShape shape);

  [[nodiscard]] const FrontShape& shape() const { return shape_; }
  [[nodiscard]] const Split& split() const { return split_; }

  /// Chooses which coordinates follow and in which order, from values of Phi as plain numbers;
  /// `rank` of the equations are independent. False where there are fewer.
  template <class Value>
  bool choose(int rank, const Value& phi) {
    keep_numbers(phi);
    return choose(rank);
  }
  /// Takes over a split that was chosen elsewhere. Pivots may shrink to `least` times the size that
  /// the split allows.
  void adopt(const Split& split, double least);
  /// The split; all else follows from the values of an evaluation.
  void keep(Keep& keep) {
    keep(split_);
    if (keep.restoring() && !split_.place.empty()) arrange();
  }
  /// (G1), from all values of Phi. False where a pivot has become too small since the split was
  /// chosen.
  bool close(const S* phi);

  /// Values that belong to a split, so to be set after close(): entry s of shape().mass, the
  /// coupling of coordinate j with the outside, the force on it.
  void set_mass(std::size_t s, const S& value) {
    mass_[static_cast<std::size_t>(places_[s].a)] = value;
    mass_[static_cast<std::size_t>(places_[s].b)] = value;
  }
  void add_mass(std::size_t s, const S& value) {
    mass_[static_cast<std::size_t>(places_[s].a)] += value;
    if (places_[s].b != places_[s].a) mass_[static_cast<std::size_t>(places_[s].b)] += value;
  }
  S* coupling(int j) { return coupling_.data() + slot(j) * shape_.outside; }
  S& force(int j) { return force_[static_cast<std::size_t>(slot(j))]; }
  /// False where a coordinate that is independent drags others along whose inertia outweighs its
  /// own: its own would be lost in rounding. (G5)
  [[nodiscard]] bool is_balanced() const;
  /// Another split, by inertias, for the values that were set, and (G1) for it. `number` makes a
  /// plain number. False where there is none that is_balanced().
  template <class Number>
  bool balance(int rank, const S* phi, const Number& number) {
    keep_numbers([&](int k) { return number(phi[k]); });
    for (std::size_t s = 0; s < shape_.mass.size(); ++s) {
      const auto [i, j] = shape_.mass[s];
      if (i == j) inertia_[static_cast<std::size_t>(i)] = number(mass_entry(s));
    }
    return change_split(rank, phi);
  }
  /// (G2) (G3). False where a motion of the cluster has no inertia.
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

  /// Right-hand side: the forces set, and gamma of all equations; adds to `border` (interfaces,
  /// then outside).
  void forward(const S* gamma, S* border);
  /// Accelerations of its coordinates, put among those of all, from those of the border.
  void backward(const S* border, S* y);
  /// Multipliers, put among all, after backward; those of equations left out are zero.
  void multipliers(const S* y, const S* border, S* lambda);

 private:
  struct MassPlace {
    int a, b;  ///< where an entry of M goes, and again where it stands on both sides of M_dd
  };
  struct PhiPlace {
    int to, value;
  };

  [[nodiscard]] int slot(int j) const { return slots_[static_cast<std::size_t>(j)]; }
  [[nodiscard]] int stride() const { return shape_.border(); }
  [[nodiscard]] int outside_at() const { return shape_.coupled ? 0 : shape_.interfaces; }
  S* column(std::vector<S>& a, int c) { return a.data() + c * split_.rank(); }
  S* row(std::vector<S>& a, int k) { return a.data() + k * stride(); }
  S& factors_at(int a, int k) {  ///< of S_uu, kept in its unused upper half
    return reduced_[static_cast<std::size_t>(k * split_.independent() + a)];
  }
  template <class Value>
  void keep_numbers(const Value& phi) {  ///< of Phi, at the beginning of the scratch
    const auto m = static_cast<std::size_t>(shape_.equations);
    std::fill(scratch_.begin(), scratch_.end(), 0.0);
    for (const auto& e : shape_.phi) {
      if (e.column < shape_.coordinates)
        scratch_[static_cast<std::size_t>(e.column) * m + static_cast<std::size_t>(e.row)] =
            phi(e.value);
    }
  }
  [[nodiscard]] const S& mass_entry(std::size_t s) const {
    return mass_[static_cast<std::size_t>(places_[s].a)];
  }
  bool choose(int rank);
  bool change_split(int rank, const S* phi);
  void arrange();
  template <int M>
  bool solve_constraints(const S* phi);
  template <int M>
  void reduce_inertia();
  template <int M, int R>
  void reduce_coupling();
  template <int W>
  bool eliminate();
  template <int M>
  void follow(const S* border, S* y);
  template <int M, int R>
  void reduce_forces(const S* gamma, S* border);
  S inertia_scale(int k);

  FrontShape shape_;
  Split split_;
  // in the order of the split, dependent coordinates first
  std::vector<int> slots_;             ///< by coordinate
  std::vector<MassPlace> places_;      ///< by entry of M
  std::vector<PhiPlace> own_, other_;  ///< values of Phi that make Phi_d, and [Phi_u Phi_I]
  std::vector<int> gamma_at_, y_at_;   ///< among all equations, among all coordinates
  std::vector<S> mass_;                ///< M_dd by columns, M_du by columns, M_uu by rows
  std::vector<S> coupling_, force_;
  std::vector<S> lu_, inverse_;  ///< of Phi_d, in pivot order
  std::vector<S> x_;             ///< X_u then X_I, by columns
  std::vector<S> g_;             ///< M_dd X + M_du, by columns
  std::vector<S> reduced_;       ///< S_uu by rows
  std::vector<S> pivot_;         ///< reciprocals
  std::vector<S> rows_, scaled_;
  std::vector<S> interface_mass_, interface_coupling_;
  std::vector<S> k_, d_, z_;
  std::vector<S> kept_;          ///< values while the split changes
  std::vector<double> inertia_;  ///< by coordinate, for balance()
  std::vector<double> scratch_;
};

}  // namespace treadle
