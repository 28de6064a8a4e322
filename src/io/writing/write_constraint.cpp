#include "write_constraint.hpp"

#include "../../base/error.hpp"
#include "write_function.hpp"
#include "write_sum.hpp"

#include <array>

namespace treadle {

namespace {

void set_ends(Value& object, const ConstraintItem& item) {
  object.set("from", write_anchor(item.from)).set("to", write_anchor(item.to));
}

}  // namespace

Value write_constraint(const ConstraintItem& item, const Description& model) {
  static constexpr std::array<const char*, 8> types{"distance", "coupler",       "driver",
                                                    "driver",   "point_on_line", "point_on_plane",
                                                    "gear",     "rolling"};  // as ConstraintKind
  Value object = Value::object();
  object.set("name", item.name).set("type", types[static_cast<std::size_t>(item.kind)]);
  switch (item.kind) {
    case ConstraintKind::distance:
      set_ends(object, item);
      set_number(object, "length", item.length);
      break;
    case ConstraintKind::coupler:
      set_sum(object, item.coordinates, item.factors, item.offset, std::nullopt, model);
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
      break;
    case ConstraintKind::gear:
      set_gear(object, *item.gear, item.offset);
      break;
    case ConstraintKind::rolling:
      set_ends(object, item);
      object.set("normal", Value::list_of(item.axis));
      set_number(object, "radius", item.length);
      if (item.wheel_axis) object.set("axis", Value::list_of(*item.wheel_axis));
      if (item.rim_radius != 0.0) object.set("rim_radius", item.rim_radius);
  }
  return object;
}

}  // namespace treadle
