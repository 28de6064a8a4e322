#include "unit_table.hpp"

#include "../base/text.hpp"

#include <array>
#include <numbers>
#include <vector>

namespace treadle {

namespace {

constexpr double pi = std::numbers::pi;

struct NamedUnit {
  std::string_view name;
  bool takes_prefix;
  Unit unit;
};

// Hz counts cycles: it never stands for rad/s, so it says an angle of power zero.
constexpr std::array<NamedUnit, 20> units{{
    {"m", true, {1.0, 1.0, dimension::length}},
    {"g", true, {1.0, 1e3, dimension::mass}},
    {"s", true, {1.0, 1.0, dimension::time}},
    {"N", true, {1.0, 1.0, dimension::force}},
    {"Pa", true, {1.0, 1.0, dimension::pressure}},
    {"J", true, {1.0, 1.0, dimension::torque}},
    {"W", true, {1.0, 1.0, dimension::power}},
    {"Hz", true, {1.0, 1.0, dimension::frequency, true}},
    {"t", false, {1e3, 1.0, dimension::mass}},
    {"in", false, {254.0, 1e4, dimension::length}},
    {"ft", false, {3048.0, 1e4, dimension::length}},
    {"lb", false, {45359237.0, 1e8, dimension::mass}},
    {"lbf", false, {44482216152605.0, 1e13, dimension::force}},
    {"min", false, {60.0, 1.0, dimension::time}},
    {"h", false, {3600.0, 1.0, dimension::time}},
    {"rad", false, {1.0, 1.0, dimension::angle, true}},
    {"deg", false, {pi, 180.0, dimension::angle, true}},
    {"°", false, {pi, 180.0, dimension::angle, true}},
    {"rev", false, {2.0 * pi, 1.0, dimension::angle, true}},
    {"rpm", false, {2.0 * pi, 60.0, dimension::angular_velocity, true}},
}};

struct Prefix {
  std::string_view name;
  double up, down;
};

// The micro sign and the Greek letter look alike, so both are known.
constexpr std::array<Prefix, 11> prefixes{{
    {"n", 1.0, 1e9},
    {"u", 1.0, 1e6},
    {"\u00b5", 1.0, 1e6},
    {"\u03bc", 1.0, 1e6},
    {"m", 1.0, 1e3},
    {"c", 1.0, 1e2},
    {"d", 1.0, 1e1},
    {"h", 1e2, 1.0},
    {"k", 1e3, 1.0},
    {"M", 1e6, 1.0},
    {"G", 1e9, 1.0},
}};

struct Kind {
  Dimension dimension;
  const char* name;
  const char* example;
  const char* unit;  ///< in SI
};

constexpr std::array<Kind, 20> kinds{{
    {dimension::none, "a pure number", "1.5", "1"},
    {dimension::length, "a length", "250 mm", "m"},
    {dimension::mass, "a mass", "2 kg", "kg"},
    {dimension::time, "a time", "10 ms", "s"},
    {dimension::angle, "an angle", "30 deg", "rad"},
    {dimension::frequency, "a frequency", "2 Hz", "1/s"},
    {dimension::velocity, "a velocity", "3 m/s", "m/s"},
    {dimension::acceleration, "an acceleration", "9.81 m/s^2", "m/s^2"},
    {dimension::angular_velocity, "an angular velocity", "120 rpm", "rad/s"},
    {dimension::angular_acceleration, "an angular acceleration", "5 rad/s^2", "rad/s^2"},
    {dimension::inertia, "a moment of inertia", "2 kg m^2", "kg m^2"},
    {dimension::force, "a force", "1.5 kN", "N"},
    {dimension::torque, "a torque", "20 N m", "N m"},
    {dimension::stiffness, "a stiffness", "30 kN/m", "N/m"},
    {dimension::damping, "a damping", "150 N s/m", "N s/m"},
    {dimension::rotational_stiffness, "a rotational stiffness", "40 N m/rad", "N m/rad"},
    {dimension::rotational_damping, "a rotational damping", "3 N m s/rad", "N m s/rad"},
    {dimension::pressure, "a pressure", "2 MPa", "Pa"},
    {dimension::power, "a power", "5 kW", "W"},
    {dimension::density, "a density", "7850 kg/m^3", "kg/m^3"},
}};

const Kind* find_kind(Dimension dimension) {
  for (const Kind& kind : kinds) {
    if (kind.dimension == dimension) return &kind;
  }
  return nullptr;
}

// The unit of a kind that has no name, as powers: "m^2 kg s^-1".
std::string powers(Dimension kind) {
  std::string text;
  const auto add = [&text](const char* unit, int exponent) {
    if (exponent == 0) return;
    if (!text.empty()) text += ' ';
    text += unit;
    if (exponent != 1) text.append("^").append(std::to_string(exponent));
  };
  add("m", kind.length);
  add("kg", kind.mass);
  add("s", kind.time);
  add("rad", kind.angle);
  return text;
}

}  // namespace

bool find_unit(std::string_view name, Unit& unit) {
  for (const NamedUnit& known : units) {
    if (known.name == name) {
      unit = known.unit;
      return true;
    }
  }
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const std::string_view base = name.substr(prefix.name.size());
    for (const NamedUnit& known : units) {
      if (!known.takes_prefix || known.name != base) continue;
      unit = known.unit;
      unit.up *= prefix.up;
      unit.down *= prefix.down;
      return true;
    }
  }
  return false;
}

std::string unit_hint(std::string_view unknown) {
  static const std::vector<std::string> offered{
      "N m s", "N m", "mm", "cm", "km",  "m",   "kg",  "g",   "t",   "ms", "s",
      "min",   "h",   "kN", "N",  "kPa", "MPa", "Pa",  "kJ",  "J",   "kW", "W",
      "Hz",    "kHz", "in", "ft", "lb",  "lbf", "rad", "deg", "rev", "rpm"};
  const std::string near = suggestion(unknown, offered);
  if (!near.empty()) return near;
  std::string text = "; known are";
  for (const NamedUnit& unit : units) text.append(" ").append(unit.name);
  return text + ", some of them with a prefix (n u m c d h k M G)";
}

std::string unit_example(Dimension kind) {
  const Kind* known = find_kind(kind);
  return known != nullptr ? known->example : "3 " + powers(kind);
}

std::string si_unit(Dimension kind) {
  const Kind* known = find_kind(kind);
  return known != nullptr ? known->unit : powers(kind);
}

std::string kind_name(Dimension kind) {
  const Kind* known = find_kind(kind);
  return known != nullptr ? known->name : "a quantity in " + powers(kind);
}

}  // namespace treadle
