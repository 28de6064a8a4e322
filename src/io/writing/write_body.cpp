#include "write_body.hpp"

#include <algorithm>

namespace treadle {

namespace {

void set_mesh(Value& object, const ShapeItem& shape) {
  if (!shape.file.empty()) object.set("file", shape.file);
  set_number(object, "scale", shape.scale, 1.0);
  Value points = Value::list(), triangles = Value::list();
  for (const Triple& point : shape.points) points.add(Value::list_of(point));
  for (const auto& triangle : shape.triangles) triangles.add(Value::list_of(triangle));
  object.set("points", std::move(points)).set("triangles", std::move(triangles));
}

void set_outline(Value& object, const ShapeItem& shape) {
  Value outline = Value::list();
  for (const auto& point : shape.outline) outline.add(Value::list_of(point));
  object.set("outline", std::move(outline));
}

void set_dimensions(Value& object, const ShapeItem& shape) {
  switch (shape.kind) {
    case ShapeKind::box:
      object.set("size", Value::list_of(shape.size));
      return;
    case ShapeKind::mesh:
      return set_mesh(object, shape);
    case ShapeKind::extrusion:
      set_outline(object, shape);
      break;
    case ShapeKind::sphere:
      object.set("radius", shape.radius);
      return;
    case ShapeKind::tube:
      object.set("radius", shape.radius).set("inner_radius", shape.inner_radius);
      break;
    case ShapeKind::cylinder:
    case ShapeKind::capsule:
      object.set("radius", shape.radius);
  }
  object.set("length", shape.length);
}

bool is_diagonal(const std::array<double, 6>& inertia) {
  return std::all_of(inertia.begin() + 3, inertia.end(),
                     [](double x) { return same_bits(x, 0.0); });
}

}  // namespace

Value write_shape(const ShapeItem& shape) {
  static constexpr std::array<const char*, 7> types{"box",  "cylinder",  "sphere", "capsule",
                                                    "tube", "extrusion", "mesh"};  // as ShapeKind
  Value object = Value::object();
  object.set("type", types[static_cast<std::size_t>(shape.kind)]);
  set_pose(object, shape.pose);
  set_number(object, "density", shape.density);
  if (!shape.color.empty()) object.set("color", shape.color);
  set_dimensions(object, shape);
  return object;
}

Value write_body(const BodyItem& body) {
  Value object = Value::object();
  object.set("name", body.name).set("mass", body.mass);
  const bool has_density =
      std::any_of(body.shapes.begin(), body.shapes.end(),
                  [](const ShapeItem& shape) { return shape.density.has_value(); });
  if (has_density || !same_bits(body.center, Triple{}))
    object.set("center", Value::list_of(body.center));
  if (is_diagonal(body.inertia)) {
    const Triple moments{body.inertia[0], body.inertia[1], body.inertia[2]};
    if (has_density || !same_bits(moments, Triple{}))
      object.set("inertia", Value::list_of(moments));
  } else {
    object.set("inertia", Value::list_of(body.inertia));
  }
  set_pose(object, body.pose);
  if (!body.shapes.empty()) {
    Value shapes = Value::list();
    for (const ShapeItem& shape : body.shapes) shapes.add(write_shape(shape));
    object.set("shapes", std::move(shapes));
  }
  if (!body.kind.empty()) object.set("kind", body.kind);
  return object;
}

}  // namespace treadle
