// Numbers, functions and laws drawn by dice, odd ones among them.
#pragma once

#include "random_mechanism.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

namespace treadle::test {

class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : dice_(seed) {}

  int pick(int low, int high) {
    return low + static_cast<int>(dice_() % static_cast<unsigned>(high - low + 1));
  }
  bool yes() { return dice_() % 2 == 0; }

  double positive() {
    static constexpr std::array<double, 8> odd{1.0,   1e-5, 1e9,      5e-324,
                                               1e300, 0.1,  123456.0, 1e-310};
    if (pick(0, 4) == 0) return odd[static_cast<std::size_t>(pick(0, 7))];
    return uniform(dice_, 0.1, 1.0) * std::pow(10.0, pick(-12, 12));
  }
  double not_negative() { return pick(0, 3) == 0 ? 0.0 : positive(); }
  double number() {
    if (pick(0, 5) == 0) return yes() ? 0.0 : -0.0;
    return yes() ? positive() : -positive();
  }
  Triple triple() { return {number(), number(), number()}; }
  Triple axis() { return {uniform(dice_), uniform(dice_), uniform(dice_)}; }
  std::array<double, 4> turn() {
    if (pick(0, 3) == 0) return Pose{}.orientation;
    const Eigen::Quaterniond q = random_rotation(dice_);
    return {q.w(), q.x(), q.y(), q.z()};
  }
  Pose pose() { return {yes() ? triple() : Triple{}, turn()}; }
  std::vector<double> rising() {
    std::vector<double> x{number()};
    for (int i = pick(1, 40); i > 0; --i)
      x.push_back(x.back() + std::max(1e-3, std::abs(x.back())));
    return x;
  }
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> list(count);
    for (double& x : list) x = number();
    return list;
  }
  Curve curve() {
    Curve c;
    for (int i = 0, n = pick(2, 9); i < n; ++i) c.x.push_back(0.1 * i);
    c.y = numbers(c.x.size());
    return c;
  }

  TimeFunction function() {
    TimeFunction f;
    f.kind = static_cast<FunctionKind>(pick(0, 5));
    if (f.kind != FunctionKind::table) f.offset = number();
    const auto times = [&] {
      f.start = uniform(dice_, -5.0, 5.0);
      f.end = f.start + uniform(dice_, 0.1, 2.0);
    };
    switch (f.kind) {
      case FunctionKind::constant:
        break;
      case FunctionKind::ramp:
        f.slope = number();
        if (yes()) times();
        break;
      case FunctionKind::smooth_step: {
        const double to = yes() ? number() : f.offset * uniform(dice_, 0.5, 2.0);
        f.amplitude = to - f.offset;
        times();
        break;
      }
      case FunctionKind::chirp:
        times();
        f.end_frequency = not_negative();
        [[fallthrough]];
      case FunctionKind::sine:
        f.amplitude = number();
        f.frequency = not_negative();
        f.phase = number();
        break;
      case FunctionKind::table:
        for (int i = 0, n = pick(2, 60); i < n; ++i) f.times.push_back(0.1 * i);
        f.values = numbers(f.times.size());
        break;
      case FunctionKind::input:  // its unit is that of its place: tests/io/inputs.cpp
      case FunctionKind::state:  // no file has it
        break;
    }
    return f;
  }

  std::optional<double> maybe() { return yes() ? std::optional(number()) : std::nullopt; }
  std::optional<TimeFunction> maybe_function() {
    return yes() ? std::optional(function()) : std::nullopt;
  }

  // A table, or powers: whole and not, odd and even.
  Curve law() {
    if (yes()) return curve();
    Curve c;
    for (const double power : {1.0, 3.0, 2.0, 0.0, 1.5, 0.7}) {
      if (c.powers.empty() || yes()) c.powers.push_back({yes() ? positive() : -1.0, power, yes()});
    }
    return c;
  }

  CoordinateForce coordinate_force() {
    CoordinateForce f;
    if (yes()) {
      if (yes()) {
        f.spring_law = law();
      } else {
        f.stiffness = positive();
      }
      f.rest = number();
      f.preload = number();
    }
    if (yes()) {
      f.damper_law = law();
    } else {
      f.damping = positive();
    }
    if (yes()) f.motor = Motor{law(), maybe_function()};
    if (yes()) f.play = Play{not_negative(), number(), positive(), not_negative()};
    if (yes()) {
      f.lower = uniform(dice_, -2.0, 0.0);
      if (yes()) f.upper = uniform(dice_, 0.5, 2.0);
      f.stop_stiffness = positive();
      f.stop_damping = not_negative();
    }
    if (yes()) {
      f.coulomb = not_negative();
      f.friction_speed = positive();
      if (yes()) {
        f.stiction = f.coulomb + positive();
        f.stribeck_speed = positive();
      }
    }
    f.drive = maybe_function();
    return f;
  }

 protected:
  std::mt19937 dice_;
};

}  // namespace treadle::test
