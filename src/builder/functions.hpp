// Functions of time for drives, drivers and forces that are described in C++.
#pragma once

#include "../io/writing/value.hpp"

namespace treadle {

/// As in the model file: Function::sine("2 kN", "3 Hz").phase("90 deg"). A number is a
/// constant function.
class Function {
 public:
  static Function ramp(Value slope) { return Function("ramp").set("slope", std::move(slope)); }
  static Function step(Value from, Value to, Value start, Value end) {
    return Function("step")
        .set("from", std::move(from))
        .set("to", std::move(to))
        .start(std::move(start))
        .end(std::move(end));
  }
  static Function sine(Value amplitude, Value frequency) {
    return Function("sine")
        .set("amplitude", std::move(amplitude))
        .set("frequency", std::move(frequency));
  }
  static Function chirp(Value amplitude, Value from, Value to, Value start, Value end) {
    return Function("chirp")
        .set("amplitude", std::move(amplitude))
        .set("from", std::move(from))
        .set("to", std::move(to))
        .start(std::move(start))
        .end(std::move(end));
  }
  static Function table(Value times, Value values) {
    return Function("table").set("times", std::move(times)).set("values", std::move(values));
  }
  /// From the first two columns of a CSV file.
  static Function table_file(const std::string& file) {
    return Function("table").set("file", file);
  }
  /// What the caller of a Simulation sets.
  static Function input(const std::string& name) { return Function("input").set("name", name); }

  Function& offset(Value value) { return set("offset", std::move(value)); }
  /// Value of an input until it is set; the opposite of the input is followed.
  Function& preset(Value value) { return set("default", std::move(value)); }
  Function& opposite() { return set("direction", "opposite"); }
  Function& phase(Value angle) { return set("phase", std::move(angle)); }
  Function& start(Value time) { return set("start", std::move(time)); }
  Function& end(Value time) { return set("end", std::move(time)); }
  /// Names of the columns of a file for time and value, and their units.
  Function& columns(Value names) { return set("columns", std::move(names)); }
  Function& units(Value units) { return set("units", std::move(units)); }

  operator Value() const { return value_; }

 private:
  explicit Function(const char* type) : value_(Value::object()) { value_.set("type", type); }
  Function& set(const char* key, Value value) {
    value_.set(key, std::move(value));
    return *this;
  }

  Value value_;
};

}  // namespace treadle
