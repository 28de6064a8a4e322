// A run in step with the clock: before each row inputs come in, after it outputs go out. A caller
// loops over a Simulation and calls these in turn.
#pragma once

#include "../simulation/simulation.hpp"
#include "exchange.hpp"
#include "pacer.hpp"

namespace treadle {

struct RealtimeOptions {
  double watchdog = 0.1;  ///< seconds after which inputs that no longer come end the run
};

class Realtime {
 public:
  /// `exchange` may be empty. `inputs`: those that the other side sends, in order.
  Realtime(std::unique_ptr<Exchange> exchange, std::vector<std::string> inputs,
           const RealtimeOptions& options);

  void begin(double t);
  /// Takes what came and sets inputs that changed. False: they stopped coming, the run should end.
  bool before_step(Simulation& simulation);
  /// Sends what the step led to and waits for its time.
  void after_step(double t, std::span<const double> outputs, const std::function<bool()>& stop);

  [[nodiscard]] const PaceCounts& pace() const { return pacer_.counts(); }
  [[nodiscard]] const ExchangeCounts& exchanged() const;

 private:
  std::unique_ptr<Exchange> exchange_;
  std::vector<std::string> inputs_;
  RealtimeOptions options_;
  Pacer pacer_;
  std::vector<double> came_, set_;  ///< values that came, and that the simulation has
  double heard_ = -1.0;             ///< seconds of the clock; negative before the first packet
};

/// Inputs that a caller may set, in the order of the file: all but the switches of events.
std::vector<std::string> exchanged_inputs(const Mechanism& mechanism);

}  // namespace treadle
