#include "overview.hpp"

#include "words.hpp"

namespace treadle::cli {

std::string size_words(const Mechanism& mechanism) {
  const std::size_t redundant = mechanism.redundancy.rows.size();
  std::string text = counted(mechanism.model.nv(), "coordinate") + ", " +
                     counted(mechanism.model.rows(), "equation");
  if (redundant > 0) text += " (" + std::to_string(redundant) + " redundant)";
  return text + ", " +
         counted(mechanism.degrees_of_freedom(), "degree of freedom", "degrees of freedom");
}

std::string body_name(const Topology& topology, BodyId body) {
  return body.valid() ? topology.bodies[body].name : ground_name;
}

std::vector<std::string> joint_names_of(const Topology& topology,
                                        const std::vector<BodyId>& bodies) {
  std::vector<std::string> names;
  names.reserve(bodies.size());
  for (const BodyId body : bodies) names.push_back(topology.bodies[body].joint);
  return names;
}

std::vector<std::string> welded_to(const Mechanism& mechanism, BodyId body) {
  std::vector<std::string> names;
  const Topology& topology = mechanism.topology();
  for (std::size_t b = 0; b < topology.welds.size(); ++b) {
    const std::string& name = mechanism.description.bodies[b].name;
    const bool itself = body.valid() && name == topology.bodies[body].name;
    if (topology.welds[b].body == body && !itself) names.push_back(name);
  }
  return names;
}

std::vector<std::string> coordinates_of(const Mechanism& mechanism, const Loop& loop) {
  std::vector<std::string> names;
  names.reserve(loop.coordinates.size());
  for (const auto& [body, index] : loop.coordinates) {
    names.push_back(mechanism.coordinate_name(mechanism.topology().bodies[body].v_at + index));
  }
  return names;
}

std::string ends_of(const Mechanism& mechanism, const Loop& loop) {
  if (loop.kind == LoopKind::coordinates) return listed(coordinates_of(mechanism, loop));
  const Topology& topology = mechanism.topology();
  return body_name(topology, loop.from) + ", " + body_name(topology, loop.to);
}

std::vector<BodyId> children_of(const Topology& topology, BodyId body) {
  std::vector<BodyId> children;
  for (BodyId i{0}; i.at < topology.bodies.size(); ++i) {
    if (topology.bodies[i].parent == body) children.push_back(i);
  }
  return children;
}

EntryCounts count_entries(const SaddlePattern& pattern) {
  EntryCounts counts;
  counts.inertia = pattern.n + pattern.inertia.entries();
  counts.factor = pattern.n + pattern.factor.entries();
  counts.phi = pattern.phi_values;
  for (const LoopPattern& loop : pattern.loops) {
    counts.t += static_cast<long>(loop.rows) * static_cast<long>(loop.t_columns.size());
  }
  return counts;
}

}  // namespace treadle::cli
