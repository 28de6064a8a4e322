// The parallelogram whose singular position is known in closed form.
#pragma once

#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"

#include <vector>

namespace treadle::test {

// Two equal cranks and a coupler as long as the ground: flat at q = 0, from where it could go on as
// a parallelogram or crossed.
inline Mechanism parallelogram() {
  return build_mechanism(read_model_text(R"({
    "gravity": [0, -9.81, 0],
    "bodies": [
      {"name": "left", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]},
      {"name": "coupler", "mass": 2, "inertia": [0.2, 0.2, 0.2], "position": [2, 0, 0]},
      {"name": "right", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [2.5, 0, 0]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "left",
       "position": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "B", "type": "revolute", "parent": "left", "child": "coupler",
       "position": [1, 0, 0], "axis": [0, 0, 1]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "right",
       "position": [3, 0, 0], "axis": [0, 0, 1]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "right",
       "position": [2, 0, 0], "axis": [0, 0, 1]}]})",
                                         "parallelogram"));
}

// Cranks turned by an angle, the coupler by none.
inline std::vector<double> turned(const Mechanism& m, double angle, double speed) {
  std::vector<double> x(static_cast<std::size_t>(m.model.nq() + m.model.nv() + 1), 0.0);
  const auto nq = static_cast<std::size_t>(m.model.nq());
  for (const TreeBody& body : m.topology().bodies) {
    const double sign = body.joint == "A" || body.joint == "D" ? 1.0 : -1.0;
    x[static_cast<std::size_t>(body.q_at)] = sign * angle;
    x[nq + static_cast<std::size_t>(body.v_at)] = sign * speed;
  }
  return x;
}

}  // namespace treadle::test
