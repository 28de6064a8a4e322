// The nearest known name: what a person probably meant.
#include "src/base/text.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace treadle {
namespace {

TEST(Text, FindsTheNearestName) {
  const std::vector<std::string> known{"--set", "--svg", "--json", "revolute", "prismatic"};
  EXPECT_EQ(nearest_name("--sgv", known), "--svg");  // two letters swapped
  EXPECT_EQ(nearest_name("revolut", known), "revolute");
  EXPECT_EQ(nearest_name("prismattic", known), "prismatic");
  EXPECT_EQ(nearest_name("jsno", known), "");
  EXPECT_EQ(nearest_name("completely different", known), "");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(Text, SuggestsOrLists) {
  const std::vector<std::string> known{"rk4", "explicit-euler"};
  EXPECT_EQ(suggestion("rk5", known), " (did you mean 'rk4'?)");
  EXPECT_EQ(suggestion("something else", known), "; known are 'rk4', 'explicit-euler'");
}

}  // namespace
}  // namespace treadle
