#include "read_constraint.hpp"

#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_coordinates.hpp"
#include "read_function.hpp"
#include "read_sum.hpp"

#include "../../describe/names.hpp"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace treadle {

namespace {

using nlohmann::json;

void read_ends(const Fields& fields, const NameBook& book, ConstraintItem& item) {
  item.from = book.read_anchor(fields.need("from"), fields.at("from"));
  item.to = book.read_anchor(fields.need("to"), fields.at("to"));
  if (item.from.body == item.to.body) {
    fields.at("to").fail_field("is on " + shown(item.to.body) + ", the same body as from");
  }
}

void read_direction(const Fields& fields, const char* key, ConstraintItem& item) {
  item.axis = read_triple(fields.need(key), fields.at(key), dimension::none);
  check_axis(item.axis, fields.at(key), "give a direction that is not zero");
}

void read_rolling(const Fields& fields, const NameBook& book, ConstraintItem& item) {
  read_ends(fields, book, item);
  read_direction(fields, "normal", item);
  item.length =
      read_number(fields.need("radius"), fields.at("radius"), dimension::length, Range::positive);
  if (!fields.has("axis")) {
    if (fields.has("rim_radius"))
      fields.at("rim_radius").fail_field("is given, but a ball has none");
    return;
  }
  item.wheel_axis = read_triple(fields.need("axis"), fields.at("axis"), dimension::none);
  check_axis(*item.wheel_axis, fields.at("axis"), "give a direction that is not zero");
  fields.number("rim_radius", dimension::length, Range::not_negative, item.rim_radius);
  if (item.rim_radius > *item.length)
    fields.at("rim_radius").fail_field("is more than the radius of the wheel");
}

void read_coupler(const Fields& fields, const NameBook& book, ConstraintItem& item) {
  SumOfCoordinates sum = read_sum(fields, book);
  item.coordinates = std::move(sum.coordinates);
  item.factors = std::move(sum.factors);
  item.offset = sum.offset;
}

void read_driver(const Fields& fields, const NameBook& book, ConstraintItem& item) {
  if (fields.has("joint") == fields.has("from")) {
    fields.place().fail(
        "give either joint (a coordinate is driven) or from and to (a distance is driven)");
  }
  const char* idle = fields.has("joint") ? "to" : "coordinate";
  if (fields.has(idle)) {
    fields.at(idle).fail_field("is given, but " +
                               std::string(fields.has("joint") ? "a coordinate" : "a distance") +
                               " is driven; leave it out");
  }
  Dimension kind = dimension::length;
  if (fields.has("joint")) {
    item.kind = ConstraintKind::driver;
    const JointItem& joint = book.read_joint(fields.need("joint"), fields.at("joint"));
    const int index = read_coordinate_index(fields, "coordinate", joint);
    item.coordinates = {{joint.name, index}};
    item.factors = {1.0};
    const char* unit = coordinate_names(joint.type)[static_cast<std::size_t>(index)].unit;
    if (std::string_view(unit) == "rad") kind = dimension::angle;
  } else {
    item.kind = ConstraintKind::distance_driver;
    read_ends(fields, book, item);
  }
  item.function = read_function(fields.need("function"), fields.at("function"), kind);
}

}  // namespace

ConstraintItem read_constraint(const json& value, const Place& place, const NameBook& book) {
  static const Words& types = type_words("constraint");
  const json* named = value.is_object() && value.contains("type") ? &value["type"] : nullptr;
  // without a readable type the longest list of keys still tells what is missing
  const std::size_t type =
      named != nullptr ? read_choice(*named, place.key("type"), "constraint type", types) : 0;
  const Fields fields(value, place, known_keys("constraint." + types[type]));
  ConstraintItem item;
  item.name = read_name(fields.need("name"), fields.at("name"));
  fields.need("type");
  switch (type) {
    case 0:
    case 1:
      read_ends(fields, book, item);
      fields.number("length", dimension::length, Range::positive, item.length);
      break;
    case 2:
      item.kind = ConstraintKind::coupler;
      read_coupler(fields, book, item);
      break;
    case 3:
      read_driver(fields, book, item);
      break;
    case 4:
      item.kind = ConstraintKind::point_on_line;
      read_ends(fields, book, item);
      read_direction(fields, "axis", item);
      break;
    case 5:
      item.kind = ConstraintKind::point_on_plane;
      read_ends(fields, book, item);
      read_direction(fields, "normal", item);
      break;
    case 6:
      item.kind = ConstraintKind::gear;
      item.gear = read_gear(fields, book, item.coordinates);
      fields.number("offset", dimension::length, Range::any, item.offset);
      break;
    default:
      item.kind = ConstraintKind::rolling;
      read_rolling(fields, book, item);
  }
  return item;
}

}  // namespace treadle
