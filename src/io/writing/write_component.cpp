#include "write_component.hpp"

#include "../../base/error.hpp"
#include "../../base/text.hpp"
#include "../../components/nameless.hpp"
#include "../../components/poses.hpp"
#include "../reading/read_model.hpp"
#include "../tables/shown.hpp"
#include "../tables/text_file.hpp"
#include "write_model.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

constexpr const char* part_name = "c";
constexpr double lent_part = 0.01;  // of the lightest body: light for whoever lends it

// Mistakes are the reader's to tell.
std::vector<std::string> ports_in(const std::string& text) {
  std::vector<std::string> ports;
  const json document = json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("ports") || !document["ports"].is_array())
    return ports;
  for (const json& port : document["ports"]) {
    if (port.is_string()) ports.push_back(port.get<std::string>());
  }
  return ports;
}

// A ball about the middle of the part's bodies, as wide as they lie.
BodyItem lent_ball(const Description& model, const std::vector<std::string>& ports) {
  const auto is_own = [&](const BodyItem& body) {
    return std::find(ports.begin(), ports.end(), body.name) == ports.end() && body.mass > 0.0;
  };
  BodyItem ball;
  double mass = 0.0, least = 0.0, spread = 0.0;
  for (const BodyItem& body : model.bodies) {
    if (!is_own(body)) continue;
    const Triple at = placed(body.pose, body.center);
    for (std::size_t k = 0; k < 3; ++k) ball.center[k] += body.mass * at[k];
    mass += body.mass;
    least = least == 0.0 ? body.mass : std::min(least, body.mass);
  }
  if (mass == 0.0) throw ModelError("bodies", "no body of the part has a mass");
  for (double& x : ball.center) x /= mass;
  for (const BodyItem& body : model.bodies) {
    if (!is_own(body)) continue;
    const Triple at = placed(body.pose, body.center);
    for (std::size_t k = 0; k < 3; ++k) spread += body.mass * std::pow(at[k] - ball.center[k], 2);
    spread += (body.inertia[0] + body.inertia[1] + body.inertia[2]) / 3.0;
  }
  ball.mass = lent_part * least;
  const double moment = ball.mass * spread / mass;
  ball.inertia = {moment, moment, moment, 0.0, 0.0, 0.0};
  return ball;
}

}  // namespace

ComponentSource read_component(const std::string& path,
                               const std::vector<std::pair<std::string, std::string>>& overrides,
                               const std::string& ground) {
  ComponentSource source;
  source.prefix = std::string(part_name) + ".";
  source.ports = ports_in(read_text_file(path));
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
  if (source.ports.empty()) return source;
  // what is handed in stands where it stands: the part is assembled around it
  for (JointItem& joint : source.model.joints) {
    if (std::find(source.ports.begin(), source.ports.end(), joint.name) != source.ports.end())
      joint.start = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  }
  const BodyItem ball = lent_ball(source.model, source.ports);
  for (BodyItem& body : source.model.bodies) {
    if (std::find(source.ports.begin(), source.ports.end(), body.name) == source.ports.end())
      continue;
    body.mass = ball.mass;
    body.center = ball.center;
    body.inertia = ball.inertia;
  }
  return source;
}

std::vector<std::string> bodies_of(const ComponentSource& source) {
  std::vector<std::string> names;
  for (const BodyItem& body : source.model.bodies) {
    if (body.name.starts_with(source.prefix)) names.push_back(body.name.substr(2));
  }
  return names;
}

std::string component_content(const ComponentSource& source,
                              const std::vector<std::string>& published) {
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
  Nameless nameless = make_nameless(source.model);
  json border = json::array();
  const auto add = [&](const std::string& name, const std::string& body, bool port) {
    const std::string& fresh = nameless.bodies.at(body);
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
  for (const std::string& name : published) add(name, source.prefix + name, false);
  const std::vector<std::uint8_t> bytes =
      json::to_cbor({{"model", json::parse(write_model(nameless.model))}, {"border", border}});
  return {bytes.begin(), bytes.end()};
}

}  // namespace treadle
