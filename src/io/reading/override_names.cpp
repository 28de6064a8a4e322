#include "override_names.hpp"

#include "../../base/text.hpp"
#include "../tables/shown.hpp"
#include "fields.hpp"

#include <algorithm>

namespace treadle {

namespace {

// Parameters of parts are reached by their whole names: whoever gives the last word alone is told
// where there is such a one, and a wrong word is compared with all of them.
std::string nested_suggestion(const std::string& name, const Words& known) {
  const auto last = [](const std::string& path) { return path.substr(path.rfind('.') + 1); };
  Words ends, same;
  for (const std::string& path : known) {
    ends.push_back(last(path));
    if (ends.back() == last(name)) same.push_back(path);
  }
  if (same.empty()) {
    const std::string near = nearest_name(name, known), end = nearest_name(last(name), ends);
    if (!near.empty()) return " (did you mean '" + near + "'?)";
    if (end.empty()) return suggestion(name, known);
    for (const std::string& path : known) {
      if (last(path) == end) same.push_back(path);
    }
  }
  const std::string more =
      same.size() > 1 ? ", one of " + std::to_string(same.size()) + " with this last word" : "";
  const std::string near = nearest_name(name, same);
  return " (did you mean '" + (near.empty() ? same.front() : near) + "'?" + more + ")";
}

}  // namespace

void check_override_names(const Description& model, const Overrides& overrides) {
  Words known;
  for (const ParameterItem& item : model.parameters) known.push_back(item.name);
  for (const auto& [name, value] : overrides) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string none = known.empty() ? ", and no other either" : "";
    Place("--set", "--set " + clean(name))
        .fail("there is no parameter " + shown(name) + none + nested_suggestion(name, known));
  }
}

}  // namespace treadle
