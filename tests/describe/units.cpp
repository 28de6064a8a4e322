// Quantities in strings: values, kinds, and the words of each refusal.
#include "../../src/describe/units.hpp"

#include <gtest/gtest.h>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

namespace treadle {
namespace {

constexpr double pi = std::numbers::pi;

struct GoodUnit {
  const char* text;
  Dimension kind;
  double value;
};

void PrintTo(const GoodUnit& good, std::ostream* out) { *out << good.text; }

class GoodQuantity : public testing::TestWithParam<GoodUnit> {};

TEST_P(GoodQuantity, has_its_value) {
  const GoodUnit& good = GetParam();
  EXPECT_DOUBLE_EQ(parse_quantity(good.text, good.kind), good.value) << good.text;
}

INSTANTIATE_TEST_SUITE_P(
    Units, GoodQuantity,
    testing::Values(
        // Numbers alone are in SI units.
        GoodUnit{"0", dimension::length, 0.0}, GoodUnit{"-2.5", dimension::mass, -2.5},
        GoodUnit{"+3", dimension::angle, 3.0}, GoodUnit{"  4.5e2\t", dimension::none, 450.0},
        GoodUnit{".5", dimension::none, 0.5},
        // Each unit by its name.
        GoodUnit{"7 m", dimension::length, 7.0}, GoodUnit{"3 g", dimension::mass, 0.003},
        GoodUnit{"3 kg", dimension::mass, 3.0}, GoodUnit{"2 t", dimension::mass, 2000.0},
        GoodUnit{"8 s", dimension::time, 8.0}, GoodUnit{"2 min", dimension::time, 120.0},
        GoodUnit{"0.5 h", dimension::time, 1800.0}, GoodUnit{"1.5e3 N", dimension::force, 1500.0},
        GoodUnit{"2 MPa", dimension::pressure, 2e6}, GoodUnit{"4 J", dimension::torque, 4.0},
        GoodUnit{"5 kW", dimension::power, 5000.0}, GoodUnit{"2 kHz", dimension::frequency, 2000.0},
        GoodUnit{"10 in", dimension::length, 0.254}, GoodUnit{"10 ft", dimension::length, 3.048},
        GoodUnit{"2 lb", dimension::mass, 0.90718474},
        GoodUnit{"1 lbf", dimension::force, 4.4482216152605},
        GoodUnit{"1.25 rad", dimension::angle, 1.25},
        GoodUnit{"10 deg", dimension::angle, pi / 18.0},
        GoodUnit{"10°", dimension::angle, pi / 18.0},
        GoodUnit{"0.25 rev", dimension::angle, pi / 2.0},
        GoodUnit{"120 rpm", dimension::angular_velocity, 4.0 * pi},
        // Each prefix.
        GoodUnit{"5 nm", dimension::length, 5e-9}, GoodUnit{"5 um", dimension::length, 5e-6},
        GoodUnit{"5 \u00b5m", dimension::length, 5e-6},
        GoodUnit{"5 \u03bcm", dimension::length, 5e-6}, GoodUnit{"250 mm", dimension::length, 0.25},
        GoodUnit{"5 cm", dimension::length, 0.05}, GoodUnit{"5 dm", dimension::length, 0.5},
        GoodUnit{"5 hPa", dimension::pressure, 500.0}, GoodUnit{"5 km", dimension::length, 5000.0},
        GoodUnit{"5 MN", dimension::force, 5e6}, GoodUnit{"5 GJ", dimension::torque, 5e9},
        GoodUnit{"250mm", dimension::length, 0.25},
        // Products, quotients and powers in all their spellings.
        GoodUnit{"30 kN/m", dimension::stiffness, 30000.0},
        GoodUnit{"3 N/mm", dimension::stiffness, 3000.0},
        GoodUnit{"2 kg*m^2", dimension::inertia, 2.0}, GoodUnit{"2 kg m²", dimension::inertia, 2.0},
        GoodUnit{"2 kg·m^2", dimension::inertia, 2.0},
        GoodUnit{"2 kg⋅m ^ 2", dimension::inertia, 2.0},
        GoodUnit{"2*kg*m*m", dimension::inertia, 2.0},
        GoodUnit{"3 g cm²", dimension::inertia, 3e-7},
        GoodUnit{"9.81 m/s^2", dimension::acceleration, 9.81},
        GoodUnit{"9.81 m s^-2", dimension::acceleration, 9.81},
        GoodUnit{"9.81 m/s/s", dimension::acceleration, 9.81},
        GoodUnit{"9.81 m/(s s)", dimension::acceleration, 9.81},
        GoodUnit{"36 km/h", dimension::velocity, 10.0},
        GoodUnit{"150 N s/m", dimension::damping, 150.0},
        GoodUnit{"3 N m s/rad", dimension::rotational_damping, 3.0},
        GoodUnit{"180 N m/deg", dimension::rotational_stiffness, 32400.0 / pi},
        GoodUnit{"2 m³/m^2", dimension::length, 2.0}, GoodUnit{"3 m^+1", dimension::length, 3.0},
        GoodUnit{"3 m s^0", dimension::length, 3.0}, GoodUnit{"5 1/s", dimension::frequency, 5.0},
        GoodUnit{"1/s", dimension::frequency, 1.0}, GoodUnit{"4 (1/s)", dimension::frequency, 4.0},
        // An angle may be left unsaid, never added.
        GoodUnit{"2 N m", dimension::rotational_stiffness, 2.0},
        GoodUnit{"2 N m s", dimension::rotational_damping, 2.0},
        GoodUnit{"3 1/s", dimension::angular_velocity, 3.0},
        GoodUnit{"3 rad/s", dimension::angular_velocity, 3.0},
        GoodUnit{"90 deg/s", dimension::angular_velocity, pi / 2.0}));

// Decimal quantities are the doubles nearest to them, with no dust from the prefix.
TEST(Units, prefixes_round_once) {
  EXPECT_EQ(parse_quantity("35 mm", dimension::length), 0.035);
  EXPECT_EQ(parse_quantity("1.1 kg", dimension::mass), 1.1);
  EXPECT_EQ(parse_quantity("0.7 mm/ms", dimension::velocity), 0.7);
  EXPECT_EQ(parse_quantity("180 deg", dimension::angle), pi);
}

struct BadUnit {
  const char* text;
  Dimension kind;
  std::vector<std::string> words;
};

void PrintTo(const BadUnit& bad, std::ostream* out) { *out << bad.text; }

class BadQuantity : public testing::TestWithParam<BadUnit> {};

TEST_P(BadQuantity, is_refused_with_words) {
  const BadUnit& bad = GetParam();
  try {
    const double value = parse_quantity(bad.text, bad.kind);
    FAIL() << "'" << bad.text << "' is read as " << value;
  } catch (const UnitError& error) {
    const std::string message = error.what();
    for (const std::string& word : bad.words) {
      EXPECT_NE(message.find(word), std::string::npos) << message << " lacks " << word;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Units, BadQuantity,
    testing::Values(
        // Another kind than is needed.
        BadUnit{"30 deg",
                dimension::length,
                {"'30 deg' is an angle, a length is needed (for example '250 mm')"}},
        BadUnit{"30 mm", dimension::angle, {"is a length, an angle is needed", "'30 deg'"}},
        BadUnit{"3 N m/rad", dimension::torque, {"a rotational stiffness, a torque is needed"}},
        BadUnit{"3 kg", dimension::none, {"is a mass, a pure number is needed"}},
        BadUnit{"3 m^2", dimension::length, {"is a quantity in m^2, a length is needed"}},
        BadUnit{"3 kg m/s", dimension::force, {"is a quantity in m kg s^-1, a force is needed"}},
        BadUnit{
            "2 Hz", dimension::angular_velocity, {"a frequency, an angular velocity is needed"}},
        BadUnit{"2 deg/rad", dimension::angle, {"a pure number, an angle is needed"}},
        BadUnit{"2 rad/s", dimension::frequency, {"an angular velocity, a frequency is needed"}},
        // Names that nobody knows, with the nearest one.
        BadUnit{"30 degs", dimension::angle, {"unknown unit 'degs'", "did you mean 'deg'?"}},
        BadUnit{"30 Nm", dimension::torque, {"unknown unit 'Nm'", "did you mean 'N m'?"}},
        BadUnit{"30 KN", dimension::force, {"unknown unit 'KN'", "did you mean 'kN'?"}},
        BadUnit{"30 kft", dimension::length, {"unknown unit 'kft'"}},
        BadUnit{"3 furlongs", dimension::length, {"unknown unit 'furlongs'", "known are m g s N"}},
        // Numbers that are none.
        BadUnit{"", dimension::length, {"empty", "'250 mm'"}},
        BadUnit{"  ", dimension::length, {"empty"}},
        BadUnit{"abc", dimension::mass, {"does not begin with a number", "'2 kg'"}},
        BadUnit{"mm", dimension::length, {"does not begin with a number"}},
        BadUnit{"+-3 m", dimension::length, {"does not begin with a number"}},
        BadUnit{"nan", dimension::mass, {"'nan' is not a finite number"}},
        BadUnit{"-inf m", dimension::length, {"not a finite number"}},
        BadUnit{"infinity", dimension::none, {"not a finite number"}},
        BadUnit{"1e999", dimension::mass, {"too large or too close to zero"}},
        BadUnit{"1e-999 m", dimension::length, {"too large or too close to zero"}},
        BadUnit{"1e308 km", dimension::length, {"too large or too close to zero"}},
        BadUnit{"0x10 m", dimension::length, {"unknown unit 'x'"}},
        // Spelling of the expression.
        BadUnit{"1,5 m", dimension::length, {"write decimals with a point"}},
        BadUnit{"3 4 m", dimension::length, {"second number"}},
        BadUnit{"3 m2", dimension::length, {"second number"}},
        BadUnit{"3 1.5", dimension::none, {"second number"}},
        BadUnit{"3 m/", dimension::length, {"ends where a unit is needed"}},
        BadUnit{"3 *", dimension::length, {"ends where a unit is needed"}},
        BadUnit{"3 m^", dimension::length, {"whole number after '^'"}},
        BadUnit{"3 m^x", dimension::length, {"whole number after '^'"}},
        BadUnit{"3 m^10", dimension::length, {"whole number after '^'"}},
        BadUnit{"3 m^99999999999", dimension::length, {"whole number after '^'"}},
        BadUnit{"3 (m", dimension::length, {"lacks a ')'"}},
        BadUnit{"3 m)", dimension::length, {"')' too many"}},
        BadUnit{"3 m?", dimension::length, {"unexpected '?'"}},
        BadUnit{"3 ((((m^9)^9)^9)^9)^9", dimension::length, {"too large a power"}}));

TEST(Units, long_text_is_refused_in_short_words) {
  try {
    parse_quantity("3 " + std::string(100000, '('), dimension::length);
    FAIL() << "accepted";
  } catch (const UnitError& error) {
    EXPECT_NE(std::string(error.what()).find("too long"), std::string::npos);
    EXPECT_LT(std::string(error.what()).size(), 100U);
  }
}

TEST(Units, factors_beyond_doubles_are_refused) {
  EXPECT_THROW(parse_quantity("1 nm^9 nm^9 nm^9 nm^9/m^9/m^9/m^9/m^8", dimension::length),
               UnitError);
  EXPECT_THROW(parse_quantity("1 Gm^9 Gm^9 Gm^9 Gm^9/m^9/m^9/m^9/m^8", dimension::length),
               UnitError);
}

// An example that a message offers can itself be read.
TEST(Units, examples_are_readable) {
  for (const Dimension kind : {dimension::none,
                               dimension::length,
                               dimension::mass,
                               dimension::time,
                               dimension::angle,
                               dimension::frequency,
                               dimension::velocity,
                               dimension::acceleration,
                               dimension::angular_velocity,
                               dimension::angular_acceleration,
                               dimension::inertia,
                               dimension::force,
                               dimension::torque,
                               dimension::stiffness,
                               dimension::damping,
                               dimension::rotational_stiffness,
                               dimension::rotational_damping,
                               dimension::pressure,
                               dimension::power,
                               Dimension{3, -2, 1, 1}}) {
    EXPECT_GT(parse_quantity(unit_example(kind), kind), 0.0) << unit_example(kind);
  }
}

TEST(Units, kinds_have_names) {
  EXPECT_EQ(kind_name(dimension::rotational_damping), "a rotational damping");
  EXPECT_EQ(kind_name({3, -2, 1, 1}), "a quantity in m^3 kg^-2 s rad");
}

}  // namespace
}  // namespace treadle
