#include "channel_words.hpp"

#include "signal.hpp"

namespace treadle {

std::string channel_words(const Column& column) {
  const auto has = [&](const char* word) { return column.name.find(word) != std::string::npos; };
  const std::string& group = column.group;
  if (group == channel_group::reactions) {
    if (has(".moment."))
      return "on the child (of a constraint: on 'from'), about the joint's point on it, world "
             "axes: "
             "what the joint holds, and along its own freedoms what springs, stops, friction, "
             "drives, couplers and drivers put on it";
    if (has(".force."))
      return "on the child (of a constraint: on 'from'), world axes: what the joint holds, and "
             "along "
             "its own freedoms what acts on them";
    return "of a coupler or driver, on the first coordinate it names";
  }
  if (group == channel_group::forces && has(".load"))
    return "on the coordinate, of springs, dampers, stops, friction and drives of the joint";
  if (group == channel_group::poses) return "of the body's frame in the world";
  if (group == channel_group::body_velocities || group == channel_group::body_accelerations)
    return "of the frame's origin, world axes";
  if (group == channel_group::energies && has("drift"))
    return "kinetic + potential - work since the start: error of the run";
  if (group == channel_group::energies && has("work"))
    return "done since the start by all that keeps no energy";
  return {};
}

}  // namespace treadle
