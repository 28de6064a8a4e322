// From an output of the file to its signal.
#include "../base/error.hpp"
#include "catalogue.hpp"
#include "course_signal.hpp"
#include "force_signals.hpp"
#include "motion_signals.hpp"
#include "run_signals.hpp"

namespace treadle {

namespace {

class OutputMaker {
 public:
  OutputMaker(const PartsOfModel& parts, std::size_t output)
      : parts_(parts),
        item_(parts.description.outputs[output]),
        where_("outputs[" + std::to_string(output) + "]"),
        name_{item_.name, channel_group::outputs} {}

  SignalPtr make() const {
    switch (item_.kind) {
      case ChannelKind::coordinate:
        return coordinate(Depth::position);
      case ChannelKind::velocity:
        return coordinate(Depth::velocity);
      case ChannelKind::acceleration:
        return coordinate(Depth::acceleration);
      case ChannelKind::distance:
        return distance_signal(parts_, name_, item_.from, item_.to);
      case ChannelKind::angle:
        return angle_signal(parts_, name_, item_.from, item_.vertex, item_.to);
      case ChannelKind::force:
        return force();
      case ChannelKind::reaction:
        return reaction();
      case ChannelKind::energy:
        return energy_signal(name_, item_.energy);
      case ChannelKind::course:
        return course_signal(parts_, name_, item_.frame, *item_.course);
      default:
        return frame_signal(parts_, name_, item_.kind, item_.frame, item_.seen_from, item_.axes);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw ModelError(where_, "output '" + item_.name + "': " + message);
  }
  [[nodiscard]] int find(const std::unordered_map<std::string, int>& index,
                         const char* what) const {
    const auto found = index.find(item_.of);
    if (found == index.end()) fail("unknown " + std::string(what) + " '" + item_.of + "'");
    return found->second;
  }
  [[nodiscard]] JointSeat seat() const {
    return parts_.joints[static_cast<std::size_t>(find(parts_.joint_index, "joint"))];
  }

  [[nodiscard]] SignalPtr coordinate(Depth depth) const {
    const JointSeat at = seat();
    if (at.body >= 0) return tree_coordinates(parts_, name_, at.body, depth, item_.index);
    if (at.loop >= 0) return cut_coordinates(parts_, name_, at.loop, depth, item_.index);
    const auto joint = static_cast<std::size_t>(find(parts_.joint_index, "joint"));
    if (parts_.description.joints[joint].inside >= 0)
      return inside_coordinates(parts_, name_, joint, depth, item_.index);
    fail("joint '" + item_.of + "' is fixed and has no coordinate");
  }
  // of a force element, or of what acts on a joint's coordinates
  [[nodiscard]] SignalPtr force() const {
    if (parts_.joint_index.contains(item_.of)) {
      const JointSeat at = seat();
      if (at.body >= 0 && has_load(parts_, at.body)) return joint_load(parts_, name_, at.body);
      fail("no spring, damper, stop, friction or drive acts on joint '" + item_.of +
           "'; type reaction shows what it transmits");
    }
    SignalPtr signal = force_signal(parts_, name_, find(parts_.force_index, "force"));
    if (!signal) fail("both ends of force '" + item_.of + "' are fixed to the ground");
    return signal;
  }
  [[nodiscard]] SignalPtr reaction() const {
    if (!parts_.joint_index.contains(item_.of)) {
      for (const ConstraintItem& c : parts_.description.constraints)
        if (c.name == item_.of && c.inside >= 0) fail_inside("constraint", c.inside);
      const int loop = find(parts_.loop_index, "constraint");
      return loop_reaction(parts_, name_, loop, item_.seen_from);
    }
    const JointSeat at = seat();
    if (at.body >= 0) return joint_reaction(parts_, name_, at.body, item_.seen_from);
    if (at.loop >= 0) return loop_reaction(parts_, name_, at.loop, item_.seen_from);
    const JointItem& joint =
        parts_.description.joints[static_cast<std::size_t>(find(parts_.joint_index, "joint"))];
    if (joint.inside >= 0) fail_inside("joint", joint.inside);
    fail("fixed joint '" + item_.of +
         "' was merged with its bodies, so that no force in it is known; set \"tree\": \"cut\" "
         "there");
  }

  [[noreturn]] void fail_inside(const std::string& kind, int composite) const {
    fail(kind + " '" + item_.of + "' is inside composite '" +
         parts_.description.joints[static_cast<std::size_t>(composite)].name +
         "', where no force is known; ask for the reaction of that one, or keep the links as "
         "bodies with loops");
  }

  const PartsOfModel& parts_;
  const OutputItem& item_;
  std::string where_;
  SignalName name_;
};

}  // namespace

SignalPtr output_signal(const PartsOfModel& parts, std::size_t output) {
  return OutputMaker(parts, output).make();
}

}  // namespace treadle
