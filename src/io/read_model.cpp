#include "read_model.hpp"

#include "../base/error.hpp"
#include "json_document.hpp"
#include "name_book.hpp"
#include "read_constraint.hpp"
#include "read_force.hpp"
#include "read_joint.hpp"
#include "read_pose.hpp"
#include "shown.hpp"
#include "text_file.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

std::array<double, 6> read_inertia(const json& value, const Place& place) {
  static const Words keys{"xx", "yy", "zz", "xy", "xz", "yz"};
  std::array<double, 6> inertia{};
  const auto range = [](std::size_t i) { return i < 3 ? Range::not_negative : Range::any; };

  if (value.is_object()) {
    const Fields fields(value, place, keys);
    for (std::size_t i = 0; i < 6; ++i) {
      fields.number(keys[i].c_str(), dimension::inertia, range(i), inertia[i]);
    }
    return inertia;
  }
  if (!value.is_array() || (value.size() != 3 && value.size() != 6)) {
    place.fail_field("is " + show_value(value) +
                     "; give [xx, yy, zz], [xx, yy, zz, xy, xz, yz] or an object with these keys");
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    inertia[i] = read_number(value[i], place.element(i), dimension::inertia, range(i));
  }
  return inertia;
}

BodyItem read_body(const json& value, const Place& place) {
  static const Words keys{"name", "mass", "center", "inertia", "position", "orientation"};
  const Fields fields(value, place, keys);
  BodyItem body;
  body.name = read_name(fields.need("name"), fields.at("name"));
  body.mass = read_number(fields.need("mass"), fields.at("mass"), dimension::mass, Range::positive);
  fields.triple("center", dimension::length, body.center);
  if (const json* inertia = fields.find("inertia")) {
    body.inertia = read_inertia(*inertia, fields.at("inertia"));
  }
  read_pose(fields, body.pose);
  return body;
}

FrameItem read_frame(const json& value, const Place& place, const NameBook& book) {
  static const Words keys{"name", "body", "position", "orientation"};
  const Fields fields(value, place, keys);
  FrameItem frame;
  frame.name = read_name(fields.need("name"), fields.at("name"));
  frame.body = book.read_body(fields.need("body"), fields.at("body"));
  read_pose(fields, frame.pose);
  return frame;
}

SimulationItem read_simulation(const json& value) {
  static const Words keys{"duration",   "step",   "output_interval",
                          "integrator", "solver", "constraints"};
  const Fields fields(value, Place("simulation", "simulation"), keys);
  SimulationItem simulation;
  fields.number("duration", dimension::time, Range::not_negative, simulation.duration);
  fields.number("step", dimension::time, Range::positive, simulation.step);
  fields.number("output_interval", dimension::time, Range::positive, simulation.output_interval);
  fields.name("integrator", simulation.integrator);
  fields.name("solver", simulation.solver);
  fields.name("constraints", simulation.constraints);
  return simulation;
}

// The elements of a list, each with a place that calls it by its name where it has one.
template <class Read>
void read_list(const Fields& top, const char* list, const std::string& kind, Read read) {
  const json* items = top.find(list);
  if (items == nullptr) return;
  if (!items->is_array()) {
    top.at(list).fail_field("is " + show_value(*items) + "; an array [...] is needed");
  }
  for (std::size_t i = 0; i < items->size(); ++i) {
    const json& item = (*items)[i];
    std::string title = "this " + kind;
    if (item.is_object() && item.contains("name") && item["name"].is_string()) {
      title = kind + " " + shown(item["name"].get_ref<const std::string&>());
    }
    read(item, Place(std::string(list) + "[" + std::to_string(i) + "]", title));
  }
}

// Looks at the version before the keys, since another version may have others.
void check_version(const json& document, const Place& place) {
  const auto version = document.find("treadle");
  if (version == document.end() || *version == 1) return;
  place.key("treadle").fail("format version " + show_value(*version) + " is not known; use 1");
}

void read_head(const Fields& top, Description& model) {
  static const Words numberings{"leaf-first", "root-first"};  // in the order of Numbering
  top.name("name", model.name);
  if (const json* text = top.find("description")) {
    model.text = read_string(*text, top.at("description"));
  }
  top.triple("gravity", dimension::acceleration, model.gravity);
  if (const json* order = top.find("numbering")) {
    model.numbering =
        static_cast<Numbering>(read_choice(*order, top.at("numbering"), "numbering", numberings));
  }
}

// Bodies and frames first, since all others refer to them by name.
void read_items(const Fields& top, Description& model) {
  NameBook book(model);
  read_list(top, "bodies", "body", [&](const json& item, const Place& place) {
    model.bodies.push_back(read_body(item, place));
    book.add_body(place.key("name"));
  });
  if (top.need("bodies").empty()) {
    top.at("bodies").fail_field("is empty; a model needs at least one body");
  }
  read_list(top, "frames", "frame", [&](const json& item, const Place& place) {
    model.frames.push_back(read_frame(item, place, book));
    book.add_frame(place.key("name"));
  });

  TakenNames taken;
  read_list(top, "joints", "joint", [&](const json& item, const Place& place) {
    model.joints.push_back(read_joint(item, place, book));
    book.add_joint();
    taken.take(model.joints.back().name, place.key("name"));
  });
  read_list(top, "constraints", "constraint", [&](const json& item, const Place& place) {
    model.constraints.push_back(read_constraint(item, place, book));
    taken.take(model.constraints.back().name, place.key("name"));
  });
  read_list(top, "forces", "force", [&](const json& item, const Place& place) {
    model.forces.push_back(read_force(item, place, book));
    taken.take(model.forces.back().name, place.key("name"));
  });
}

}  // namespace

Description read_model_text(const std::string& text, const std::string& source) {
  static const Words keys{"treadle", "name",   "description", "gravity", "numbering", "bodies",
                          "frames",  "joints", "constraints", "forces",  "simulation"};
  const json document = parse_json(text, source);
  if (!document.is_object()) {
    throw ModelError("line 1, column 1",
                     "the file holds " + show_value(document) + "; a model is an object {...}");
  }
  const Place place("", "the model");
  check_version(document, place);
  const Fields top(document, place, keys);
  Description model;
  model.source = source;
  model.name = std::filesystem::path(source).stem().string();
  if (model.name.empty()) model.name = "model";
  read_head(top, model);
  read_items(top, model);
  if (const json* simulation = top.find("simulation")) {
    model.simulation = read_simulation(*simulation);
  }
  return model;
}

Description read_model(const std::string& path) {
  return read_model_text(read_text_file(path), path);
}

}  // namespace treadle
