#include "component_text.hpp"

#include "inspection.hpp"
#include "words.hpp"

#include <cmath>
#include <map>

namespace treadle::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string share_words(double share) { return std::to_string(std::lround(100.0 * share)) + " %"; }

// The component with its lines, then those inside it.
void draw_component(const std::vector<ComponentView>& views,
                    const std::vector<std::vector<int>>& inside, int number,
                    const std::string& first, const std::string& further, Rows& rows) {
  if (rows.size() > longest_list) return;
  const ComponentView& one = views[static_cast<std::size_t>(number)];
  rows.push_back({first + one.title(), std::to_string(one.level),
                  one.bodies == 0 ? "" : std::to_string(one.bodies),
                  one.border.empty() ? "none" : listed(one.border),
                  std::to_string(one.rows) + " x " + std::to_string(one.columns),
                  std::to_string(one.rank), one.columns == 0 ? "" : share_words(one.density),
                  std::to_string(std::lround(one.flops))});
  const std::vector<int>& children = inside[static_cast<std::size_t>(number)];
  for (const int child : children) {
    const bool last = child == children.back();
    draw_component(views, inside, child, further + (last ? "└─ " : "├─ "),
                   further + (last ? "   " : "│  "), rows);
  }
}

std::string component_tree(const std::vector<ComponentView>& views) {
  std::vector<std::vector<int>> inside(views.size());
  for (std::size_t n = 0; n < views.size(); ++n) {
    if (views[n].parent >= 0)
      inside[static_cast<std::size_t>(views[n].parent)].push_back(static_cast<int>(n));
  }
  Rows rows{{"component", "level", "bodies", "border", "A", "rank", "entries", "operations"}};
  draw_component(views, inside, static_cast<int>(views.size()) - 1, "", "", rows);
  std::string text = aligned(rows, 2);
  if (views.size() > longest_list)
    text += "  ... " + std::to_string(views.size()) + " components; --json lists all of them\n";
  return text;
}

std::string component_levels(const std::vector<ComponentView>& views) {
  std::map<int, std::pair<long, double>> levels;
  for (const ComponentView& one : views) {
    ++levels[one.level].first;
    levels[one.level].second += one.flops;
  }
  Rows rows{{"level", "components", "operations"}};
  for (const auto& [level, sums] : levels)
    rows.push_back({std::to_string(level), std::to_string(sums.first),
                    std::to_string(std::lround(sums.second))});
  return "\n" + aligned(rows, 2);
}

std::string component_left_out(const std::vector<ComponentView>& views) {
  std::string text;
  for (const ComponentView& one : views) {
    if (!one.left_out.empty())
      text += "  left out of " + one.title() +
              ", since others say the same: " + listed(one.left_out) + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

std::string component_pictures(const std::vector<ComponentView>& views) {
  std::map<std::vector<std::string>, std::string> drawn;
  std::string text;
  for (const ComponentView& one : views) {
    if (one.picture.empty()) continue;
    const auto [same, is_new] = drawn.emplace(one.picture, one.title());
    text += "\n  A of " + one.title() + ", " + std::to_string(one.rows) + " x " +
            std::to_string(one.columns) + ", " + counted(one.numbers, "number") + " among " +
            share_words(one.density) + " entries";
    if (!is_new) {
      text += ": as that of " + same->second + "\n";
      continue;
    }
    text += "\n";
    for (const std::string& row : one.picture) {
      text += "   ";
      for (const char c : row) text += c == '.' ? " ·" : std::string(" ") + c;
      text += "\n";
    }
  }
  return text.empty()
             ? ""
             : "\n  · zero, o the same wherever the mechanism is, x changes with it\n" + text;
}

}  // namespace

std::string component_text(const Mechanism& mechanism) {
  const std::vector<ComponentView> views = view_components(mechanism);
  if (views.empty()) return "\ncomponents\n  none: nothing moves\n";
  const std::string compiled =
      mechanism.compiled.empty()
          ? ""
          : "\n  ■ compiled: a black box, of which the border is all that is known\n";
  return "\ncomponents\n  " + hierarchy_words(mechanism, views) + "\n\n" + component_tree(views) +
         compiled + component_levels(views) + component_left_out(views) + component_pictures(views);
}

}  // namespace treadle::cli
