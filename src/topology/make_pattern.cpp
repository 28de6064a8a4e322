#include "make_pattern.hpp"

#include "../base/error.hpp"

#include <algorithm>
#include <limits>

namespace treadle {

namespace {

void append_positions(const TreeBody& body, std::vector<int>& list) {
  for (int a = 0; a < body.nv; ++a) list.push_back(body.v_at + a);
}

// Entries are numbered by int; a matrix with more could not be factored in a lifetime anyway.
void check_entries(const Topology& t) {
  std::vector<long> above(static_cast<std::size_t>(t.bodies.size()));  // coordinates, own included
  long entries = 0;
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const TreeBody& body = t.bodies[i];
    long& count = above[static_cast<std::size_t>(i.at)];
    count = body.nv;
    if (body.parent.valid()) count += above[static_cast<std::size_t>(body.parent.at)];
    entries += body.nv * count;
  }
  if (entries > std::numeric_limits<int>::max()) {
    throw ModelError("bodies", "the inertia matrix of this mechanism has " +
                                   std::to_string(entries) +
                                   " entries, more than can be handled: its branches are too long");
  }
}

// M couples two coordinates where one belongs to an ancestor of the other's body. Numbered leaves
// first, a column holds the rest of the body's own block, then the ancestors on the way up.
LowerPattern leaf_first_pattern(const Topology& t) {
  LowerPattern pattern;
  pattern.n = t.nv;
  pattern.begin.reserve(static_cast<std::size_t>(t.nv) + 1);
  for (BodyId i{t.bodies.size() - 1}; i.valid(); --i.at) {
    const TreeBody& body = t.bodies[i];
    for (int a = 0; a < body.nv; ++a) {
      for (int b = a + 1; b < body.nv; ++b) pattern.rows.push_back(body.v_at + b);
      for (BodyId up = body.parent; up.valid(); up = t.bodies[up].parent)
        append_positions(t.bodies[up], pattern.rows);
      pattern.begin.push_back(static_cast<int>(pattern.rows.size()));
    }
  }
  return pattern;
}

LowerPattern root_first_pattern(const Topology& t) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(t.nv));
  for (const TreeBody& body : t.bodies) {
    for (int a = 0; a < body.nv; ++a) {
      const int own = body.v_at + a;
      for (int b = 0; b < a; ++b) columns[static_cast<std::size_t>(body.v_at + b)].push_back(own);
      for (BodyId up = body.parent; up.valid(); up = t.bodies[up].parent) {
        for (int b = 0; b < t.bodies[up].nv; ++b)
          columns[static_cast<std::size_t>(t.bodies[up].v_at + b)].push_back(own);
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
std::vector<int> reach(const LowerPattern& factor, const std::vector<int>& columns,
                       std::vector<char>& reached) {
  std::vector<int> list;
  const auto add = [&](int position) {
    char& mark = reached[static_cast<std::size_t>(position)];
    if (mark != 0) return;
    mark = 1;
    list.push_back(position);
  };
  for (const int column : columns) add(column);
  for (std::size_t next = 0; next < list.size(); ++next) {
    // all entries of a column of L couple each other, so the first leads to the others
    const auto k = static_cast<std::size_t>(list[next]);
    if (factor.begin[k] < factor.begin[k + 1])
      add(factor.rows[static_cast<std::size_t>(factor.begin[k])]);
  }
  std::sort(list.begin(), list.end());
  for (const int position : list) reached[static_cast<std::size_t>(position)] = 0;
  return list;
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

std::vector<int> loop_columns(const Topology& t, const Loop& loop) {
  std::vector<int> columns;
  if (loop.kind == LoopKind::coordinates) {
    for (const auto& [i, index] : loop.coordinates) columns.push_back(t.bodies[i].v_at + index);
  } else {
    for (const BodyId i : loop.from_path) append_positions(t.bodies[i], columns);
    for (const BodyId i : loop.to_path) append_positions(t.bodies[i], columns);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

SaddlePattern make_pattern(const Topology& t) {
  check_entries(t);
  SaddlePattern pattern;
  pattern.n = t.nv;
  pattern.m = t.rows;
  const bool leaf_first = t.numbering == Numbering::leaf_first;
  pattern.inertia = leaf_first ? leaf_first_pattern(t) : root_first_pattern(t);
  pattern.factor = leaf_first ? pattern.inertia : eliminate(pattern.inertia);
  std::vector<char> reached(static_cast<std::size_t>(t.nv), 0);
  for (const Loop& loop : t.loops) {
    LoopPattern rows;
    rows.first_row = loop.first_row;
    rows.rows = loop.rows;
    rows.values_at = pattern.phi_values;
    rows.columns = loop_columns(t, loop);
    rows.t_columns = reach(pattern.factor, rows.columns, reached);
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
