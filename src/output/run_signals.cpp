#include "run_signals.hpp"

namespace treadle {

namespace {

class TimeSignal final : public Signal {
 public:
  TimeSignal() : Signal({"time", channel_group::time}, {{"", "s"}}, Needs{}) {}
  void read(const Snapshot& s, std::span<double> out) override { out[0] = s.t; }
};

class EnergySignal final : public Signal {
 public:
  EnergySignal(const SignalName& name, EnergyKind kind)
      : Signal(name, {{"", "J"}}, {true, false, false, true}), kind_(kind) {}

  void read(const Snapshot& s, std::span<double> out) override {
    switch (kind_) {
      case EnergyKind::kinetic:
        out[0] = s.energy.kinetic;
        return;
      case EnergyKind::potential:
        out[0] = s.energy.potential;
        return;
      case EnergyKind::total:
        out[0] = s.energy.kinetic + s.energy.potential;
        return;
      case EnergyKind::work:
        out[0] = s.energy.work;
        return;
      case EnergyKind::drift:
        out[0] = s.energy.drift;
        return;
    }
  }

 private:
  EnergyKind kind_;
};

}  // namespace

SignalPtr time_signal() { return std::make_unique<TimeSignal>(); }

SignalPtr energy_signal(const SignalName& name, EnergyKind kind) {
  return std::make_unique<EnergySignal>(name, kind);
}

}  // namespace treadle
