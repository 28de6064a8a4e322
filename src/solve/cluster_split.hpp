// Which coordinates of a cluster follow from the others: chosen by pivoting on numbers, kept while
// its pivots stay healthy.
#pragma once

#include <span>
#include <vector>

namespace treadle {

struct FrontShape;

struct Split {
  std::vector<int> dependent;  ///< coordinates d, in pivot order
  std::vector<int> free;       ///< coordinates u
  std::vector<int> rows;       ///< equations used, in pivot order
  std::vector<double> least;   ///< size below which each pivot is too small
  std::vector<int> place;      ///< by coordinate: index in dependent, or -1 - index in free

  [[nodiscard]] int independent() const { return static_cast<int>(free.size()); }
  [[nodiscard]] int rank() const { return static_cast<int>(dependent.size()); }
  void reserve(const FrontShape& shape);
};

/// Looks at Phi (m rows by columns, n coordinates). Among splits that are nearly as well
/// conditioned as the best one it takes the one that needs the fewest operations. False where the
/// rank is lower. Allocates nothing when `split` and `scratch` were reserved.
bool choose_split(const FrontShape& shape, std::span<const double> phi, int rank,
                  std::span<double> scratch, Split& split);

/// The same where inertias of the coordinates are known and the rank is not in doubt: those follow
/// that can do it with the least kinetic energy. (G5)
bool choose_split(const FrontShape& shape, std::span<const double> phi,
                  std::span<const double> inertia, int rank, std::span<double> scratch,
                  Split& split);

/// Numbers that choose_split needs as scratch.
std::size_t split_scratch(const FrontShape& shape);

}  // namespace treadle
