#include "write_component.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "../../components/nameless.hpp"
#include "../../describe/functions_of.hpp"
#include "../reading/lone_ports.hpp"
#include "../reading/read_model.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "pack_tyre.hpp"
#include "write_model.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

constexpr const char* part_name = "c";

void check_border(const ComponentSource& source, const std::vector<std::string>& published) {
  const std::vector<std::string> known = bodies_of(source);
  for (const std::string& name : published) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw ModelError("--border", "the part has no body " + shown(name) + suggestion(name, known) +
                                       (std::find(source.ports.begin(), source.ports.end(), name) !=
                                                source.ports.end()
                                            ? "; ports are on the border anyway"
                                            : ""));
    if (std::count(published.begin(), published.end(), name) > 1)
      throw ModelError("--border", "body " + shown(name) + " is named twice");
  }
  if (published.empty() && source.ports.empty())
    throw ModelError("--border",
                     "nothing can be joined to a part without a border; name bodies "
                     "that others may touch: --border " +
                         (known.empty() ? "BODY" : known.front()));
}

// Name, unit and start of each published input.
json inputs_of(const ComponentSource& source, const std::vector<std::string>& published) {
  json all = json::array();
  std::map<std::string, json> known;
  for_each_function(source.model, [&](const TimeFunction& f) {
    if (f.kind != FunctionKind::input || !f.input.starts_with(source.prefix)) return;
    const std::string name = f.input.substr(source.prefix.size());
    known[name] = {
        {"name", name}, {"unit", si_unit(f.dimension)}, {"start", f.amplitude * f.offset}};
  });
  std::vector<std::string> names;
  for (const auto& [name, about] : known) names.push_back(name);
  for (const std::string& name : published) {
    if (!known.contains(name))
      throw ModelError("--inputs",
                       "the part has no input " + shown(name) + suggestion(name, names));
    for (const ControllerItem& item : source.model.controllers)
      if (source.prefix + name == (item.output.empty() ? item.name : item.output))
        throw ModelError("--inputs", "input " + shown(name) + " is fed by controller '" +
                                         item.name.substr(source.prefix.size()) + "' of the part");
    if (std::count(published.begin(), published.end(), name) > 1)
      throw ModelError("--inputs", "input " + shown(name) + " is named twice");
    all.push_back(known.at(name));
  }
  return all;
}

}  // namespace

ComponentSource read_component(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& overrides,
                               const std::string& ground) {
  ComponentSource source;
  source.prefix = std::string(part_name) + ".";
  source.ports = ports_in(json::parse(read_text_file(path), nullptr, false));
  const std::filesystem::path file(path);
  json around{{"treadle", 1}, {"bodies", json::array()}, {"joints", json::array()}};
  json include{{"file", file.filename().string()}, {"name", part_name}};
  const auto add_body = [&](const std::string& port) {
    around["bodies"].push_back({{"name", port}, {"mass", 1}, {"inertia", {1, 1, 1}}});
    around["joints"].push_back(
        {{"name", port}, {"type", "free"}, {"parent", "ground"}, {"child", port}});
  };
  const auto hand_in = [&](const std::string& port) {
    add_body(port);
    include["ports"][port] = port;
  };
  for (const std::string& port : source.ports) hand_in(port);
  if (!ground.empty()) {
    source.ports.push_back(ground);
    add_body(ground);
    include["ground"] = ground;
  }
  around["include"] = json::array({include});
  Overrides given;
  for (const auto& [name, value] : overrides) given.emplace_back(source.prefix + name, value);
  source.model = read_model_text(around.dump(), (file.parent_path() / "component").string(), given);
  // what is handed in stands where it stands: the part is assembled around it
  for (JointItem& joint : source.model.joints) {
    if (std::find(source.ports.begin(), source.ports.end(), joint.name) != source.ports.end())
      joint.start = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  }
  lend_bodies(source.model, source.ports);
  return source;
}

std::vector<std::string> bodies_of(const ComponentSource& source) {
  std::vector<std::string> names;
  for (const BodyItem& body : source.model.bodies) {
    if (body.name.starts_with(source.prefix)) names.push_back(body.name.substr(2));
  }
  return names;
}

namespace {

// Numbers of tyres and roads that stand in files go with the part; what is written of such a tyre
// into the model does not count.
json take_packed_tyres(Description& model) {
  json packed = json::array();
  for (std::size_t k = 0; k < model.forces.size(); ++k) {
    std::optional<TyreItem>& tyre = model.forces[k].tyre;
    if (!tyre || !has_files(*tyre)) continue;
    packed.push_back({{"force", k}, {"tyre", pack_tyre(*tyre)}});
    TyreItem stands_for;
    stands_for.radius = stands_for.stiffness = stands_for.longitudinal = stands_for.cornering = 1.0;
    stands_for.relaxation = {1.0, 1.0};
    tyre = stands_for;
  }
  return packed;
}

}  // namespace

std::string component_content(const ComponentSource& source, const Publication& published) {
  check_border(source, published.border);
  std::vector<std::string> channels, told;
  for (const Publication::Channel& channel : published.outputs)
    channels.push_back(source.prefix + channel.name);
  for (const std::string& name : published.inputs) told.push_back(source.prefix + name);
  const json inputs = inputs_of(source, published.inputs);
  Nameless nameless = make_nameless(source.model, channels, told);
  json border = json::array();
  const auto add = [&](const std::string& name, const std::string& body, bool port) {
    const std::string& fresh = nameless.names.at(body);
    json lent = json::array();
    for (const BodyItem& item : nameless.model.bodies) {
      if (item.name != fresh) continue;
      lent.push_back(port ? item.mass : 0.0);
      for (const double x : item.center) lent.push_back(port ? x : 0.0);
      for (const double x : item.inertia) lent.push_back(port ? x : 0.0);
    }
    border.push_back({{"name", name}, {"body", fresh}, {"port", port}, {"lent", lent}});
  };
  for (const std::string& port : source.ports) add(port, port, true);
  for (const std::string& name : published.border) add(name, source.prefix + name, false);
  const json tyres = take_packed_tyres(nameless.model);
  json all{{"model", json::parse(write_model(nameless.model))}, {"border", border}};
  all["tyres"] = tyres;
  all["inputs"] = inputs;
  for (std::size_t k = 0; k < told.size(); ++k)
    all["inputs"][k]["input"] = nameless.inputs.at(told[k]);
  all["outputs"] = json::array();
  for (std::size_t k = 0; k < channels.size(); ++k)
    all["outputs"].push_back({{"name", published.outputs[k].name},
                              {"unit", published.outputs[k].unit},
                              {"channel", nameless.channel(channels[k])}});
  const std::vector<std::uint8_t> bytes = json::to_cbor(all);
  return {bytes.begin(), bytes.end()};
}

}  // namespace treadle
