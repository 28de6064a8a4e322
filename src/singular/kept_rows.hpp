// The rows of an island that do not depend on others, as lists of their entries: products of rows
// of a long mechanism have few terms, and few of them are not zero.
#pragma once

#include "../keeping/scaled_islands.hpp"

#include <span>
#include <vector>

namespace treadle {

/// The lower triangle of a symmetric matrix, each row from its first entry on.
struct Envelope {
  std::vector<std::size_t> first;  ///< column of a row's first entry
  std::vector<std::size_t> start;  ///< where it is in `a`; one more than there are rows
  std::vector<double> a;

  /// After `first`: room for all rows.
  void make_room();
  [[nodiscard]] std::size_t rows() const { return first.size(); }
  /// Row i as if it began with column 0.
  [[nodiscard]] double* row(std::size_t i) {
    return a.data() + static_cast<std::ptrdiff_t>(start[i]) - static_cast<std::ptrdiff_t>(first[i]);
  }
  [[nodiscard]] const double* row(std::size_t i) const {
    return a.data() + static_cast<std::ptrdiff_t>(start[i]) - static_cast<std::ptrdiff_t>(first[i]);
  }
};

class KeptRows {
 public:
  KeptRows(const Model<double>& model, const ScaledIsland& island);

  /// Products of all pairs of rows of the scaled Phi; `out` of shape().
  void products(std::span<const double> phi, Envelope& out);
  [[nodiscard]] const Envelope& shape() const { return shape_; }

 private:
  struct Entry {
    std::size_t row = 0, place = 0;  ///< among those kept; in Phi
    double scale = 1.0;
  };
  std::vector<std::vector<Entry>> columns_;
  std::vector<double> numbers_;  ///< of one column
  Envelope shape_;               ///< without numbers
};

}  // namespace treadle
