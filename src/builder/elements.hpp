// Handles on the elements of a model that is being built in C++. Each function is a key of the
// model file (docs/model.md), so a number may be 0.25, "250 mm" or an expression of parameters, and
// a triple is {x, y, z}. What is wrong is told by ModelBuilder::description, as for a file.
#pragma once

#include "../io/writing/value.hpp"

#include <string>
#include <utility>
#include <vector>

namespace treadle {

/// Any element: `Self` is the class with its keys. A handle is good as long as its builder lives.
template <class Self>
class Element {
 public:
  /// `path` leads to an object inside `item`, by keys.
  explicit Element(Value& item, std::vector<std::string> path = {})
      : root_(&item), path_(std::move(path)) {}

  /// Any key of the model file.
  Self& set(const std::string& key, Value value) {
    item().set(key, std::move(value));
    return static_cast<Self&>(*this);
  }

 protected:
  [[nodiscard]] Value& item() const {
    Value* inner = root_;
    for (const std::string& key : path_) inner = &inner->at(key);
    return *inner;
  }

 private:
  Value* root_;
  std::vector<std::string> path_;  // objects move when keys are added, so it is walked each time
};

/// A place on a body: {"body", "position", "orientation"}.
inline Value on_body(const std::string& body) { return Value::object().set("body", body); }
inline Value on_body(const std::string& body, Value position) {
  return on_body(body).set("position", std::move(position));
}
inline Value on_body(const std::string& body, Value position, Value orientation) {
  return on_body(body, std::move(position)).set("orientation", std::move(orientation));
}

/// Orientations: a turn about an axis, or about the fixed axes x, then y, then z.
inline Value about(Value axis, Value angle) {
  return Value::object().set("axis", std::move(axis)).set("angle", std::move(angle));
}
inline Value roll_pitch_yaw(Value roll, Value pitch, Value yaw) {
  return Value::object().set("rpy", Value{std::move(roll), std::move(pitch), std::move(yaw)});
}

/// A frame of a joint on one body, with an axis.
inline Value axis_frame(Value position, Value axis) {
  return Value::object().set("position", std::move(position)).set("axis", std::move(axis));
}
/// The same with an orientation, whose z is the axis.
inline Value turned_frame(Value position, Value orientation) {
  return Value::object()
      .set("position", std::move(position))
      .set("orientation", std::move(orientation));
}

/// A solid on a body.
class Shape {
 public:
  static Shape box(Value size) { return Shape("box").set("size", std::move(size)); }
  static Shape cylinder(Value radius, Value length) {
    return sphere(std::move(radius)).type("cylinder").set("length", std::move(length));
  }
  static Shape sphere(Value radius) { return Shape("sphere").set("radius", std::move(radius)); }
  static Shape capsule(Value radius, Value length) {
    return sphere(std::move(radius)).type("capsule").set("length", std::move(length));
  }
  static Shape tube(Value radius, Value inner_radius, Value length) {
    return sphere(std::move(radius))
        .type("tube")
        .set("inner_radius", std::move(inner_radius))
        .set("length", std::move(length));
  }
  static Shape extrusion(Value outline, Value length) {
    return Shape("extrusion").set("outline", std::move(outline)).set("length", std::move(length));
  }
  /// From an STL or OBJ file; `scale` is what one unit of the file is, such as "mm".
  static Shape mesh(const std::string& file, Value scale = 1.0) {
    return Shape("mesh").set("file", file).set("scale", std::move(scale));
  }

  Shape& at(Value position) { return set("position", std::move(position)); }
  Shape& turned(Value orientation) { return set("orientation", std::move(orientation)); }
  Shape& density(Value density) { return set("density", std::move(density)); }
  Shape& color(const std::string& color) { return set("color", color); }

  [[nodiscard]] const Value& value() const { return value_; }

 private:
  explicit Shape(const char* name) : value_(Value::object()) { type(name); }
  Shape& type(const char* name) { return set("type", name); }
  Shape& set(const char* key, Value value) {
    value_.set(key, std::move(value));
    return *this;
  }

  Value value_;
};

class BodyBuilder : public Element<BodyBuilder> {
 public:
  using Element::Element;

  BodyBuilder& mass(Value mass) { return set("mass", std::move(mass)); }
  BodyBuilder& center(Value center) { return set("center", std::move(center)); }
  /// Three or six numbers: xx, yy, zz, xy, xz, yz about the centre of mass.
  BodyBuilder& inertia(Value inertia) { return set("inertia", std::move(inertia)); }
  BodyBuilder& at(Value position) { return set("position", std::move(position)); }
  BodyBuilder& turned(Value orientation) { return set("orientation", std::move(orientation)); }
  BodyBuilder& kind(const std::string& kind) { return set("kind", kind); }
  BodyBuilder& shape(const Shape& shape);
};

class FrameBuilder : public Element<FrameBuilder> {
 public:
  using Element::Element;

  FrameBuilder& on(const std::string& body) { return set("body", body); }
  FrameBuilder& at(Value position) { return set("position", std::move(position)); }
  FrameBuilder& turned(Value orientation) { return set("orientation", std::move(orientation)); }
};

/// Another file as a part of this model.
class IncludeBuilder : public Element<IncludeBuilder> {
 public:
  using Element::Element;

  IncludeBuilder& at(Value position) { return set("position", std::move(position)); }
  IncludeBuilder& turned(Value orientation) { return set("orientation", std::move(orientation)); }
  IncludeBuilder& mirror(const std::string& axis) { return set("mirror", axis); }
  IncludeBuilder& ground(const std::string& body) { return set("ground", body); }
  IncludeBuilder& port(const std::string& port, const std::string& body);
  IncludeBuilder& parameter(const std::string& name, Value value);
  /// A function of time (builder/functions.hpp) for an input of the part.
  IncludeBuilder& input(const std::string& name, Value function);
};

class SimulationBuilder : public Element<SimulationBuilder> {
 public:
  using Element::Element;

  SimulationBuilder& duration(Value time) { return set("duration", std::move(time)); }
  SimulationBuilder& step(Value time) { return set("step", std::move(time)); }
  SimulationBuilder& output_interval(Value time) { return set("output_interval", std::move(time)); }
  SimulationBuilder& max_step(Value time) { return set("max_step", std::move(time)); }
  SimulationBuilder& rtol(double share) { return set("rtol", share); }
  SimulationBuilder& atol(double amount) { return set("atol", amount); }
  SimulationBuilder& integrator(const std::string& name) { return set("integrator", name); }
  SimulationBuilder& solver(const std::string& name) { return set("solver", name); }
  SimulationBuilder& constraints(const std::string& name) { return set("constraints", name); }
  SimulationBuilder& jacobian(const std::string& name) { return set("jacobian", name); }
  SimulationBuilder& spectral_radius(double share) { return set("spectral_radius", share); }
  SimulationBuilder& sleeping(bool yes) { return set("sleeping", yes); }
};

}  // namespace treadle
