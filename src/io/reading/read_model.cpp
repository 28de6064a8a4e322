#include "read_model.hpp"

#include "../../base/error.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "json_document.hpp"
#include "lone_ports.hpp"
#include "name_book.hpp"
#include "override_names.hpp"
#include "read_assembly.hpp"
#include "read_compiled.hpp"
#include "read_constraint.hpp"
#include "read_contact.hpp"
#include "read_controller.hpp"
#include "read_document.hpp"
#include "read_event.hpp"
#include "read_figure.hpp"
#include "read_force.hpp"
#include "read_include.hpp"
#include "read_joint.hpp"
#include "read_output.hpp"
#include "read_pose.hpp"
#include "read_repeat.hpp"
#include "read_shape.hpp"
#include "read_with_figures.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace treadle {

namespace {

using nlohmann::json;

std::array<double, 6> read_inertia(const json& value, const Place& place) {
  static const Words& keys = known_keys("inertia");  // xx yy zz xy xz yz
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

// Bodies that a composite joint of this file has for links: they may have no mass.
std::set<std::string> light_bodies(const Fields& top) {
  std::set<std::string> names;
  const json* joints = top.find("joints");
  if (joints == nullptr || !joints->is_array()) return names;
  for (const json& joint : *joints) {
    if (!joint.is_object() || !joint.contains("links") || !joint["links"].is_array()) continue;
    for (const json& link : joint["links"])
      if (link.is_string()) names.insert(link.get<std::string>());
  }
  return names;
}

BodyItem read_body(const json& value, const Place& place, const std::string& folder,
                   const std::set<std::string>& light) {
  const Fields fields(value, place, known_keys("body"));
  BodyItem body;
  body.name = read_name(fields.need("name"), fields.at("name"));
  const bool is_light = light.contains(body.name);
  fields.number("mass", dimension::mass, is_light ? Range::not_negative : Range::positive,
                body.mass);
  fields.triple("center", dimension::length, body.center);
  if (const json* inertia = fields.find("inertia")) {
    body.inertia = read_inertia(*inertia, fields.at("inertia"));
  }
  read_pose(fields, body.pose);
  read_shapes(fields, folder, body);
  complete_masses(fields, body);
  if (const json* kind = fields.find("kind")) body.kind = read_string(*kind, fields.at("kind"));
  return body;
}

FrameItem read_frame(const json& value, const Place& place, const NameBook& book) {
  const Fields fields(value, place, known_keys("frame"));
  FrameItem frame;
  frame.name = read_name(fields.need("name"), fields.at("name"));
  frame.body = book.read_body(fields.need("body"), fields.at("body"));
  read_pose(fields, frame.pose);
  return frame;
}

SleepingItem read_sleeping(const json& value, const Place& place) {
  const Fields fields(value, place, known_keys("sleeping"));
  SleepingItem item;
  fields.number("speed", dimension::velocity, Range::positive, item.speed);
  fields.number("time", dimension::time, Range::positive, item.time);
  fields.number("acceleration", dimension::acceleration, Range::positive, item.acceleration);
  return item;
}

SimulationItem read_simulation(const json& value, const Scope& scope) {
  const Fields fields(value, Place("simulation", "simulation", &scope), known_keys("simulation"));
  SimulationItem simulation;
  simulation.solver = default_solver;
  fields.number("duration", dimension::time, Range::not_negative, simulation.duration);
  fields.number("step", dimension::time, Range::positive, simulation.step);
  fields.number("output_interval", dimension::time, Range::positive, simulation.output_interval);
  fields.number("max_step", dimension::time, Range::positive, simulation.max_step);
  fields.number("rtol", dimension::none, Range::not_negative, simulation.rtol);
  fields.number("atol", dimension::none, Range::positive, simulation.atol);
  fields.name("integrator", simulation.integrator);
  fields.name("solver", simulation.solver);
  fields.name("constraints", simulation.constraints);
  fields.name("jacobian", simulation.jacobian);
  fields.number("spectral_radius", dimension::none, Range::not_negative,
                simulation.spectral_radius);
  fields.name("start", simulation.start);
  if (const json* sleeping = fields.find("sleeping")) {
    if (!sleeping->is_boolean()) {
      simulation.sleeping = read_sleeping(*sleeping, fields.at("sleeping"));
    } else if (sleeping->get<bool>()) {
      simulation.sleeping.emplace();
    }
  }
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
    read(item,
         Place(std::string(list) + "[" + std::to_string(i) + "]", title, top.place().scope()));
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
  if (const json* schema = top.find("$schema")) read_string(*schema, top.at("$schema"));
  if (const json* text = top.find("description")) {
    model.text = read_string(*text, top.at("description"));
  }
  top.triple("gravity", dimension::acceleration, model.gravity);
  if (const json* order = top.find("numbering")) {
    model.numbering =
        static_cast<Numbering>(read_choice(*order, top.at("numbering"), "numbering", numberings));
  }
  top.number("tolerance", dimension::length, Range::not_negative, model.tolerance);
  top.truth("locked", model.locked);
}

Words read_ports(const Fields& top) {
  Words ports;
  const json* list = top.find("ports");
  if (list == nullptr) return ports;
  const Place place = top.at("ports");
  if (!list->is_array())
    place.fail_field("is " + show_value(*list) + "; a list of names is needed");
  for (std::size_t i = 0; i < list->size(); ++i)
    ports.push_back(read_name((*list)[i], place.element(i)));
  return ports;
}

// Adds the items of a part to the model, and their names to those that are taken.
void add_part(Description part, const Place& place, Description& model, NameBook& book,
              TakenNames& taken) {
  const Place name = place.key("name");
  for (PartItem& inner : part.parts) model.parts.push_back(std::move(inner));
  for (BodyItem& body : part.bodies) {
    model.bodies.push_back(std::move(body));
    book.add_body(name);
  }
  for (FrameItem& frame : part.frames) {
    model.frames.push_back(std::move(frame));
    book.add_frame(name);
  }
  for (JointItem& joint : part.joints) {
    model.joints.push_back(std::move(joint));
    book.add_joint();
    taken.take(model.joints.back().name, name);
  }
  for (ConstraintItem& item : part.constraints) {
    taken.take(item.name, name);
    model.constraints.push_back(std::move(item));
  }
  for (ForceItem& item : part.forces) {
    taken.take(item.name, name);
    model.forces.push_back(std::move(item));
  }
  model.outputs.insert(model.outputs.end(), part.outputs.begin(), part.outputs.end());
  model.events.insert(model.events.end(), part.events.begin(), part.events.end());
  model.controllers.insert(model.controllers.end(), part.controllers.begin(),
                           part.controllers.end());
  model.targets.insert(model.targets.end(), part.targets.begin(), part.targets.end());
  model.parameters.insert(model.parameters.end(), part.parameters.begin(), part.parameters.end());
  model.unused_parameters.insert(model.unused_parameters.end(), part.unused_parameters.begin(),
                                 part.unused_parameters.end());
}

// A file's own parameters first, then those of parts; by name, since an object has no order.
void sort_parameters(Description& model) {
  const auto before = [](const std::string& a, const std::string& b) {
    const auto dots = [](const std::string& name) {
      return std::count(name.begin(), name.end(), '.');
    };
    return dots(a) != dots(b) ? dots(a) < dots(b) : a < b;
  };
  std::sort(model.parameters.begin(), model.parameters.end(),
            [&](const ParameterItem& a, const ParameterItem& b) { return before(a.name, b.name); });
  std::sort(model.unused_parameters.begin(), model.unused_parameters.end(), before);
}

// Puts a file's own items before those of its parts, so that messages count them as the file does.
template <class Item>
void own_first(std::vector<Item>& items, std::size_t of_parts) {
  std::rotate(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(of_parts), items.end());
}

// Outputs last, since they refer to all others. Those of parts have the names of their parts.
void read_outputs(const Fields& top, const NameBook& book, Description& model) {
  TakenNames taken;
  const std::size_t of_parts = model.outputs.size();
  for (const OutputItem& item : model.outputs) taken.take(item.name, top.at("include").key("name"));
  const OutputReader reader(model, book);
  read_list(top, "outputs", "output", [&](const json& item, const Place& place) {
    model.outputs.push_back(reader.read(item, place));
    taken.take(model.outputs.back().name, place.key("name"));
  });
  own_first(model.outputs, of_parts);
}

void read_events(const Fields& top, Description& model) {
  TakenNames taken;
  const std::size_t of_parts = model.events.size();
  for (const EventItem& item : model.events) taken.take(item.name, top.at("include").key("name"));
  read_list(top, "events", "event", [&](const json& item, const Place& place) {
    model.events.push_back(read_event(item, place, model));
    taken.take(model.events.back().name, place.key("name"));
  });
  own_first(model.events, of_parts);
}

// After events, which they may name. Those of parts stay in front, since later ones may refer to
// earlier ones. A part's own are named when it is put in.
void read_figures(const Fields& top, const Description& model, std::size_t of_others,
                  std::vector<FigureItem>& figures) {
  TakenNames taken;
  for (std::size_t f = of_others; f < figures.size(); ++f)
    taken.take(figures[f].name, top.at("include").key("name"));
  read_list(top, "figures", "figure", [&](const json& item, const Place& place) {
    figures.push_back(read_figure(item, place, model));
    taken.take(figures.back().name, place.key("name"));
  });
}

void read_controllers(const Fields& top, Description& model) {
  TakenNames taken;
  const std::size_t of_parts = model.controllers.size();
  for (const ControllerItem& item : model.controllers)
    taken.take(item.name, top.at("include").key("name"));
  read_list(top, "controllers", "controller", [&](const json& item, const Place& place) {
    model.controllers.push_back(read_controller(item, place));
    taken.take(model.controllers.back().name, place.key("name"));
  });
  own_first(model.controllers, of_parts);
}

// Bodies, parts and frames first, since all others refer to them by name.
void read_items(const Fields& top, const Words& ports, const GivenParameters& given,
                PartFiles& files, Description& model) {
  const std::size_t others =
      files.figures().size();  // of files outside of this part, and beside it
  NameBook book(model);
  TakenNames taken;
  const std::string& folder = top.place().scope()->folder();
  const std::set<std::string> light = light_bodies(top);
  read_list(top, "bodies", "body", [&](const json& item, const Place& place) {
    for (BodyItem& body : repeated(read_body(item, place, folder, light), item, place)) {
      model.bodies.push_back(std::move(body));
      book.add_body(place.key("name"));
    }
  });
  for (std::size_t i = 0; i < ports.size(); ++i)
    book.add_port(ports[i], top.at("ports").element(i));
  TakenNames parts;
  read_list(top, "include", "include", [&](const json& item, const Place& place) {
    Description part = read_include(item, place, given, book, files);
    parts.take(item["name"].get<std::string>(), place.key("name"));
    add_part(std::move(part), place, model, book, taken);
  });
  if (!files.in_part() && model.bodies.empty()) {
    if (!top.has("include")) top.need("bodies");
    top.at("bodies").fail_field("is empty; a model needs at least one body");
  }
  const std::size_t frames = model.frames.size(), joints = model.joints.size();
  const std::size_t constraints = model.constraints.size(), forces = model.forces.size();
  read_list(top, "frames", "frame", [&](const json& item, const Place& place) {
    model.frames.push_back(read_frame(item, place, book));
    book.add_frame(place.key("name"));
  });

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
  if (top.has("contacts") && files.in_part())
    top.at("contacts").fail_field("belongs to the file that includes this part");
  read_list(top, "contacts", "contact", [&](const json& item, const Place& place) {
    model.contacts.push_back(read_contact(item, place, model));
    taken.take(model.contacts.back().name, place.key("name"));
  });
  if (const json* assembly = top.find("assembly")) {
    const Place place("assembly", "assembly", top.place().scope());
    const std::vector<TargetItem> targets = read_assembly(*assembly, place, book);
    model.targets.insert(model.targets.begin(), targets.begin(), targets.end());
  }
  read_outputs(top, book, model);
  read_events(top, model);
  read_figures(top, model, others, files.figures());
  read_controllers(top, model);
  cut_welds_at_borders(model);
  own_first(model.frames, frames);
  own_first(model.joints, joints);
  own_first(model.constraints, constraints);
  own_first(model.forces, forces);
}

GivenParameters given_by(const Overrides& overrides) {
  GivenParameters given;
  for (const auto& [name, value] : overrides) {
    const Place place("--set", "--set " + clean(name));
    given.push_back({name, read_any_quantity(json(value), place), place});
  }
  return given;
}

}  // namespace

Document read_document(const json& document, GivenParameters given, PartFiles& files) {
  if (!document.is_object()) {
    throw ModelError("line 1, column 1", std::string("the file holds JSON of type ") +
                                             document.type_name() + "; a model is an object {...}");
  }
  Scope scope(std::filesystem::path(files.path()).parent_path().string());
  const Place place("", "the model", &scope);
  check_version(document, place);
  const Fields top(document, place, known_keys("model"));
  Document result;
  Description& model = result.items;
  model.source = files.path();
  model.name = std::filesystem::path(model.source).stem().string();
  if (model.name.empty()) model.name = "model";
  const GivenParameters of_parts = take_given_of_parts(top, given);
  read_parameters(top, given, scope, model);
  read_head(top, model);
  result.ports = read_ports(top);
  if (!files.in_part() && !result.ports.empty()) {
    top.at("ports").fail(
        "this file is a part whose ports need bodies; include it in a model, or say what holds "
        "them: --set " +
        result.ports.front() + "=ground, free, or the mass of a body");
  }
  read_items(top, result.ports, of_parts, files, model);
  model.simulation.solver = default_solver;
  if (const json* simulation = top.find("simulation")) {
    model.simulation = read_simulation(*simulation, scope);
  }
  const Words unused = scope.unused();
  model.unused_parameters.insert(model.unused_parameters.begin(), unused.begin(), unused.end());
  sort_parameters(model);
  return result;
}

namespace {

ModelWithFigures read_whole(const std::string& text, const std::string& source,
                            const Overrides& overrides) {
  json document = parse_json(text, source);
  Overrides parameters = overrides;
  const LonePorts ports(document, parameters);
  ports.enter(document);
  const auto read = [&](const Overrides& given) {
    PartFiles files(source);
    ModelWithFigures whole{read_document(document, given_by(given), files).items, {}};
    ports.load(whole.model);
    whole.figures = std::move(files.figures());
    return whole;
  };
  try {
    return read(parameters);
  } catch (const ModelError&) {
    if (parameters.empty()) throw;
    std::optional<ModelWithFigures> as_written;
    try {
      as_written = read({});
    } catch (const ModelError&) {
    }
    if (as_written) check_override_names(as_written->model, parameters);
    throw;  // all names are known: it is something else
  }
}

}  // namespace

ModelWithFigures read_with_figures_text(const std::string& text, const std::string& source,
                                        const Overrides& overrides) {
  return read_whole(text, source, overrides);
}

ModelWithFigures read_with_figures(const std::string& path, const Overrides& overrides) {
  return read_whole(read_text_file(path), path, overrides);
}

Description read_model_text(const std::string& text, const std::string& source,
                            const Overrides& overrides) {
  return read_whole(text, source, overrides).model;
}

Description read_model(const std::string& path, const Overrides& overrides) {
  return read_model_text(read_text_file(path), path, overrides);
}

}  // namespace treadle
