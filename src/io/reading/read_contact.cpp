#include "read_contact.hpp"

#include "../schema/elements.hpp"
#include "../tables/shown.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

const json& read_array(const json& list, const Place& place) {
  if (!list.is_array() || list.empty())
    place.fail_field("is " + show_value(list) + "; a list [...] with something in it is needed");
  return list;
}

bool matches(const std::string& pattern, const std::string& name) {
  if (pattern.back() != '*') return pattern == name;
  return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

Words read_bodies(const json& list, const Place& place, const Description& model) {
  Words out;
  read_array(list, place);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Place at = place.element(i);
    out.push_back(read_name(list[i], at));
    const auto can_touch = [&](const BodyItem& body) {
      return matches(out.back(), body.name) && !body.shapes.empty();
    };
    if (std::none_of(model.bodies.begin(), model.bodies.end(), can_touch))
      at.fail_field("is " + shown(out.back()) +
                    "; the name of a body with shapes, or the beginning of such names and * is "
                    "needed");
  }
  return out;
}

ContactPlane read_plane(const json& value, const Place& place) {
  const Fields fields(value, place, known_keys("contact_plane"));
  ContactPlane plane;
  fields.triple("point", dimension::length, plane.point);
  fields.triple("normal", dimension::none, plane.normal);
  check_axis(plane.normal, fields.at("normal"), "give a direction out of the solid");
  return plane;
}

}  // namespace

ContactItem read_contact(const json& value, const Place& place, const Description& model) {
  const Fields fields(value, place, known_keys("contact"));
  ContactItem item;
  item.name = read_name(fields.need("name"), fields.at("name"));
  item.of = read_bodies(fields.need("of"), fields.at("of"), model);
  if (const json* with = fields.find("with"))
    item.with = read_bodies(*with, fields.at("with"), model);
  if (const json* planes = fields.find("planes")) {
    read_array(*planes, fields.at("planes"));
    for (std::size_t i = 0; i < planes->size(); ++i)
      item.planes.push_back(read_plane((*planes)[i], fields.at("planes").element(i)));
  }
  if (item.with.empty() && item.planes.empty())
    fields.at("with").fail_field("is missing; give bodies, or planes, that they touch");
  const Dimension slowness{-1, 0, 1, 0};
  fields.number("stiffness", dimension::stiffness, Range::positive, item.stiffness);
  fields.number("young", dimension::pressure, Range::positive, item.young);
  fields.number("poisson", dimension::none, Range::not_negative, item.poisson);
  fields.number("damping", slowness, Range::not_negative, item.damping);
  fields.number("restitution", dimension::none, Range::not_negative, item.restitution);
  fields.number("resting_speed", dimension::velocity, Range::positive, item.resting_speed);
  fields.number("friction", dimension::none, Range::not_negative, item.friction);
  fields.number("stick_stiffness", dimension::stiffness, Range::positive, item.stick_stiffness);
  fields.number("rolling", dimension::length, Range::not_negative, item.rolling);
  if (!item.stiffness && !item.young)
    fields.at("stiffness").fail_field("is missing; give a stiffness, or young");
  if (item.stiffness && item.young)
    fields.at("young").fail_field("is given with a stiffness; give one of them");
  if (item.damping && item.restitution)
    fields.at("restitution").fail_field("is given with damping; give one of them");
  if (item.restitution && *item.restitution > 1.0)
    fields.at("restitution").fail_field("is above 1; it lies between 0 and 1");
  if (!(item.poisson <= 0.5))
    fields.at("poisson").fail_field("is above 0.5; it lies between 0 and 0.5");
  return item;
}

}  // namespace treadle
