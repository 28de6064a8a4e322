// What two touching materials make together: Hertz's stiffness, and damping from restitution.
#pragma once

namespace treadle {

struct Material {
  double young = 0.0;    ///< modulus of elasticity, N/m^2
  double poisson = 0.0;  ///< ratio
};

/// Modulus of a pair. (U2)
double pair_modulus(const Material& a, const Material& b);

/// Hertz: K of F = K d^1.5, from the sum of both curvatures. Two flat ones have none: 0. (U2)
double hertz_stiffness(double modulus, double curvature);

/// a v of Hunt and Crossley's factor 1 + a d', such that what comes at v leaves at e v, whatever
/// mass, stiffness and exponent are; e between `least_restitution` and 1. (U8)
double damping_of_restitution(double e);
inline constexpr double least_restitution = 1e-3;

}  // namespace treadle
