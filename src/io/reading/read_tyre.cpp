#include "read_tyre.hpp"

#include "../../base/error.hpp"
#include "../schema/elements.hpp"
#include "../tables/csv_table.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "../tables/tir_file.hpp"
#include "read_function.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

// 0 before `from`, `height` behind `to`, with rounded corners.
Curve step_profile(double from, double to, double height) {
  const double way = to - from;
  return {{from - way, from, from + 0.25 * way, to - 0.25 * way, to, to + way},
          {0.0, 0.0, height / 6.0, height * 5.0 / 6.0, height, height}};
}

// Lines of numbers, all of one length.
void read_map(const Fields& fields, RoadItem& road) {
  road.kind = RoadKind::map;
  const auto pair = [&](const char* key, Range range, std::array<double, 2>& to) {
    const json& list = fields.need(key);
    if (!list.is_array() || list.size() != 2)
      fields.at(key).fail_field("is " + show_value(list) + "; two lengths are needed");
    for (std::size_t k = 0; k < 2; ++k)
      to[k] = read_number(list[k], fields.at(key).element(k), dimension::length, range);
  };
  pair("spacing", Range::positive, road.spacing);
  if (fields.has("start")) pair("start", Range::any, road.start);
  const Place place = fields.at("file");
  road.file = read_string(fields.need("file"), place);
  const std::string path = (std::filesystem::path(place.scope()->folder()) / road.file).string();
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
    if (road.columns == 0) road.columns = static_cast<int>(row.cells.size());
    if (row.cells.size() != static_cast<std::size_t>(road.columns))
      wrong(row.line, std::to_string(row.cells.size()) + " heights, but lines before have " +
                          std::to_string(road.columns));
    for (const std::string_view cell : row.cells) {
      double height = 0.0;
      const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), height);
      if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(height))
        wrong(row.line, shown(std::string(cell)) + " is not a height");
      road.heights.push_back(height);
    }
  }
  if (road.columns < 2 || table.rows.size() < 2)
    place.fail(path + ": a map needs two lines of two heights at least");
}

RoadItem read_road(const json& value, const Place& place) {
  static const Words& types = type_words("road");
  if (!value.is_object() || !value.contains("type"))
    place.key("type").fail_field("is missing; a road needs a type");
  RoadItem road;
  const std::size_t type = read_choice(value["type"], place.key("type"), "road type", types);
  const Fields fields(value, place, known_keys("road." + types[type]));
  fields.number("height", dimension::length, Range::any, road.height);
  fields.number("heading", dimension::angle, Range::any, road.heading);
  const auto length = [&](const char* key, Range range = Range::positive) {
    return read_number(fields.need(key), fields.at(key), dimension::length, range);
  };
  if (type == 5) {
    read_map(fields, road);
  } else if (type == 1) {
    road.kind = RoadKind::sine;
    road.amplitude = length("amplitude", Range::any);
    road.wavelength = length("wavelength");
  } else if (type > 1) {
    road.kind = RoadKind::profile;
    if (type == 4) {
      road.profile =
          read_curve(fields, "distances", dimension::length, "heights", dimension::length);
      return road;
    }
    const double start = length("start", Range::any), rise = length("rise", Range::any);
    double way = 0.05;
    if (type == 2) way = length("length");
    if (type == 3) fields.number("width", dimension::length, Range::positive, way);
    road.profile = step_profile(start, start + way, rise);
  }
  return road;
}

void read_linear(const Fields& fields, TyreItem& item) {
  const auto positive = [&](const char* key, Dimension kind) {
    return read_number(fields.need(key), fields.at(key), kind, Range::positive);
  };
  item.radius = positive("radius", dimension::length);
  item.stiffness = positive("stiffness", dimension::stiffness);
  item.cornering = positive("cornering_stiffness", {1, 1, -2, -1});
  item.longitudinal = positive("slip_stiffness", dimension::force);
  item.relaxation = {0.5 * item.radius, item.radius};
  if (const json* lengths = fields.find("relaxation")) {
    check_array(*lengths, fields.at("relaxation"), 2, "two lengths");
    for (std::size_t k = 0; k < 2; ++k)
      item.relaxation[k] = read_number((*lengths)[k], fields.at("relaxation").element(k),
                                       dimension::length, Range::positive);
  }
  fields.number("camber_stiffness", {1, 1, -2, -1}, Range::not_negative, item.camber);
  fields.number("friction", dimension::none, Range::positive, item.friction);
  fields.number("rolling_resistance", dimension::none, Range::not_negative,
                item.rolling_resistance);
}

void check_absent(const Fields& fields) {
  for (const char* key : {"radius", "stiffness", "cornering_stiffness", "slip_stiffness",
                          "relaxation", "camber_stiffness", "friction", "rolling_resistance"}) {
    if (fields.has(key)) fields.at(key).fail_field("is given together with file; give one of them");
  }
}

}  // namespace

TyreItem read_tyre(const Fields& fields) {
  TyreItem item;
  if (const json* file = fields.find("file")) {
    check_absent(fields);
    const std::string name = read_name(*file, fields.at("file"));
    const std::string path =
        (std::filesystem::path(fields.place().scope()->folder()) / name).string();
    try {
      item = read_tir(read_text_file(path), path);
    } catch (const ModelError& error) {
      fields.at("file").fail(error.where() + ": " + error.what());
    }
    item.file = name;
  } else {
    read_linear(fields, item);
  }
  fields.number("damping", dimension::damping, Range::not_negative, item.damping);
  if (const json* road = fields.find("road")) item.road = read_road(*road, fields.at("road"));
  return item;
}

}  // namespace treadle
