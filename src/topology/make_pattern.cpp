#include "make_pattern.hpp"

#include <algorithm>
#include <set>

namespace treadle {

namespace {

void append_positions(const TreeBody& body, std::vector<int>& list) {
  for (int a = 0; a < body.nv; ++a) list.push_back(body.v_at + a);
}

// M couples two coordinates where one belongs to an ancestor of the other's body.
LowerPattern inertia_pattern(const Topology& t) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(t.nv));
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const TreeBody& body = t.bodies[i];
    std::vector<int> line;
    for (BodyId up = i; up.valid(); up = t.bodies[up].parent) append_positions(t.bodies[up], line);
    for (int a = 0; a < body.nv; ++a) {
      const int own = body.v_at + a;
      for (const int other : line) {
        if (other == own || (other > own && other < body.v_at + body.nv)) continue;  // pairs once
        columns[static_cast<std::size_t>(std::min(own, other))].push_back(std::max(own, other));
      }
    }
  }
  LowerPattern pattern;
  pattern.n = t.nv;
  for (std::vector<int>& column : columns) {
    std::sort(column.begin(), column.end());
    pattern.rows.insert(pattern.rows.end(), column.begin(), column.end());
    pattern.begin.push_back(static_cast<int>(pattern.rows.size()));
  }
  return pattern;
}

// T reaches from the columns of Phi along the entries of L: with leaf-first numbering the two paths
// of the loop and everything above them (Lemma 3).
std::vector<int> reach(const LowerPattern& factor, const std::vector<int>& columns) {
  std::set<int> reached(columns.begin(), columns.end());
  for (auto it = reached.begin(); it != reached.end(); ++it) {
    const auto k = static_cast<std::size_t>(*it);
    for (int s = factor.begin[k]; s < factor.begin[k + 1]; ++s) {
      reached.insert(factor.rows[static_cast<std::size_t>(s)]);
    }
  }
  return {reached.begin(), reached.end()};
}

std::vector<int> positions_of(const Topology& t, const std::vector<BodyId>& bodies) {
  std::vector<int> positions;
  for (const BodyId i : bodies) append_positions(t.bodies[i], positions);
  std::sort(positions.begin(), positions.end());
  return positions;
}

std::vector<ClusterPattern> cluster_patterns(const Topology& t) {
  std::vector<ClusterPattern> patterns;
  for (const Cluster& cluster : t.clusters) {
    ClusterPattern pattern;
    pattern.positions = positions_of(t, cluster.members);
    pattern.interfaces = positions_of(t, cluster.interfaces);
    for (const LoopId c : cluster.loops) pattern.loops.push_back(static_cast<int>(c.at));
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace

SaddlePattern make_pattern(const Topology& t) {
  SaddlePattern pattern;
  pattern.n = t.nv;
  pattern.m = t.rows;
  pattern.inertia = inertia_pattern(t);
  pattern.factor =
      t.numbering == Numbering::leaf_first ? pattern.inertia : eliminate(pattern.inertia);
  for (const Loop& loop : t.loops) {
    LoopPattern rows;
    rows.first_row = loop.first_row;
    rows.rows = loop.rows;
    rows.values_at = pattern.phi_values;
    if (loop.kind == LoopKind::coordinates) {
      for (const auto& [i, index] : loop.coordinates)
        rows.columns.push_back(t.bodies[i].v_at + index);
    } else {
      for (const BodyId i : loop.from_path) append_positions(t.bodies[i], rows.columns);
      for (const BodyId i : loop.to_path) append_positions(t.bodies[i], rows.columns);
    }
    std::sort(rows.columns.begin(), rows.columns.end());
    rows.columns.erase(std::unique(rows.columns.begin(), rows.columns.end()), rows.columns.end());
    rows.t_columns = reach(pattern.factor, rows.columns);
    pattern.phi_values += loop.rows * static_cast<int>(rows.columns.size());
    pattern.loops.push_back(std::move(rows));
  }
  pattern.clusters = cluster_patterns(t);
  return pattern;
}

std::vector<BodyId> body_at_position(const Topology& t) {
  std::vector<BodyId> body(static_cast<std::size_t>(t.nv));
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    for (int a = 0; a < t.bodies[i].nv; ++a)
      body[static_cast<std::size_t>(t.bodies[i].v_at + a)] = i;
  }
  return body;
}

}  // namespace treadle
