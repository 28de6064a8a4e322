#include "write_force.hpp"

#include "../schema/elements.hpp"
#include "write_acting.hpp"
#include "write_function.hpp"
#include "write_sum.hpp"

namespace treadle {

namespace {

void set_stop(Value& object, const char* key, const std::optional<Stop>& stop) {
  if (!stop) return;
  Value& inner = object.at(key).set("length", stop->length);
  set_law(inner, "law", stop->law, {"penetration", "m", "force", "N"});
  if (stop->law.empty()) inner.set("stiffness", stop->stiffness);
}

void set_damper_ends(Value& object, const std::optional<DamperEnds>& ends) {
  if (!ends) return;
  Value& inner = object.at("end_damping").set("damping", ends->damping);
  set_number(inner, "below", ends->below);
  set_number(inner, "above", ends->above);
  set_number(inner, "rebound_damping", ends->rebound_damping);
  inner.set("over", ends->over);
}

void set_spring(Value& object, const ForceItem& item) {
  set_number(object, "stiffness", item.stiffness);
  set_number(object, "damping", item.damping);
  set_number(object, "rebound_damping", item.rebound_damping);
  set_number(object, "length", item.length);
  set_number(object, "preload", item.preload);
  set_law(object, "law", item.spring_law, {"stretch", "m", "force", "N"});
  set_law(object, "damper_law", item.damper_law, {"rate", "m/s", "force", "N"});
  set_damper_ends(object, item.damper_ends);
  if (item.relaxation_time > 0.0)
    object.at("relaxation")
        .set("stiffness", item.relaxing_stiffness)
        .set("time", item.relaxation_time);
  set_stop(object, "bump", item.bump);
  set_stop(object, "rebound", item.rebound);
  set_function(object, "actuator", item.actuator);
}

void set_bushing(Value& object, const ForceItem& item) {
  set_orientation(object, "from_orientation", item.from_orientation);
  set_orientation(object, "to_orientation", item.to_orientation);
  object.set("stiffness", Value::list_of(item.axis_stiffness));
  set_numbers(object, "damping", item.axis_damping);
  set_numbers(object, "preload", item.axis_preload);
}

void set_plane(Value& object, const ForceItem& item) {
  set_numbers(object, "normal", item.axis, {0.0, 0.0, 1.0});
  set_number(object, "radius", item.radius);
  object.set("stiffness", item.stiffness);
  set_number(object, "damping", item.damping);
}

void set_applied(Value& object, const ForceItem& item) {
  object.set("on", write_anchor(item.from)).set("direction", Value::list_of(item.axis));
  if (item.in_body_axes) object.set("axes", "body");
  set_function(object, "force", item.force);
  set_function(object, "torque", item.torque);
}

Value write_road(const RoadItem& road) {
  static constexpr std::array<const char*, 4> types{"flat", "sine", "profile", "map"};
  Value object = Value::object();
  object.set("type", types[static_cast<std::size_t>(road.kind)]);
  set_number(object, "height", road.height);
  set_number(object, "heading", road.heading);
  if (road.kind == RoadKind::sine)
    object.set("amplitude", road.amplitude).set("wavelength", road.wavelength);
  if (road.kind == RoadKind::profile)
    object.set("distances", Value::list_of(road.profile.x))
        .set("heights", Value::list_of(road.profile.y));
  if (road.kind == RoadKind::map)
    object.set("file", road.file)
        .set("start", Value::list_of(road.start))
        .set("spacing", Value::list_of(road.spacing));
  return object;
}

void set_tyre(Value& object, const ForceItem& item) {
  const TyreItem& t = *item.tyre;
  object.set("wheel", write_anchor(item.from));
  set_numbers(object, "axis", item.axis, {0.0, 1.0, 0.0});
  if (!t.file.empty()) {
    object.set("file", t.file);
  } else {
    object.set("radius", t.radius)
        .set("stiffness", t.stiffness)
        .set("cornering_stiffness", t.cornering)
        .set("slip_stiffness", t.longitudinal)
        .set("relaxation", Value::list_of(t.relaxation));
    set_number(object, "camber_stiffness", t.camber);
    set_number(object, "friction", t.friction, 1.0);
    set_number(object, "rolling_resistance", t.rolling_resistance);
  }
  object.set("damping", t.damping);
  if (!(t.road == RoadItem{})) object.set("road", write_road(t.road));
}

}  // namespace

Value write_force(const ForceItem& item, const Description& model) {
  static const Words& types = type_words("force");  // in the order of ForceKind
  Value object = Value::object();
  object.set("name", item.name).set("type", types[static_cast<std::size_t>(item.kind)]);
  if (has_two_ends(item.kind) && !is_on_coordinates(item.kind))
    object.set("from", write_anchor(item.from)).set("to", write_anchor(item.to));
  switch (item.kind) {
    case ForceKind::spring:
      set_spring(object, item);
      break;
    case ForceKind::bushing:
      set_bushing(object, item);
      break;
    case ForceKind::plane:
      set_plane(object, item);
      break;
    case ForceKind::applied:
      set_applied(object, item);
      break;
    case ForceKind::coupler:
      set_sum(object, item.coordinates, item.factors, item.offset, item.turns, model);
      set_acting(object, item.along, !item.turns);
      break;
    case ForceKind::gear:
      set_gear(object, *item.gear, item.offset);
      set_acting(object, item.along, true);
      break;
    case ForceKind::tyre:
      set_tyre(object, item);
      break;
    case ForceKind::drag:
      object.set("on", write_anchor(item.from)).set("drag_area", item.drag_area);
      set_number(object, "density", item.density, ForceItem{}.density);
      set_numbers(object, "wind", item.wind, Triple{0.0, 0.0, 0.0});
  }
  return object;
}

}  // namespace treadle
