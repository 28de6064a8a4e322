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

struct Good {
  const char* text;
  Dimension kind;
  double value;
};

void PrintTo(const Good& good, std::ostream* out) { *out << good.text; }

class GoodQuantity : public testing::TestWithParam<Good> {};

TEST_P(GoodQuantity, has_its_value) {
  const Good& good = GetParam();
  EXPECT_DOUBLE_EQ(parse_quantity(good.text, good.kind), good.value) << good.text;
}

INSTANTIATE_TEST_SUITE_P(
    Units, GoodQuantity,
    testing::Values(
        // Numbers alone are in SI units.
        Good{"0", dimension::length, 0.0}, Good{"-2.5", dimension::mass, -2.5},
        Good{"+3", dimension::angle, 3.0}, Good{"  4.5e2\t", dimension::none, 450.0},
        Good{".5", dimension::none, 0.5},
        // Each unit by its name.
        Good{"7 m", dimension::length, 7.0}, Good{"3 g", dimension::mass, 0.003},
        Good{"3 kg", dimension::mass, 3.0}, Good{"2 t", dimension::mass, 2000.0},
        Good{"8 s", dimension::time, 8.0}, Good{"2 min", dimension::time, 120.0},
        Good{"0.5 h", dimension::time, 1800.0}, Good{"1.5e3 N", dimension::force, 1500.0},
        Good{"2 MPa", dimension::pressure, 2e6}, Good{"4 J", dimension::torque, 4.0},
        Good{"5 kW", dimension::power, 5000.0}, Good{"2 kHz", dimension::frequency, 2000.0},
        Good{"10 in", dimension::length, 0.254}, Good{"10 ft", dimension::length, 3.048},
        Good{"2 lb", dimension::mass, 0.90718474}, Good{"1 lbf", dimension::force, 4.4482216152605},
        Good{"1.25 rad", dimension::angle, 1.25}, Good{"10 deg", dimension::angle, pi / 18.0},
        Good{"10°", dimension::angle, pi / 18.0}, Good{"0.25 rev", dimension::angle, pi / 2.0},
        Good{"120 rpm", dimension::angular_velocity, 4.0 * pi},
        // Each prefix.
        Good{"5 nm", dimension::length, 5e-9}, Good{"5 um", dimension::length, 5e-6},
        Good{"5 \u00b5m", dimension::length, 5e-6}, Good{"5 \u03bcm", dimension::length, 5e-6},
        Good{"250 mm", dimension::length, 0.25}, Good{"5 cm", dimension::length, 0.05},
        Good{"5 dm", dimension::length, 0.5}, Good{"5 hPa", dimension::pressure, 500.0},
        Good{"5 km", dimension::length, 5000.0}, Good{"5 MN", dimension::force, 5e6},
        Good{"5 GJ", dimension::torque, 5e9}, Good{"250mm", dimension::length, 0.25},
        // Products, quotients and powers in all their spellings.
        Good{"30 kN/m", dimension::stiffness, 30000.0},
        Good{"3 N/mm", dimension::stiffness, 3000.0}, Good{"2 kg*m^2", dimension::inertia, 2.0},
        Good{"2 kg m²", dimension::inertia, 2.0}, Good{"2 kg·m^2", dimension::inertia, 2.0},
        Good{"2 kg⋅m ^ 2", dimension::inertia, 2.0}, Good{"2*kg*m*m", dimension::inertia, 2.0},
        Good{"3 g cm²", dimension::inertia, 3e-7},
        Good{"9.81 m/s^2", dimension::acceleration, 9.81},
        Good{"9.81 m s^-2", dimension::acceleration, 9.81},
        Good{"9.81 m/s/s", dimension::acceleration, 9.81},
        Good{"9.81 m/(s s)", dimension::acceleration, 9.81},
        Good{"36 km/h", dimension::velocity, 10.0}, Good{"150 N s/m", dimension::damping, 150.0},
        Good{"3 N m s/rad", dimension::rotational_damping, 3.0},
        Good{"180 N m/deg", dimension::rotational_stiffness, 32400.0 / pi},
        Good{"2 m³/m^2", dimension::length, 2.0}, Good{"3 m^+1", dimension::length, 3.0},
        Good{"3 m s^0", dimension::length, 3.0}, Good{"5 1/s", dimension::frequency, 5.0},
        Good{"1/s", dimension::frequency, 1.0}, Good{"4 (1/s)", dimension::frequency, 4.0},
        // An angle may be left unsaid, never added.
        Good{"2 N m", dimension::rotational_stiffness, 2.0},
        Good{"2 N m s", dimension::rotational_damping, 2.0},
        Good{"3 1/s", dimension::angular_velocity, 3.0},
        Good{"3 rad/s", dimension::angular_velocity, 3.0},
        Good{"90 deg/s", dimension::angular_velocity, pi / 2.0}));

// Decimal quantities are the doubles nearest to them, with no dust from the prefix.
TEST(Units, prefixes_round_once) {
  EXPECT_EQ(parse_quantity("35 mm", dimension::length), 0.035);
  EXPECT_EQ(parse_quantity("1.1 kg", dimension::mass), 1.1);
  EXPECT_EQ(parse_quantity("0.7 mm/ms", dimension::velocity), 0.7);
  EXPECT_EQ(parse_quantity("180 deg", dimension::angle), pi);
}

struct Bad {
  const char* text;
  Dimension kind;
  std::vector<std::string> words;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.text; }

class BadQuantity : public testing::TestWithParam<Bad> {};

TEST_P(BadQuantity, is_refused_with_words) {
  const Bad& bad = GetParam();
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
        Bad{"30 deg",
            dimension::length,
            {"'30 deg' is an angle, a length is needed (for example '250 mm')"}},
        Bad{"30 mm", dimension::angle, {"is a length, an angle is needed", "'30 deg'"}},
        Bad{"3 N m/rad", dimension::torque, {"a rotational stiffness, a torque is needed"}},
        Bad{"3 kg", dimension::none, {"is a mass, a pure number is needed"}},
        Bad{"3 m^2", dimension::length, {"is a quantity in m^2, a length is needed"}},
        Bad{"3 kg m/s", dimension::force, {"is a quantity in m kg s^-1, a force is needed"}},
        Bad{"2 Hz", dimension::angular_velocity, {"a frequency, an angular velocity is needed"}},
        Bad{"2 deg/rad", dimension::angle, {"a pure number, an angle is needed"}},
        Bad{"2 rad/s", dimension::frequency, {"an angular velocity, a frequency is needed"}},
        // Names that nobody knows, with the nearest one.
        Bad{"30 degs", dimension::angle, {"unknown unit 'degs'", "did you mean 'deg'?"}},
        Bad{"30 Nm", dimension::torque, {"unknown unit 'Nm'", "did you mean 'N m'?"}},
        Bad{"30 KN", dimension::force, {"unknown unit 'KN'", "did you mean 'kN'?"}},
        Bad{"30 kft", dimension::length, {"unknown unit 'kft'"}},
        Bad{"3 furlongs", dimension::length, {"unknown unit 'furlongs'", "known are m g s N"}},
        // Numbers that are none.
        Bad{"", dimension::length, {"empty", "'250 mm'"}}, Bad{"  ", dimension::length, {"empty"}},
        Bad{"abc", dimension::mass, {"does not begin with a number", "'2 kg'"}},
        Bad{"mm", dimension::length, {"does not begin with a number"}},
        Bad{"+-3 m", dimension::length, {"does not begin with a number"}},
        Bad{"nan", dimension::mass, {"'nan' is not a finite number"}},
        Bad{"-inf m", dimension::length, {"not a finite number"}},
        Bad{"infinity", dimension::none, {"not a finite number"}},
        Bad{"1e999", dimension::mass, {"too large or too close to zero"}},
        Bad{"1e-999 m", dimension::length, {"too large or too close to zero"}},
        Bad{"1e308 km", dimension::length, {"too large or too close to zero"}},
        Bad{"0x10 m", dimension::length, {"unknown unit 'x'"}},
        // Spelling of the expression.
        Bad{"1,5 m", dimension::length, {"write decimals with a point"}},
        Bad{"3 4 m", dimension::length, {"second number"}},
        Bad{"3 m2", dimension::length, {"second number"}},
        Bad{"3 1.5", dimension::none, {"second number"}},
        Bad{"3 m/", dimension::length, {"ends where a unit is needed"}},
        Bad{"3 *", dimension::length, {"ends where a unit is needed"}},
        Bad{"3 m^", dimension::length, {"whole number after '^'"}},
        Bad{"3 m^x", dimension::length, {"whole number after '^'"}},
        Bad{"3 m^10", dimension::length, {"whole number after '^'"}},
        Bad{"3 m^99999999999", dimension::length, {"whole number after '^'"}},
        Bad{"3 (m", dimension::length, {"lacks a ')'"}},
        Bad{"3 m)", dimension::length, {"')' too many"}},
        Bad{"3 m?", dimension::length, {"unexpected '?'"}},
        Bad{"3 ((((m^9)^9)^9)^9)^9", dimension::length, {"too large a power"}}));

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
