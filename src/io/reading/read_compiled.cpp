#include "read_compiled.hpp"

#include "../../base/text.hpp"
#include "../../compiled/component_library.hpp"
#include "../../components/poses.hpp"
#include "../tables/shown.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace treadle {

namespace {

using nlohmann::json;

// A body of this file for a body that the part is to be handed.
std::string read_port(const Fields& fields, const std::string& port, const NameBook& book) {
  const Place place = fields.at("ports");
  const json* object = fields.find("ports");
  if (object != nullptr && !object->is_object())
    place.fail_field("is " + show_value(*object) + "; an object {\"port\": \"body\"} is needed");
  if (object == nullptr || !object->contains(port))
    place.fail("the port " + shown(port) + " of the compiled part needs a body: \"ports\": {\"" +
               clean(port) + "\": ...}");
  return book.read_body((*object)[port], place.key(clean(port)));
}

void check_ports(const Fields& fields, const Words& known) {
  const json* object = fields.find("ports");
  if (object == nullptr || !object->is_object()) return;
  for (const auto& entry : object->items()) {
    if (std::find(known.begin(), known.end(), entry.key()) == known.end())
      fields.at("ports")
          .key(clean(entry.key()))
          .fail("the compiled part has no port " + shown(entry.key()) +
                suggestion(entry.key(), known));
  }
}

JointItem weld(const std::string& name, const std::string& parent, const std::string& child,
               const Pose& pose) {
  JointItem joint;
  joint.name = name;
  joint.type = JointType::fixed;
  joint.parent = parent;
  joint.child = child;
  joint.design = JointFrame{pose.position, std::nullopt, pose.orientation};
  return joint;
}

// What the body that is handed in does without, since the part has it inside.
BodyItem without(const std::string& name, const std::array<double, 10>& lent, const Pose& pose) {
  BodyItem body;
  body.name = name;
  body.mass = -lent[0];
  std::copy_n(lent.begin() + 1, 3, body.center.begin());
  for (std::size_t k = 0; k < 6; ++k) body.inertia[k] = -lent[4 + k];
  body.pose = pose;
  return body;
}

Triple seen_by(const Orientation& turn, std::span<const double> vector) {
  const Orientation back{turn[0], -turn[1], -turn[2], -turn[3]};
  return turned(back, Triple{vector[0], vector[1], vector[2]});
}

}  // namespace

Description read_compiled(const Fields& fields, const Place& place, const NameBook& book,
                          const PartFiles& files) {
  if (fields.has("inputs"))
    fields.at("inputs").fail_field(
        "does not go with a library: let a controller feed its inputs, which have the name of the "
        "part before theirs");
  for (const char* key : {"file", "mirror", "parameters", "ground"}) {
    if (fields.has(key))
      fields.at(key).fail_field(
          "does not go with a library: a compiled part is as its sender made it");
  }
  PartItem part;
  const std::string library = read_name(fields.need("library"), fields.at("library"));
  part.sha256 = read_name(fields.need("sha256"), fields.at("sha256"));
  part.name = read_name(fields.need("name"), fields.at("name"));
  read_pose(fields, part.pose);
  const auto folder = std::filesystem::path(files.path()).parent_path();
  part.library = (folder / library).lexically_normal().string();
  part.file = library;
  const std::string where = fields.at("library").path();
  std::array<double, 7> pose{};
  std::copy(part.pose.position.begin(), part.pose.position.end(), pose.begin());
  std::copy(part.pose.orientation.begin(), part.pose.orientation.end(), pose.begin() + 3);
  ComponentInstance first(ComponentLibrary::open(part.library, part.sha256, where), pose, {},
                          where);
  if (!first.place(0.0, first.start())) place.fail("the compiled part: " + first.error());

  Description items;
  Words ports;
  const bool has_ports = std::any_of(first.borders().begin(), first.borders().end(),
                                     [](const auto& border) { return border.is_port; });
  for (std::size_t b = 0; b < first.borders().size(); ++b) {
    const ComponentInstance::Border& border = first.borders()[b];
    const std::string name = part.name + "." + border.name;
    BodyItem body;
    body.name = name;
    const std::span<const double> at = first.pose(b), moving = first.velocity(b);
    std::copy_n(at.begin(), 3, body.pose.position.begin());
    std::copy_n(at.begin() + 3, 4, body.pose.orientation.begin());
    JointItem joint;
    joint.name = name + ".free";
    joint.type = JointType::free;
    joint.parent = ground_name;
    joint.child = name;
    joint.hint = TreeHint::keep;
    // what hangs on bodies that are handed in moves with them (H22)
    for (const std::size_t first_of : {0U, 3U}) {
      if (has_ports) break;
      for (const double v : seen_by(body.pose.orientation, moving.subspan(first_of, 3)))
        joint.start_velocity.push_back(v);
    }
    items.bodies.push_back(body);
    items.joints.push_back(joint);
    part.bodies.push_back(name);
    if (!border.is_port) continue;
    ports.push_back(border.name);
    const std::string seat = read_port(fields, border.name, book);
    part.handed_in[border.name] = seat;
    items.joints.push_back(weld(name + ".weld", seat, name, body.pose));
    items.joints.back().hint = TreeHint::cut;
    if (seat == ground_name) continue;
    items.bodies.push_back(without(name + ".lent", border.lent, part.pose));
    items.joints.push_back(weld(name + ".lent", seat, name + ".lent", part.pose));
  }
  check_ports(fields, ports);
  items.parts.push_back(std::move(part));
  return items;
}

void cut_welds_at_borders(Description& model) {
  std::set<std::string> borders;
  for (const PartItem& part : model.parts) {
    if (!part.library.empty()) borders.insert(part.bodies.begin(), part.bodies.end());
  }
  if (borders.empty()) return;
  for (JointItem& joint : model.joints) {
    const bool there = borders.contains(joint.parent) || borders.contains(joint.child);
    if (there && joint.type == JointType::fixed && joint.hint == TreeHint::automatic)
      joint.hint = TreeHint::cut;
  }
}

}  // namespace treadle
