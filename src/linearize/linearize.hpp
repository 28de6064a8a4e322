// A mechanism near a state as a linear system, x' = A x + B u, y = C x + D u, in independent
// coordinates (docs/theory/linearize.md).
//
//   const Equilibrium rest = find_equilibrium(mechanism);
//   const Linearization linear = linearize(mechanism, known_at_rest(mechanism, rest));
#pragma once

#include "../linalg/matrix.hpp"
#include "../statics/state_row.hpp"

#include <complex>
#include <string>
#include <vector>

namespace treadle {

struct LinearName {
  std::string name, unit;
};

/// One real eigenvalue, or a pair of complex ones.
struct LinearMode {
  std::complex<double> eigenvalue;
  double frequency_hz = 0.0;             ///< |eigenvalue| / 2 pi; 0 where nothing swings
  double damping_ratio = 0.0;            ///< -Re / |eigenvalue|; 0 where nothing resists it
  bool rigid = false;                    ///< nothing resists it
  std::vector<std::complex<double>> dq;  ///< shape: tangent increments of all joints
  std::string words;                     ///< coordinates that move most
};

struct Linearization {
  std::vector<LinearName> states, inputs, outputs;
  Matrix<double> a, b, c, d;
  std::vector<double> rate;    ///< of the states at the point itself; zero at an equilibrium
  std::vector<double> output;  ///< at the point
  std::vector<std::complex<double>> eigenvalues;  ///< by rising size
  std::vector<LinearMode> modes;
  bool moves = false;  ///< the point is no equilibrium
  std::string what;    ///< what was linearized, for a person
  /// Directions that are free only because the position is singular: no linear system has its
  /// small motions then, and a, b, c, d are of no use.
  int singular = 0;
};

/// Independent coordinates are chosen by pivots, all outputs but time are differentiated.
Linearization linearize(const Mechanism& mechanism, const KnownState& point,
                        const ChannelChoice& outputs = {});

}  // namespace treadle
