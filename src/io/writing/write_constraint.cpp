#include "write_constraint.hpp"

#include "../../base/error.hpp"
#include "../../describe/names.hpp"
#include "../tables/shown.hpp"
#include "write_function.hpp"

#include <algorithm>

namespace treadle {

namespace {

void set_ends(Value& object, const ConstraintItem& item) {
  object.set("from", write_anchor(item.from)).set("to", write_anchor(item.to));
}

Value write_coordinate(const CoordinateRef& ref, const Description& model) {
  Value object = Value::object();
  object.set("joint", ref.joint);
  const std::string word = coordinate_word(model, ref.joint, ref.index);
  if (!word.empty()) object.set("coordinate", word);
  return object;
}

void set_coupler(Value& object, const ConstraintItem& item, const Description& model) {
  Value list = Value::list();
  for (std::size_t i = 0; i < item.coordinates.size(); ++i) {
    Value one = write_coordinate(item.coordinates[i], model);
    set_number(one, "factor", i < item.factors.size() ? item.factors[i] : 1.0, 1.0);
    list.add(std::move(one));
  }
  object.set("coordinates", std::move(list));
  set_number(object, "offset", item.offset);
}

}  // namespace

std::string coordinate_word(const Description& model, const std::string& joint, int index) {
  const auto found = std::find_if(model.joints.begin(), model.joints.end(),
                                  [&joint](const JointItem& item) { return item.name == joint; });
  if (found == model.joints.end()) throw ModelError("joint", "unknown joint " + shown(joint));
  const auto& names = coordinate_names(found->type);
  if (index < 0 || static_cast<std::size_t>(index) >= names.size())
    throw ModelError("coordinate", "joint " + shown(joint) + " has no coordinate of index " +
                                       std::to_string(index));
  return names[static_cast<std::size_t>(index)].suffix;
}

Value write_constraint(const ConstraintItem& item, const Description& model) {
  static constexpr std::array<const char*, 6> types{
      "distance", "coupler",       "driver",
      "driver",   "point_on_line", "point_on_plane"};  // as ConstraintKind
  Value object = Value::object();
  object.set("name", item.name).set("type", types[static_cast<std::size_t>(item.kind)]);
  switch (item.kind) {
    case ConstraintKind::distance:
      set_ends(object, item);
      set_number(object, "length", item.length);
      break;
    case ConstraintKind::coupler:
      set_coupler(object, item, model);
      break;
    case ConstraintKind::driver: {
      if (item.coordinates.size() != 1) throw ModelError("joint", "a driver needs one coordinate");
      const Value driven = write_coordinate(item.coordinates[0], model);
      for (const Value::Member& member : *driven.members()) object.set(member.key, member.value);
      object.set("function", write_function(item.function));
      break;
    }
    case ConstraintKind::distance_driver:
      set_ends(object, item);
      object.set("function", write_function(item.function));
      break;
    case ConstraintKind::point_on_line:
      set_ends(object, item);
      object.set("axis", Value::list_of(item.axis));
      break;
    case ConstraintKind::point_on_plane:
      set_ends(object, item);
      object.set("normal", Value::list_of(item.axis));
  }
  return object;
}

}  // namespace treadle
