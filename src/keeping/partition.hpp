// Ways to split the velocities of one island of loops into those that are free and those that
// follow: Phi v = b has the solutions v = particular(b) + basis z (docs/theory/partition.md). Rows
// and columns come scaled, so that all entries are plain numbers of like size.
#pragma once

#include "../linalg/matrix.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace treadle {

/// A direction of Phi that is weaker than this against the strongest is left out: its acceleration
/// is zero and it is not corrected. Once left out it has to be ten times stronger to come back.
inline constexpr double lost_direction = 1e-9;

/// The number of free directions is fixed: it is that of the generic position, and does not jump
/// where Phi loses rank for an instant.
template <Decidable S>
class Partition {
 public:
  Partition(int rows, int columns, int rank)
      : m_(rows), n_(columns), rank_(rank), basis_(columns, columns - rank) {
    basis_.set_zero();
  }
  virtual ~Partition() = default;

  /// Phi (m x n) -> basis and factors.
  virtual void split(const Matrix<S>& phi) = 0;
  /// Phi x = b, in the rows that count.
  virtual void particular(std::span<const S> b, std::span<S> x) = 0;
  /// Phi^T lambda = g; of least norm where the method gives that.
  virtual void multipliers(std::span<const S> g, std::span<S> lambda) = 0;
  /// The next split chooses its independent coordinates anew.
  void choose_again() { chosen_ = false; }

  /// Directions weaker than this count as lost, of methods that go by singular values.
  void ignore_below(double strength) { ignored_ = strength; }

  /// Free directions, a column for each (n x f).
  [[nodiscard]] const Matrix<S>& basis() const { return basis_; }
  /// Weakest direction that counts, as a part of the strongest, and whether some were left out.
  [[nodiscard]] double weakest() const { return weakest_; }
  [[nodiscard]] int lost() const { return rank_ - used_; }
  /// How often other coordinates became the independent ones.
  [[nodiscard]] long changes() const { return changes_; }
  [[nodiscard]] int rows() const { return m_; }
  [[nodiscard]] int columns() const { return n_; }

  /// The choice, and the directions that the next ones are turned to.
  virtual void keep(Keep& keep) {
    keep(used_, used_before_, weakest_, ignored_, chosen_, changes_, basis_);
  }

 protected:
  /// Whether direction number k of this strength counts, with hysteresis.
  bool counts(int k, double strength, double strongest) const {
    const double least = k < used_before_ ? lost_direction : 10.0 * lost_direction;
    return strength > least * strongest && strength > ignored_;
  }
  void finish(int used, double weakest) {
    used_ = used_before_ = used;
    weakest_ = weakest;
  }

  int m_, n_, rank_;
  int used_ = 0, used_before_ = 1 << 20;
  double weakest_ = 0.0, ignored_ = 0.0;
  bool chosen_ = false;
  long changes_ = 0;
  Matrix<S> basis_;
};

/// "lu", "qr", "svd", "gram-schmidt", "projection".
const std::vector<std::string>& partition_names();

/// nullptr for an unknown name. `rank`: of the rows in a generic position.
template <Decidable S>
std::unique_ptr<Partition<S>> make_partition(std::string_view name, int rows, int columns,
                                             int rank);

}  // namespace treadle
