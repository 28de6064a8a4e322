#include "read_color.hpp"

#include "../../base/text.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

struct NamedColor {
  const char* name;
  const char* value;
};

// The sixteen basic names of CSS and a few that machines are painted in.
constexpr std::array<NamedColor, 26> colors{{
    {"black", "#000000"},   {"silver", "#c0c0c0"},    {"gray", "#808080"},
    {"white", "#ffffff"},   {"maroon", "#800000"},    {"red", "#ff0000"},
    {"purple", "#800080"},  {"fuchsia", "#ff00ff"},   {"green", "#008000"},
    {"lime", "#00ff00"},    {"olive", "#808000"},     {"yellow", "#ffff00"},
    {"navy", "#000080"},    {"blue", "#0000ff"},      {"teal", "#008080"},
    {"aqua", "#00ffff"},    {"orange", "#ffa500"},    {"gold", "#ffd700"},
    {"brown", "#a52a2a"},   {"tomato", "#ff6347"},    {"cyan", "#00ffff"},
    {"magenta", "#ff00ff"}, {"lightgray", "#d3d3d3"}, {"darkgray", "#a9a9a9"},
    {"grey", "#808080"},    {"steelblue", "#4682b4"},
}};

bool is_hex(const std::string& text) {
  return text.size() == 7 && text.find_first_not_of("0123456789abcdef", 1) == std::string::npos;
}

}  // namespace

std::string read_color(const nlohmann::json& value, const Place& place) {
  const std::string written = read_string(value, place);
  std::string word = written;
  std::transform(word.begin(), word.end(), word.begin(), lower);
  if (word.starts_with('#')) {
    if (!is_hex(word))
      place.fail_field("is " + shown(written) + "; write '#rrggbb' with six hexadecimal digits");
    return word;
  }
  Words names;
  for (const NamedColor& color : colors) {
    if (word == color.name) return color.value;
    names.emplace_back(color.name);
  }
  const std::string near = nearest_name(word, names);
  place.fail("unknown color " + shown(written) +
             (near.empty() ? "; write '#rrggbb' or a name such as 'steelblue'"
                           : " (did you mean '" + near + "'?)"));
}

}  // namespace treadle
