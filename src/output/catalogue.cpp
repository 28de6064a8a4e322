#include "catalogue.hpp"

#include "../base/error.hpp"
#include "../compiled/component_library.hpp"
#include "force_signals.hpp"
#include "motion_signals.hpp"
#include "run_signals.hpp"

#include <unordered_set>

namespace treadle {

namespace {

class CatalogueMaker {
 public:
  CatalogueMaker(const PartsOfModel& parts, const CatalogueScope& scope)
      : parts_(parts), scope_(scope) {}

  std::vector<SignalPtr> make() {
    add(time_signal());
    joints();
    if (scope_.poses || scope_.body_motions) places();
    if (scope_.forces) forces();
    if (scope_.forces) {
      for (std::size_t k = 0; k < parts_.description.contacts.size(); ++k)
        add(contact_signal(parts_.description.contacts[k].name, k));
      if (parts_.description.simulation.sleeping) add(asleep_signal());
    }
    if (scope_.reactions) reactions();
    if (scope_.energies) {
      for (std::size_t k = 0; k < energy_names.size(); ++k)
        add(energy_signal({std::string("energy.") + energy_names[k], channel_group::energies},
                          static_cast<EnergyKind>(k)));
    }
    std::size_t first = 0;
    for (const PartItem& part : parts_.description.parts) {
      const auto library = part.library.empty() ? nullptr : ComponentLibrary::find(part.sha256);
      if (library == nullptr) continue;
      for (const PublishedNumber& number : library->outputs())
        add(part_signal({part.name + "." + number.name, channel_group::parts}, number.unit,
                        first++));
    }
    const std::size_t outputs = list_.size();
    for (std::size_t k = 0; k < parts_.description.outputs.size(); ++k)
      add(output_signal(parts_, k));
    for (std::size_t k = 0; k < parts_.description.controllers.size(); ++k)
      add(controller_signal(parts_.description, k));
    check_names(outputs);
    return std::move(list_);
  }

 private:
  void add(SignalPtr signal) {
    if (signal) list_.push_back(std::move(signal));
  }

  void joints() {
    const Topology& t = *parts_.model.topology;
    for (const BodyId i : parts_.bodies_in_order) {
      const std::string& name = t.bodies[i].joint;
      add(tree_coordinates(parts_, {name + ".q", channel_group::coordinates}, i.at,
                           Depth::position));
      add(tree_coordinates(parts_, {name + ".v", channel_group::velocities}, i.at,
                           Depth::velocity));
      if (scope_.accelerations)
        add(tree_coordinates(parts_, {name + ".a", channel_group::accelerations}, i.at,
                             Depth::acceleration));
    }
    if (!scope_.cut_coordinates) return;
    for (LoopId c{0}; c.at < t.loops.size(); ++c) {
      const Loop& loop = t.loops[c];
      if (loop.joint < 0) continue;
      add(cut_coordinates(parts_, {loop.name + ".q", channel_group::coordinates}, c.at,
                          Depth::position));
      add(cut_coordinates(parts_, {loop.name + ".v", channel_group::velocities}, c.at,
                          Depth::velocity));
      add(cut_coordinates(parts_, {loop.name + ".a", channel_group::accelerations}, c.at,
                          Depth::acceleration));
    }
    for (std::size_t j = 0; j < parts_.description.joints.size(); ++j) {
      const JointItem& joint = parts_.description.joints[j];
      if (joint.inside < 0 || coordinate_names(joint.type).empty()) continue;
      add(inside_coordinates(parts_, {joint.name + ".q", channel_group::coordinates}, j,
                             Depth::position));
      add(inside_coordinates(parts_, {joint.name + ".v", channel_group::velocities}, j,
                             Depth::velocity));
      add(inside_coordinates(parts_, {joint.name + ".a", channel_group::accelerations}, j,
                             Depth::acceleration));
    }
  }

  void place(const std::string& name, const BodyFrame& frame) {
    if (scope_.poses) add(pose_signal(parts_, {name + ".pose", channel_group::poses}, frame));
    if (!scope_.body_motions) return;
    const auto motion = [&](const char* word, const char* group, ChannelKind kind) {
      add(frame_signal(parts_, {name + "." + word, group}, kind, frame));
    };
    motion("velocity", channel_group::body_velocities, ChannelKind::point_velocity);
    motion("angular_velocity", channel_group::body_velocities, ChannelKind::angular_velocity);
    motion("acceleration", channel_group::body_accelerations, ChannelKind::point_acceleration);
    motion("angular_acceleration", channel_group::body_accelerations,
           ChannelKind::angular_acceleration);
  }
  void places() {
    for (const BodyItem& body : parts_.description.bodies) place(body.name, {body.name, Pose{}});
    if (!scope_.body_motions) return;
    for (const FrameItem& frame : parts_.description.frames)
      place(frame.name, {frame.body, frame.pose});
  }

  void forces() {
    for (const BodyId i : parts_.bodies_in_order) {
      if (!has_load(parts_, i.at)) continue;
      const std::string& name = parts_.model.topology->bodies[i].joint;
      add(joint_load(parts_, {name + ".load", channel_group::forces}, i.at));
    }
    std::size_t ball = 0;  // in the order in which they were frozen
    for (const JointItem& joint : parts_.description.joints) {
      for (std::size_t k = 0; k < joint.on_angles.size(); ++k) {
        if (!has_ball_law(joint, k, parts_.placement)) continue;
        add(ball_signal(parts_, {joint.name + "." + ball_angle_names()[k], channel_group::forces},
                        ball++));
      }
    }
    for (std::size_t f = 0; f < parts_.description.forces.size(); ++f) {
      add(force_signal(parts_, {parts_.description.forces[f].name, channel_group::forces},
                       static_cast<int>(f)));
    }
  }

  void reactions() {
    const Topology& t = *parts_.model.topology;
    for (const BodyId i : parts_.bodies_in_order)
      add(joint_reaction(parts_, {t.bodies[i].joint, channel_group::reactions}, i.at));
    for (LoopId c{0}; c.at < t.loops.size(); ++c)
      add(loop_reaction(parts_, {t.loops[c].name, channel_group::reactions}, c.at));
  }

  // Two channels of one name cannot be told apart; the file's outputs and controllers come last and
  // are to blame.
  void check_names(std::size_t outputs) const {
    if (outputs == list_.size()) return;
    std::unordered_set<std::string> taken;
    for (std::size_t k = 0; k < list_.size(); ++k) {
      for (const Column& column : list_[k]->columns()) {
        if (taken.insert(column.name).second || k < outputs) continue;
        const std::size_t own = parts_.description.outputs.size();
        const bool is_output = k - outputs < own;
        const std::size_t at = is_output ? k - outputs : k - outputs - own;
        const std::string& name = is_output ? parts_.description.outputs[at].name
                                            : parts_.description.controllers[at].name;
        throw ModelError((is_output ? "outputs[" : "controllers[") + std::to_string(at) + "].name",
                         (is_output ? "output '" : "controller '") + name +
                             "': there is a channel '" + column.name +
                             "' already; choose another name");
      }
    }
  }

  const PartsOfModel& parts_;
  const CatalogueScope& scope_;
  std::vector<SignalPtr> list_;
};

}  // namespace

std::vector<SignalPtr> make_catalogue(const PartsOfModel& parts, const CatalogueScope& scope) {
  return CatalogueMaker(parts, scope).make();
}

}  // namespace treadle
