#include "overview.hpp"

#include "words.hpp"

#include <set>

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

std::vector<std::vector<std::string>> all_welds(const Mechanism& mechanism) {
  const Topology& topology = mechanism.topology();
  std::vector<std::vector<std::string>> lists(static_cast<std::size_t>(topology.bodies.size()) + 1);
  for (std::size_t b = 0; b < topology.welds.size(); ++b) {
    const BodyId body = topology.welds[b].body;
    const std::string& name = mechanism.description.bodies[b].name;
    if (body.valid() && name == topology.bodies[body].name) continue;
    lists[list_of(topology, body)].push_back(name);
  }
  return lists;
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

std::vector<std::vector<BodyId>> all_children(const Topology& topology) {
  std::vector<std::vector<BodyId>> lists(static_cast<std::size_t>(topology.bodies.size()) + 1);
  for (BodyId i{0}; i.at < topology.bodies.size(); ++i) {
    lists[list_of(topology, topology.bodies[i].parent)].push_back(i);
  }
  return lists;
}

namespace {

// Columns of T of a coupler or driver: the rest of each body's block and everything above.
long coordinate_columns(const Topology& t, const Loop& loop) {
  std::set<int> positions;
  for (const auto& [body, index] : loop.coordinates) {
    const TreeBody& own = t.bodies[body];
    for (int a = index; a < own.nv; ++a) positions.insert(own.v_at + a);
    for (BodyId up = own.parent; up.valid(); up = t.bodies[up].parent) {
      for (int a = 0; a < t.bodies[up].nv; ++a) positions.insert(t.bodies[up].v_at + a);
    }
  }
  return static_cast<long>(positions.size());
}

}  // namespace

EntryCounts count_entries(const Mechanism& mechanism) {
  const Topology& t = mechanism.topology();
  if (t.numbering != Numbering::leaf_first) return count_entries(*mechanism.model.pattern);
  EntryCounts counts;
  counts.phi = mechanism.model.phi_values;
  std::vector<long> line(static_cast<std::size_t>(t.bodies.size()) + 1, 0);  // own and above
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const long nv = t.bodies[i].nv, above = line[list_of(t, t.bodies[i].parent)];
    line[list_of(t, i)] = above + nv;
    counts.inertia += nv * above + nv * (nv + 1) / 2;
  }
  counts.factor = counts.inertia;
  for (LoopId c{0}; c.at < t.loops.size(); ++c) {
    const Loop& loop = t.loops[c];
    const auto columns =
        static_cast<long>(mechanism.model.loops[static_cast<std::size_t>(c.at)].columns.size());
    counts.t += loop.rows * (loop.kind == LoopKind::coordinates
                                 ? coordinate_columns(t, loop)
                                 : columns + line[list_of(t, loop.ancestor)]);
  }
  return counts;
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
