// Expressions of parameters: values, kinds, and the words of each refusal.
#include "../../src/describe/expression.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <ostream>
#include <string>

namespace treadle {
namespace {

Scope example() {
  Scope scope;
  scope.set("length", read_quantity("300 mm"));
  scope.set("mass", read_quantity("2 kg"));
  scope.set("tilt", read_quantity("30 deg"));
  scope.set("rate", read_quantity("8 kN/m"));
  scope.set("torque", read_quantity("3 N m"));
  scope.set("ratio", read_quantity("4"));
  scope.set("m", read_quantity("5 kg"));  // also the name of a unit
  scope.set("link_2", read_quantity("1 m"));
  return scope;
}

struct Good {
  const char* text;
  Dimension kind;
  double value;
};
void PrintTo(const Good& good, std::ostream* out) { *out << good.text; }

class GoodExpression : public testing::TestWithParam<Good> {};

TEST_P(GoodExpression, has_its_value) {
  const Good& good = GetParam();
  EXPECT_DOUBLE_EQ(evaluate(good.text, example(), good.kind), good.value);
}

INSTANTIATE_TEST_SUITE_P(
    Expression, GoodExpression,
    testing::Values(
        Good{"length", dimension::length, 0.3}, Good{"length/2 + 10 mm", dimension::length, 0.16},
        Good{"-length", dimension::length, -0.3}, Good{"2*-length", dimension::length, -0.6},
        Good{"- (length - 1 m)", dimension::length, 0.7},
        Good{"link_2-length", dimension::length, 0.7},
        Good{"length - 10 mm - 20 mm", dimension::length, 0.27},
        Good{"length/2/3", dimension::length, 0.05},
        Good{"1/12*mass*length*length", dimension::inertia, 0.015},
        Good{"mass * (length*length + 0.1 m^2)/ratio", dimension::inertia, 0.095},
        Good{"sqrt(rate/mass)", dimension::angular_velocity, std::sqrt(4000.0)},
        Good{"sqrt(rate/mass)", dimension::frequency, std::sqrt(4000.0)},
        Good{"length*sin(tilt)", dimension::length, 0.3 * std::sin(read_quantity("30 deg").value)},
        Good{"cos(0)", dimension::none, 1.0},
        Good{"sin( tilt/2 + 15 deg )*2", dimension::none, 1.0},
        Good{"torque", dimension::rotational_stiffness, 3.0},  // an angle may be left unsaid
        Good{"torque/tilt*30 deg", dimension::torque, 3.0},
        Good{"tilt + 1", dimension::angle, 1.0 + std::acos(-1.0) / 6},
        Good{"ratio", dimension::mass, 4.0},
        Good{"2*ratio + 1", dimension::length, 9.0},  // pure numbers are in SI
        Good{"1/2", dimension::mass, 0.5}, Good{"(2+3)*4", dimension::none, 20.0},
        Good{"1e-3*2e3", dimension::none, 2.0},
        // a name behind a number is a unit; where a number may stand it is a parameter
        Good{"2 m", dimension::length, 2.0}, Good{"2*m", dimension::mass, 10.0},
        Good{"10 N / m", dimension::acceleration, 2.0}, Good{"10 N/m", dimension::stiffness, 10.0},
        Good{"1/m", Dimension{0, -1, 0, 0}, 0.2}, Good{"9.81 m/s^2 * m", dimension::force, 49.05},
        Good{"m*9.81 m/s^2", dimension::force, 49.05}, Good{"length + 2 m", dimension::length, 2.3},
        Good{"3 kN/(1 m s)*length*2 s", dimension::force, 1800.0},
        Good{"6 1/s*length", dimension::velocity, 1.8},
        Good{"length*2 rad/(1 rad)", dimension::length, 0.6},
        Good{"2 cm² * 3", Dimension{2, 0, 0, 0}, 6e-4},
        Good{"length·ratio", dimension::length, 1.2}, Good{"--ratio", dimension::none, 4.0},
        // powers: before signs, from the right, of quantities with their kinds
        Good{"2^3", dimension::none, 8.0}, Good{"2**3", dimension::none, 8.0},
        Good{"-2^2", dimension::none, -4.0}, Good{"2^-2", dimension::none, 0.25},
        Good{"2^3^2", dimension::none, 512.0}, Good{"2*3^2", dimension::none, 18.0},
        Good{"(2*3)^2", dimension::none, 36.0}, Good{"ratio^0.5", dimension::none, 2.0},
        Good{"length^2", Dimension{2, 0, 0, 0}, 0.09},
        Good{"sqrt(length^2)", dimension::length, 0.3},
        Good{"(20 mm)^2*3 N/m^2", dimension::force, 1.2e-3},
        Good{"2 mm^2*3 N/m^2", dimension::force, 6e-6},
        Good{"(length/(1 m))^1.5*1 m", dimension::length, std::pow(0.3, 1.5)},
        Good{"abs(-length)", dimension::length, 0.3},
        Good{"sign(-2 m)*ratio", dimension::none, -4.0},
        Good{"floor(3.7*ratio)", dimension::none, 14.0},
        Good{"floor(1000^(1/3))", dimension::none, 10.0},
        Good{"(1 + ratio)^2", dimension::none, 25.0}, Good{"ratio^0", dimension::none, 1.0}));

struct Bad {
  const char* text;
  Dimension kind;
  const char* words;
};
void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.text; }

class BadExpression : public testing::TestWithParam<Bad> {};

TEST_P(BadExpression, says_what_is_wrong) {
  const Bad& bad = GetParam();
  try {
    const double value = evaluate(bad.text, example(), bad.kind);
    FAIL() << "gives " << value;
  } catch (const UnitError& error) {
    EXPECT_NE(std::string(error.what()).find(bad.words), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Expression, BadExpression,
    testing::Values(
        Bad{"length + mass", dimension::length,
            "'length' is a length and 'mass' is a mass; only quantities of one kind can be added"},
        Bad{"2*mass - length/2", dimension::mass, "'2*mass' is a mass and 'length/2' is a length"},
        Bad{"length + 2", dimension::length, "'2' is a pure number"},
        Bad{"length*length", dimension::length, "is a quantity in m^2, a length is needed"},
        Bad{"mass", dimension::length,
            "'mass' is a mass, a length is needed (for example '250 mm')"},
        Bad{"length*tilt", dimension::length, "a length is needed"},
        Bad{"sin(length)", dimension::none,
            "sin needs an angle or a pure number, but 'length' is a length"},
        Bad{"sqrt(length)", dimension::length,
            "takes the root of 'length', which is a length; only even powers"},
        Bad{"sqrt(1 - ratio)", dimension::none, "'1 - ratio', which is negative"},
        Bad{"lenght/2", dimension::length, "unknown parameter 'lenght' (did you mean 'length'?)"},
        Bad{"tan(tilt)", dimension::none, "unknown function 'tan'"},
        Bad{"mass/(ratio - 4)", dimension::mass, "'(ratio - 4)' is zero"},
        Bad{"(length", dimension::length, "lacks a ')'"},
        Bad{"length)", dimension::length, "a ')' too many"},
        Bad{"length +", dimension::length, "ends where a number is needed"},
        Bad{"length mass", dimension::length, "unexpected 'mass'"},
        Bad{"2 length", dimension::length, "nothing between '2' and 'length'; write '*'"},
        Bad{"2 metres + length", dimension::length, "unknown unit 'metres'"},
        Bad{"1,5*length", dimension::length, "decimals with a point"},
        Bad{"length $ 2", dimension::length, "unexpected '$'"},
        Bad{"1e308*1e308*length", dimension::length, "is too large"},
        Bad{"2 Hz + 3 rad/s", dimension::frequency, "can be added"},
        Bad{"", dimension::length, "an empty string is no quantity"},
        Bad{".*2", dimension::none, "begin with a number"},
        Bad{"length^2", dimension::length, "is a quantity in m^2, a length is needed"},
        Bad{"length^0.5", dimension::length, "only a pure number has the power 0.5"},
        Bad{"(-ratio)^0.5", dimension::none, "is negative, and has no power 0.5"},
        Bad{"ratio^length", dimension::none, "the power 'length' is a length"},
        Bad{"(ratio - 4)^-1", dimension::none, "is zero, and has no negative power"},
        Bad{"2 mm**2", dimension::length, "'**' behind a unit"},
        Bad{"length^200", dimension::length, "only a pure number"},
        Bad{"10^400*length", dimension::length, "is too large"},
        Bad{"((((((((((((((((((((((((((((((((((((((((((((((((((((((((1", dimension::none,
            "nested too deep"}));

double value_of(const std::vector<PowerTerm>& law, double x) {
  double sum = 0.0;
  for (const PowerTerm& t : law)
    sum += t.factor * std::pow(std::fabs(x), t.power) * (t.odd ? std::copysign(1.0, x) : 1.0);
  return sum;
}

TEST(Expression, a_law_is_a_sum_of_powers) {
  const LawVariable stretch{"stretch", dimension::length}, turn{"stretch", dimension::angle};
  const auto law = [&](const char* text) {
    return evaluate_law(text, example(), stretch, dimension::force);
  };
  for (const double x : {-0.02, 0.03}) {
    EXPECT_NEAR(value_of(law("2 N/mm*stretch + 1 N/mm^3*stretch^3"), x), 2e3 * x + 1e9 * x * x * x,
                1e-9);
    EXPECT_NEAR(value_of(law("3 N*abs(stretch/(1 mm))^1.5*sign(stretch) - 5 N"), x),
                3.0 * std::pow(1e3 * std::fabs(x), 1.5) * std::copysign(1.0, x) - 5.0, 1e-9);
    EXPECT_NEAR(value_of(law("1 kN/m^2*(stretch + length)^2"), x), 1e3 * (x + 0.3) * (x + 0.3),
                1e-9);
    EXPECT_NEAR(value_of(law("m*9.81 m/s^2*stretch/length"), x), 5.0 * 9.81 * x / 0.3, 1e-9);
    EXPECT_NEAR(value_of(law("stretch^3/stretch*1 N/m^2"), x), x * x, 1e-12);
    EXPECT_NEAR(value_of(law("sqrt(stretch^2)*2 N/m"), x), 2.0 * std::fabs(x), 1e-12);
    EXPECT_NEAR(value_of(evaluate_law("5 N m/deg*stretch + 2 N m*stretch^3", example(), turn,
                                      dimension::torque),
                         x),
                5.0 * 180.0 / M_PI * x + 2.0 * x * x * x, 1e-9);
  }
  EXPECT_TRUE(law("2 N/m*stretch - 2 N/m*stretch").empty());
  for (const auto& [text, words] : std::initializer_list<std::pair<const char*, const char*>>{
           {"120*stretch",
            "is a length, a force is needed; give factors their units, as in '3 N/m*"},
           {"2 N/m*stretch + 1 N/m*stretch^3", "only quantities of one kind can be added"},
           {"2 N m/stretch", "divides by 'stretch'"},
           {"2 N/(1 + stretch/(1 m))", "is a sum, and a law cannot be divided by one"},
           {"2 N*sin(stretch/(1 m))", "sin of 'stretch/(1 m)'"},
           {"2 N*(stretch/(1 m))^1.5", "may be negative, and has no power 1.5; write sign"},
           {"2 N/m*strecth", "unknown word 'strecth' (did you mean 'stretch'?)"},
           {"2 stretch", "write '*'"},
           {"2^stretch*1 N", "is not a number"}}) {
    try {
      law(text);
      ADD_FAILURE() << text;
    } catch (const UnitError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

TEST(Expression, plain_quantities_are_those_of_parse_quantity) {
  for (const char* text : {"35 mm", "-1.1 kg", "+0.3 m", "7.3 lb", "33.3 deg", "1.7 rpm", "12.7 in",
                           "3 1/s", "40 N m/rad"}) {
    const Quantity q = read_quantity(text);
    EXPECT_EQ(evaluate(text, example()).value, parse_quantity(text, q.kind)) << text;
    EXPECT_EQ(evaluate(text, example(), q.kind), parse_quantity(text, q.kind)) << text;
  }
}

TEST(Expression, without_parameters_refusals_stay_those_of_units) {
  const Scope none;
  for (const char* text : {"abc", "nan", "-inf", "5 kilos", "40 N m/rad", "3 mm 4"}) {
    std::string plain, computed;
    try {
      parse_quantity(text, dimension::mass);
    } catch (const UnitError& error) {
      plain = error.what();
    }
    try {
      evaluate(text, none, dimension::mass);
    } catch (const UnitError& error) {
      computed = error.what();
    }
    EXPECT_EQ(plain, computed);
    EXPECT_FALSE(plain.empty());
  }
}

TEST(Expression, scope_knows_what_was_used) {
  const Scope scope = example();
  evaluate("length/2 + 3 m", scope);
  const std::vector<std::string> left{"mass", "tilt", "rate", "torque", "ratio", "m", "link_2"};
  EXPECT_EQ(scope.unused(), left);
  EXPECT_TRUE(Scope::is_name("a_1") && Scope::is_name("_b") && !Scope::is_name("1a") &&
              !Scope::is_name("a.b"));
}

TEST(Expression, si_units_have_names) {
  EXPECT_EQ(si_unit(dimension::stiffness), "N/m");
  EXPECT_EQ(si_unit(dimension::none), "1");
  EXPECT_EQ(si_unit({2, 0, 0, 0}), "m^2");
}

}  // namespace
}  // namespace treadle
