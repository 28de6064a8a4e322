#include "read_sum.hpp"

#include "../../describe/expression.hpp"
#include "../../describe/names.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_coordinates.hpp"
#include "read_parameters.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string_view>

namespace treadle {

namespace {

using nlohmann::json;

bool says_nothing(const Quantity& q) { return q.kind == dimension::none && !q.says_angle; }

Dimension kind_of(const JointItem& joint, int index) {
  const char* unit = coordinate_names(joint.type)[static_cast<std::size_t>(index)].unit;
  return std::string_view(unit) == "m" ? dimension::length : dimension::angle;
}

/// One term: its factor, and what it counts.
struct Term {
  Quantity factor, value;
};

Term read_term(const Fields& one, Dimension coordinate) {
  Term term{{1.0, dimension::none, false}, {}};
  if (const json* factor = one.find("factor"))
    term.factor = read_any_quantity(*factor, one.at("factor"));
  if (term.factor.value == 0.0) one.at("factor").fail_field("is zero; leave the coordinate out");
  const Dimension f = term.factor.kind;
  term.value.kind = {f.length + coordinate.length, f.mass + coordinate.mass,
                     f.time + coordinate.time, f.angle + coordinate.angle};
  term.value.says_angle = term.factor.says_angle || says_nothing(term.factor);
  return term;
}

// Terms of one kind, as soon as one factor has a unit.
void check_kinds(const std::vector<Term>& terms, const json& list, const Place& place) {
  std::size_t said = terms.size();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!says_nothing(terms[i].factor)) said = i;
  }
  if (said == terms.size()) return;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (same_kind(terms[i].value, terms[said].value)) continue;
    const auto words = [&](std::size_t k) {
      const json& item = list[k];
      return (item.contains("factor") ? "factor " + show_value(item["factor"])
                                      : std::string("no factor")) +
             " of " + show_value(item["joint"]) + " makes " + kind_name(terms[k].value.kind);
    };
    place.element(i).key("factor").fail_field(
        "does not fit: " + words(i) + ", " + words(said) +
        "; give factors units that make all terms one kind, such as '30 mm/rad' for a rack");
  }
}

}  // namespace

SumOfCoordinates read_sum(const Fields& fields, const NameBook& book) {
  const json& list = fields.need("coordinates");
  const Place place = fields.at("coordinates");
  if (!list.is_array() || list.empty()) {
    place.fail_field("is " + show_value(list) + "; a list of {\"joint\", \"factor\"} is needed");
  }
  SumOfCoordinates sum;
  std::vector<Term> terms;
  bool units = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Fields one(list[i], place.element(i), known_keys("coupled"));
    const JointItem& joint = book.read_joint(one.need("joint"), one.at("joint"));
    sum.coordinates.push_back({joint.name, read_coordinate_index(one, "coordinate", joint)});
    terms.push_back(read_term(one, kind_of(joint, sum.coordinates[i].index)));
    sum.factors.push_back(terms[i].factor.value);
    units = units || !says_nothing(terms[i].factor);
    for (std::size_t k = 0; k < i; ++k) {
      if (sum.coordinates[k] == sum.coordinates[i]) one.at("joint").fail_field("is named twice");
    }
  }
  check_kinds(terms, list, place);
  bool alike = true;
  Quantity whole = terms.front().value;
  for (const Term& term : terms) {
    alike = alike && same_kind(term.value, whole);
    if (term.value.says_angle) whole = term.value;
  }
  if (alike || units) sum.kind = whole.kind;
  if (const json* value = fields.find("offset")) {
    const Quantity offset = read_any_quantity(*value, fields.at("offset"));
    if (!says_nothing(offset) && (!sum.kind || !same_kind(offset, whole))) {
      fields.at("offset").fail_field("is " + kind_name(offset.kind) + ", but the sum is " +
                                     (sum.kind ? kind_name(*sum.kind) : "of no one kind") +
                                     "; give it in the unit of the sum");
    }
    sum.offset = offset.value;
  }
  return sum;
}

GearItem read_gear(const Fields& fields, const NameBook& book,
                   std::vector<CoordinateRef>& coordinates) {
  static const Words meshes{"external", "internal"};
  GearItem gear;
  const json& joints = fields.need("joints");
  check_array(joints, fields.at("joints"), 2, "names of joints");
  for (std::size_t k = 0; k < 2; ++k) {
    const Place place = fields.at("joints").element(k);
    const JointItem& joint = book.read_joint(joints[k], place);
    gear.joints[k] = joint.name;
    if (joint.type == JointType::fixed) {
      if (!fields.has("carrier") || k == 1)
        place.fail_field(
            "is a fixed joint; only a central wheel that a carrier goes round is held "
            "by one");
      continue;
    }
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) {
      place.fail_field("is " + a_joint(joint.type) +
                       "; a wheel is held by a revolute joint, a rack by a prismatic one");
    }
    coordinates.push_back({joint.name, 0});
  }
  if (gear.joints[0] == gear.joints[1]) fields.at("joints").fail_field("names one joint twice");
  if (const json* value = fields.find("carrier")) {
    const JointItem& joint = book.read_joint(*value, fields.at("carrier"));
    if (joint.type != JointType::revolute)
      fields.at("carrier").fail_field("is " + a_joint(joint.type) + "; a revolute one is needed");
    gear.carrier = joint.name;
    for (const std::string& other : gear.joints) {
      if (other == gear.carrier) fields.at("carrier").fail_field("is also the joint of a wheel");
    }
    coordinates.push_back({joint.name, 0});
  }
  if (const json* value = fields.find("teeth")) {
    check_array(*value, fields.at("teeth"), 2, "numbers of teeth");
    gear.teeth.emplace();
    for (std::size_t k = 0; k < 2; ++k)
      (*gear.teeth)[k] =
          read_number((*value)[k], fields.at("teeth").element(k), dimension::none, Range::positive);
  }
  if (const json* value = fields.find("mesh"))
    gear.internal = read_choice(*value, fields.at("mesh"), "mesh", meshes) == 1;
  if (fields.has("point")) {
    gear.point.emplace();
    fields.triple("point", dimension::length, *gear.point);
  }
  if (!gear.point && !gear.teeth) fields.place().fail("needs teeth, point or both");
  gear.pressure_angle = std::numbers::pi / 9.0;
  fields.number("pressure_angle", dimension::angle, Range::not_negative, gear.pressure_angle);
  fields.number("helix_angle", dimension::angle, Range::any, gear.helix_angle);
  for (const auto& [key, angle] : {std::pair{"pressure_angle", gear.pressure_angle},
                                   std::pair{"helix_angle", gear.helix_angle}}) {
    if (std::fabs(angle) < 0.5 * std::numbers::pi) continue;
    fields.at(key).fail_field("is " + show_value(*fields.find(key)) +
                              "; it must be less than 90 deg");
  }
  return gear;
}

}  // namespace treadle
