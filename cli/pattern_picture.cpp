#include "pattern_picture.hpp"

#include "words.hpp"

#include <algorithm>

namespace treadle::cli {

namespace {

constexpr const char* zero = " ·";

using Cells = std::vector<std::vector<const char*>>;

Cells blank(int n, const char* diagonal) {
  Cells cells(static_cast<std::size_t>(n),
              std::vector<const char*>(static_cast<std::size_t>(n), zero));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i][i] = diagonal;
  return cells;
}

template <class Draw>
void for_each_entry(const LowerPattern& pattern, Draw draw) {
  for (std::size_t column = 0; column + 1 < pattern.begin.size(); ++column) {
    for (int s = pattern.begin[column]; s < pattern.begin[column + 1]; ++s) {
      draw(static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(s)]), column);
    }
  }
}

Cells inertia_cells(const SaddlePattern& pattern) {
  Cells cells = blank(pattern.n, " x");
  for_each_entry(pattern.inertia, [&](std::size_t row, std::size_t column) {
    cells[row][column] = cells[column][row] = " x";
  });
  return cells;
}

Cells factor_cells(const SaddlePattern& pattern) {
  Cells cells = blank(pattern.n, " x");
  for_each_entry(pattern.factor,
                 [&](std::size_t row, std::size_t column) { cells[row][column] = " o"; });
  for_each_entry(pattern.inertia,
                 [&](std::size_t row, std::size_t column) { cells[row][column] = " x"; });
  return cells;
}

Cells reordered(const Cells& cells, const std::vector<int>& order) {
  Cells out = cells;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = 0; k < order.size(); ++k)
      out[i][k] = cells[static_cast<std::size_t>(order[i])][static_cast<std::size_t>(order[k])];
  }
  return out;
}

// Two entries of a column meet in the rows that come after it.
Cells filled(Cells cells) {
  const std::size_t n = cells.size();
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = column + 1; row < n; ++row) {
      if (cells[row][column] == zero) continue;
      for (std::size_t k = column + 1; k < row; ++k) {
        if (cells[k][column] != zero && cells[row][k] == zero) cells[row][k] = " o";
      }
    }
    for (std::size_t row = 0; row < column; ++row) cells[row][column] = zero;
  }
  return cells;
}

std::string line_of(const std::vector<const char*>& row) {
  std::string line;
  for (const char* cell : row) line += cell;
  return line;
}

std::string pictures(const Cells& inertia, const Cells& factor,
                     const std::vector<std::string>& names, std::size_t columns) {
  std::size_t label = 0;
  for (const std::string& name : names) label = std::max(label, width_of(name));
  const std::size_t picture = 2 * names.size();
  const auto head = [&](const char* name) { return padded(std::string(" ") + name, picture); };
  const auto named = [&](std::size_t i) { return "  " + padded(names[i], label); };
  const std::string start = "  " + std::string(label, ' ');

  std::string text;
  if (label + 2 * picture + 6 <= columns) {
    text += start + head("M") + "    L\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
      text += named(i) + line_of(inertia[i]) + "   " + line_of(factor[i]) + "\n";
    }
    return text;
  }
  for (const auto& [title, cells] : {std::pair{"M", &inertia}, std::pair{"L", &factor}}) {
    text += start + " " + title + "\n";
    for (std::size_t i = 0; i < names.size(); ++i) text += named(i) + line_of((*cells)[i]) + "\n";
  }
  return text;
}

}  // namespace

std::string pattern_pictures(const SaddlePattern& pattern, const std::vector<std::string>& names,
                             std::size_t columns) {
  return pictures(inertia_cells(pattern), factor_cells(pattern), names, columns);
}

std::string reordered_pictures(const SaddlePattern& pattern, const std::vector<std::string>& names,
                               const std::vector<int>& order, std::size_t columns) {
  const Cells inertia = reordered(inertia_cells(pattern), order);
  return pictures(inertia, filled(inertia), names, columns);
}

long reordered_factor_entries(const SaddlePattern& pattern, const std::vector<int>& order) {
  long entries = 0;
  for (const auto& row : filled(reordered(inertia_cells(pattern), order))) {
    for (const char* cell : row) entries += cell == zero ? 0 : 1;
  }
  return entries;
}

}  // namespace treadle::cli
