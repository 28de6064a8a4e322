#include "write_output.hpp"

#include "../../base/error.hpp"
#include "../../describe/names.hpp"
#include "../schema/elements.hpp"
#include "../tables/shown.hpp"

#include <algorithm>

namespace treadle {

namespace {

const JointItem* find_joint(const Description& model, const std::string& name) {
  const auto found = std::find_if(model.joints.begin(), model.joints.end(),
                                  [&name](const JointItem& item) { return item.name == name; });
  return found == model.joints.end() ? nullptr : &*found;
}

// Coordinates and velocities of a joint have names of their own.
void set_coordinate(Value& object, const OutputItem& item, const Description& model) {
  object.set("joint", item.of);
  if (!item.index) return;
  const JointItem* joint = find_joint(model, item.of);
  if (joint == nullptr) throw ModelError("joint", "unknown joint " + shown(item.of));
  const auto& names = item.kind == ChannelKind::coordinate ? coordinate_names(joint->type)
                                                           : velocity_names(joint->type);
  if (*item.index < 0 || static_cast<std::size_t>(*item.index) >= names.size())
    throw ModelError("coordinate", "joint " + shown(item.of) + " has no coordinate of index " +
                                       std::to_string(*item.index));
  const std::string word = names[static_cast<std::size_t>(*item.index)].suffix;
  if (!word.empty()) object.set("coordinate", word);
}

void set_observer(Value& object, const OutputItem& item) {
  const BodyFrame world;
  if (item.seen_from.body == world.body &&
      same_bits(item.seen_from.pose.position, world.pose.position) &&
      same_bits(item.seen_from.pose.orientation, world.pose.orientation)) {
    return;
  }
  object.set("seen_from", write_body_frame(item.seen_from));
}

}  // namespace

Value write_output(const OutputItem& item, const Description& model) {
  static constexpr std::array<const char*, 5> energies{"kinetic", "potential", "total", "work",
                                                       "drift"};  // as EnergyKind
  Value object = Value::object();
  object.set("name", item.name)
      .set("type", type_words("output")[static_cast<std::size_t>(item.kind)]);
  switch (item.kind) {
    case ChannelKind::coordinate:
    case ChannelKind::velocity:
    case ChannelKind::acceleration:
      set_coordinate(object, item, model);
      break;
    case ChannelKind::position:
    case ChannelKind::orientation:
    case ChannelKind::point_velocity:
    case ChannelKind::angular_velocity:
    case ChannelKind::point_acceleration:
    case ChannelKind::angular_acceleration:
    case ChannelKind::heading:
      object.set("of", write_body_frame(item.frame));
      set_observer(object, item);
      if (item.axes) object.set("axes", write_body_frame(*item.axes));
      break;
    case ChannelKind::course:
      object.set("of", write_body_frame(item.frame));
      object.set("outline", write_points(item.course->outline))
          .set("cones", write_points(item.course->cones))
          .set("radius", item.course->radius);
      break;
    case ChannelKind::distance:
      object.set("from", write_anchor(item.from)).set("to", write_anchor(item.to));
      break;
    case ChannelKind::angle:
      object.set("from", write_anchor(item.from)).set("vertex", write_anchor(item.vertex));
      object.set("to", write_anchor(item.to));
      break;
    case ChannelKind::force:
      object.set("force", item.of);
      break;
    case ChannelKind::reaction:
      object.set(find_joint(model, item.of) != nullptr ? "joint" : "constraint", item.of);
      set_observer(object, item);
      break;
    case ChannelKind::energy:
      object.set("energy", energies[static_cast<std::size_t>(item.energy)]);
  }
  return object;
}

}  // namespace treadle
