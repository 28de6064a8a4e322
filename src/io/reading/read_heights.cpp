#include "read_heights.hpp"

#include "../../base/error.hpp"
#include "../tables/csv_table.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

void read_two_lengths(const Fields& fields, const char* key, Range range,
                      std::array<double, 2>& to) {
  const nlohmann::json& list = fields.need(key);
  if (!list.is_array() || list.size() != 2)
    fields.at(key).fail_field("is " + show_value(list) + "; two lengths are needed");
  for (std::size_t k = 0; k < 2; ++k)
    to[k] = read_number(list[k], fields.at(key).element(k), dimension::length, range);
}

HeightGrid read_height_file(const Fields& fields) {
  HeightGrid grid;
  const Place place = fields.at("file");
  grid.file = read_string(fields.need("file"), place);
  const std::string path = (std::filesystem::path(place.scope()->folder()) / grid.file).string();
  std::string content;
  try {
    content = read_text_file(path);
  } catch (const ModelError& error) {
    place.fail(error.where() + ": " + error.what());
  }
  const CsvTable table = parse_csv(content);
  const auto wrong = [&](std::size_t line, const std::string& words) {
    place.fail(path + ", line " + std::to_string(line) + ": " + words);
  };
  if (!table.header.empty()) wrong(1, "names are here; a map has heights only");
  for (const CsvRow& row : table.rows) {
    if (grid.columns == 0) grid.columns = static_cast<int>(row.cells.size());
    if (row.cells.size() != static_cast<std::size_t>(grid.columns))
      wrong(row.line, std::to_string(row.cells.size()) + " heights, but lines before have " +
                          std::to_string(grid.columns));
    for (const std::string_view cell : row.cells) {
      double height = 0.0;
      const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), height);
      if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(height))
        wrong(row.line, shown(std::string(cell)) + " is not a height");
      grid.heights.push_back(height);
    }
  }
  if (grid.columns < 2 || table.rows.size() < 2)
    place.fail(path + ": a map needs two lines of two heights at least");
  return grid;
}

}  // namespace treadle
