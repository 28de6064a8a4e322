// Which equations and velocities are lengths, which are angles: one threshold serves both only in
// plain numbers, lengths divided by the mechanism's.
#pragma once

#include "../base/at.hpp"
#include "../describe/names.hpp"
#include "../model/model.hpp"

#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace treadle {

/// Whether velocity k of a body is one of turning.
inline bool is_angle(const Topology& topology, BodyId body, int k) {
  return std::string_view(velocity_names(topology.bodies[body].type)[at(k)].unit) == "rad/s";
}

/// Whether a row of a loop is in radians, or in sines of angles.
template <Real S>
bool is_angle_row(const Model<S>& model, LoopId c, int row) {
  const LoopData<S>& data = model.loops[at(c.at)];
  if (data.kind == LoopKind::frames) return data.rows[at(row)].kind == RowKind::square;
  if (data.kind == LoopKind::distance) return false;
  const Loop& loop = model.topology->loops[c];
  if (loop.coordinates.empty()) return true;
  const auto& [body, k] = loop.coordinates.front();
  return is_angle(*model.topology, body, k);
}

/// One for each row, or for each velocity: 1 where it is a length.
template <Real S>
std::vector<char> lengths_among_rows(const Model<S>& model) {
  std::vector<char> out;
  for (LoopId c{0}; c.at < model.topology->loops.size(); ++c) {
    for (int r = 0; r < model.loops[at(c.at)].row_count; ++r)
      out.push_back(is_angle_row(model, c, r) ? 0 : 1);
  }
  return out;
}
template <Real S>
std::vector<char> lengths_among_velocities(const Model<S>& model) {
  std::vector<char> out(at(model.nv()), 0);
  for (BodyId b{0}; b.at < model.topology->bodies.size(); ++b) {
    const TreeBody& body = model.topology->bodies[b];
    for (int k = 0; k < body.nv; ++k)
      out[at(body.v_at + k)] = is_angle(*model.topology, b, k) ? 0 : 1;
  }
  return out;
}

/// Largest of numbers of both kinds, lengths in parts of `length`; NaN where one of them is none.
template <Decidable S>
double largest_plain(std::span<const S> numbers, const std::vector<char>& lengths, double length) {
  double angles = 0.0, ways = 0.0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const double size = std::fabs(value(numbers[k]));
    if (std::isnan(size)) return size;
    double& most = lengths[k] != 0 ? ways : angles;
    most = size > most ? size : most;
  }
  return std::fmax(angles, ways / length);
}

}  // namespace treadle
