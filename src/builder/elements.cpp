#include "elements.hpp"

#include "force_builder.hpp"

namespace treadle {

namespace {

// Adds to a list inside an object, which is made if there was none.
void add_to(Value& object, const char* key, Value value) {
  Value& list = object.at(key);
  if (list.elements() == nullptr) list = Value::list();
  list.add(std::move(value));
}

Value term(const std::string& joint, const std::string& coordinate, Value factor) {
  Value one = Value::object().set("joint", joint);
  if (!coordinate.empty()) one.set("coordinate", coordinate);
  return one.set("factor", std::move(factor));
}

Value curve(const char* x_key, Value x, Value force) {
  return Value::object().set(x_key, std::move(x)).set("force", std::move(force));
}

Value stop(Value length, const char* key, Value value) {
  return Value::object().set("length", std::move(length)).set(key, std::move(value));
}

}  // namespace

BodyBuilder& BodyBuilder::shape(const Shape& shape) {
  add_to(item(), "shapes", shape.value());
  return *this;
}

IncludeBuilder& IncludeBuilder::port(const std::string& port, const std::string& body) {
  item().at("ports").set(port, body);
  return *this;
}

IncludeBuilder& IncludeBuilder::parameter(const std::string& name, Value value) {
  item().at("parameters").set(name, std::move(value));
  return *this;
}

IncludeBuilder& IncludeBuilder::input(const std::string& name, Value function) {
  item().at("inputs").set(name, std::move(function));
  return *this;
}

CouplerBuilder& CouplerBuilder::add(const std::string& joint, Value factor) {
  add_to(item(), "coordinates", term(joint, "", std::move(factor)));
  return *this;
}

CouplerBuilder& CouplerBuilder::add(const std::string& joint, const std::string& coordinate,
                                    Value factor) {
  add_to(item(), "coordinates", term(joint, coordinate, std::move(factor)));
  return *this;
}

ElasticCouplerBuilder& ElasticCouplerBuilder::add(const std::string& joint, Value factor) {
  add_to(item(), "coordinates", term(joint, "", std::move(factor)));
  return *this;
}

ElasticCouplerBuilder& ElasticCouplerBuilder::add(const std::string& joint,
                                                  const std::string& coordinate, Value factor) {
  add_to(item(), "coordinates", term(joint, coordinate, std::move(factor)));
  return *this;
}

SpringBuilder& SpringBuilder::law(Value stretch, Value force) {
  return set("law", curve("stretch", std::move(stretch), std::move(force)));
}

SpringBuilder& SpringBuilder::damper_law(Value rate, Value force) {
  return set("damper_law", curve("rate", std::move(rate), std::move(force)));
}

SpringBuilder& SpringBuilder::end_damping(Value below, Value above, Value damping,
                                          Value rebound_damping) {
  Value ends = Value::object();
  ends.set("below", std::move(below))
      .set("above", std::move(above))
      .set("damping", std::move(damping))
      .set("rebound_damping", std::move(rebound_damping));
  return set("end_damping", std::move(ends));
}

SpringBuilder& SpringBuilder::bump(Value length, Value stiffness) {
  return set("bump", stop(std::move(length), "stiffness", std::move(stiffness)));
}

SpringBuilder& SpringBuilder::bump_law(Value length, Value penetration, Value force) {
  return set("bump", stop(std::move(length), "law",
                          curve("penetration", std::move(penetration), std::move(force))));
}

SpringBuilder& SpringBuilder::rebound(Value length, Value stiffness) {
  return set("rebound", stop(std::move(length), "stiffness", std::move(stiffness)));
}

SpringBuilder& SpringBuilder::rebound_law(Value length, Value penetration, Value force) {
  return set("rebound", stop(std::move(length), "law",
                             curve("penetration", std::move(penetration), std::move(force))));
}

}  // namespace treadle
