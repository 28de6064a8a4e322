#include "read_output.hpp"

#include "../../base/text.hpp"
#include "../../describe/names.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_course.hpp"
#include "read_pose.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

const Words& keys_of(ChannelKind kind) {
  static const Words joint{"name", "type", "joint", "coordinate"},
      motion{"name", "type", "of", "seen_from"}, vectors{"name", "type", "of", "seen_from", "axes"},
      course{"name", "type", "of", "outline", "cones", "lanes", "radius"},
      distance{"name", "type", "from", "to"}, angle{"name", "type", "from", "vertex", "to"},
      force{"name", "type", "force"}, reaction{"name", "type", "joint", "constraint", "seen_from"},
      energy{"name", "type", "energy"};
  switch (kind) {
    case ChannelKind::coordinate:
    case ChannelKind::velocity:
    case ChannelKind::acceleration:
      return joint;
    case ChannelKind::distance:
      return distance;
    case ChannelKind::angle:
      return angle;
    case ChannelKind::force:
      return force;
    case ChannelKind::reaction:
      return reaction;
    case ChannelKind::energy:
      return energy;
    case ChannelKind::course:
      return course;
    case ChannelKind::position:
    case ChannelKind::orientation:
    case ChannelKind::heading:
      return motion;
    default:
      return vectors;
  }
}

template <class Item>
Words names_among(const std::vector<Item>& items) {
  Words names;
  for (const Item& item : items) names.push_back(item.name);
  return names;
}

Anchor read_point(const NameBook& book, const Fields& fields, const char* key) {
  const BodyFrame frame = book.read_place(fields.need(key), fields.at(key), false);
  return {frame.body, frame.pose.position};
}

bool same(const Anchor& a, const Anchor& b) { return a.body == b.body && a.position == b.position; }

void refuse_same(const Fields& fields, const char* one, const Anchor& a, const char* other,
                 const Anchor& b) {
  if (same(a, b)) {
    fields.at(other).fail_field(std::string("is the same point as ") + one + "; give another one");
  }
}

}  // namespace

OutputReader::OutputReader(const Description& model, const NameBook& book)
    : model_(model), book_(book) {
  for (const ForceItem& item : model.forces) forces_.emplace(item.name, &item);
  for (const ConstraintItem& item : model.constraints) constraints_.emplace(item.name, &item);
}

void OutputReader::read_joint_output(const Fields& fields, OutputItem& item) const {
  const JointItem& joint = book_.read_joint(fields.need("joint"), fields.at("joint"));
  item.of = joint.name;
  const auto& all = item.kind == ChannelKind::coordinate ? coordinate_names(joint.type)
                                                         : velocity_names(joint.type);
  if (all.empty()) {
    fields.at("joint").fail("joint " + shown(joint.name) + " is fixed and has no coordinates; " +
                            "type reaction shows its force");
  }
  const json* word = fields.find("coordinate");
  if (word == nullptr) return;
  if (all.size() == 1) {
    fields.at("coordinate")
        .fail_field("is not needed: joint " + shown(joint.name) + " has only one coordinate");
  }
  Words names;
  for (const CoordinateName& c : all) names.emplace_back(c.suffix);
  item.index = static_cast<int>(
      read_choice(*word, fields.at("coordinate"), "coordinate of " + shown(joint.name), names));
}

void OutputReader::read_reaction(const Fields& fields, OutputItem& item) const {
  if (fields.has("joint") == fields.has("constraint")) {
    fields.place().fail("give either joint or constraint");
  }
  if (fields.has("joint")) {
    item.of = book_.read_joint(fields.need("joint"), fields.at("joint")).name;
    return;
  }
  item.of = read_string(fields.need("constraint"), fields.at("constraint"));
  if (!constraints_.contains(item.of)) {
    fields.at("constraint")
        .fail("unknown constraint " + shown(item.of) +
              suggestion(item.of, names_among(model_.constraints)));
  }
}

void OutputReader::read_force_output(const Fields& fields, OutputItem& item) const {
  item.of = read_string(fields.need("force"), fields.at("force"));
  if (forces_.contains(item.of)) return;
  Words known = names_among(model_.forces);
  for (const JointItem& joint : model_.joints) {
    if (!joint.uses_coordinate()) continue;
    if (joint.name == item.of) return;
    known.push_back(joint.name);
  }
  fields.at("force").fail("unknown force " + shown(item.of) + suggestion(item.of, known));
}

OutputItem OutputReader::read(const json& value, const Place& place) const {
  static const Words energies{"kinetic", "potential", "total", "work",
                              "drift"};  // in the order of EnergyKind
  const json* named = value.is_object() && value.contains("type") ? &value["type"] : nullptr;
  const auto kind = static_cast<ChannelKind>(
      named != nullptr ? read_choice(*named, place.key("type"), "output type", type_words("output"))
                       : 0);
  const Fields fields(value, place, keys_of(kind));
  OutputItem item;
  item.kind = kind;
  item.name = read_name(fields.need("name"), fields.at("name"));
  fields.need("type");
  switch (kind) {
    case ChannelKind::coordinate:
    case ChannelKind::velocity:
    case ChannelKind::acceleration:
      read_joint_output(fields, item);
      break;
    case ChannelKind::distance:
      item.from = read_point(book_, fields, "from");
      item.to = read_point(book_, fields, "to");
      refuse_same(fields, "from", item.from, "to", item.to);
      break;
    case ChannelKind::angle:
      item.from = read_point(book_, fields, "from");
      item.vertex = read_point(book_, fields, "vertex");
      item.to = read_point(book_, fields, "to");
      refuse_same(fields, "from", item.from, "vertex", item.vertex);
      refuse_same(fields, "vertex", item.vertex, "to", item.to);
      break;
    case ChannelKind::force:
      read_force_output(fields, item);
      break;
    case ChannelKind::reaction:
      read_reaction(fields, item);
      break;
    case ChannelKind::energy:
      item.energy = static_cast<EnergyKind>(
          read_choice(fields.need("energy"), fields.at("energy"), "energy", energies));
      break;
    case ChannelKind::course:
      item.course = read_course(fields);
      [[fallthrough]];
    default:
      item.frame = book_.read_place(fields.need("of"), fields.at("of"));
  }
  if (const json* axes = fields.find("axes"))
    item.axes = book_.read_place(*axes, fields.at("axes"));
  if (const json* observer = fields.find("seen_from"))
    item.seen_from = book_.read_place(*observer, fields.at("seen_from"));
  return item;
}

}  // namespace treadle
