#include "graph.hpp"

#include "palette.hpp"

#include <algorithm>
#include <string>

namespace treadle::cli {

namespace {

std::string stroke(const char* colour, const char* width, const char* dashes = "") {
  std::string style = std::string("fill=\"none\" stroke=\"") + colour + "\" stroke-width=\"" +
                      width + "\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
  return *dashes == '\0' ? style : style + " stroke-dasharray=\"" + dashes + "\"";
}

// Lines of words in the middle of a label, and its note below them.
void write_label(Svg& svg, const Label& label, double size, const char* colour, bool strong) {
  const double line = size + 3.0;
  const double height =
      line * static_cast<double>(label.lines.size()) + (label.note.empty() ? 0.0 : note_size + 3.0);
  const Point middle = label.rect.center();
  double y = middle.y - height / 2.0 + size;
  const std::string style = fill(colour) + (strong ? " font-weight=\"600\"" : "");
  for (const std::string& words : label.lines) {
    svg.text({middle.x, y}, words, size, TextAnchor::middle, style);
    y += line;
  }
  if (label.note.empty()) return;
  svg.text({middle.x, y - size + note_size}, label.note, note_size, TextAnchor::middle,
           fill(palette::soft_ink));
}

void write_pill(Svg& svg, const Label& label, const char* colour) {
  if (label.lines.empty()) return;
  svg.rect(label.rect, 4.0, "fill=\"white\" fill-opacity=\"0.92\"");
  write_label(svg, label, joint_size, colour, false);
}

void include(Rect& bounds, const Rect& r) {
  const double left = std::min(bounds.left(), r.left()), top = std::min(bounds.top(), r.top());
  bounds = {left, top, std::max(bounds.right(), r.right()) - left,
            std::max(bounds.bottom(), r.bottom()) - top};
}

}  // namespace

GraphDrawing::GraphDrawing(const Mechanism& mechanism)
    : topology_(mechanism.topology()),
      compiled_(mechanism.compiled),
      layout_(lay_out_tree(mechanism)),
      routes_(route_loops(topology_, layout_)),
      bounds_(layout_.ground_bar.rect) {
  for (const Label& box : layout_.boxes) include(bounds_, box.rect);
  for (const TreeLine& line : layout_.lines) {
    if (layout_.names) include(bounds_, line.label.rect);
  }
  for (const LoopRoute& route : routes_) {
    if (!route.label.lines.empty()) include(bounds_, route.label.rect);
    for (const Point& p : route.curve.points) include(bounds_, Rect{p.x, p.y, 0.0, 0.0}.grown(2.0));
  }
  bounds_ = bounds_.grown(2.0);
}

void GraphDrawing::draw(Svg& svg) const {
  const int count = topology_.bodies.size();
  for (BodyId i{0}; i.at < count; ++i) draw_tree_line(svg, i);
  for (const LoopRoute& route : routes_) {
    svg.path(route.curve.data, route.cut_joint ? stroke(palette::cut_line, "2", "7 5")
                                               : stroke(palette::rod_line, "2", "2 5"));
  }
  draw_ground(svg);
  for (const CompiledPart& part : compiled_) draw_part(svg, part);
  for (BodyId i{0}; i.at < count; ++i) draw_box(svg, i);
  for (BodyId i{0}; i.at < count; ++i) write_pill(svg, layout_.lines[i].label, palette::ink);
  for (const LoopRoute& route : routes_) {
    write_pill(svg, route.label, route.cut_joint ? palette::cut_line : palette::rod_line);
  }
}

// A bar whose lower edge is what joints hang on.
void GraphDrawing::draw_ground(Svg& svg) const {
  const Rect& bar = layout_.ground_bar.rect;
  svg.rect(bar, 3.0, fill(palette::ground_fill));
  svg.line({bar.left(), bar.bottom()}, {bar.right(), bar.bottom()},
           stroke(palette::tree_line, "2"));
  if (!layout_.names) return;
  const Point middle = bar.center();
  const std::string& note = layout_.ground_bar.note;
  const double own = text_width(ground_name, name_size, true);
  const double all = own + (note.empty() ? 0.0 : 8.0 + text_width(note, note_size));
  svg.text({middle.x - all / 2.0, middle.y + 4.0}, ground_name, name_size, TextAnchor::start,
           fill(palette::ink) + " font-weight=\"600\"");
  svg.text({middle.x - all / 2.0 + own + 8.0, middle.y + 4.0}, note, note_size, TextAnchor::start,
           fill(palette::soft_ink));
}

void GraphDrawing::draw_tree_line(Svg& svg, BodyId body) const {
  const TreeLine& line = layout_.lines[body];
  const bool free = is_unconstrained(topology_.bodies[body].type);
  const std::string style = free ? stroke(palette::tree_line, "1", "1 3")
                                 : stroke(palette::tree_line, layout_.names ? "1.8" : "1");
  if (line.from.x == line.to.x) {
    svg.line(line.from, line.to, style);
    return;
  }
  svg.path(
      rounded_line({line.from, {line.from.x, line.bus}, {line.to.x, line.bus}, line.to}, 8.0).data,
      style);
}

// What is inside is not to be seen: a black band on which its border stands.
void GraphDrawing::draw_part(Svg& svg, const CompiledPart& part) const {
  std::vector<Point> places;
  for (const int link : part.links) places.push_back(layout_.boxes[BodyId{link}].rect.center());
  std::sort(places.begin(), places.end(), [](Point a, Point b) { return a.x < b.x; });
  for (std::size_t k = 1; k < places.size(); ++k)
    svg.line(places[k - 1], places[k], stroke(palette::ink, layout_.names ? "8" : "3"));
}

bool GraphDrawing::is_border(BodyId body) const {
  return std::any_of(compiled_.begin(), compiled_.end(), [&](const CompiledPart& part) {
    return std::find(part.links.begin(), part.links.end(), body.at) != part.links.end();
  });
}

void GraphDrawing::draw_box(Svg& svg, BodyId body) const {
  const Label& box = layout_.boxes[body];
  if (is_border(body)) {
    svg.rect(box.rect, layout_.names ? 7.0 : 2.5, fill(palette::ink));
    if (layout_.names) write_label(svg, box, name_size, "white", true);
    return;
  }
  svg.rect(
      box.rect, layout_.names ? 7.0 : 2.5,
      fill(palette::body_fill) + " stroke=\"" + palette::body_line + "\" stroke-width=\"1.5\"");
  if (layout_.names) write_label(svg, box, name_size, palette::ink, true);
}

}  // namespace treadle::cli
