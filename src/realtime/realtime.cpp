#include "realtime.hpp"

#include "../control/fed_inputs.hpp"
#include "../simulation/events.hpp"

#include <limits>

namespace treadle {

Realtime::Realtime(std::unique_ptr<Exchange> exchange, std::vector<std::string> inputs,
                   const RealtimeOptions& options)
    : exchange_(std::move(exchange)),
      inputs_(std::move(inputs)),
      options_(options),
      came_(inputs_.size()),
      set_(inputs_.size(), std::numeric_limits<double>::quiet_NaN()) {}

void Realtime::begin(double t) { pacer_.begin(t); }

bool Realtime::before_step(Simulation& simulation) {
  pacer_.work();
  if (!exchange_) return true;
  if (exchange_->receive(came_)) {
    heard_ = pacer_.now();
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (came_[k] == set_[k]) continue;
      simulation.set_input(inputs_[k], came_[k]);
      set_[k] = came_[k];
    }
  }
  return heard_ < 0.0 || pacer_.now() - heard_ <= options_.watchdog;
}

void Realtime::after_step(double t, std::span<const double> outputs,
                          const std::function<bool()>& stop) {
  if (exchange_) exchange_->send(t, outputs);
  pacer_.wait(t, stop);
}

const ExchangeCounts& Realtime::exchanged() const {
  static const ExchangeCounts none;
  return exchange_ ? exchange_->counts() : none;
}

std::vector<std::string> exchanged_inputs(const Mechanism& mechanism) {
  std::vector<std::string> names;
  const std::vector<Input>& inputs = mechanism.functions.inputs();
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (!is_switch(mechanism, inputs[k].name) && !is_fed(mechanism.control, k))
      names.push_back(inputs[k].name);
  }
  return names;
}

}  // namespace treadle
