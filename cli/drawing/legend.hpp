// What the lines and colours of a drawing mean, in one row or more.
#pragma once

#include "svg.hpp"

#include <string>
#include <vector>

namespace treadle::cli {

struct LegendItem {
  std::string words;
  const char* colour;
  const char* dashes;  ///< of a line; nullptr for a cell
};

/// Draws the items into rows of at most `width`; gives the height.
double draw_legend(Svg& svg, Point corner, double width, const std::vector<LegendItem>& items);

}  // namespace treadle::cli
