#include "read_assembly.hpp"

#include "../../describe/names.hpp"
#include "../tables/shown.hpp"
#include "read_coordinates.hpp"
#include "read_pose.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

namespace treadle {

namespace {

using nlohmann::json;

constexpr int most_priority = 1000;

int read_priority(const Fields& fields) {
  const json* value = fields.find("priority");
  if (value == nullptr) return 1;
  if (!value->is_number_integer() || *value < 1 || *value > most_priority) {
    fields.at("priority")
        .fail_field("is " + show_value(*value) + "; a whole number from 1 (first) to " +
                    std::to_string(most_priority) + " is needed");
  }
  return value->get<int>();
}

void read_coordinate(const Fields& fields, const NameBook& book, TargetItem& item) {
  const JointItem& joint = book.read_joint(fields.need("joint"), fields.at("joint"));
  item.joint = joint.name;
  item.index = read_coordinate_index(fields, "coordinate", joint);
  const char* unit = coordinate_names(joint.type)[static_cast<std::size_t>(item.index)].unit;
  const Dimension kind = std::string_view(unit) == "rad" ? dimension::angle : dimension::length;
  item.value = read_number(fields.need("value"), fields.at("value"), kind);
}

void read_frame(const Fields& fields, const NameBook& book, TargetItem& item) {
  static const Words point{"position", "orientation"};
  if (fields.has("frame")) {
    const FrameItem& frame = book.read_frame(fields.need("frame"), fields.at("frame"));
    item.frame = {frame.body, frame.pose};
  } else {
    item.frame.body = book.read_body(fields.need("body"), fields.at("body"));
    if (const json* at = fields.find("at")) {
      read_pose(Fields(*at, fields.at("at"), point), item.frame.pose);
    }
  }
  if (item.frame.body == ground_name) {
    fields.place().fail("a target on the ground, which does not move; name a body");
  }
  if (const json* position = fields.find("position"))
    item.position = read_triple(*position, fields.at("position"), dimension::length);
  if (const json* orientation = fields.find("orientation"))
    item.orientation = read_orientation(*orientation, fields.at("orientation"));
  if (!item.position && !item.orientation) {
    fields.place().fail("a target for a pose needs position, orientation, or both");
  }
}

TargetItem read_target(const json& value, const Place& place, const NameBook& book) {
  static const std::vector<Words> keys{{"joint", "coordinate", "value", "priority"},
                                       {"frame", "position", "orientation", "priority"},
                                       {"body", "at", "position", "orientation", "priority"}};
  const auto has = [&](const char* key) { return value.is_object() && value.contains(key); };
  if (has("joint") + has("frame") + has("body") > 1) {
    place.fail("give one of joint, body and frame");
  }
  if (value.is_object() && !has("joint") && !has("frame") && !has("body")) {
    place.fail("a target needs joint (for a coordinate), or body or frame (for a pose)");
  }
  const Fields fields(value, place, keys[has("joint") ? 0 : has("frame") ? 1 : 2]);
  TargetItem item;
  item.rank = read_priority(fields);
  if (has("joint")) {
    read_coordinate(fields, book, item);
  } else {
    read_frame(fields, book, item);
  }
  return item;
}

}  // namespace

std::vector<TargetItem> read_assembly(const json& value, const Place& place, const NameBook& book) {
  static const Words keys{"targets"};
  const Fields fields(value, place, keys);
  std::vector<TargetItem> targets;
  const json* list = fields.find("targets");
  if (list == nullptr) return targets;
  if (!list->is_array()) {
    fields.at("targets").fail_field("is " + show_value(*list) + "; an array [...] is needed");
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Place at("assembly.targets[" + std::to_string(i) + "]", "target " + std::to_string(i + 1),
                   place.scope());
    targets.push_back(read_target((*list)[i], at, book));
  }
  return targets;
}

}  // namespace treadle
