// The insulator chain of Hagedorn, Idelberger and Moecks (1980), a test of MEXX, HEM5 and PHEM56:
// two chains held a conductor, one of them has just broken, and the rope jerks the spacer that
// hangs on the other. 33 bodies in the plane x-y, y up, no gravity; the chain buckles.
#pragma once

#include "../treadle.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace insulator_chain {

using treadle::Vec3;

struct Part {
  std::string name;
  double mass, inertia;  ///< kg, kg m^2 about z
  double below, above;   ///< m, from the centre of mass to the lower and the upper pin
};

/// From the spacer up to the hanger.
inline std::vector<Part> parts() {
  std::vector<Part> all{{"spacer", 34, 3.1, 0.37, 0.37}};
  for (int k = 1; k <= 31; ++k) {
    all.push_back({"insulator " + std::to_string(k), 15, 0.35, 0.08, 0.12});
  }
  all.push_back({"hanger", 9.8, 0.05, 0.08, 0.16});
  return all;
}

/// The spacer is a triangle with three pins: rope, chain, and one that broke.
inline const Vec3<double> rope_pin{0, -0.37, 0}, chain_pin{0.37 * std::sqrt(3) / 2, 0.37 / 2, 0};

/// Upper pin of a part in its own frame, whose origin is the centre of mass.
inline Vec3<double> upper_pin(const Part& part) {
  return part.name == "spacer" ? chain_pin : Vec3<double>{0, part.above, 0};
}

/// A long rope under tension, which holds the spacer's rope pin. It has no end, so what the pin
/// does runs away in waves, and the pull knows only the velocity of the pin.
struct RopePull final : treadle::CustomForce {
  double tension = 2.3e5;                                   // N
  double young = 8e9, area = 3.4e-4, density = 3325;        // Pa, m^2, kg/m^3
  double transverse = std::sqrt(tension / area / density);  // m/s, speed of waves across the rope
  double impedance = area * std::sqrt(young * density);     // N s/m, of waves along it

  void apply(const treadle::ForceScene& scene, treadle::ForceSink& sink) const override {
    const treadle::BodyView spacer = scene.body("spacer");
    const Vec3<double> v = spacer.velocity(rope_pin);
    const double slope = -std::atan(v.x / transverse), pull = tension + impedance * v.y;
    sink.push("spacer", spacer.point(rope_pin),
              {pull * std::sin(slope), -pull * std::cos(slope), 0});
  }
};

/// Bodies with their places at the start: the chain hangs straight down from the origin.
inline void add_bodies(treadle::ModelBuilder& m) {
  const std::vector<Part> all = parts();
  Vec3<double> pin{};  // upper pin of the next body, from the top down
  for (auto part = all.rbegin(); part != all.rend(); ++part) {
    const Vec3<double> center = pin - upper_pin(*part);
    m.body(part->name)
        .at({center.x, center.y, 0})
        .mass(part->mass)
        .inertia({part->inertia / 2, part->inertia / 2, part->inertia});
    pin = center - Vec3<double>{0, part->below, 0};
  }
  m.frame("rope").on("spacer").at({rope_pin.x, rope_pin.y, 0});
  m.gravity({0, 0, 0});
  m.simulation().duration("0.1 s").output_interval("10 ms");
}

/// Each body hangs on the one above it by a pin, so there is no loop: 33 angles.
inline treadle::Description hanging() {
  treadle::ModelBuilder m("insulator chain");
  add_bodies(m);
  const std::vector<Part> all = parts();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool top = k + 1 == all.size();
    const Vec3<double> own = upper_pin(all[k]);
    m.revolute("pin of " + all[k].name)
        .between(top ? "ground" : all[k + 1].name, all[k].name)
        .frames(treadle::axis_frame({0, top ? 0.0 : -all[k + 1].below, 0}, {0, 0, 1}),
                treadle::axis_frame({own.x, own.y, 0}, {0, 0, 1}));
  }
  return m.description();
}

/// A description becomes a mechanism; the force written in C++ is added to it.
inline treadle::Mechanism with_rope(const treadle::Description& description) {
  treadle::Mechanism mechanism = treadle::build_mechanism(description);
  mechanism.custom.push_back(std::make_shared<RopePull>());
  return mechanism;
}

}  // namespace insulator_chain
