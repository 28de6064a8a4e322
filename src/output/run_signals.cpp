#include "run_signals.hpp"

#include "../describe/functions_of.hpp"

#include <limits>

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

// Outputs of controllers are the last functions of time, in the order of the file.
class ControllerSignal final : public Signal {
 public:
  ControllerSignal(const SignalName& name, const std::string& unit, std::size_t from_end)
      : Signal(name, {{"", unit}}, {true, false, false, false}), from_end_(from_end) {}
  void read(const Snapshot& s, std::span<double> out) override {
    out[0] = s.functions[s.functions.size() - from_end_].value;
  }

 private:
  std::size_t from_end_;
};

class ContactSignal final : public Signal {
 public:
  ContactSignal(const SignalName& name, std::size_t contact)
      : Signal(name,
               {{"count", "1"},
                {"penetration", "m"},
                {"push", "N"},
                {"force.x", "N"},
                {"force.y", "N"},
                {"force.z", "N"},
                {"gap", "m"},
                {"slipping", "1"}},
               {true, false, false, false, true}),
        contact_(contact) {}
  void read(const Snapshot& s, std::span<double> out) override {
    const ContactSum none;
    const ContactSum& sum = contact_ < s.contacts.size() ? s.contacts[contact_] : none;
    out[0] = sum.count;
    out[1] = sum.penetration;
    out[2] = sum.push;
    put(out, 3, sum.force);
    out[6] = sum.gap;
    out[7] = sum.slipping;
  }

 private:
  std::size_t contact_;
};

class AsleepSignal final : public Signal {
 public:
  AsleepSignal() : Signal({"asleep", channel_group::contacts}, {{"", "1"}}, {}) {}
  void read(const Snapshot& s, std::span<double> out) override { out[0] = s.asleep; }
};

class PartSignal final : public Signal {
 public:
  PartSignal(const SignalName& name, const std::string& unit, std::size_t at)
      : Signal(name, {{"", unit}}, {true, true, false, false, false, true}), at_(at) {}
  void read(const Snapshot& s, std::span<double> out) override {
    out[0] = at_ < s.shown.size() ? s.shown[at_] : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  std::size_t at_;
};

}  // namespace

SignalPtr part_signal(const SignalName& name, const std::string& unit, std::size_t at) {
  return std::make_unique<PartSignal>(name, unit, at);
}

SignalPtr contact_signal(const std::string& name, std::size_t contact) {
  return std::make_unique<ContactSignal>(SignalName{name, channel_group::contacts}, contact);
}

SignalPtr asleep_signal() { return std::make_unique<AsleepSignal>(); }

SignalPtr time_signal() { return std::make_unique<TimeSignal>(); }

SignalPtr energy_signal(const SignalName& name, EnergyKind kind) {
  return std::make_unique<EnergySignal>(name, kind);
}

SignalPtr controller_signal(const Description& description, std::size_t controller) {
  const ControllerItem& item = description.controllers[controller];
  const std::string& input = item.output.empty() ? item.name : item.output;
  Dimension kind;
  for_each_function(description, [&](const TimeFunction& f) {
    if (f.kind == FunctionKind::input && f.input == input) kind = f.dimension;
  });
  return std::make_unique<ControllerSignal>(SignalName{item.name, channel_group::controllers},
                                            si_unit(kind),
                                            description.controllers.size() - controller);
}

}  // namespace treadle
