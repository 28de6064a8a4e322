#include "write_target.hpp"

#include "write_sum.hpp"

namespace treadle {

Value write_target(const TargetItem& item, const Description& model) {
  Value object = Value::object();
  if (!item.joint.empty()) {
    object.set("joint", item.joint);
    const std::string word = coordinate_word(model, item.joint, item.index);
    if (!word.empty()) object.set("coordinate", word);
    object.set("value", item.value);
  } else {
    object.set("body", item.frame.body);
    if (item.position) object.set("position", Value::list_of(*item.position));
    if (item.orientation) object.set("orientation", Value::list_of(*item.orientation));
    if (!(item.frame.pose == Pose{})) {
      Value& at = object.at("at");
      at.set("position", Value::list_of(item.frame.pose.position));
      at.set("orientation", Value::list_of(item.frame.pose.orientation));
    }
  }
  if (item.rank != 1) object.set("priority", item.rank);
  return object;
}

}  // namespace treadle
