#include "lone_ports.hpp"

#include "../../base/error.hpp"
#include "../../components/poses.hpp"
#include "../tables/shown.hpp"
#include "fields.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace treadle {

namespace {

using nlohmann::json;

constexpr double lent_part = 0.01;

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

// Absent, or something that the reader will tell: left to it.
json* list_of(json& document, const char* name) {
  json& list = document[name];
  if (list.is_null()) list = json::array();
  return list.is_array() ? &list : nullptr;
}

}  // namespace

std::vector<std::string> ports_in(const json& document) {
  std::vector<std::string> ports;
  if (!document.is_object() || !document.contains("ports") || !document["ports"].is_array())
    return ports;
  for (const json& port : document["ports"]) {
    if (port.is_string()) ports.push_back(port.get<std::string>());
  }
  return ports;
}

void lend_bodies(Description& model, const std::vector<std::string>& ports) {
  if (ports.empty()) return;
  const BodyItem ball = lent_ball(model, ports);
  for (BodyItem& body : model.bodies) {
    if (std::find(ports.begin(), ports.end(), body.name) == ports.end()) continue;
    body.mass = ball.mass;
    body.center = ball.center;
    body.inertia = ball.inertia;
  }
}

LonePorts::LonePorts(const json& document, Overrides& given) {
  const std::vector<std::string> names = ports_in(document);
  for (const std::string& name : names) {
    const auto is_it = [&](const auto& item) { return item.first == name; };
    const auto last = std::find_if(given.rbegin(), given.rend(), is_it);  // the last one wins
    if (last == given.rend()) continue;
    Port port{name};
    port.held = last->second == "ground";
    if (!port.held && last->second != "free") {
      const Place place("--set", "--set " + shown(name));
      try {
        port.mass = read_number(json(last->second), place, dimension::mass, Range::positive);
      } catch (const ModelError& error) {
        throw ModelError("--set", "port " + shown(name) + " is held by " + shown(last->second) +
                                      "; give ground, free, or the mass of a body: 20 kg");
      }
    }
    ports_.push_back(port);
    given.erase(std::remove_if(given.begin(), given.end(), is_it), given.end());
  }
  if (ports_.empty() || ports_.size() == names.size()) return;
  for (const std::string& name : names) {
    if (std::none_of(ports_.begin(), ports_.end(), [&](const Port& p) { return p.name == name; }))
      throw ModelError("--set", "port " + shown(name) + " needs a body, too: --set " + name +
                                    "=ground, free, or the mass of a body");
  }
}

void LonePorts::enter(json& document) const {
  if (ports_.empty()) return;
  json* bodies = list_of(document, "bodies");
  json* joints = list_of(document, "joints");
  if (bodies == nullptr || joints == nullptr) return;
  document.erase("ports");
  for (const Port& port : ports_) {
    bodies->push_back({{"name", port.name}, {"mass", 1}, {"inertia", {1, 1, 1}}});
    joints->push_back({{"name", port.name},
                       {"type", port.held ? "fixed" : "free"},
                       {"parent", "ground"},
                       {"child", port.name}});
  }
}

void LonePorts::load(Description& model) const {
  std::vector<std::string> names;
  for (const Port& port : ports_) names.push_back(port.name);
  lend_bodies(model, names);
  for (const Port& port : ports_) {
    for (BodyItem& body : model.bodies) {
      if (body.name != port.name || port.mass == 0.0) continue;
      for (double& x : body.inertia) x *= port.mass / body.mass;
      body.mass = port.mass;
    }
    for (JointItem& joint : model.joints) {
      if (joint.name == port.name && !port.held) joint.start = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
    }
  }
}

}  // namespace treadle
