// The poorest scalar that satisfies Real: a mask that is not bool, no conversion back to double, no
// comparison but < and >. Kernels are compiled on it so that tracing and lanes can come without
// touching them. It computes nothing.
#pragma once

#include "real.hpp"

namespace treadle {

class Archetype {
 public:
  struct Mask {};

  Archetype() = default;
  explicit Archetype(double /*unused*/) {}

  friend Archetype operator+(Archetype, Archetype) { return {}; }
  friend Archetype operator-(Archetype, Archetype) { return {}; }
  friend Archetype operator*(Archetype, Archetype) { return {}; }
  friend Archetype operator/(Archetype, Archetype) { return {}; }
  friend Archetype operator-(Archetype) { return {}; }
  Archetype& operator+=(Archetype) { return *this; }
  Archetype& operator-=(Archetype) { return *this; }
  Archetype& operator*=(Archetype) { return *this; }
  friend Mask operator<(Archetype, Archetype) { return {}; }
  friend Mask operator>(Archetype, Archetype) { return {}; }
  friend Archetype sqrt(Archetype) { return {}; }
  friend SinCos<Archetype> sincos(Archetype) { return {}; }
  friend Archetype atan2(Archetype, Archetype) { return {}; }
  friend Archetype exp(Archetype) { return {}; }
  friend Archetype log(Archetype) { return {}; }
  friend Archetype tanh(Archetype) { return {}; }
  friend Archetype abs(Archetype) { return {}; }
  friend Archetype min(Archetype, Archetype) { return {}; }
  friend Archetype max(Archetype, Archetype) { return {}; }
  friend Archetype select(Mask, Archetype, Archetype) { return {}; }
};

inline bool holds(Archetype::Mask /*mask*/) { return true; }

static_assert(Real<Archetype> && !Decidable<Archetype>);

}  // namespace treadle
