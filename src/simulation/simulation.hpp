// A run that a caller steps: what it did so far, what it goes on from, and inputs that are set
// between steps. run() is a loop over it.
//
//   Simulation simulation(mechanism, options);
//   simulation.set_input("steer", 0.1);
//   simulation.advance_to(0.5);
//   const std::vector<std::byte> here = simulation.save();
//   simulation.advance_to(1.0);
//   simulation.restore(here);           // at 0.5 s again, and from there the same bits
#pragma once

#include "run.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace treadle {

class Simulation {
 public:
  /// Throws ModelError for wrong options. The mechanism must outlive it. A duration may be
  /// infinite.
  Simulation(const Mechanism& mechanism, const RunOptions& options, Listener listener = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// One step of the integrator, not beyond `until`; the first call writes the first row. False:
  /// nothing more will come, by the end of the duration, an event, a listener or trouble.
  bool step(double until = std::numeric_limits<double>::infinity());
  /// Steps that end at this time. False where it was not reached.
  bool advance_to(double t);

  [[nodiscard]] double time() const;
  /// (q, v, z), as motion.hpp says.
  [[nodiscard]] std::span<const double> state() const;
  [[nodiscard]] std::span<const double> q() const;
  [[nodiscard]] std::span<const double> v() const;
  /// What happened so far; finish() completes it.
  [[nodiscard]] const RunResult& result() const;

  /// From now on the input has this value and goes on with this rate and acceleration. Throws
  /// ModelError for an unknown name.
  void set_input(std::string_view name, double value, double rate = 0.0, double acceleration = 0.0);

  /// Whether save() can: false for integrators of SUNDIALS, whose history is not to be had.
  [[nodiscard]] bool can_save() const;
  /// All that the future depends on, between two steps. Throws ModelError where it cannot.
  [[nodiscard]] std::vector<std::byte> save();
  /// Goes on from what a simulation of the same mechanism and options has saved; the first row is
  /// not written again. Throws ModelError for anything else.
  void restore(std::span<const std::byte> saved);

  /// The last row, end state and all figures. Nothing may follow.
  RunResult finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace treadle
