// The patterns of M, its factor L and T^T: M and L side by side, T^T below M in the same columns,
// or all three in a row.
#pragma once

#include "../../src/mechanism/mechanism.hpp"
#include "matrix.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

class PatternDrawing {
 public:
  PatternDrawing(const Mechanism& mechanism, bool in_a_row);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  void draw(Svg& svg) const;

 private:
  void place_paths(double loops, double column);
  void name_rows(Svg& svg, const MatrixPicture& matrix) const;
  void name_columns(Svg& svg, const MatrixPicture& matrix) const;
  void name_loops(Svg& svg) const;

  const Mechanism& mechanism_;
  const SaddlePattern& pattern_;
  std::vector<std::string> names_;  ///< of coordinates; empty where they are left out
  MatrixPicture inertia_, factor_, paths_;
  double width_ = 0.0, height_ = 0.0;
  bool in_a_row_;
};

}  // namespace treadle::cli
