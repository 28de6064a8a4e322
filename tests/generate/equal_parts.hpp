// Mechanisms made of equal parts.
#pragma once

#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"

#include <string>

namespace treadle::test {

/// Equal links one after the other, each hinge turned against the one before; the ends of the
/// links are held by tabulated springs.
inline Mechanism link_chain(int links) {
  std::string bodies, joints, forces;
  for (int k = 0; k < links; ++k) {
    const std::string n = std::to_string(k), x = std::to_string(0.3 * k), comma = k > 0 ? "," : "";
    bodies += comma + R"({"name": "link)" + n + R"(", "mass": 1, "position": [)" + x +
              R"(, 0, 0], "center": [0.15, 0.01, 0.02],
              "inertia": [0.02, 0.025, 0.03, 0.001, 0.002, 0.003]})";
    joints += comma + R"({"name": "hinge)" + n + R"(", "type": "revolute", "parent": ")" +
              (k > 0 ? "link" + std::to_string(k - 1) : "ground") + R"(", "child": "link)" + n +
              R"(", "position": [)" + x + R"(, 0, 0], "start": 0.1, "velocity": 0.2, "axis": )" +
              (k % 2 == 0 ? "[0.1, 0.2, 1]" : "[0.3, 1, 0.2]") + "}";
    forces += comma + R"({"name": "spring)" + n + R"(", "type": "spring", "length": 0.5,
              "from": {"body": "ground", "position": [)" +
              x + R"(, 0.2, 0.5]},
              "to": {"body": "link)" +
              n + R"(", "position": [)" + x + R"(, 0, 0.1]},
              "law": {"stretch": [-0.4, -0.1, 0, 0.2, 0.6], "force": [-90, -20, 0, 30, 110]}})";
  }
  return build_mechanism(read_model_text(R"({"treadle": 1, "name": "chain", "bodies": [)" + bodies +
                                             R"(], "joints": [)" + joints + R"(], "forces": [)" +
                                             forces + "]}",
                                         "chain"));
}

/// Crank-rockers side by side.
inline Mechanism four_bars(int count) {
  std::string bodies, joints;
  for (int k = 0; k < count; ++k) {
    const std::string n = std::to_string(k), y = std::to_string(0.5 * k);
    const auto body = [&](const std::string& name, const std::string& rest) {
      bodies += std::string(bodies.empty() ? "" : ",") + R"({"name": ")" + name + n +
                R"(", "position": [0, )" + y + ", 0], " + rest + "}";
    };
    body("crank", R"("mass": 0.3, "center": [0, 0, 0.15], "inertia": [0.00225, 0.00225, 0])");
    body("coupler", R"("mass": 1, "center": [0.4, 0, 0.6], "inertia": [0.03, 0.083, 0.054])");
    body("rocker", R"("mass": 0.9, "center": [0.8, 0, 0.45], "inertia": [0.06, 0.06, 0])");
    const auto pin = [&](const std::string& name, const std::string& parent,
                         const std::string& child, const std::string& x, const std::string& z) {
      joints += std::string(joints.empty() ? "" : ",") + R"({"name": ")" + name + n +
                R"(", "type": "revolute", "parent": ")" + parent + R"(", "child": ")" + child + n +
                R"(", "axis": [0, -1, 0], "position": [)" + x + ", " + y + ", " + z + "]" +
                (parent == "ground" && child == "crank" ? R"(, "velocity": 6)" : "") + "}";
    };
    pin("a", "ground", "crank", "0", "0");
    pin("b", "crank" + n, "coupler", "0", "0.3");
    pin("c", "coupler" + n, "rocker", "0.8", "0.9");
    pin("d", "ground", "rocker", "0.8", "0");
  }
  return build_mechanism(read_model_text(R"({"treadle": 1, "name": "four_bars", "bodies": [)" +
                                             bodies + R"(], "joints": [)" + joints + "]}",
                                         "four bars"));
}

}  // namespace treadle::test
