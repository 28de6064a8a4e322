// Closed form of the ready four-bar: the coupler's far end is the meeting point of two circles.
#pragma once

#include "support.hpp"

namespace treadle {

struct FourBar {
  double crank = 0.3, coupler = 1.0, rocker = 0.9, ground = 0.8;

  /// Angles from the x axis.
  struct Angles {
    double crank, coupler, rocker;
  };
  struct Rates {
    double coupler, rocker;  ///< for each unit of the crank's rate
  };

  [[nodiscard]] Angles at(double crank_angle) const {
    const double ax = crank * std::cos(crank_angle), az = crank * std::sin(crank_angle);
    const double dx = ground - ax, dz = -az, d = std::hypot(dx, dz);
    const double along = (coupler * coupler - rocker * rocker + d * d) / (2.0 * d);
    const double across = std::sqrt(coupler * coupler - along * along);  // the open branch
    const double cx = ax + (along * dx - across * dz) / d, cz = az + (along * dz + across * dx) / d;
    return {crank_angle, std::atan2(cz - az, cx - ax), std::atan2(cz, cx - ground)};
  }
  [[nodiscard]] Rates rates(const Angles& a) const {
    return {crank * std::sin(a.rocker - a.crank) / (coupler * std::sin(a.coupler - a.rocker)),
            crank * std::sin(a.crank - a.coupler) / (rocker * std::sin(a.rocker - a.coupler))};
  }
};

/// Angles of the ready model from the coordinates of its joints: zero is the design position.
inline FourBar::Angles four_bar_design() { return {0.5 * pi, std::atan2(0.6, 0.8), 0.5 * pi}; }

}  // namespace treadle
