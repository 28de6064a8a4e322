#include "write_function.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

Value typed(const char* type) {
  Value object = Value::object();
  object.set("type", type);
  return object;
}

void set_times(Value& object, const TimeFunction& f) {
  set_number(object, "start", f.start);
  if (f.end > f.start) object.set("end", f.end);
}

// The shortest that reads back to the same bits.
std::string number_text(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

// The end of a step whose difference to its beginning is the height, to the last bit.
double end_of_step(const TimeFunction& f) {
  const double sum = f.offset + f.amplitude;
  const double far = std::numeric_limits<double>::infinity();
  for (const double end : {sum, std::nextafter(sum, far), std::nextafter(sum, -far)}) {
    if (same_bits(end - f.offset, f.amplitude)) return end;
  }
  return sum;
}

Value write_wave(const TimeFunction& f) {
  const bool chirp = f.kind == FunctionKind::chirp;
  Value object = typed(chirp ? "chirp" : "sine");
  object.set("amplitude", f.amplitude);
  if (chirp) {
    object.set("from", f.frequency).set("to", f.end_frequency);
    set_times(object, f);
  } else {
    object.set("frequency", f.frequency);
  }
  set_number(object, "phase", f.phase);
  set_number(object, "offset", f.offset);
  return object;
}

}  // namespace

Value write_law(const Curve& law, const LawWords& words) {
  if (law.powers.empty()) {
    Value object = Value::object();
    object.set(words.x_key, Value::list_of(law.x)).set(words.y_key, Value::list_of(law.y));
    return object;
  }
  std::string text;
  for (const PowerTerm& t : law.powers) {
    text += text.empty() ? (t.factor < 0.0 ? "-" : "") : (t.factor < 0.0 ? " - " : " + ");
    text += number_text(std::fabs(t.factor)) + " " + words.y_unit;
    const std::string x = std::string("(") + words.x_key + "/(1 " + words.x_unit + "))";
    const bool whole = std::floor(t.power) == t.power;
    const bool plain = whole && t.odd == (std::fmod(t.power, 2.0) != 0.0);
    if (!plain && t.odd) text += "*sign" + x;
    if (t.power == 0.0) continue;
    text += (plain ? "*" : "*abs") + x;
    if (t.power != 1.0) text += "^" + number_text(t.power);
  }
  return text;
}

Value write_function(const TimeFunction& f) {
  Value object = Value::object();
  switch (f.kind) {
    case FunctionKind::constant:
      return f.offset;
    case FunctionKind::ramp:
      object = typed("ramp");
      object.set("slope", f.slope);
      set_number(object, "offset", f.offset);
      set_times(object, f);
      return object;
    case FunctionKind::smooth_step:
      object = typed("step");
      set_number(object, "from", f.offset);
      object.set("to", end_of_step(f));
      set_times(object, f);
      return object;
    case FunctionKind::sine:
    case FunctionKind::chirp:
      return write_wave(f);
    case FunctionKind::input:
      object = typed("input");
      object.set("name", f.input);
      set_number(object, "default", f.amplitude * f.offset);
      if (f.amplitude < 0.0) object.set("direction", "opposite");
      return object;
    case FunctionKind::table:
    case FunctionKind::state:
      break;
  }
  object = typed("table");
  object.set("times", Value::list_of(f.times)).set("values", Value::list_of(f.values));
  return object;
}

}  // namespace treadle
