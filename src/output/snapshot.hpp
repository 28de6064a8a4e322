// What is known at one state, and how much of it is needed.
#pragma once

#include "../forces/forces.hpp"
#include "../kinematics/frame_motion.hpp"
#include "../touching/contact_sum.hpp"

#include <span>

namespace treadle {

/// Energies at a state, and what has happened to them since the start.
struct EnergySample {
  double kinetic = 0.0, potential = 0.0;
  double work = 0.0;   ///< done since the start by everything that keeps no energy
  double drift = 0.0;  ///< change of kinetic + potential - work since the start: error of the run
};

/// Positions are always known.
struct Needs {
  bool velocities = false;     ///< of bodies, and functions of time
  bool accelerations = false;  ///< joint accelerations, multipliers, and accelerations of bodies
  bool reactions = false;      ///< what joints transmit and constraints push
  bool energies = false;
  bool contacts = false;
  bool parts = false;  ///< what compiled parts show

  Needs& operator|=(const Needs& b) {
    velocities |= b.velocities;
    accelerations |= b.accelerations;
    reactions |= b.reactions;
    energies |= b.energies;
    contacts |= b.contacts;
    parts |= b.parts;
    return *this;
  }
};

/// Stages of a state. What was not needed is not up to date.
struct Snapshot {
  double t = 0.0;
  std::span<const double> q, v, qdd;
  const PositionStage<double>& at;
  const VelocityStage<double>& moving;
  const LoopStage<double>& loops;
  std::span<const Motion<double>> accelerations;  ///< of bodies, in their groups
  std::span<const double> lambda;                 ///< multipliers of loops
  std::span<const Force<double>> transmitted;     ///< by tree joints on their bodies
  std::span<const FunctionValue<double>> functions;
  EnergySample energy;
  std::span<const ContactSum> contacts{};  ///< by entry of the list
  std::span<const double> shown{};         ///< by compiled parts, one after the other
  int asleep = 0;                          ///< bodies

  [[nodiscard]] BodyMotions bodies() const { return {at, moving, accelerations}; }
};

}  // namespace treadle
