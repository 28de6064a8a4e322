#include "patterns.hpp"

#include "../inspection.hpp"
#include "../overview.hpp"
#include "../words.hpp"
#include "palette.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace treadle::cli {

namespace {

using IndexRows = std::vector<std::vector<int>>;

constexpr int most_names = 40;
constexpr double largest_cell = 22.0, smallest_named_cell = 9.0;
constexpr double named_side = 240.0, largest_side = 360.0;
constexpr double least_width = 135.0;  // of a matrix with its title
constexpr double widest_paths_title = 175.0;
constexpr double title_height = 26.0;
constexpr double between = 36.0;  // M and L, M and T^T
constexpr double largest_words = 10.0;
constexpr double longest_name = 150.0;

IndexRows lower_rows(const LowerPattern& pattern) {
  IndexRows rows(static_cast<std::size_t>(pattern.n));
  for (int column = 0; column < pattern.n; ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (int s = pattern.begin[c]; s < pattern.begin[c + 1]; ++s) {
      rows[static_cast<std::size_t>(pattern.rows[static_cast<std::size_t>(s)])].push_back(column);
    }
  }
  return rows;
}

// Entries above the diagonal: the columns of the lower triangle.
IndexRows upper_rows(const LowerPattern& pattern) {
  IndexRows rows;
  for (std::size_t k = 0; k < static_cast<std::size_t>(pattern.n); ++k) {
    rows.emplace_back(pattern.rows.begin() + pattern.begin[k],
                      pattern.rows.begin() + pattern.begin[k + 1]);
  }
  return rows;
}

IndexRows diagonal_rows(int n) {
  IndexRows rows;
  for (int i = 0; i < n; ++i) rows.push_back({i});
  return rows;
}

std::vector<int> without(const std::vector<int>& all, const std::vector<int>& some) {
  std::vector<int> rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

IndexRows without(const IndexRows& all, const IndexRows& some) {
  IndexRows rest;
  for (std::size_t i = 0; i < all.size(); ++i) rest.push_back(without(all[i], some[i]));
  return rest;
}

double word_size(double line) { return std::min(largest_words, 0.95 * line); }

void write_title(Svg& svg, Point corner, const char* symbol, const std::string& words) {
  svg.text(corner, symbol, 15.0, TextAnchor::start, fill(palette::ink) + " font-weight=\"700\"");
  svg.text({corner.x + 22.0, corner.y}, words, 11.0, TextAnchor::start, fill(palette::soft_ink));
}

}  // namespace

PatternDrawing::PatternDrawing(const Mechanism& mechanism, bool in_a_row)
    : mechanism_(mechanism), pattern_(*mechanism.model.pattern), in_a_row_(in_a_row) {
  const int n = pattern_.n;
  if (n <= most_names) names_ = matrix_order(mechanism);

  // cells as large as is pleasant for few coordinates, matrices no larger than a page for many
  const double cell = names_.empty() ? largest_side / std::max(n, 1)
                                     : std::clamp(std::floor(named_side / std::max(n, 1)),
                                                  smallest_named_cell, largest_cell);
  const double words = word_size(cell);
  double names = 0.0, loops = 0.0;
  for (std::string& name : names_) {
    name = shortened_in_front(name, words, longest_name);
    names = std::max(names, text_width(name, words) + 6.0);
  }
  for (const Loop& loop : mechanism.topology().loops) {
    loops = std::max(loops, std::min(text_width(loop.name, largest_words), longest_name) + 6.0);
  }
  const double left = in_a_row ? names : std::max(names, loops),
               column = std::max(cell * n, least_width);
  const double top = title_height + names;

  std::vector<int> blocks;
  for (const TreeBody& body : mechanism.topology().bodies) blocks.push_back(body.v_at);
  inertia_ = {{left, top}, n, n, cell, cell, blocks, blocks, {}};
  inertia_.layers = {{palette::entry, lower_rows(pattern_.inertia)},
                     {palette::entry, upper_rows(pattern_.inertia)},
                     {palette::diagonal, diagonal_rows(n)}};
  factor_ = {{left + column + between, top}, n, n, cell, cell, blocks, blocks, {}};
  const IndexRows own = lower_rows(pattern_.inertia);
  factor_.layers = {{palette::entry, own},
                    {palette::fill_in, without(lower_rows(pattern_.factor), own)},
                    {palette::diagonal, diagonal_rows(n)}};
  width_ = factor_.corner.x + column;
  height_ = inertia_.area().bottom();
  if (pattern_.m > 0) place_paths(loops, column);
}

void PatternDrawing::place_paths(double loops, double column) {
  paths_ = inertia_;
  paths_.rows = pattern_.m;
  paths_.row_blocks.clear();
  const double tallest = std::max(inertia_.area().height, in_a_row_ ? 160.0 : 220.0);
  paths_.height = std::min(paths_.width, tallest / pattern_.m);
  if (in_a_row_) {
    paths_.corner.x = width_ + between + loops;
    width_ = paths_.corner.x + std::max(column, widest_paths_title);
  } else {
    paths_.corner.y = height_ + between;
  }
  height_ = std::max(height_, paths_.area().bottom());

  IndexRows phi, reach;
  for (const LoopPattern& loop : pattern_.loops) {
    paths_.row_blocks.push_back(loop.first_row);
    for (int r = 0; r < loop.rows; ++r) {
      phi.push_back(loop.columns);
      reach.push_back(without(loop.t_columns, loop.columns));
    }
  }
  paths_.layers = {{palette::phi, std::move(phi)}, {palette::reach, std::move(reach)}};
}

void PatternDrawing::draw(Svg& svg) const {
  const EntryCounts entries = count_entries(pattern_);
  const long fill_in = entries.fill_in();
  write_title(svg, {inertia_.corner.x, 14.0}, "M",
              counted(entries.inertia, "entry", "entries") + " (lower half)");
  write_title(svg, {factor_.corner.x, 14.0}, "L",
              counted(entries.factor, "entry", "entries") + ", " +
                  (fill_in == 0 ? "no" : std::to_string(fill_in)) + " fill-in");
  for (const MatrixPicture* matrix : {&inertia_, &factor_}) {
    draw_matrix(svg, *matrix);
    name_columns(svg, *matrix);
  }
  name_rows(svg, inertia_);
  if (pattern_.m == 0) return;
  write_title(svg, {paths_.corner.x, in_a_row_ ? 14.0 : paths_.corner.y - 9.0}, "Tᵀ",
              counted(entries.t, "entry", "entries") + ", " + std::to_string(entries.phi) +
                  " of them in Φ");
  draw_matrix(svg, paths_);
  if (in_a_row_) name_columns(svg, paths_);
  name_loops(svg);
}

void PatternDrawing::name_rows(Svg& svg, const MatrixPicture& matrix) const {
  const double size = word_size(matrix.height);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const double y = matrix.corner.y + matrix.height * (static_cast<double>(i) + 0.5);
    svg.text({matrix.corner.x - 5.0, y + 0.35 * size}, names_[i], size, TextAnchor::end,
             fill(palette::ink));
  }
}

void PatternDrawing::name_columns(Svg& svg, const MatrixPicture& matrix) const {
  const double size = word_size(matrix.width);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const double x = matrix.corner.x + matrix.width * (static_cast<double>(i) + 0.5);
    svg.text_upwards({x + 0.35 * size, matrix.corner.y - 5.0}, names_[i], size, fill(palette::ink));
  }
}

// Each loop once, beside its rows, where these are high enough.
void PatternDrawing::name_loops(Svg& svg) const {
  for (const Loop& loop : mechanism_.topology().loops) {
    const double height = paths_.height * loop.rows;
    if (height < 7.0) continue;
    const double size = word_size(height);
    const double y = paths_.corner.y + paths_.height * (loop.first_row + loop.rows / 2.0);
    svg.text({paths_.corner.x - 5.0, y + 0.35 * size},
             shortened_in_front(loop.name, size, longest_name), size, TextAnchor::end,
             fill(loop.joint < 0 ? palette::rod_line : palette::cut_line));
  }
}

}  // namespace treadle::cli
