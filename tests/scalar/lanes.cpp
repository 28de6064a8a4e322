// Every operation on lanes is the one on plain numbers, lane by lane.
#include "src/scalar/lanes.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

const double as[] = {0.3, -1.7, 2.5, 0.3};
const double bs[] = {1.1, 0.6, -0.4, 0.3};

Lanes packed(const double* x) {
  Lanes out;
  for (int i = 0; i < Lanes::count; ++i) out.set(i, x[i]);
  return out;
}

template <class F>
void same_in_each_lane(const F& f) {
  const Lanes a = packed(as), b = packed(bs), all = f(a, b);
  for (int i = 0; i < Lanes::count; ++i) EXPECT_EQ(all[i], f(as[i], bs[i])) << "lane " << i;
}

TEST(Lanes, ComputeAsPlainNumbers) {
  same_in_each_lane([](const auto& a, const auto& b) { return a + b; });
  same_in_each_lane([](const auto& a, const auto& b) { return a - b; });
  same_in_each_lane([](const auto& a, const auto& b) { return a * b; });
  same_in_each_lane([](const auto& a, const auto& b) { return a / b; });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return -a; });
  same_in_each_lane([](const auto& a, const auto& b) { return min(a, b); });
  same_in_each_lane([](const auto& a, const auto& b) { return max(a, b); });
  same_in_each_lane([](const auto& a, const auto& b) { return select(a < b, a, b); });
  same_in_each_lane([](const auto& a, const auto& b) { return select(a > b, a, b); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return abs(a); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return sqrt(abs(a)); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return sincos(a).sin; });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return sincos(a).cos; });
  same_in_each_lane([](const auto& a, const auto& b) { return atan2(a, b); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return exp(a); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return log(abs(a)); });
  same_in_each_lane([](const auto& a, const auto& /*b*/) { return tanh(a); });
}

TEST(Lanes, LookUpEachInTheSameTable) {
  const LookupTable table{{-1.0, 0.0, 2.0}, {1.0, 0.5, 3.0}, {-0.5, 0.2, 1.0}};
  same_in_each_lane([&](const auto& a, const auto& /*b*/) { return lookup(table, a); });
  same_in_each_lane([&](const auto& a, const auto& /*b*/) { return lookup_integral(table, a); });
}

TEST(Lanes, HoldOnlyWhereEveryLaneDoes) {
  const Lanes a = packed(as), b = packed(bs);
  EXPECT_FALSE(holds(a < b));
  EXPECT_TRUE(holds(a < a + Lanes(1.0)));
  EXPECT_FALSE(holds(a + Lanes(std::nan("")) < a));
}

TEST(Lanes, SumOnlyTheLanesInUse) {
  EXPECT_EQ(packed(as).sum(1), 0.3);
  EXPECT_EQ(packed(as).sum(2), 0.3 - 1.7);
  EXPECT_EQ(packed(as).sum(3), (0.3 + 2.5) - 1.7);
  EXPECT_EQ(packed(as).sum(4), (0.3 + 2.5) + (-1.7 + 0.3));
}

}  // namespace
}  // namespace treadle::test
