// Linkages that pass singular positions, made of uniform bars of 1 kg/m in the x-z plane, as model
// texts; and one run of them with the largest errors along the way.
#pragma once

#include "src/simulation/mechanism_system.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace treadle::test {

/// The integrator of all runs here, and its step.
inline const char* const run_integrator = "rk4";
inline constexpr double run_step = 1e-3;

using Point = std::array<double, 2>;  // x, z

class PlanarText {
 public:
  /// A uniform bar between two points; its mass is its length.
  void bar(const std::string& name, Point a, Point b) {
    const double dx = b[0] - a[0], dz = b[1] - a[1], l = std::hypot(dx, dz);
    const double i = l * l * l / 12.0;
    body(name, l, {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}, i);
  }
  void body(const std::string& name, double mass, Point center, double inertia) {
    bodies_ += std::string(bodies_.empty() ? "" : ",") + "{\"name\":\"" + name +
               "\",\"mass\":" + number(mass) + ",\"center\":[" + number(center[0]) + ",0," +
               number(center[1]) + "],\"inertia\":[" + number(inertia) + "," + number(inertia) +
               "," + number(inertia) + "]}";
  }
  void hinge(const std::string& name, const std::string& parent, const std::string& child, Point at,
             const std::string& more = "") {
    joint(name, "revolute", parent, child, at, "[0,-1,0]", more);
  }
  void slide(const std::string& name, const std::string& parent, const std::string& child, Point at,
             const std::string& more = "") {
    joint(name, "prismatic", parent, child, at, "[1,0,0]", more);
  }
  /// A joint that follows a function of time.
  void drive(const std::string& joint, const std::string& function) {
    drivers_ += std::string(drivers_.empty() ? "" : ",") +
                "{\"name\":\"motor\",\"type\":\"driver\",\"joint\":\"" + joint +
                "\",\"function\":" + function + "}";
  }
  [[nodiscard]] Description read(const std::string& name) const {
    return read_model_text("{\"treadle\":1,\"name\":\"" + name + "\",\"bodies\":[" + bodies_ +
                               "],\"joints\":[" + joints_ + "],\"constraints\":[" + drivers_ + "]}",
                           name);
  }

  /// With all its digits.
  static std::string number(double x) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", x);
    return text.data();
  }

 private:
  void joint(const std::string& name, const std::string& type, const std::string& parent,
             const std::string& child, Point at, const std::string& axis, const std::string& more) {
    joints_ += std::string(joints_.empty() ? "" : ",") + "{\"name\":\"" + name + "\",\"type\":\"" +
               type + "\",\"parent\":\"" + parent + "\",\"child\":\"" + child +
               "\",\"position\":[" + number(at[0]) + ",0," + number(at[1]) + "],\"axis\":" + axis +
               more + "}";
  }
  std::string bodies_, joints_, drivers_;
};

/// The parallelogram of the ready models, let go at 10 degrees.
inline Description parallel_four_bar() {
  return read_model(models_folder() + "/parallel_four_bar.json");
}

/// Cranks of 1 m side by side, couplers of 2 m between their ends: n parallelograms in a row that
/// share cranks, at the given angle above the horizontal.
inline PlanarText parallel_row_text(int n, double angle) {
  PlanarText text;
  const auto tip = [&](int k) { return Point{2.0 * k + std::cos(angle), std::sin(angle)}; };
  for (int k = 0; k <= n; ++k) {
    text.bar("crank" + std::to_string(k), {2.0 * k, 0.0}, tip(k));
    text.hinge("pivot" + std::to_string(k), "ground", "crank" + std::to_string(k), {2.0 * k, 0.0});
  }
  for (int k = 0; k < n; ++k) {
    const std::string c = "coupler" + std::to_string(k);
    text.bar(c, tip(k), tip(k + 1));
    text.hinge("left" + std::to_string(k), "crank" + std::to_string(k), c, tip(k));
    text.hinge("right" + std::to_string(k), c, "crank" + std::to_string(k + 1), tip(k + 1));
  }
  return text;
}
inline Description parallel_row(int n, double angle) {
  return parallel_row_text(n, angle).read("parallel_row");
}

/// n parallelograms that have nothing in common but the ground, each turned further by `more`.
inline Description parallel_copies(int n, double first, double more = 0.0) {
  PlanarText text;
  for (int k = 0; k < n; ++k) {
    const double angle = first + more * k;
    const std::string s = std::to_string(k);
    const Point a{4.0 * k, 0.0}, b{4.0 * k + std::cos(angle), std::sin(angle)}, c{b[0] + 2.0, b[1]},
        d{4.0 * k + 2.0, 0.0};
    text.bar("left" + s, a, b);
    text.bar("coupler" + s, b, c);
    text.bar("right" + s, d, c);
    text.hinge("A" + s, "ground", "left" + s, a);
    text.hinge("B" + s, "left" + s, "coupler" + s, b);
    text.hinge("C" + s, "coupler" + s, "right" + s, c);
    text.hinge("D" + s, "ground", "right" + s, d);
  }
  return text.read("parallel_copies");
}

/// Crank and rod of the same length: at 90 degrees the slider stands under the crankshaft, and rod
/// and crank could turn on together with the slider at rest.
inline Description equal_slider_crank(double angle, double speed) {
  PlanarText text;
  const Point pin{std::cos(angle), std::sin(angle)}, end{2.0 * std::cos(angle), 0.0};
  text.bar("crank", {0.0, 0.0}, pin);
  text.bar("rod", pin, end);
  text.body("slider", 1.0, end, 0.01);
  text.hinge("shaft", "ground", "crank", {0.0, 0.0}, ",\"velocity\":" + std::to_string(speed));
  text.hinge("pin", "crank", "rod", pin);
  text.hinge("wrist", "rod", "slider", end);
  text.slide("guide", "ground", "slider", end);
  return text.read("equal_slider_crank");
}

/// A rhombus of four bars of 1 m on one pivot and one crank speed: an antiparallelogram or a
/// rhombus that folds flat, where all four bars lie on one line.
inline Description folding_ring(double angle, double speed) {
  PlanarText text;
  const Point a{0.0, 0.0}, d{1.0, 0.0}, b{std::cos(angle), std::sin(angle)}, c{b[0] + 1.0, b[1]};
  text.bar("left", a, b);
  text.bar("top", b, c);
  text.bar("right", d, c);
  text.hinge("A", "ground", "left", a, ",\"velocity\":" + std::to_string(speed));
  text.hinge("B", "left", "top", b);
  text.hinge("C", "top", "right", c);
  text.hinge("D", "ground", "right", d);
  return text.read("folding_ring");
}

struct Trip {
  RunResult result;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  [[nodiscard]] std::vector<double> column(const std::string& name) const {
    std::vector<double> out;
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (names[c] != name) continue;
      for (const auto& row : rows) out.push_back(row[c]);
    }
    return out;
  }
};

/// A run with the description's own options, which `change` may change.
template <class Change>
Trip travel_with(const Description& description, Change&& change) {
  const Mechanism mechanism = build_mechanism(description);
  RunOptions options = options_of(description.simulation);
  change(options);
  Trip trip;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    for (const Column& c : columns) trip.names.push_back(c.name);
  };
  listener.row = [&](std::span<const double> row) {
    trip.rows.emplace_back(row.begin(), row.end());
  };
  trip.result = run(mechanism, options, listener);
  return trip;
}

inline Trip travel(const Description& description, const std::string& constraints, double duration,
                   double step = run_step, double interval = 0.02) {
  return travel_with(description, [&](RunOptions& options) {
    options.duration = duration;
    options.step = step;
    options.output_interval = interval;
    options.integrator = run_integrator;
    options.constraints = constraints;
  });
}

/// The run came to its end with energy and loops kept.
inline void expect_kept(const Trip& trip, double duration, double energy = 1e-6) {
  EXPECT_EQ(trip.result.end, RunEnd::done) << trip.result.message;
  EXPECT_NEAR(trip.result.time, duration, 1e-9);
  EXPECT_LT(trip.result.energy_drift, energy);
  EXPECT_LT(trip.result.position_violation, 1e-9);
  EXPECT_LT(trip.result.velocity_violation, 1e-9);
}

}  // namespace treadle::test
