#include "element.hpp"

namespace treadle::schema {

Dimension dimension_of(const Value& value, const Use& use) {
  Dimension kind = value.dimension;
  switch (value.kind_of) {
    case KindOf::itself:
      break;
    case KindOf::coordinate:
      if (use.slides) kind = value.sliding;
      break;
    case KindOf::function:
      kind = use.function;
      break;
    case KindOf::rate:
      kind = use.function;
      --kind.time;
      break;
  }
  return kind;
}

Use inner_use(const Value& object, const Use& use) {
  return {dimension_of(object, use), use.slides || object.slides,
          use.elsewhere || object.elsewhere};
}

namespace {

Value of_kind(ValueKind kind) {
  Value value;
  value.kind = kind;
  return value;
}

Value defined(Value value, std::string name) {
  value.named = std::move(name);
  return value;
}

}  // namespace

Value quantity(Dimension dimension, Range range) {
  Value value = of_kind(ValueKind::quantity);
  value.dimension = dimension;
  value.range = range;
  value.named = range == Range::positive       ? "positive"
                : range == Range::not_negative ? "not_negative"
                                               : "quantity";
  return value;
}

Value of_coordinate(Dimension turning, Dimension sliding, Range range) {
  Value value = quantity(turning, range);
  value.sliding = sliding;
  value.kind_of = KindOf::coordinate;
  return value;
}

Value of_function() {
  Value value = pure();
  value.kind_of = KindOf::function;
  return value;
}

Value rate_of_function() {
  Value value = pure();
  value.kind_of = KindOf::rate;
  return value;
}

Value any_quantity() { return of_kind(ValueKind::any_quantity); }
Value pure(Range range) { return quantity(dimension::none, range); }
Value text() { return of_kind(ValueKind::text); }

Value name() { return defined(of_kind(ValueKind::name), "name"); }

Value name_of(std::string what) { return labelled(text(), std::move(what)); }
Value integer() { return of_kind(ValueKind::integer); }
Value version() { return of_kind(ValueKind::version); }

Value choice(Words words) {
  Value value = of_kind(ValueKind::choice);
  value.words = std::move(words);
  return value;
}

Value object(std::string element) {
  Value value = of_kind(ValueKind::object);
  value.element = std::move(element);
  return value;
}

Value object(std::string element, bool slides) {
  Value value = object(std::move(element));
  value.slides = slides;
  return value;
}

Value map(Value each, std::string label) {
  Value value = of_kind(ValueKind::map);
  value.inner.push_back(std::move(each));
  return labelled(std::move(value), std::move(label));
}

Value list(Value each, std::size_t least, std::size_t most, std::string label) {
  Value value = of_kind(ValueKind::list);
  value.inner.push_back(std::move(each));
  value.least = least;
  value.most = most;
  return labelled(std::move(value), std::move(label));
}

Value triple(Dimension dimension) {
  const std::string unit = dimension == dimension::none ? "" : ", " + si_unit(dimension);
  return defined(list(quantity(dimension), 3, 3, "[x, y, z]" + unit), "triple");
}

Value direction() { return triple(dimension::none); }

Value either(std::vector<Value> values) {
  Value value = of_kind(ValueKind::either);
  value.inner = std::move(values);
  return value;
}

Value function(Dimension dimension) {
  Value value = object("function");
  value.dimension = dimension;
  return defined(either({quantity(dimension), std::move(value)}), "constant_or_function");
}

Value any_function() {
  Value value = object("function");
  value.elsewhere = true;
  return either({any_quantity(), std::move(value)});
}

Value function(Dimension turning, Dimension sliding) {
  Value value = object("function");
  value.dimension = turning;
  value.sliding = sliding;
  value.kind_of = KindOf::coordinate;
  return defined(either({of_coordinate(turning, sliding), std::move(value)}),
                 "constant_or_function");
}

Value labelled(Value value, std::string label) {
  value.label = std::move(label);
  return value;
}

Value patterned(Value value, std::string pattern) {
  value.pattern = std::move(pattern);
  return value;
}

Key required(std::string name, Value value, std::string text) {
  return {std::move(name), std::move(value), true, "", std::move(text), "", false};
}

Key written(std::string name, std::string text) {
  return {std::move(name), of_kind(ValueKind::text), false, "none", std::move(text), "", true};
}

Key optional(std::string name, Value value, std::string fallback, std::string text) {
  return {
      std::move(name), std::move(value), false, std::move(fallback), std::move(text), "", false};
}

Value orientation() {
  return defined(either({list(pure(), 4, 4, "[w, x, y, z]"), object("orientation")}),
                 "quaternion_or_orientation");
}

Value anchor() {
  return defined(either({name_of("name of a frame"), object("anchor")}), "name_or_point");
}

Value frame_of_body() {
  return defined(either({name_of("name of a body or frame"), object("body_frame")}),
                 "name_or_frame");
}

Key name_key() { return required("name", name(), "What messages and results call it."); }

Key position_key(const std::string& text, const std::string& fallback) {
  return optional("position", triple(dimension::length), fallback, text);
}

Key orientation_key(const std::string& text) {
  return optional("orientation", orientation(), "[1, 0, 0, 0]", text);
}

}  // namespace treadle::schema
