// The table of units: names, prefixes and hints.
#include "../../src/describe/unit_table.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

TEST(UnitTable, finds_names_before_prefixes) {
  Unit unit;
  ASSERT_TRUE(find_unit("min", unit));  // minutes, no thousandth of an inch
  EXPECT_EQ(unit.kind, dimension::time);
  ASSERT_TRUE(find_unit("ft", unit));
  EXPECT_EQ(unit.kind, dimension::length);
  ASSERT_TRUE(find_unit("cm", unit));
  EXPECT_EQ(unit.up / unit.down, 0.01);
}

TEST(UnitTable, knows_no_others) {
  Unit unit;
  for (const char* name : {"", "k", "kk", "krad", "Min", "mt", "kmm"}) {
    EXPECT_FALSE(find_unit(name, unit)) << name;
  }
}

TEST(UnitTable, angles_are_said) {
  Unit unit;
  for (const char* name : {"rad", "deg", "rev", "rpm", "Hz", "kHz"}) {
    ASSERT_TRUE(find_unit(name, unit)) << name;
    EXPECT_TRUE(unit.says_angle) << name;
  }
  ASSERT_TRUE(find_unit("N", unit));
  EXPECT_FALSE(unit.says_angle);
}

TEST(UnitTable, hints_name_the_nearest_or_all) {
  EXPECT_EQ(unit_hint("Nm"), " (did you mean 'N m'?)");
  EXPECT_NE(unit_hint("parsecs per fortnight").find("known are m g s"), std::string::npos);
}

}  // namespace
}  // namespace treadle
