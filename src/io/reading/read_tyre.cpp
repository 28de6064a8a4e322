#include "read_tyre.hpp"

#include "../../base/error.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "../tables/tir_file.hpp"
#include "read_function.hpp"
#include "read_heights.hpp"

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

void read_map(const Fields& fields, RoadItem& road) {
  road.kind = RoadKind::map;
  read_two_lengths(fields, "spacing", Range::positive, road.spacing);
  if (fields.has("start")) read_two_lengths(fields, "start", Range::any, road.start);
  HeightGrid grid = read_height_file(fields);
  road.file = grid.file;
  road.columns = grid.columns;
  road.heights = std::move(grid.heights);
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
