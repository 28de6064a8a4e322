#include "figure_words.hpp"

#include "../src/base/text.hpp"
#include "words.hpp"

#include <nlohmann/json.hpp>

namespace treadle::cli {

std::string figures_text(const std::vector<Figure>& figures) {
  std::vector<std::vector<std::string>> rows;
  for (const Figure& f : figures) {
    const std::string number =
        f.unit == "1" ? short_number(f.value, 4) : short_number(f.value, 4) + " " + f.unit;
    rows.push_back({f.name, f.missing.empty() ? number : "none: " + f.missing});
  }
  return rows.empty() ? "" : "figures\n" + aligned(rows, 2);
}

nlohmann::ordered_json figures_json(const std::vector<Figure>& figures) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Figure& f : figures) {
    nlohmann::ordered_json& own = object[f.name];
    own["value"] = f.missing.empty() ? nlohmann::ordered_json(f.value) : nullptr;
    own["unit"] = f.unit;
    if (!f.missing.empty()) own["missing"] = f.missing;
  }
  return object;
}

}  // namespace treadle::cli
