#include "drawing.hpp"

#include "../overview.hpp"
#include "graph.hpp"
#include "legend.hpp"
#include "palette.hpp"
#include "patterns.hpp"

#include <algorithm>

namespace treadle::cli {

namespace {

constexpr double page_margin = 24.0;
constexpr double page_title = 56.0;
constexpr double between_parts = 44.0;  // graph and patterns
constexpr double widest_row = 1040.0;   // wider than this, the patterns go below the graph
constexpr double largest_graph = 1600.0;
constexpr double largest_file = 2000.0;

void write_title(Svg& svg, const Mechanism& mechanism) {
  const std::string fill = "fill=\"", ink = fill + palette::ink + "\"";
  svg.text({page_margin, page_margin + 16.0}, mechanism.description.name, 20.0, TextAnchor::start,
           ink + " font-weight=\"700\"");
  svg.text({page_margin, page_margin + 36.0}, size_words(mechanism), 13.0, TextAnchor::start,
           fill + palette::soft_ink + "\"");
}

std::vector<LegendItem> legend_of(const Mechanism& mechanism) {
  std::vector<LegendItem> items;
  const auto any = [&](bool cut_joint) {
    const auto& loops = mechanism.topology().loops;
    return std::any_of(loops.begin(), loops.end(),
                       [&](const Loop& loop) { return (loop.joint >= 0) == cut_joint; });
  };
  const EntryCounts entries = count_entries(mechanism);
  if (mechanism.model.nv() > 0) items.push_back({"tree joint", palette::tree_line, "none"});
  if (any(true)) items.push_back({"cut joint", palette::cut_line, "7 5"});
  if (any(false)) items.push_back({"constraint", palette::rod_line, "2 5"});
  if (!mechanism.compiled.empty())
    items.push_back({"border of a compiled part", palette::ink, nullptr});
  if (mechanism.model.nv() > 0) items.push_back({"entry", palette::entry, nullptr});
  if (entries.fill_in() > 0) items.push_back({"fill-in", palette::fill_in, nullptr});
  if (entries.phi > 0) items.push_back({"entry of Φ", palette::phi, nullptr});
  if (entries.t > entries.phi) items.push_back({"added in T", palette::reach, nullptr});
  return items;
}

/// Who stands where.
struct Arrangement {
  bool beside = false;    ///< the patterns right of the graph, or below it
  bool in_a_row = false;  ///< the three patterns
};

// The widest arrangement that is still readable on a page.
Arrangement arrange(const Mechanism& mechanism, double graph_width) {
  const double row = PatternDrawing(mechanism, true).width();
  const double block = PatternDrawing(mechanism, false).width();
  if (graph_width + between_parts + row <= widest_row) return {true, true};
  if (graph_width + between_parts + block <= widest_row) return {true, false};
  return {false, row <= std::max(graph_width, widest_row)};
}

}  // namespace

std::string draw_mechanism(const Mechanism& mechanism) {
  const GraphDrawing graph(mechanism);
  const Rect bounds = graph.bounds();
  const double scale = std::min({1.0, largest_graph / bounds.width, largest_graph / bounds.height});
  const double graph_width = scale * bounds.width, graph_height = scale * bounds.height;
  const Arrangement chosen = arrange(mechanism, graph_width);
  const PatternDrawing patterns(mechanism, chosen.in_a_row);

  const double beside = graph_width + between_parts + patterns.width();
  const double below = std::max(graph_width, patterns.width());
  const double inside = std::max(chosen.beside ? beside : below, 300.0);
  const double content = chosen.beside ? std::max(graph_height, patterns.height())
                                       : graph_height + between_parts + patterns.height();
  const auto centred = [&](double own) { return page_margin + (inside - own) / 2.0; };
  const double top = page_margin + page_title;

  Svg svg;
  write_title(svg, mechanism);
  const double graph_x = chosen.beside ? page_margin : centred(graph_width);
  svg.open_group({graph_x - scale * bounds.x, top - scale * bounds.y}, scale);
  graph.draw(svg);
  svg.close_group();
  if (mechanism.model.nv() > 0) {
    svg.open_group(chosen.beside
                       ? Point{page_margin + graph_width + between_parts, top}
                       : Point{centred(patterns.width()), top + graph_height + between_parts});
    patterns.draw(svg);
    svg.close_group();
  }
  const double legend_y = top + content + 18.0;
  const double legend = draw_legend(svg, {page_margin, legend_y}, inside, legend_of(mechanism));
  return svg.file(inside + 2.0 * page_margin, legend_y + legend + page_margin,
                  mechanism.description.name, largest_file);
}

}  // namespace treadle::cli
