// Conflicts of drivers in words.
#include "../base/text.hpp"
#include "driver_conflict.hpp"

#include <cmath>
#include <numbers>
#include <string_view>

namespace treadle {

namespace {

// Whose value a driver gives, and in which unit.
struct Driven {
  std::string what;  ///< `joint 'crank'`, or the driver itself where it drives a distance
  bool turns = false;
};

Driven driven_by(const Topology& t, int c) {
  const Loop& loop = t.loops[LoopId{c}];
  if (loop.coordinates.empty()) return {"its distance", false};
  const auto& [body, index] = loop.coordinates.front();
  const auto& names = velocity_names(t.bodies[body].type);
  const auto& name = names[static_cast<std::size_t>(index)];
  std::string what = "joint '" + t.bodies[body].joint + "'";
  if (*name.suffix != '\0') what += std::string(", ") + name.suffix;
  return {what, std::string_view(name.unit) == "rad/s"};
}

std::string driver_amount(double value, bool turns, const char* per) {
  if (!turns) return short_number(value, 7) + " m" + per;
  return short_number(value, 7) + " rad" + per + " (" +
         short_number(value * 180.0 / std::numbers::pi, 6) + " deg" + per + ")";
}

std::string driver_named(const Topology& t, int c) {
  return "driver '" + t.loops[LoopId{c}].name + "' (" + driven_by(t, c).what + ")";
}

}  // namespace

std::string words_of(const Topology& t, const DriverConflict& conflict) {
  const Driven driven = driven_by(t, conflict.driver);
  const std::string place = driver_amount(conflict.place, driven.turns, "");
  switch (conflict.kind) {
    case DriverConflictKind::none:
      break;
    case DriverConflictKind::contradiction: {
      std::string text = driver_named(t, conflict.driver) + " contradicts ";
      for (std::size_t k = 0; k < conflict.others.size(); ++k)
        text += (k == 0 ? "" : " and ") + driver_named(t, conflict.others[k]);
      text += ": ";
      if (std::fabs(conflict.implied - conflict.place) > 1e-9) {
        text += "it asks for " + place + " where " +
                driver_amount(conflict.implied, driven.turns, "") + " follows";
      } else {
        text += "at " + place + " it asks for " + driver_amount(conflict.rate, driven.turns, "/s") +
                " where " + driver_amount(conflict.follows, driven.turns, "/s") + " follows";
      }
      return text + "; they move one and the same freedom: leave one of them out";
    }
    case DriverConflictKind::dead_point:
      return driver_named(t, conflict.driver) + " stands at its dead point, near " + place +
             ": the loops let it go no further; let it turn back before, or drive another joint "
             "(treadle kinematics shows dead points)";
    case DriverConflictKind::locked:
      return driver_named(t, conflict.driver) + " stands at " + place +
             " and cannot move: the loops leave nothing free";
  }
  return {};
}

}  // namespace treadle
