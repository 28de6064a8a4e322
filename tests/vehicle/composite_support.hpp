// Drawings with composite joints, with the links as bodies instead, and runs of them.
#pragma once

#include "src/base/error.hpp"
#include "src/derivatives/equation_slopes.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/composite_stage.hpp"
#include "src/scalar/dual.hpp"
#include "src/simulation/simulation.hpp"
#include "src/solve/registry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>

namespace treadle::composite_joint {

using Rows = std::vector<std::vector<double>>;

// A drawing that is turned and shifted as a whole.
class Drawing {
 public:
  Drawing() = default;
  explicit Drawing(unsigned seed) {
    std::mt19937 dice(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const Vec3<double> a{number(dice), number(dice), number(dice)};
    const Vec3<double> b{number(dice), number(dice), number(dice)};
    r.x = (1.0 / norm(a)) * a;
    const Vec3<double> z = cross(a, b);
    r.z = (1.0 / norm(z)) * z;
    r.y = cross(r.z, r.x);
    shift = {3.0 * number(dice), 3.0 * number(dice), 3.0 * number(dice)};
  }
  [[nodiscard]] std::string point(double x, double y, double z) const {
    return written(r * Vec3<double>{x, y, z} + shift);
  }
  [[nodiscard]] std::string along(double x, double y, double z) const {
    return written(r * Vec3<double>{x, y, z});
  }

  Mat3<double> r = Mat3<double>::identity();
  Vec3<double> shift{0.0, 0.0, 0.0};

 private:
  static std::string written(const Vec3<double>& a) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "[%.17g, %.17g, %.17g]", a.x, a.y, a.z);
    return text.data();
  }
};

// Where a body's frame is turned with the drawing, points on it are written in the drawing.
inline std::string body(const Drawing& w, const std::string& name, double mass,
                        const std::string& rest = "") {
  const Vec3<double>&x = w.r.x, &y = w.r.y, &z = w.r.z;
  const auto q = to_quaternion(Mat3<double>{x, y, z});
  std::array<char, 240> pose{};
  std::snprintf(pose.data(), pose.size(),
                R"("position": [%.17g, %.17g, %.17g], "orientation": [%.17g, %.17g, %.17g, %.17g])",
                w.shift.x, w.shift.y, w.shift.z, q[0], q[1], q[2], q[3]);
  const std::string m = std::to_string(mass);
  return R"({"name": ")" + name + R"(", "mass": )" + m + R"(, "inertia": [)" + m + "," + m + "," +
         m + "], " + pose.data() + rest + "}";
}

struct Motions {
  Rows rows;
  RunResult result;
};

inline Motions run_of(const Mechanism& m, const std::vector<std::string>& channels, double duration,
                      const std::string& integrator = "adams", const std::string& solver = "auto",
                      double tolerance = 1e-12) {
  RunOptions options;
  options.duration = duration;
  options.output_interval = duration / 20;
  options.rtol = options.atol = tolerance;
  options.integrator = integrator;
  options.solver = solver;
  options.channels.names = channels;
  Motions out;
  Listener listener;
  listener.row = [&](std::span<const double> row) {
    out.rows.emplace_back(row.begin(), row.end());
  };
  out.result = run(m, options, listener);
  return out;
}

inline double apart(const Rows& a, const Rows& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k)
      most = std::max(most, std::fabs(a[i][k] - b[i][k]));
  return most;
}

inline Mechanism built(const std::string& text) {
  return build_mechanism(read_model_text(text, "composite"));
}

// Double wishbones with a tie rod, on a chassis that moves. With `rear` the rod ends on the
// chassis, else on a rack. The spring stands on the lower arm. `mass` of each link; 0: a composite.
inline std::string wishbones(bool rear, double mass, const Drawing& w = {},
                             const std::string& more = "") {
  const auto p = [&](double x, double y, double z) { return w.point(x, y, z); };
  const auto n = [&](double x, double y, double z) { return w.along(x, y, z); };
  const auto on = [](double x, double y, double z) {  // a point on a body, in the drawing
    return Drawing().point(x, y, z);
  };
  std::string text =
      R"({"gravity": )" + n(0, 0, -9.81) + R"(, "bodies": [)" +
      body(w, "chassis", 400, R"(, "center": [0.1, 0, 0.5])") + "," +
      body(w, "lower", mass, R"(, "center": [0, 0.55, 0.2])") + "," +
      body(w, "upper", mass, R"(, "center": [0, 0.6, 0.5])") + "," +
      (rear ? "" : body(w, "rack", mass, R"(, "center": [-0.15, 0.35, 0.28])") + ",") +
      body(w, "knuckle", 30, R"(, "center": [0, 0.77, 0.32])") + R"(], "joints": [
    {"name": "seat", "type": "free", "parent": "ground", "child": "chassis"},
    {"name": "lower_hinge", "type": "revolute", "parent": "chassis", "child": "lower", "position": )" +
      p(0.1, 0.35, 0.2) + R"(, "axis": )" + n(1, 0.03, 0.02) +
      R"(, "velocity": 0.5},
    {"name": "upper_hinge", "type": "revolute", "parent": "chassis", "child": "upper", "position": )" +
      p(0.05, 0.42, 0.48) + R"(, "axis": )" + n(1, -0.02, 0.06) + R"(},
    {"name": "lower_ball", "type": "spherical", "parent": "lower", "child": "knuckle", "position": )" +
      p(0.01, 0.75, 0.19) + R"(},
    {"name": "upper_ball", "type": "spherical", "parent": "upper", "child": "knuckle", "position": )" +
      p(-0.01, 0.7, 0.5) + "}";
  if (!rear)
    text +=
        R"(, {"name": "rack_guide", "type": "prismatic", "parent": "chassis", "child": "rack", "position": )" +
        p(-0.15, 0.35, 0.28) + R"(, "axis": )" + n(0, 1, 0) +
        R"(, "velocity": 0.02, "spring": {"stiffness": 40000}, "damping": 200})";
  if (mass == 0.0)
    text +=
        std::string(
            R"(, {"name": "corner", "type": "composite", "parent": "chassis", "child": "knuckle", "links": ["lower", "upper")") +
        (rear ? "" : R"(, "rack")") + R"(], "independent": ["lower_hinge")" +
        (rear ? "" : R"(, "rack_guide")") + "]}";
  return text + R"(], "constraints": [{"name": "tie_rod", "type": "distance", "from": {"body": ")" +
         (rear ? "chassis" : "rack") + R"(", "position": )" + on(-0.15, 0.36, 0.28) +
         R"(}, "to": {"body": "knuckle", "position": )" + on(-0.14, 0.72, 0.29) +
         R"(}}], "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "chassis", "position": )" +
         on(0, 0.5, 0.75) + R"(}, "to": {"body": "lower", "position": )" + on(0.02, 0.6, 0.2) +
         R"(}, "stiffness": 40000, "damping": 300, "preload": 3000},
    {"name": "ground_spring", "type": "spring", "from": {"body": "ground", "position": )" +
         p(0, 0.77, -1) + R"(}, "to": {"body": "knuckle", "position": )" + on(0, 0.77, 0.02) +
         R"(}, "stiffness": 20000, "preload": 2000}])" + more + "}";
}

inline const std::vector<std::string> corner_motion{
    "chassis.pose", "knuckle.pose", "lower.pose", "upper.pose", "lower_hinge.v", "upper_hinge.v"};

// The only Link of a mechanism that is a composite joint.
inline std::size_t composite_link(const Mechanism& m) {
  for (std::size_t i = 0; i < m.model.links.size(); ++i)
    if (m.model.links[i].inside) return i;
  ADD_FAILURE() << "no composite joint";
  return 0;
}

inline std::string refusal(const std::string& text) {
  try {
    built(text);
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

}  // namespace treadle::composite_joint
