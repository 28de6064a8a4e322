// What is known before a run: the scene, the graph and the patterns as JSON.
#include "../acceleration/component_view.hpp"
#include "../base/text.hpp"
#include "../describe/names.hpp"
#include "../scene/scene.hpp"
#include "report.hpp"
#include "shape_writer.hpp"

#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::ordered_json;

constexpr int largest_pattern = 500;         ///< coordinates; more is a grey square to the eye
constexpr std::size_t most_loose = 50;       ///< free bodies that are drawn one by one
constexpr std::size_t most_components = 40;  ///< that are listed, outer ones first

ordered_json to_json(const ScenePoint& point) {
  return {{"body", point.body}, {"position", point.position}};
}

ordered_json to_json(const std::vector<SceneSpan>& spans) {
  ordered_json list = ordered_json::array();
  for (const SceneSpan& s : spans) {
    list.push_back(
        {{"name", s.name}, {"from", to_json(s.from)}, {"to", to_json(s.to)}, {"radius", s.radius}});
  }
  return list;
}

ordered_json to_json(const Scene& scene) {
  ordered_json object{{"gravity", scene.gravity}, {"up", scene.up}, {"extent", scene.extent}};
  ordered_json& bodies = object["bodies"] = ordered_json::array();
  ShapeWriter writer;
  for (const SceneBody& body : scene.bodies) {
    ordered_json shapes = ordered_json::array();
    for (const SceneShape& shape : body.shapes) shapes.push_back(writer.to_json(shape));
    bodies.push_back({{"name", body.name},
                      {"mass", body.mass},
                      {"center", body.center},
                      {"shapes", std::move(shapes)}});
  }
  object["meshes"] = writer.take_meshes();
  object["springs"] = to_json(scene.springs);
  object["rods"] = to_json(scene.rods);
  ordered_json& joints = object["joints"] = ordered_json::array();
  const auto moves = [&](int body) { return scene.bodies[static_cast<std::size_t>(body)].moving; };
  for (const SceneJoint& j : scene.joints) {
    if (!moves(j.parent) && !moves(j.child)) continue;  // nothing to see
    joints.push_back({{"name", j.name},
                      {"type", j.type},
                      {"parent", j.parent},
                      {"child", j.child},
                      {"position", j.position},
                      {"axis", j.axis ? ordered_json(*j.axis) : ordered_json(nullptr)},
                      {"cut", j.cut}});
  }
  ordered_json& markers = object["markers"] = ordered_json::array();
  for (const SceneMarker& m : scene.markers) {
    markers.push_back({{"name", m.name}, {"body", m.body}, {"pose", numbers_of(m.pose)}});
  }
  ordered_json& paths = object["paths"] = ordered_json::array();
  for (const ScenePath& p : scene.paths) {
    paths.push_back(
        {{"name", p.name}, {"body", p.at.body}, {"point", p.at.position}, {"shown", p.shown}});
  }
  ordered_json& arrows = object["arrows"] = ordered_json::array();
  for (const SceneArrow& a : scene.arrows) {
    arrows.push_back({{"name", a.name},
                      {"kind", a.moment ? "moment" : "force"},
                      {"unit", a.unit},
                      {"body", a.at.body},
                      {"point", a.at.position}});
    if (a.main) arrows.back()["main"] = true;
    if (a.towards)
      arrows.back()["along"] = {{"body", a.towards->body}, {"point", a.towards->position}};
    if (a.direction)
      arrows.back()["along"] = {{"body", a.direction->body}, {"direction", a.direction->position}};
  }
  ordered_json& planes = object["planes"] = ordered_json::array();
  for (const ScenePlane& p : scene.planes) {
    planes.push_back(
        {{"name", p.name}, {"body", p.at.body}, {"point", p.at.position}, {"normal", p.normal}});
  }
  return object;
}

const char* constraint_word(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::distance:
      return "distance";
    case ConstraintKind::coupler:
      return "coupler";
    case ConstraintKind::driver:
    case ConstraintKind::distance_driver:
      return "driver";
    case ConstraintKind::point_on_line:
      return "point_on_line";
    case ConstraintKind::gear:
      return "gear";
    case ConstraintKind::rolling:
      return "rolling";
    case ConstraintKind::point_on_plane:
      break;
  }
  return "point_on_plane";
}

const char* force_word(ForceKind kind) {
  switch (kind) {
    case ForceKind::spring:
      return "spring";
    case ForceKind::bushing:
      return "bushing";
    case ForceKind::plane:
      return "plane";
    case ForceKind::coupler:
      return "coupler";
    case ForceKind::gear:
      return "gear";
    case ForceKind::tyre:
      return "tyre";
    case ForceKind::drag:
      return "drag";
    case ForceKind::applied:
      break;
  }
  return "applied";
}

// Many bodies that nothing holds are one node.
template <class Index>
ordered_json without_loose(const ordered_json& bodies, const ordered_json& edges,
                           const std::vector<const TreeBody*>& loose, const Index& index) {
  std::vector<bool> stays(bodies.size(), true);
  for (const TreeBody* body : loose) stays[static_cast<std::size_t>(index(body->name))] = false;
  for (const ordered_json& edge : edges) {
    for (const char* end : {"parent", "child"}) stays[edge.at(end).get<std::size_t>()] = true;
  }
  ordered_json kept = ordered_json::array(), lines = ordered_json::array();
  std::vector<std::size_t> place(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    place[b] = kept.size();
    if (stays[b]) kept.push_back(bodies[b]);
  }
  for (ordered_json edge : edges) {
    for (const char* end : {"parent", "child"}) edge[end] = place[edge.at(end).get<std::size_t>()];
    lines.push_back(std::move(edge));
  }
  const std::size_t all = kept.size();
  kept.push_back(std::to_string(bodies.size() - all) + " free bodies");
  lines.push_back(
      {{"name", "free"}, {"type", "free"}, {"parent", 0}, {"child", all}, {"kind", "tree"}});
  return {{"bodies", std::move(kept)}, {"edges", std::move(lines)}};
}

ordered_json graph_of(const Mechanism& m, const Scene& scene) {
  const Description& d = m.description;
  ordered_json bodies = ordered_json::array(), edges = ordered_json::array();
  for (const SceneBody& body : scene.bodies) bodies.push_back(body.name);
  const auto index = [&](const std::string& name) {
    const auto found = m.placement.body_index.find(name);
    return found == m.placement.body_index.end() ? 0 : found->second + 1;
  };
  const auto add = [&](const std::string& name, const char* type, int parent, int child,
                       const char* kind) {
    edges.push_back(
        {{"name", name}, {"type", type}, {"parent", parent}, {"child", child}, {"kind", kind}});
  };
  for (const SceneJoint& j : scene.joints) {
    add(j.name, j.type.c_str(), j.parent, j.child, j.cut ? "cut" : "tree");
  }
  const auto child_of = [&](const std::string& joint) {
    for (const JointItem& item : d.joints) {
      if (item.name == joint) return index(item.child);
    }
    return 0;
  };
  for (const ConstraintItem& c : d.constraints) {
    const bool of_joints = !c.coordinates.empty();
    add(c.name, constraint_word(c.kind),
        of_joints ? child_of(c.coordinates.front().joint) : index(c.from.body),
        of_joints ? child_of(c.coordinates.back().joint) : index(c.to.body), "constraint");
  }
  for (const ForceItem& f : d.forces) {
    if (!has_two_ends(f.kind)) continue;
    add(f.name, force_word(f.kind), index(f.from.body), index(f.to.body), "force");
  }
  std::vector<const TreeBody*> loose;  // on joints that nobody wrote
  for (const TreeBody& body : m.topology().bodies) {
    if (!body.item.valid() && body.follows < 0) loose.push_back(&body);
  }
  if (loose.size() > most_loose) return without_loose(bodies, edges, loose, index);
  for (const TreeBody* body : loose) add(body->joint, "free", 0, index(body->name), "tree");
  return {{"bodies", std::move(bodies)}, {"edges", std::move(edges)}};
}

ordered_json entries_of(const LowerPattern& pattern) {
  ordered_json list = ordered_json::array();
  for (int column = 0; column < pattern.n; ++column) {
    list.push_back({column, column});
    const auto c = static_cast<std::size_t>(column);
    for (int s = pattern.begin[c]; s < pattern.begin[c + 1]; ++s) {
      list.push_back({pattern.rows[static_cast<std::size_t>(s)], column});
    }
  }
  return list;
}

ordered_json patterns_of(const Mechanism& m) {
  ordered_json labels = ordered_json::array();
  if (m.model.nv() > largest_pattern) {  // and the pattern of a long chain is full: not even made
    return {
        {"labels", labels},
        {"inertia", ordered_json::array()},
        {"factor", ordered_json::array()},
        {"skipped", "left out: " + std::to_string(m.model.nv()) + " coordinates are more than " +
                        std::to_string(largest_pattern) + "; treadle inspect --svg draws them"}};
  }
  const SaddlePattern& pattern = *m.model.pattern;
  for (int i = 0; i < pattern.n; ++i) labels.push_back(m.coordinate_name(i));
  return {{"labels", std::move(labels)},
          {"inertia", entries_of(pattern.inertia)},
          {"factor", entries_of(pattern.factor)}};
}

// Of formulation 'component': levels, borders, size and entries of each matrix A, costs.
ordered_json components_of(const Mechanism& mechanism) {
  ordered_json list = ordered_json::array();
  const std::vector<ComponentView> views = view_components(mechanism);
  for (std::size_t n = views.size(); n-- > 0 && list.size() < most_components;) {
    const ComponentView& one = views[n];
    std::string value = "level " + std::to_string(one.level) + ", A " + std::to_string(one.rows) +
                        " x " + std::to_string(one.columns) + " of rank " +
                        std::to_string(one.rank) + ", " + short_number(100.0 * one.density, 2) +
                        " % entries, " + short_number(one.flops, 3) + " operations";
    if (one.inner > 0)
      value += ", " + std::to_string(one.inner) + " equations of loops closed inside fragments";
    value += "; border";
    for (const std::string& body : one.border) value += " " + body;
    if (one.border.empty()) value += " none";
    for (const std::string& equation : one.left_out) value += "; left out: " + equation;
    list.push_back({{"name", "component " + one.title()}, {"value", std::move(value)}});
  }
  return list;
}

ordered_json options_json(const Mechanism& mechanism, const RunOptions& o,
                          const RunOrigin& origin) {
  ordered_json list = ordered_json::array();
  const auto add = [&](const std::string& name, const std::string& value) {
    list.push_back({{"name", name}, {"value", value}});
  };
  add("duration", short_number(o.duration) + " s");
  add("step", short_number(o.step) + " s");
  add("output interval",
      o.output_interval ? short_number(*o.output_interval) + " s" : "every step");
  add("integrator", o.integrator);
  add("solver", o.solver);
  add("constraints", o.constraints);
  for (const auto& [name, value] : origin.options) add(name, value);
  if (o.formulation != "component") return list;
  add("formulation", o.formulation);
  for (ordered_json& one : components_of(mechanism)) list.push_back(std::move(one));
  return list;
}

}  // namespace

std::string report_head(const Mechanism& mechanism, const RunOptions& options,
                        const RunOrigin& origin) {
  const Scene scene =
      make_scene(mechanism.description, mechanism.model, mechanism.placement, mechanism.start.q);
  const ordered_json head{{"format", "treadle-report"},
                          {"version", 1},
                          {"model",
                           {{"name", mechanism.description.name},
                            {"text", origin.model_text},
                            {"source", origin.source},
                            {"hash", origin.model_hash}}},
                          {"program", {{"name", "treadle"}, {"version", origin.version}}},
                          {"created", ""},
                          {"options", options_json(mechanism, options, origin)},
                          {"shown", origin.shown},
                          {"messages", mechanism.warnings()},
                          {"scene", to_json(scene)},
                          {"graph", graph_of(mechanism, scene)},
                          {"patterns", patterns_of(mechanism)}};
  return head.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace treadle
