#include "graph_layout.hpp"

#include "../overview.hpp"
#include "../words.hpp"

#include <algorithm>
#include <cmath>

namespace treadle::cli {

namespace {

constexpr int most_named_bodies = 60;
constexpr double longest_line = 92.0;  // wider names are broken in two
constexpr double widest_name = 190.0;  // and these are cut
constexpr double between_columns = 22.0;

// A long name in two lines, broken after a separator; the later one where that is hardly longer,
// since the last word tells most.
std::vector<std::string> broken(const std::string& name, double size) {
  if (text_width(name, size) <= longest_line) return {name};
  std::size_t best = 0, best_line = name.size();
  for (std::size_t i = 2; i + 1 < name.size(); ++i) {
    if (std::string("._- /").find(name[i - 1]) == std::string::npos) continue;
    const std::size_t line = std::max(i, name.size() - i);
    if (best != 0 && line > best_line + 3) continue;
    best = i;
    best_line = line;
  }
  if (best == 0) return {shortened(name, size, widest_name)};
  return {shortened(name.substr(0, best), size, widest_name),
          shortened(name.substr(best), size, widest_name)};
}

Label tiny_label() { return {{0.0, 0.0, 16.0, 11.0}, {}, ""}; }

std::string weld_note(const Mechanism& mechanism, BodyId body) {
  const std::vector<std::string> names = all_welds(mechanism)[list_of(mechanism.topology(), body)];
  if (names.empty()) return "";
  return shortened("+ " + listed(names), note_size, body.valid() ? widest_name : 400.0);
}

// Type of the joint that carries a body, and who drives it.
std::string joint_note(const Topology& tree, BodyId body) {
  std::string note = joint_name(tree.bodies[body].type);
  for (const Loop& loop : tree.loops) {
    const bool drives = loop.kind == LoopKind::coordinates && loop.from_path.size() == 1 &&
                        loop.from_path.front() == body;
    if (drives) note += " ← " + loop.name;
  }
  return shortened(note, note_size, widest_name);
}

/// The work on one layout.
class Layout {
 public:
  explicit Layout(const Mechanism& mechanism)
      : mechanism_(mechanism),
        tree_(mechanism.topology()),
        count_(static_cast<std::size_t>(tree_.bodies.size())) {
    out_.names = tree_.bodies.size() <= most_named_bodies;
    out_.boxes.assign(count_, Label{});
    out_.lines.assign(count_, TreeLine{});
    strip_.assign(count_, 0.0);
    below_.assign(count_, 0.0);
  }

  GraphLayout make() {
    label();
    measure();
    spread();
    stack();
    connect();
    return std::move(out_);
  }

 private:
  // words in boxes and on lines
  void label() {
    for (BodyId i{0}; i.at < tree_.bodies.size(); ++i) {
      const TreeBody& body = tree_.bodies[i];
      if (!out_.names) {
        out_.boxes[i] = tiny_label();
        continue;
      }
      out_.boxes[i] = make_label(body.name, weld_note(mechanism_, i), name_size, 10.0, true);
      out_.lines[i].label = make_label(body.joint, joint_note(tree_, i), joint_size, 3.0);
    }
    out_.ground_bar.lines = {ground_name};
    out_.ground_bar.note = out_.names ? weld_note(mechanism_, ground) : "";
  }

  // width of the strip that each subtree needs, tips first
  void measure() {
    for (BodyId i{tree_.bodies.size() - 1}; i.valid(); i = BodyId{i.at - 1}) {
      const double own = std::max(out_.boxes[i].rect.width, out_.lines[i].label.rect.width);
      strip_[i] = std::max(own, below_[i]);
      double& parent = tree_.bodies[i].parent.valid() ? below_[tree_.bodies[i].parent] : all_;
      parent += strip_[i] + (parent > 0.0 ? gap() : 0.0);
    }
  }

  // left to right inside the parent's strip
  void spread() {
    By<BodyId, double> next(count_);
    double next_root = 0.0;
    for (BodyId i{0}; i.at < tree_.bodies.size(); ++i) {
      const BodyId up = tree_.bodies[i].parent;
      double& left = up.valid() ? next[up] : next_root;
      out_.boxes[i].rect.x = left + (strip_[i] - out_.boxes[i].rect.width) / 2.0;
      next[i] = left + (strip_[i] - below_[i]) / 2.0;
      left += strip_[i] + gap();
    }
    const double words = text_width(ground_name, name_size, true) + 24.0 +
                         text_width(out_.ground_bar.note, note_size);
    const double width = std::max(all_, words);
    out_.ground_bar.rect = {(all_ - width) / 2.0 - 12.0, 0.0, width + 24.0,
                            out_.names ? 26.0 : 12.0};
  }

  // heights of the levels, with a strip below each for the curves of loops
  void stack() {
    const std::size_t levels = 1 + static_cast<std::size_t>(deepest());
    std::vector<double> box(levels, 0.0), words(levels, 0.0);
    std::vector<int> ends(levels, 0);
    for (BodyId i{0}; i.at < tree_.bodies.size(); ++i) {
      const std::size_t d = depth(i);
      box[d] = std::max(box[d], out_.boxes[i].rect.height);
      words[d] = std::max(words[d], out_.lines[i].label.rect.height);
    }
    for (const Loop& loop : tree_.loops) {
      const bool tied = loop.kind == LoopKind::coordinates;
      for (const BodyId end : tied ? loop.from_path : std::vector<BodyId>{loop.from, loop.to}) {
        if (end.valid()) ++ends[depth(end)];
      }
    }
    box[0] = out_.ground_bar.rect.height;
    double y = 0.0;
    for (std::size_t d = 0; d < levels; ++d) {
      if (d > 0) y += words[d] + (out_.names ? 22.0 : 12.0);
      tops_.push_back(y);
      y += box[d];
      out_.lanes.push_back(y + 6.0);
      y += 6.0 + lane_step * std::min(ends[d], most_lanes);
      buses_.push_back(y);
    }
    for (BodyId i{0}; i.at < tree_.bodies.size(); ++i) out_.boxes[i].rect.y = tops_[depth(i)];
  }

  void connect() {
    for (BodyId i{0}; i.at < tree_.bodies.size(); ++i) {
      TreeLine& line = out_.lines[i];
      const Rect& box = out_.boxes[i].rect;
      const BodyId up = tree_.bodies[i].parent;
      const Rect& above = up.valid() ? out_.boxes[up].rect : out_.ground_bar.rect;
      line.to = {box.center().x, box.top()};
      line.from = {up.valid() ? above.center().x : line.to.x, above.bottom()};
      line.bus = buses_[depth(i) - 1];
      Rect& words = line.label.rect;
      words.x = line.to.x - words.width / 2.0;
      words.y = line.to.y - 8.0 - words.height;
    }
  }

  [[nodiscard]] double gap() const { return out_.names ? between_columns : 8.0; }
  [[nodiscard]] std::size_t depth(BodyId i) const {
    return static_cast<std::size_t>(std::max(1, tree_.bodies[i].depth));
  }
  [[nodiscard]] int deepest() const {
    int deep = 0;
    for (const TreeBody& body : tree_.bodies) deep = std::max(deep, body.depth);
    return deep;
  }

  const Mechanism& mechanism_;
  const Topology& tree_;
  std::size_t count_;
  GraphLayout out_;
  By<BodyId, double> strip_, below_;  // width of a subtree, and of its part below the body
  double all_ = 0.0;
  std::vector<double> tops_, buses_;
};

}  // namespace

Label make_label(const std::string& name, const std::string& note, double size, double margin,
                 bool bold) {
  Label label;
  label.lines = broken(name, size);
  label.note = note;
  double width = text_width(note, note_size);
  for (const std::string& line : label.lines) width = std::max(width, text_width(line, size, bold));
  const double lines = static_cast<double>(label.lines.size());
  label.rect.width = width + 2.0 * margin;
  label.rect.height = lines * (size + 3.0) + (note.empty() ? 0.0 : note_size + 3.0) + margin;
  return label;
}

GraphLayout lay_out_tree(const Mechanism& mechanism) { return Layout(mechanism).make(); }

}  // namespace treadle::cli
