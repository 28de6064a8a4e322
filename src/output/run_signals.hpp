// Signals of the run as a whole: time, energies, controllers.
#pragma once

#include "../describe/description.hpp"
#include "signal.hpp"

#include <array>

namespace treadle {

SignalPtr time_signal();

inline constexpr std::array<const char*, 5> energy_names{"kinetic", "potential", "total", "work",
                                                         "drift"};  ///< in the order of EnergyKind
SignalPtr energy_signal(const SignalName& name, EnergyKind kind);

/// Points, largest penetration, sum of normal forces, and force on the bodies of its first list of
/// an entry of the list `contacts`.
SignalPtr contact_signal(const std::string& name, std::size_t contact);
/// How many bodies sleep.
SignalPtr asleep_signal();

/// What a compiled part shows; `at`: among the numbers of all parts.
SignalPtr part_signal(const SignalName& name, const std::string& unit, std::size_t at);

/// The output of a controller.
SignalPtr controller_signal(const Description& description, std::size_t controller);

}  // namespace treadle
