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
  }
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
    case ForceKind::applied:
      f.in_body_axes = inside;
      f.force = random_sine(dice);
      f.torque = random_sine(dice);
      break;
  }
  return f;
}

// All that can push: a kind that is lost on the way into lanes must be seen.
inline void load(Description& d, std::mt19937& dice) {
  for (JointItem& joint : d.joints) {
    if (!joint.name.starts_with("cut")) load_joint(joint, dice);
  }
  for (const auto kind :
       {ForceKind::spring, ForceKind::bushing, ForceKind::plane, ForceKind::applied}) {
    for (const bool inside : {false, true}) d.forces.push_back(random_force(kind, d, inside, dice));
  }
}

// Other numbers for all that lanes need not share.
inline void vary(Description& d, double by) {
  const auto all = [&](auto&... numbers) { ((numbers *= by), ...); };
  const auto sine = [&](std::optional<TimeFunction>& f) {
    if (f) all(f->amplitude, f->frequency, f->offset);
  };
  for (BodyItem& b : d.bodies) all(b.mass);
  for (JointItem& joint : d.joints) {
    for (CoordinateForce& f : joint.forces) {
      all(f.stiffness, f.rest, f.preload, f.damping, f.stop_stiffness, f.stop_damping, f.coulomb,
          f.stiction, f.friction_speed, f.stribeck_speed);
      if (f.lower) all(*f.lower, *f.upper);
      sine(f.drive);
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
  }
}

}  // namespace treadle::test
