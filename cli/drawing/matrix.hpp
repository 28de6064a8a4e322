// The pattern of one matrix: coloured cells on a grid, with borders around blocks.
#pragma once

#include "svg.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

/// Cells of one colour: the columns of each row, ascending.
struct CellLayer {
  const char* colour;
  std::vector<std::vector<int>> rows;
};

struct MatrixPicture {
  Point corner;
  int rows = 0, columns = 0;
  double width = 0.0, height = 0.0;            ///< of a cell
  std::vector<int> row_blocks, column_blocks;  ///< where each block begins
  std::vector<CellLayer> layers;               ///< later ones over earlier ones

  [[nodiscard]] Rect area() const { return {corner.x, corner.y, width * columns, height * rows}; }
};

void draw_matrix(Svg& svg, const MatrixPicture& matrix);

}  // namespace treadle::cli
