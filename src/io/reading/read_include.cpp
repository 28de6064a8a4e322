#include "read_include.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "../../components/place_part.hpp"
#include "../../describe/functions_of.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "read_compiled.hpp"
#include "read_document.hpp"
#include "read_function.hpp"
#include "read_pose.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace treadle {

namespace {

using nlohmann::json;

Seat read_seat(const json& value, const Place& place, const NameBook& book) {
  Seat seat;
  seat.body = book.read_body(value, place);
  seat.pose = book.pose_of(seat.body);
  return seat;
}

// A body for each port of the part.
std::map<std::string, Seat> read_ports(const Fields& fields, const Words& ports,
                                       const NameBook& book) {
  std::map<std::string, Seat> seats;
  const Place place = fields.at("ports");
  if (const json* object = fields.find("ports")) {
    if (!object->is_object()) {
      place.fail_field("is " + show_value(*object) + "; an object {\"port\": \"body\"} is needed");
    }
    for (const auto& entry : object->items()) {
      const std::string& port = entry.key();
      const Place at = place.key(clean(port));
      if (std::find(ports.begin(), ports.end(), port) == ports.end()) {
        at.fail("the part has no port " + shown(port) + suggestion(port, ports));
      }
      seats[port] = read_seat(entry.value(), at, book);
    }
  }
  for (const std::string& port : ports) {
    if (!seats.contains(port))
      place.fail("the port " + shown(port) + " of the part needs a body: \"ports\": {" + "\"" +
                 clean(port) + "\": ...}");
  }
  return seats;
}

// Functions of this file for inputs of the part.
std::map<std::string, TimeFunction> read_inputs(const Fields& fields, const Description& part) {
  std::map<std::string, TimeFunction> given;
  const json* object = fields.find("inputs");
  if (object == nullptr) return given;
  const Place place = fields.at("inputs");
  if (!object->is_object()) {
    place.fail_field("is " + show_value(*object) + "; an object {\"input\": function} is needed");
  }
  std::map<std::string, Dimension> kinds;
  for_each_function(part, [&](const TimeFunction& function) {
    if (function.kind == FunctionKind::input) kinds.emplace(function.input, function.dimension);
  });
  Words known;
  for (const auto& [name, kind] : kinds) known.push_back(name);
  for (const auto& entry : object->items()) {
    const Place at = place.key(clean(entry.key()));
    const auto kind = kinds.find(entry.key());
    if (kind == kinds.end()) {
      at.fail("the part has no input " + shown(entry.key()) + suggestion(entry.key(), known));
    }
    given[entry.key()] = read_function(entry.value(), at, kind->second);
  }
  return given;
}

PartPlacement read_placement(const Fields& fields, const NameBook& book) {
  static const Words axes{"x", "y", "z"};
  PartPlacement placement;
  placement.name = read_name(fields.need("name"), fields.at("name"));
  read_pose(fields, placement.pose);
  if (const json* axis = fields.find("mirror")) {
    placement.mirror.axis = read_choice(*axis, fields.at("mirror"), "mirror axis", axes);
  }
  if (const json* body = fields.find("ground"))
    placement.ground = read_seat(*body, fields.at("ground"), book);
  return placement;
}

// Two bodies of the part may have become one body of the model.
void check_ends(const Description& part, const Place& place) {
  const auto check = [&place](const char* kind, const std::string& name, const std::string& a,
                              const std::string& b) {
    if (a == b)
      place.fail(std::string(kind) + " " + shown(name) + " has both its ends on " + shown(a));
  };
  for (const JointItem& joint : part.joints) check("joint", joint.name, joint.parent, joint.child);
  for (const ConstraintItem& item : part.constraints) {
    if (!item.to.body.empty()) check("constraint", item.name, item.from.body, item.to.body);
  }
  for (const ForceItem& item : part.forces) {
    if (!has_two_ends(item.kind) && item.from.body == ground_name) {
      place.fail("force " + shown(item.name) + " is on the ground, which does not move");
    }
  }
}

// As events: time and energies belong to the whole mechanism, all other channels to the part.
void name_in_part(const std::string& prefix, FigureItem& item) {
  item.name = prefix + item.name;
  for (std::string* channel : {&item.of, &item.over}) {
    if (!channel->empty() && *channel != "time" && !channel->starts_with("energy."))
      *channel = prefix + *channel;
  }
  for (Moment* moment : {&item.from, &item.to, &item.at})
    if (!moment->event.empty()) moment->event = prefix + moment->event;
}

}  // namespace

Description read_include(const json& value, const Place& place, const GivenParameters& from_outside,
                         const NameBook& book, PartFiles& files) {
  const Fields fields(value, place, known_keys("include"));
  if (fields.has("library")) return read_compiled(fields, place, book, files);
  if (fields.has("sha256"))
    fields.at("sha256").fail_field("is that of a library; give \"library\" too");
  const std::string file = read_name(fields.need("file"), fields.at("file"));
  PartPlacement placement = read_placement(fields, book);
  GivenParameters given = read_given(fields);
  for (GivenParameter one : from_outside) {  // later ones win
    if (!one.name.starts_with(placement.name + ".")) continue;
    one.name.erase(0, placement.name.size() + 1);
    one.from_outside = true;
    given.push_back(std::move(one));
  }

  Document part;
  const std::size_t figures = files.figures().size();
  const std::string title = place.path() + " (" + clean(file) + "): ";
  const auto inside = [&title](const ModelError& error) {
    return ModelError(title + error.where(), error.what());
  };
  const json* document = nullptr;
  try {
    document = &files.enter(file, fields.at("file"));
  } catch (const ModelError& error) {
    if (error.where().starts_with("line ")) throw inside(error);
    throw;
  }
  placement.file = files.label();
  try {
    part = read_document(*document, given, files);
  } catch (const GivenError& error) {  // the mistake is out here, or further out
    if (error.from_outside()) throw;
    throw ModelError(error.where(), error.what());
  } catch (const ModelError& error) {
    throw inside(error);
  }
  files.leave();
  placement.ports = read_ports(fields, part.ports, book);
  placement.inputs = read_inputs(fields, part.items);
  if (placement.mirror.on() && !part.items.controllers.empty())
    fields.at("mirror").fail_field(
        "would turn signs of channels that controllers of the part read; move the controllers to "
        "the file that includes it");
  for (const PartItem& inner : part.items.parts) {
    if (placement.mirror.on() && !inner.library.empty())
      fields.at("mirror").fail_field("would reflect " + shown(inner.name) +
                                     " of the part, which is compiled");
    if (placement.ground.body != ground_name && !inner.library.empty())
      fields.at("ground").fail_field("would move with the ground of " + shown(inner.name) +
                                     " of the part, which is compiled; hand the body in as a port");
  }
  for (std::size_t f = figures; f < files.figures().size(); ++f)
    name_in_part(placement.name + ".", files.figures()[f]);
  Description items = place_part(std::move(part.items), placement);
  check_ends(items, place);
  return items;
}

}  // namespace treadle
