#include "name_book.hpp"

#include "../../base/text.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

template <class Item>
Words names_of(const std::vector<Item>& items) {
  Words names;
  names.reserve(items.size() + 1);
  for (const Item& item : items) names.push_back(item.name);
  return names;
}

}  // namespace

void TakenNames::take(const std::string& name, const Place& place) {
  const std::string& path = place.path();
  const auto [entry, is_new] = owner_.try_emplace(name, path.substr(0, path.rfind('.')));
  if (!is_new) place.fail("the name " + shown(name) + " is already taken by " + entry->second);
}

void NameBook::add_body(const Place& place) {
  const std::string& name = model_.bodies.back().name;
  if (name == ground_name) place.fail("the name 'ground' is reserved for the ground");
  taken_.take(name, place);
  bodies_.emplace(name, model_.bodies.size() - 1);
}

void NameBook::add_frame(const Place& place) {
  const std::string& name = model_.frames.back().name;
  if (name == ground_name) place.fail("the name 'ground' is reserved for the ground");
  taken_.take(name, place);
  frames_.emplace(name, model_.frames.size() - 1);
}

void NameBook::add_port(const std::string& name, const Place& place) {
  if (name == ground_name) place.fail("the name 'ground' is reserved for the ground");
  taken_.take(name, place);
  ports_.push_back(name);
}

Pose NameBook::pose_of(const std::string& body) const {
  const auto found = bodies_.find(body);
  return found == bodies_.end() ? Pose{} : model_.bodies[found->second].pose;
}

void NameBook::add_joint() { joints_.emplace(model_.joints.back().name, model_.joints.size() - 1); }

const JointItem& NameBook::read_joint(const json& value, const Place& place) const {
  const std::string name = read_string(value, place);
  const auto found = joints_.find(name);
  if (found != joints_.end()) return model_.joints[found->second];
  place.fail("unknown joint " + shown(name) + suggestion(name, names_of(model_.joints)));
}

const JointItem& NameBook::joint(const std::string& name) const {
  return model_.joints[joints_.at(name)];
}

std::string NameBook::read_body(const json& value, const Place& place) const {
  std::string name = read_string(value, place);
  if (name == ground_name || bodies_.contains(name)) return name;
  if (std::find(ports_.begin(), ports_.end(), name) != ports_.end()) return name;
  if (frames_.contains(name)) {
    place.fail_field("is the frame " + shown(name) + "; a body or 'ground' is needed");
  }
  Words known = names_of(model_.bodies);
  known.insert(known.end(), ports_.begin(), ports_.end());
  known.emplace_back(ground_name);
  place.fail("unknown body " + shown(name) + suggestion(name, known));
}

const FrameItem& NameBook::read_frame(const json& value, const Place& place) const {
  const std::string name = read_string(value, place);
  const auto found = frames_.find(name);
  if (found != frames_.end()) return model_.frames[found->second];
  if (name == ground_name || bodies_.contains(name)) {
    place.fail_field("is the body " + shown(name) + "; give a frame's name or an object {...}");
  }
  if (frames_.empty()) {
    place.fail("unknown frame " + shown(name) + "; the model has no list \"frames\"");
  }
  place.fail("unknown frame " + shown(name) + suggestion(name, names_of(model_.frames)));
}

Anchor NameBook::read_anchor(const json& value, const Place& place) const {
  if (value.is_string()) {
    const FrameItem& frame = read_frame(value, place);
    return {frame.body, frame.pose.position};
  }
  if (!value.is_object()) {
    place.fail_field("is " + show_value(value) +
                     "; a frame's name or {\"body\", \"position\"} is needed");
  }
  const Fields fields(value, place, known_keys("anchor"));
  Anchor anchor;
  anchor.body = read_body(fields.need("body"), fields.at("body"));
  fields.triple("position", dimension::length, anchor.position);
  return anchor;
}

BodyFrame NameBook::read_place(const json& value, const Place& place, bool may_turn) const {
  static const Words point{"body", "position"}, frame{"body", "position", "orientation"};
  if (value.is_string()) {
    const std::string& name = value.get_ref<const std::string&>();
    const auto found = frames_.find(name);
    if (found != frames_.end()) {
      const FrameItem& item = model_.frames[found->second];
      return {item.body, item.pose};
    }
    if (name == ground_name || bodies_.contains(name)) return {name, Pose{}};
    if (std::find(ports_.begin(), ports_.end(), name) != ports_.end()) return {name, Pose{}};
    Words known = names_of(model_.bodies);
    for (const FrameItem& item : model_.frames) known.push_back(item.name);
    known.insert(known.end(), ports_.begin(), ports_.end());
    known.emplace_back(ground_name);
    place.fail("unknown body or frame " + shown(name) + suggestion(name, known));
  }
  if (!value.is_object()) {
    place.fail_field("is " + show_value(value) + "; the name of a body or frame, or {\"body\", " +
                     "\"position\"} is needed");
  }
  const Fields fields(value, place, may_turn ? frame : point);
  BodyFrame out;
  out.body = read_body(fields.need("body"), fields.at("body"));
  read_pose(fields, out.pose);
  return out;
}

}  // namespace treadle
