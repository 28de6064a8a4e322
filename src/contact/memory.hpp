// What a contact remembers from step to step: where both bodies stuck, as points of these bodies.
// Constant within a step, so that forces are functions of positions and velocities. (U9)
#pragma once

#include "friction.hpp"
#include "manifold.hpp"

#include <array>
#include <span>

namespace treadle {

struct StickPoint {
  Vec3<double> on_a{},
      on_b{};             ///< in the frames of both shapes; as long as nothing slips one place
  double approach = 0.0;  ///< speed at which they met (U8)
  std::uint32_t feature = 0;
  bool held = false;  ///< they touched at the end of a step: the spring may be drawn
};

/// Both ends at the place of a point: a spring without stretch.
inline StickPoint stick_at(const ContactPoint& point, const Transform<double>& a,
                           const Transform<double>& b, double approach) {
  return {transpose_times(a.r, point.place - a.p), transpose_times(b.r, point.place - b.p),
          approach, point.feature, false};
}

/// How far the second body has gone since, across the normal.
inline Vec3<double> stretch_of(const StickPoint& stick, const Transform<double>& a,
                               const Transform<double>& b, const Vec3<double>& normal) {
  return across(normal, b * stick.on_b - a * stick.on_a);
}

/// Both ends about the place of contact, with this stretch between them.
inline void set_ends(StickPoint& stick, const ContactPoint& point, const Transform<double>& a,
                     const Transform<double>& b, const Vec3<double>& stretch) {
  stick.on_a = transpose_times(a.r, point.place - 0.5 * stretch - a.p);
  stick.on_b = transpose_times(b.r, point.place + 0.5 * stretch - b.p);
  stick.feature = point.feature;
}

/// The end of a step: what is over the limit is let go, and both ends come back to the place of
/// contact, which rolls on. Returns the energy that is lost by it, never negative. (U10)
inline double settle(StickPoint& stick, const ContactPoint& point, const Transform<double>& a,
                     const Transform<double>& b, const Vec3<double>& normal, double push,
                     const Friction<double>& friction) {
  const Vec3<double> drawn = stretch_of(stick, a, b, normal);
  const Vec3<double> kept = friction.kept(drawn, push);
  set_ends(stick, point, a, b, kept);
  return friction.stored(drawn) - friction.stored(kept);
}

/// How two bodies were turned to each other when they last stuck, and how far the spring of rolling
/// resistance is drawn since. (U11)
struct RollPoint {
  Mat3<double> turned{};  ///< the second in the axes of the first
  Vec3<double> drawn{};   ///< in the axes of the first
  bool held = false;
};

/// How far the second body is turned since, with what was drawn then.
inline Vec3<double> rolled_of(const RollPoint& roll, const Transform<double>& a,
                              const Transform<double>& b) {
  // the sine of the angle, along its axis: half the sum of e x e' over three directions
  const auto of_a = [&](const Vec3<double>& axis) { return transpose_times(a.r, axis); };
  const Vec3<double> since =
      0.5 * (cross(roll.turned.x, of_a(b.r.x)) + cross(roll.turned.y, of_a(b.r.y)) +
             cross(roll.turned.z, of_a(b.r.z)));
  return a.r * (roll.drawn + since);
}

/// How that changes as both turn.
inline Vec3<double> rolled_rate(const RollPoint& roll, const Transform<double>& a,
                                const Transform<double>& b, const Vec3<double>& turn_a,
                                const Vec3<double>& turn_b) {
  const Vec3<double> turn = turn_b - turn_a;
  const auto part = [&](const Vec3<double>& then, const Vec3<double>& axis) {
    return cross(a.r * then, cross(turn, axis));
  };
  return 0.5 * (part(roll.turned.x, b.r.x) + part(roll.turned.y, b.r.y) +
                part(roll.turned.z, b.r.z)) +
         cross(turn_a, rolled_of(roll, a, b));
}

/// What of it is across the normal.
inline Vec3<double> drawn_of(const RollPoint& roll, const Transform<double>& a,
                             const Transform<double>& b, const Vec3<double>& normal) {
  return across(normal, rolled_of(roll, a, b));
}

/// From now on the spring is drawn by this.
inline void set_roll(RollPoint& roll, const Transform<double>& a, const Transform<double>& b,
                     const Vec3<double>& drawn) {
  roll.turned = {transpose_times(a.r, b.r.x), transpose_times(a.r, b.r.y),
                 transpose_times(a.r, b.r.z)};
  roll.drawn = transpose_times(a.r, drawn);
  roll.held = true;
}

/// What is remembered of one pair.
struct PairMemory {
  std::array<StickPoint, Manifold::most> points{};
  int count = 0;
  std::uint32_t choice = 0;  ///< of faces or edges, at the end of the last step (U22)
  Vec3<double> way{};  ///< from the first to the second, in the frame of the second, where one went
                       ///< through the other within a step; 0: none did (U21)

  [[nodiscard]] const StickPoint* find(std::uint32_t feature) const {
    for (int k = 0; k < count; ++k) {
      const StickPoint& p = points[static_cast<std::size_t>(k)];
      if (p.feature == feature) return &p;
    }
    return nullptr;
  }
};

/// Memory of the points of a new manifold: by feature; else from the nearest old point that no new
/// one claims, within `near`; else fresh.
void carry_over(const PairMemory& old, const Manifold& now, const Transform<double>& a,
                const Transform<double>& b, double near, std::span<const double> approach,
                PairMemory& out);

}  // namespace treadle
