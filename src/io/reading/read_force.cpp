#include "read_force.hpp"

#include "../schema/elements.hpp"
#include "read_acting.hpp"
#include "read_function.hpp"
#include "read_pose.hpp"
#include "read_sum.hpp"
#include "read_tyre.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace treadle {

namespace {

using nlohmann::json;

void read_ends(const Fields& fields, const NameBook& book, ForceItem& item) {
  item.from = book.read_anchor(fields.need("from"), fields.at("from"));
  item.to = book.read_anchor(fields.need("to"), fields.at("to"));
}

void refuse_both(const Fields& fields, const char* one, const char* other) {
  if (fields.has(one) && fields.has(other)) {
    fields.at(other).fail_field(std::string("is given together with ") + one +
                                "; give one of them");
  }
}

std::optional<Stop> read_stop(const Fields& fields, const char* key) {
  const json* value = fields.find(key);
  if (value == nullptr) return std::nullopt;
  const Fields stop(*value, fields.at(key), known_keys("stop"));
  Stop out;
  out.length =
      read_number(stop.need("length"), stop.at("length"), dimension::length, Range::positive);
  refuse_both(stop, "stiffness", "law");
  if (stop.has("law")) {
    out.law = read_law(stop, "law", "stop_law",
                       {"penetration", dimension::length, "force", dimension::force});
    const auto begins = [](const PowerTerm& t) { return t.power == 0.0; };
    if (out.law.powers.empty() ? out.law.x.front() != 0.0 || out.law.y.front() != 0.0
                               : std::any_of(out.law.powers.begin(), out.law.powers.end(), begins))
      stop.at("law").fail_field("must begin with 0 force at 0 penetration");
  } else {
    out.stiffness = read_number(stop.need("stiffness"), stop.at("stiffness"), dimension::stiffness,
                                Range::positive);
  }
  return out;
}

std::optional<DamperEnds> read_damper_ends(const Fields& fields) {
  const json* value = fields.find("end_damping");
  if (value == nullptr) return std::nullopt;
  refuse_both(fields, "damper_law", "end_damping");
  const Fields ends(*value, fields.at("end_damping"), known_keys("end_damping"));
  DamperEnds out;
  ends.number("below", dimension::length, Range::positive, out.below);
  ends.number("above", dimension::length, Range::positive, out.above);
  if (!out.below && !out.above) ends.place().fail("needs below, above or both");
  if (out.below && out.above && *out.below >= *out.above)
    ends.at("above").fail_field("must be longer than below");
  out.damping = read_number(ends.need("damping"), ends.at("damping"), dimension::damping,
                            Range::not_negative);
  ends.number("rebound_damping", dimension::damping, Range::not_negative, out.rebound_damping);
  ends.number("over", dimension::length, Range::positive, out.over);
  return out;
}

void read_relaxation(const Fields& fields, ForceItem& item) {
  const json* value = fields.find("relaxation");
  if (value == nullptr) return;
  const Fields part(*value, fields.at("relaxation"), known_keys("relaxation"));
  item.relaxing_stiffness = read_number(part.need("stiffness"), part.at("stiffness"),
                                        dimension::stiffness, Range::positive);
  item.relaxation_time =
      read_number(part.need("time"), part.at("time"), dimension::time, Range::positive);
}

void read_spring(const Fields& fields, const NameBook& book, ForceItem& item) {
  read_ends(fields, book, item);
  refuse_both(fields, "stiffness", "law");
  refuse_both(fields, "damping", "damper_law");
  fields.number("stiffness", dimension::stiffness, Range::not_negative, item.stiffness);
  fields.number("damping", dimension::damping, Range::not_negative, item.damping);
  fields.number("rebound_damping", dimension::damping, Range::not_negative, item.rebound_damping);
  fields.number("length", dimension::length, Range::not_negative, item.length);
  fields.number("preload", dimension::force, Range::any, item.preload);
  if (fields.has("law"))
    item.spring_law = read_law(fields, "law", "spring_law",
                               {"stretch", dimension::length, "force", dimension::force});
  if (fields.has("damper_law"))
    item.damper_law = read_law(fields, "damper_law", "damper_law",
                               {"rate", dimension::velocity, "force", dimension::force});
  item.damper_ends = read_damper_ends(fields);
  read_relaxation(fields, item);
  item.bump = read_stop(fields, "bump");
  item.rebound = read_stop(fields, "rebound");
  if (item.bump && item.rebound && item.bump->length >= item.rebound->length) {
    fields.at("rebound").key("length").fail_field("must be longer than that of bump");
  }
  read_function(fields, "actuator", dimension::force, item.actuator);
}

// Six numbers: three along the axes, three about them.
void read_six(const Fields& fields, const char* key, Dimension along, Dimension about, Range range,
              std::array<double, 6>& out) {
  const json* value = fields.find(key);
  if (value == nullptr) return;
  check_array(*value, fields.at(key), 6, "numbers, along x, y, z and about x, y, z");
  for (std::size_t k = 0; k < 6; ++k) {
    out[k] = read_number((*value)[k], fields.at(key).element(k), k < 3 ? along : about, range);
  }
}

void read_bushing(const Fields& fields, const NameBook& book, ForceItem& item) {
  read_ends(fields, book, item);
  if (const json* turn = fields.find("from_orientation"))
    item.from_orientation = read_orientation(*turn, fields.at("from_orientation"));
  if (const json* turn = fields.find("to_orientation"))
    item.to_orientation = read_orientation(*turn, fields.at("to_orientation"));
  fields.need("stiffness");
  read_six(fields, "stiffness", dimension::stiffness, dimension::rotational_stiffness,
           Range::not_negative, item.axis_stiffness);
  read_six(fields, "damping", dimension::damping, dimension::rotational_damping,
           Range::not_negative, item.axis_damping);
  read_six(fields, "preload", dimension::force, dimension::torque, Range::any, item.axis_preload);
}

void read_direction(const Fields& fields, const char* key, ForceItem& item) {
  item.axis = read_triple(fields.need(key), fields.at(key), dimension::none);
  check_axis(item.axis, fields.at(key), "give a direction that is not zero");
}

void read_plane(const Fields& fields, const NameBook& book, ForceItem& item) {
  read_ends(fields, book, item);
  if (fields.has("normal")) read_direction(fields, "normal", item);
  fields.number("radius", dimension::length, Range::not_negative, item.radius);
  item.stiffness = read_number(fields.need("stiffness"), fields.at("stiffness"),
                               dimension::stiffness, Range::positive);
  fields.number("damping", dimension::damping, Range::not_negative, item.damping);
}

void read_applied(const Fields& fields, const NameBook& book, ForceItem& item) {
  static const Words axes{"world", "body"};
  item.from = book.read_anchor(fields.need("on"), fields.at("on"));
  if (item.from.body == ground_name)
    fields.at("on").fail_field("is on the ground, which does not move");
  item.to = item.from;
  read_direction(fields, "direction", item);
  if (const json* value = fields.find("axes"))
    item.in_body_axes = read_choice(*value, fields.at("axes"), "axes", axes) == 1;
  read_function(fields, "force", dimension::force, item.force);
  read_function(fields, "torque", dimension::torque, item.torque);
  if (!item.force && !item.torque) fields.place().fail("needs force, torque or both");
}

void read_drag(const Fields& fields, const NameBook& book, ForceItem& item) {
  item.from = book.read_anchor(fields.need("on"), fields.at("on"));
  if (item.from.body == ground_name)
    fields.at("on").fail_field("is on the ground, which does not move");
  item.to = item.from;
  item.drag_area = read_number(fields.need("drag_area"), fields.at("drag_area"), dimension::area,
                               Range::positive);
  fields.number("density", dimension::density, Range::positive, item.density);
  fields.triple("wind", dimension::velocity, item.wind);
}

// A body that a joint moves.
std::string moved_by(const JointItem& joint) {
  return joint.child == ground_name ? joint.parent : joint.child;
}

void read_along(const Fields& fields, const NameBook& book, bool slides, ForceItem& item) {
  read_acting(fields, ActingKinds::of(slides), item.along);
  if (!item.along.acts())
    fields.place().fail("does nothing; give it a spring, play, damping or another force");
  item.turns = !slides;
  item.from.body = moved_by(book.joint(item.coordinates.front().joint));
  item.to.body = moved_by(book.joint(item.coordinates.back().joint));
}

void read_coupler_force(const Fields& fields, const NameBook& book, ForceItem& item) {
  SumOfCoordinates sum = read_sum(fields, book);
  item.coordinates = std::move(sum.coordinates);
  item.factors = std::move(sum.factors);
  item.offset = sum.offset;
  if (!sum.kind || (*sum.kind != dimension::length && *sum.kind != dimension::angle)) {
    fields.at("coordinates")
        .fail_field(
            "makes a sum that is neither a length nor an angle; give factors units, such "
            "as '30 mm/rad' for a rack");
  }
  read_along(fields, book, *sum.kind == dimension::length, item);
}

void read_gear_force(const Fields& fields, const NameBook& book, ForceItem& item) {
  item.gear = read_gear(fields, book, item.coordinates);
  fields.number("offset", dimension::length, Range::any, item.offset);
  read_along(fields, book, true, item);
}

}  // namespace

ForceItem read_force(const json& value, const Place& place, const NameBook& book) {
  static const Words& types = type_words("force");  // in the order of ForceKind
  const json* named = value.is_object() && value.contains("type") ? &value["type"] : nullptr;
  const std::size_t type =
      named != nullptr ? read_choice(*named, place.key("type"), "force type", types) : 0;
  const Fields fields(value, place, known_keys("force." + types[type]));
  ForceItem item;
  item.kind = static_cast<ForceKind>(type);
  item.name = read_name(fields.need("name"), fields.at("name"));
  fields.need("type");
  switch (item.kind) {
    case ForceKind::spring:
      read_spring(fields, book, item);
      break;
    case ForceKind::bushing:
      read_bushing(fields, book, item);
      break;
    case ForceKind::plane:
      read_plane(fields, book, item);
      break;
    case ForceKind::applied:
      read_applied(fields, book, item);
      break;
    case ForceKind::coupler:
      read_coupler_force(fields, book, item);
      break;
    case ForceKind::gear:
      read_gear_force(fields, book, item);
      break;
    case ForceKind::tyre:
      item.from = book.read_anchor(fields.need("wheel"), fields.at("wheel"));
      if (item.from.body == ground_name)
        fields.at("wheel").fail_field("is on the ground, which does not roll");
      item.to = item.from;
      item.axis = {0.0, 1.0, 0.0};
      if (fields.has("axis")) read_direction(fields, "axis", item);
      item.tyre = read_tyre(fields);
      break;
    case ForceKind::drag:
      read_drag(fields, book, item);
      break;
  }
  return item;
}

}  // namespace treadle
