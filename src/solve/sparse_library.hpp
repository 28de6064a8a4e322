// Sparse factorizations of libraries of others, each in a module of its own (modules/) that is
// opened when it is first needed: KLU and CHOLMOD of SuiteSparse, and MUMPS. They know matrices by
// columns, no mechanisms; what is analysed once is the pattern.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace treadle {

/// Where a matrix has entries, by columns.
struct ColumnPattern {
  int n = 0;
  std::vector<int> begin{0};  ///< n + 1: where each column starts in rows
  std::vector<int> rows;
};

/// What a library says of its factors.
struct LibraryFacts {
  std::string library;      ///< with its version
  double matrix = 0.0;      ///< entries that it was given
  double entries = 0.0;     ///< of the factors, a diagonal of ones not among them
  double operations = 0.0;  ///< of one factorization
};

/// How a factorization went.
struct SparseOutcome {
  int column = -1;              ///< an unknown without a usable pivot; -1: all have one
  bool failed = false;          ///< for another reason: no memory
  bool fresh = false;           ///< pivots were chosen that later factorizations will keep
  std::span<const int> lost{};  ///< unknowns that the others leave open; they are set to zero
};

/// One matrix whose numbers change.
class SparseFactors {
 public:
  virtual ~SparseFactors() = default;
  /// Numbers in the order of the pattern, the largest of them in size. `anew` chooses pivots
  /// whether the present ones would do or not.
  virtual SparseOutcome factor(std::span<const double> numbers, double largest, bool anew) = 0;
  virtual void solve(std::span<double> x) = 0;  ///< in place
  [[nodiscard]] virtual LibraryFacts facts() const = 0;
};

/// `treadle_module` of treadle_klu.so, which takes all entries, and of treadle_mumps.so, which
/// takes the lower triangle of a symmetric matrix.
class SparseLibrary {
 public:
  virtual ~SparseLibrary() = default;
  [[nodiscard]] virtual std::unique_ptr<SparseFactors> make(const ColumnPattern& pattern) = 0;
};

/// The lower triangle L of a Cholesky factorization by columns, the diagonal first in each.
struct RootColumns {
  std::span<const int> begin, count, rows;
  std::span<const double> numbers;
};

/// P A P^T = L L^T of a positive definite matrix.
class RootFactors {
 public:
  virtual ~RootFactors() = default;
  /// Which unknown stands at each place of the order.
  [[nodiscard]] virtual std::span<const int> order() const = 0;
  /// Numbers in the order of the pattern. The place whose pivot is not above `least` of its
  /// diagonal entry; -1: all are.
  virtual int factor(std::span<const double> numbers, double least) = 0;
  [[nodiscard]] virtual RootColumns columns() const = 0;
  [[nodiscard]] virtual LibraryFacts facts() const = 0;
};

/// `treadle_module` of treadle_cholmod.so, which takes the lower triangle.
class RootLibrary {
 public:
  virtual ~RootLibrary() = default;
  [[nodiscard]] virtual std::unique_ptr<RootFactors> make(const ColumnPattern& pattern) = 0;
};

/// Each opens its module; nullptr where there is none.
SparseLibrary* open_klu();
SparseLibrary* open_mumps();
RootLibrary* open_cholmod();

/// What a person has to do to get them; "" where they are there.
std::string klu_refusal();
std::string mumps_refusal();
std::string cholmod_refusal();

}  // namespace treadle
