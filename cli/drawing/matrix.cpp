#include "matrix.hpp"

#include "palette.hpp"

#include <algorithm>

namespace treadle::cli {

namespace {

constexpr double smallest_ruled_cell = 5.0;
constexpr double smallest_block = 3.0;  // pixels; narrower blocks have no borders

std::string box_data(const Rect& r) {
  return "M" + svg_number(r.x) + " " + svg_number(r.y) + "h" + svg_number(r.width) + "v" +
         svg_number(r.height) + "h" + svg_number(-r.width) + "z";
}

// Neighbouring cells of a row become one rectangle.
std::string layer_data(const MatrixPicture& m, const CellLayer& layer) {
  std::string data;
  for (std::size_t row = 0; row < layer.rows.size(); ++row) {
    const std::vector<int>& columns = layer.rows[row];
    for (std::size_t i = 0; i < columns.size();) {
      std::size_t end = i + 1;
      while (end < columns.size() && columns[end] == columns[end - 1] + 1) ++end;
      data += box_data({m.corner.x + m.width * columns[i],
                        m.corner.y + m.height * static_cast<double>(row),
                        m.width * static_cast<double>(end - i), m.height});
      i = end;
    }
  }
  return data;
}

// Lines between rows and columns: at the given places, across the whole matrix.
std::string rules(const MatrixPicture& m, const std::vector<int>& rows,
                  const std::vector<int>& columns) {
  const Rect area = m.area();
  std::string data;
  for (const int row : rows) {
    data += "M" + svg_number(area.x) + " " + svg_number(area.y + m.height * row) + "h" +
            svg_number(area.width);
  }
  for (const int column : columns) {
    data += "M" + svg_number(area.x + m.width * column) + " " + svg_number(area.y) + "v" +
            svg_number(area.height);
  }
  return data;
}

std::vector<int> every(int count) {
  std::vector<int> all;
  for (int i = 1; i < count; ++i) all.push_back(i);
  return all;
}

void draw_rules(Svg& svg, const std::string& data, const char* colour, const char* width) {
  if (data.empty()) return;
  svg.path(data,
           std::string("fill=\"none\" stroke=\"") + colour + "\" stroke-width=\"" + width + "\"");
}

bool wide_enough(std::size_t blocks, double side) {
  return static_cast<double>(blocks) * smallest_block <= side;
}

}  // namespace

void draw_matrix(Svg& svg, const MatrixPicture& m) {
  const Rect area = m.area();
  svg.rect(area, 0.0, "fill=\"#fbfcfd\"");
  for (const CellLayer& layer : m.layers) {
    const std::string data = layer_data(m, layer);
    if (!data.empty()) svg.path(data, std::string("fill=\"") + layer.colour + "\"");
  }
  draw_rules(svg,
             rules(m, m.height >= smallest_ruled_cell ? every(m.rows) : std::vector<int>{},
                   m.width >= smallest_ruled_cell ? every(m.columns) : std::vector<int>{}),
             palette::rule, "0.6");
  draw_rules(
      svg,
      rules(m, wide_enough(m.row_blocks.size(), area.height) ? m.row_blocks : std::vector<int>{},
            wide_enough(m.column_blocks.size(), area.width) ? m.column_blocks : std::vector<int>{}),
      palette::border, "0.9");
  svg.rect(area, 0.0,
           std::string("fill=\"none\" stroke=\"") + palette::ink + "\" stroke-width=\"1.2\"");
}

}  // namespace treadle::cli
