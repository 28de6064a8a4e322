// Where a mechanism comes to rest, and whether it stays there (docs/theory/statics.md).
//
//   const Equilibrium rest = find_equilibrium(mechanism);
//   if (rest.found && rest.stable) mechanism.start.q = rest.q;
#pragma once

#include "../mechanism/mechanism.hpp"

#include <functional>
#include <string>
#include <vector>

namespace treadle {

struct EquilibriumOptions {
  double t = 0.0;                ///< functions of time stand still at their values then
  std::function<bool()> stop{};  ///< true: give up; asked at every step
};

enum class ModeKind { stable, neutral, unstable };

/// A way to move from the equilibrium.
struct StaticMode {
  ModeKind kind = ModeKind::stable;
  double square = 0.0;     ///< square of its frequency, (rad/s)^2; negative where it runs away
  bool flutters = false;   ///< the square is complex: forces that follow feed it
  std::vector<double> dq;  ///< direction, tangent increments
  std::string words;       ///< the coordinates that move most: `hip, knee`
};

struct Equilibrium {
  bool found = false, stable = false, interrupted = false;
  std::string message;    ///< where none was found: what pushes, and along which joints
  std::string where;      ///< joint that moves most along it
  double residual = 0.0;  ///< largest force left along a freedom, N m
  double size = 0.0;      ///< largest load, N m: what the residual compares with
  double t = 0.0;         ///< of the functions of time
  std::vector<double> q, lambda, states;
  std::vector<StaticMode> modes;  ///< by rising frequency
  int steps = 0, relaxations = 0;
  int singular = 0;  ///< directions that are free only because the position is singular

  /// Words of all modes of a kind.
  [[nodiscard]] std::vector<std::string> words_of(ModeKind kind) const;
};

/// From the start of the mechanism. Throws ModelError where it has too many freedoms.
Equilibrium find_equilibrium(const Mechanism& mechanism, const EquilibriumOptions& options = {});

/// `hip, knee.wx`: coordinates that move most along a direction, lengths in parts of the
/// mechanism's.
std::string direction_words(const Mechanism& mechanism, const std::vector<double>& dq);

/// Most freedoms that are looked at: dense eigenvalues take their cube.
inline constexpr int most_freedoms = 2000;

}  // namespace treadle
