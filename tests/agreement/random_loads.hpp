// Everything that can push, with random numbers: what a kind of force would lose on its way into
// lanes must be seen.
#pragma once

#include "src/model/build.hpp"
#include "support/random_mechanism.hpp"

#include <array>
#include <optional>
#include <random>
#include <string>

namespace treadle::test {

inline TimeFunction random_sine(std::mt19937& dice) {
  TimeFunction f;
  f.kind = FunctionKind::sine;
  f.amplitude = uniform(dice, 1.0, 3.0);
  f.frequency = uniform(dice, 0.5, 2.0);
  f.offset = uniform(dice);
  return f;
}

// 3 x |x|^0.5 + 2 x^3 and more: powers are the same in all lanes, factors are not.
inline Curve random_powers(std::mt19937& dice) {
  Curve law;
  law.powers = {{uniform(dice, 1.0, 9.0), 1.0, true},
                {uniform(dice, 1.0, 9.0), 3.0, true},
                {uniform(dice, 0.1, 0.9), 2.0, false},
                {uniform(dice, 1.0, 3.0), 1.5, true}};
  return law;
}

// Spring, preload, damper, stops, friction and drive on every coordinate that can have them, a
// damper on those of ball joints.
inline void load_joint(JointItem& joint, std::mt19937& dice) {
  for (int k = 0; k < joint_facts(joint.type).nv; ++k) {
    const auto at = static_cast<std::size_t>(k);
    CoordinateForce& f = joint.on(at);
    f.damping = uniform(dice, 0.1, 1.0);
    if (!has_plain_coordinates(joint.type)) continue;
    f.stiffness = uniform(dice, 1.0, 20.0);
    f.rest = uniform(dice);
    f.preload = uniform(dice, -3.0, 3.0);
    f.lower = joint.start[at] + uniform(dice, -0.1, 0.1);  // half of them push at the start
    f.upper = *f.lower + 0.2;
    f.stop_stiffness = uniform(dice, 20.0, 60.0);
    f.stop_damping = uniform(dice, 0.1, 1.0);
    f.coulomb = uniform(dice, 0.5, 1.5);
    f.stiction = f.coulomb + 0.5;
    f.friction_speed = uniform(dice, 0.1, 0.5);
    f.stribeck_speed = uniform(dice, 0.1, 0.5);
    f.drive = random_sine(dice);
    // laws that lanes share, and numbers that each has of its own
    if (k % 2 == 1) {
      f.spring_law = {{-1.0, 0.0, 1.0}, {-8.0, 0.0, 12.0}};
      f.damper_law = random_powers(dice);
    } else {
      f.spring_law = random_powers(dice);
    }
    f.motor = Motor{random_powers(dice), random_sine(dice)};
    f.play = Play{uniform(dice, 0.05, 0.2), joint.start[at], uniform(dice, 20.0, 60.0),
                  uniform(dice, 0.1, 1.0)};
  }
  if (joint.type != JointType::spherical) return;
  for (auto& on_angle : joint.on_angles) {
    CoordinateForce f;
    f.spring_law = random_powers(dice);
    f.damping = uniform(dice, 0.1, 1.0);
    f.play =
        Play{uniform(dice, 0.05, 0.2), 0.0, uniform(dice, 20.0, 60.0), uniform(dice, 0.1, 1.0)};
    on_angle = f;
  }
}

// On a sum of two coordinates of the tree; none where there are no two.
inline std::optional<ForceItem> random_coupler(const Description& d, std::mt19937& dice) {
  ForceItem f;
  f.kind = ForceKind::coupler;
  f.name = "coupler" + std::to_string(d.forces.size());
  for (const JointItem& joint : d.joints) {
    if (joint.name.starts_with("cut") || !has_plain_coordinates(joint.type)) continue;
    f.coordinates.push_back({joint.name, 0});
    f.factors.push_back(uniform(dice, 0.5, 2.0));
    (f.coordinates.size() == 1 ? f.from : f.to).body =
        joint.child == ground_name ? joint.parent : joint.child;
    if (f.coordinates.size() == 2) break;
  }
  if (f.coordinates.size() < 2) return std::nullopt;
  f.offset = uniform(dice);
  f.along.stiffness = uniform(dice, 1.0, 20.0);
  f.along.damper_law = random_powers(dice);
  f.along.play = Play{uniform(dice, 0.05, 0.2), 0.0, uniform(dice, 20.0, 60.0), 0.3};
  return f;
}

// A force of a kind between a body and the ground, or between two bodies.
inline ForceItem random_force(ForceKind kind, const Description& d, bool inside,
                              std::mt19937& dice) {
  const auto six = [&](double low, double high) {
    std::array<double, 6> out{};
    for (double& x : out) x = uniform(dice, low, high);
    return out;
  };
  const auto three = [&] { return Triple{uniform(dice), uniform(dice), uniform(dice)}; };
  const auto body = [&] { return d.bodies[dice() % d.bodies.size()].name; };
  ForceItem f;
  f.kind = kind;
  f.name = "load" + std::to_string(d.forces.size());
  f.from = {body(), three()};
  f.to = {inside ? body() : ground_name, three()};
  f.axis = {uniform(dice), uniform(dice), uniform(dice, 0.5, 1.0)};
  f.stiffness = uniform(dice, 1.0, 20.0);
  f.damping = uniform(dice, 0.1, 1.0);
  switch (kind) {
    case ForceKind::spring:
      f.rebound_damping = uniform(dice, 0.1, 1.0);
      f.length = uniform(dice, 0.3, 1.0);
      f.preload = uniform(dice, -3.0, 3.0);
      if (inside) {
        f.spring_law = {{-1.0, 0.0, 1.0}, {-8.0, 0.0, 12.0}};
        f.damper_law = {{-1.0, 0.0, 1.0}, {-3.0, 0.0, 2.0}};
      } else {
        f.damper_ends = DamperEnds{uniform(dice, 0.2, 0.6), uniform(dice, 0.8, 1.2),
                                   uniform(dice, 1.0, 2.0), uniform(dice, 2.0, 3.0), 0.1};
      }
      f.bump = Stop{uniform(dice, 0.5, 2.0), uniform(dice, 20.0, 40.0), {}};
      f.rebound = Stop{uniform(dice, 0.5, 1.0), 0.0, {{0.0, 1.0, 2.0}, {0.0, 9.0, 30.0}}};
      f.actuator = random_sine(dice);
      f.relaxing_stiffness = uniform(dice, 1.0, 20.0);
      f.relaxation_time = uniform(dice, 0.1, 1.0);
      break;
    case ForceKind::bushing:
      f.from_orientation = to_pose(random_pose(dice)).orientation;
      f.to_orientation = to_pose(random_pose(dice)).orientation;
      f.axis_stiffness = six(1.0, 9.0);
      f.axis_damping = six(0.1, 0.9);
      f.axis_preload = six(-1.0, 1.0);
      break;
    case ForceKind::plane:
      f.radius = uniform(dice, 0.5, 1.5);  // most of them touch
      break;
    case ForceKind::coupler:
    case ForceKind::gear:
      break;  // on coordinates
    case ForceKind::tyre:
      f.to = f.from;
      f.axis = {uniform(dice, -0.2, 0.2), 1.0, uniform(dice, -0.2, 0.2)};
      f.tyre.emplace();
      f.tyre->radius = uniform(dice, 0.5, 1.5);  // most of them touch
      f.tyre->stiffness = f.stiffness;
      f.tyre->damping = f.damping;
      f.tyre->longitudinal = uniform(dice, 5.0, 20.0);
      f.tyre->cornering = uniform(dice, 5.0, 20.0);
      f.tyre->camber = uniform(dice, 0.0, 2.0);
      f.tyre->relaxation = {uniform(dice, 0.2, 0.5), uniform(dice, 0.2, 0.5)};
      f.tyre->rolling_resistance = 0.02;
      if (inside) {
        f.tyre->road.kind = RoadKind::sine;
        f.tyre->road.amplitude = uniform(dice, 0.05, 0.1);
        f.tyre->road.wavelength = uniform(dice, 1.0, 3.0);
        f.tyre->road.heading = uniform(dice, 0.0, 3.0);
      }
      break;
    case ForceKind::drag:
      f.to = f.from;
      f.drag_area = uniform(dice, 0.1, 1.0);
      f.wind = three();
      break;
    case ForceKind::applied:
      f.in_body_axes = inside;
      f.force = random_sine(dice);
      f.torque = random_sine(dice);
      break;
  }
  return f;
}

// Two wheels on a body of the mechanism, whose teeth have play.
inline void add_wheels(Description& d, std::mt19937& dice) {
  ForceItem mesh;
  mesh.kind = ForceKind::gear;
  mesh.name = "mesh";
  mesh.gear.emplace();
  mesh.gear->teeth = {20.0, 30.0};
  mesh.gear->pressure_angle = 0.35;
  mesh.gear->helix_angle = 0.2;
  const std::string carrier = d.bodies.front().name;
  for (std::size_t k = 0; k < 2; ++k) {
    BodyItem wheel;
    wheel.name = k == 0 ? "pinion" : "wheel";
    wheel.mass = uniform(dice, 0.5, 1.0);
    wheel.inertia = {0.3, 0.4, 0.5, 0.0, 0.0, 0.0};
    d.bodies.push_back(wheel);
    JointItem joint;
    joint.name = wheel.name + "_bearing";
    joint.parent = carrier;
    joint.child = wheel.name;
    joint.parent_frame = JointFrame{{k == 0 ? 0.1 : 0.6, 0.2, 0.3}, Triple{0.0, 0.6, 0.8}, {}};
    joint.child_frame = JointFrame{{0.0, 0.0, 0.1}, Triple{0.0, 0.0, 1.0}, {}};
    joint.start = {uniform(dice)};
    mesh.gear->joints[k] = joint.name;
    mesh.coordinates.push_back({joint.name, 0});
    (k == 0 ? mesh.from : mesh.to).body = wheel.name;
    d.joints.push_back(joint);
  }
  mesh.along.stiffness = uniform(dice, 1.0, 20.0);
  mesh.along.damping = uniform(dice, 0.1, 1.0);
  mesh.along.play = Play{uniform(dice, 0.01, 0.1), 0.0, uniform(dice, 20.0, 60.0), 0.3};
  d.forces.push_back(mesh);
}

// All that can push: a kind that is lost on the way into lanes must be seen.
inline void load(Description& d, std::mt19937& dice) {
  for (JointItem& joint : d.joints) {
    if (!joint.name.starts_with("cut")) load_joint(joint, dice);
  }
  for (const auto kind : {ForceKind::spring, ForceKind::bushing, ForceKind::plane,
                          ForceKind::applied, ForceKind::tyre, ForceKind::drag}) {
    for (const bool inside : {false, true}) d.forces.push_back(random_force(kind, d, inside, dice));
  }
  if (auto coupler = random_coupler(d, dice)) d.forces.push_back(*coupler);
  add_wheels(d, dice);
}

// Other numbers for all that lanes need not share.
inline void vary(Description& d, double by) {
  const auto all = [&](auto&... numbers) { ((numbers *= by), ...); };
  const auto sine = [&](std::optional<TimeFunction>& f) {
    if (f) all(f->amplitude, f->frequency, f->offset);
  };
  const auto powers = [&](Curve& law) {
    for (PowerTerm& t : law.powers) all(t.factor);
  };
  const auto nonlinear = [&](CoordinateForce& f) {
    powers(f.spring_law);
    powers(f.damper_law);
    if (f.play) all(f.play->width, f.play->center, f.play->stiffness, f.play->dissipation);
    if (!f.motor) return;
    powers(f.motor->law);
    sine(f.motor->level);
  };
  for (BodyItem& b : d.bodies) all(b.mass);
  for (JointItem& joint : d.joints) {
    for (CoordinateForce& f : joint.forces) {
      all(f.stiffness, f.rest, f.preload, f.damping, f.stop_stiffness, f.stop_damping, f.coulomb,
          f.stiction, f.friction_speed, f.stribeck_speed);
      if (f.lower) all(*f.lower, *f.upper);
      sine(f.drive);
      nonlinear(f);
    }
    for (auto& f : joint.on_angles) {
      if (f) nonlinear(*f);
    }
  }
  for (ForceItem& f : d.forces) {
    all(f.stiffness, f.damping, f.preload, f.radius, f.relaxing_stiffness, f.relaxation_time);
    for (auto* six : {&f.axis_stiffness, &f.axis_damping, &f.axis_preload}) {
      for (double& x : *six) all(x);
    }
    if (f.rebound_damping) all(*f.rebound_damping);
    if (f.length) all(*f.length);
    if (f.bump) all(f.bump->length, f.bump->stiffness);
    if (f.rebound) all(f.rebound->length);
    if (f.damper_ends)
      all(*f.damper_ends->below, *f.damper_ends->above, f.damper_ends->damping,
          *f.damper_ends->rebound_damping, f.damper_ends->over);
    for (auto* f_of_t : {&f.actuator, &f.force, &f.torque}) sine(*f_of_t);
    for (double& factor : f.factors) all(factor);
    all(f.offset, f.along.stiffness);
    nonlinear(f.along);
  }
}

}  // namespace treadle::test
