// What the tests against closed forms share: ready models by name, a mechanism stepped by hand
// whose coordinates, accelerations and poses are asked for by name, a plain Runge-Kutta scheme for
// the independent equations, and the largest error seen.
#pragma once

#include "../../src/integrate/fixed_step.hpp"
#include "../../src/simulation/mechanism_system.hpp"
#include "../../treadle.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace treadle {

inline constexpr double pi = std::numbers::pi;
inline constexpr double gravity = 9.80665;

inline Description ready(const std::string& name) {
  return read_model(models_folder() + "/" + name + ".json");
}

template <class Item>
Item& named(std::vector<Item>& items, const std::string& name) {
  for (Item& item : items) {
    if (item.name == name) return item;
  }
  throw std::runtime_error("no item '" + name + "'");
}

/// The difference of two angles, in -pi .. pi.
inline double turn_between(double a, double b) { return std::remainder(a - b, 2.0 * pi); }

using Vector = Vec3<double>;

inline Vector vector(const Triple& t) { return {t[0], t[1], t[2]}; }

/// The largest error of one quantity, compared with its tolerance at the end.
class Worst {
 public:
  explicit Worst(std::string what) : what_(std::move(what)) {}

  void see(double error) {
    error = std::fabs(error);
    if (!(error <= worst_)) worst_ = std::isnan(worst_) ? worst_ : error;
    ++seen_;
  }
  void see(const Vector& error) { see(norm(error)); }
  void check(double tolerance) const {
    EXPECT_GT(seen_, 0) << what_;
    EXPECT_LE(worst_, tolerance) << what_;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2e of %.0e", worst_, tolerance);
    testing::Test::RecordProperty(what_, text.data());
  }

 private:
  std::string what_;
  double worst_ = 0.0;
  long seen_ = 0;
};

struct Method {
  std::string integrator = "rk4", constraints = "closest", solver = "topology";
  double feedback_step = 0.0;  ///< fixes the gains of "stabilized"; 0: the step of the run
};

/// A mechanism that a test moves step by step.
class Stepper {
 public:
  explicit Stepper(const Description& description, double step = 1e-3, const Method& method = {})
      : mechanism_(build_mechanism(description)),
        step_(step),
        system_(mechanism_, method.solver, constraint_method(method.constraints),
                method.feedback_step > 0.0 ? method.feedback_step : step),
        integrator_(make_integrator(method.integrator, system_)),
        x_(system_.start()),
        rate_(system_.tangent_size()) {}

  [[nodiscard]] const Mechanism& mechanism() const { return mechanism_; }
  [[nodiscard]] double time() const { return static_cast<double>(steps_) * step_; }

  void advance(long steps = 1) {
    for (long s = 0; s < steps; ++s, ++steps_) {
      const Report report = integrator_->step(system_, time(), step_, x_);
      if (!report.ok()) throw std::runtime_error("trouble at t = " + std::to_string(time()));
    }
  }

  // a joint with one coordinate
  [[nodiscard]] double q(const std::string& joint) const { return x_[at(tree_body(joint).q_at)]; }
  [[nodiscard]] double v(const std::string& joint) const {
    return system_.v(x_)[at(tree_body(joint).v_at)];
  }
  [[nodiscard]] double a(const std::string& joint) {
    if (!system_.rate(time(), x_, rate_).ok()) throw std::runtime_error("no acceleration");
    return rate_[system_.positions() + at(tree_body(joint).v_at)];
  }
  /// Coordinates and velocities as the person named them.
  [[nodiscard]] std::vector<double> coordinates(const std::string& joint) const {
    return user(joint).first;
  }
  [[nodiscard]] std::vector<double> velocities(const std::string& joint) const {
    return user(joint).second;
  }
  /// The frame of a body of the description in the world.
  [[nodiscard]] Frame pose(const std::string& body) {
    PositionStage<double>& stage = system_.workspace().position;
    place_bodies<double>(mechanism_.model, system_.q(x_), stage);
    const PlacedBody placed = mechanism_.placement.find(body);
    if (!placed.body.valid()) return placed.frame;
    return world_pose(mechanism_.model, stage, placed.body.at) * placed.frame;
  }
  [[nodiscard]] Energy energy() { return system_.energy(time(), x_); }
  [[nodiscard]] double work() const { return system_.work(x_); }
  [[nodiscard]] Violation violation() { return system_.violation(time(), x_); }
  [[nodiscard]] MechanismSystem& system() { return system_; }
  [[nodiscard]] std::span<const double> state() const { return x_; }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static ConstraintMethod constraint_method(const std::string& name) {
    ConstraintMethod method{};
    if (!find_constraint_method(name, method)) throw std::runtime_error("no method " + name);
    return method;
  }
  [[nodiscard]] const TreeBody& tree_body(const std::string& joint) const {
    for (const TreeBody& body : mechanism_.topology().bodies) {
      if (body.joint == joint) return body;
    }
    throw std::runtime_error("joint '" + joint + "' is not in the tree");
  }
  [[nodiscard]] std::pair<std::vector<double>, std::vector<double>> user(
      const std::string& joint) const {
    const TreeBody& body = tree_body(joint);
    std::array<double, 7> q{};
    std::array<double, 6> v{};
    user_coordinates(body, system_.q(x_), system_.v(x_), q, v);
    return {{q.begin(), q.begin() + body.nq}, {v.begin(), v.begin() + body.nv}};
  }

  Mechanism mechanism_;
  double step_;
  MechanismSystem system_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> x_, rate_;
  long steps_ = 0;
};

/// One step of the classical Runge-Kutta scheme for x' = f(x): the independent witness of motions.
template <std::size_t N, class F>
std::array<double, N> runge_kutta(const F& f, const std::array<double, N>& x, double h) {
  const auto moved = [&](const std::array<double, N>& k, double by) {
    std::array<double, N> y = x;
    for (std::size_t i = 0; i < N; ++i) y[i] += by * k[i];
    return y;
  };
  const auto k1 = f(x), k2 = f(moved(k1, 0.5 * h)), k3 = f(moved(k2, 0.5 * h)),
             k4 = f(moved(k3, h));
  std::array<double, N> y = x;
  for (std::size_t i = 0; i < N; ++i) y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
  return y;
}

/// Derivative of f at x by six points; exact to h^6, rounding is multiplied by about 2 / h.
template <class F>
auto slope(const F& f, double x, double h) {
  const auto d1 = f(x + h) - f(x - h), d2 = f(x + 2.0 * h) - f(x - 2.0 * h),
             d3 = f(x + 3.0 * h) - f(x - 3.0 * h);
  return (1.0 / (60.0 * h)) * (45.0 * d1 - 9.0 * d2 + 1.0 * d3);
}

}  // namespace treadle
