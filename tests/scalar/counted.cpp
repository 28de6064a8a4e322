// Counting numbers, and the promise that kernels keep to the closed set of operations.
#include "src/scalar/counted.hpp"

#include "src/scalar/archetype.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

TEST(Counted, CountsEachOperationOnce) {
  const Tally before = Counted::tally();
  Counted a(3.0), b(4.0);
  const Counted c = sqrt(a * a + b * b);  // 2 mul, 1 add, 1 sqrt
  const Counted d = -(c / b) - a;         // 1 div, 1 add; the sign is free
  const SinCos<Counted> s = sincos(d);    // 2 others
  const Counted e = select(a < b, min(a, b), abs(d));
  EXPECT_EQ(Counted::tally() - before, (Tally{2, 2, 1, 1, 2}));
  EXPECT_DOUBLE_EQ(value(c), 5.0);
  EXPECT_DOUBLE_EQ(value(d), -4.25);
  EXPECT_DOUBLE_EQ(value(e), 3.0);
  EXPECT_DOUBLE_EQ(value(s.sin), std::sin(-4.25));
}

TEST(Counted, FunctionsAgreeWithDouble) {
  for (const double x : {0.3, 1.7, 2.9}) {
    EXPECT_EQ(value(exp(Counted(x))), std::exp(x));
    EXPECT_EQ(value(log(Counted(x))), std::log(x));
    EXPECT_EQ(value(tanh(Counted(x))), std::tanh(x));
    EXPECT_EQ(value(atan2(Counted(x), Counted(0.5))), std::atan2(x, 0.5));
    EXPECT_EQ(value(max(Counted(x), Counted(1.0))), std::max(x, 1.0));
  }
}

template <class S>
concept BranchesOnNumbers = requires(S a, S b) {
  static_cast<bool>(a < b);
};
static_assert(BranchesOnNumbers<double> && BranchesOnNumbers<Counted>);
static_assert(!BranchesOnNumbers<Archetype>, "a branch on a number must not compile in a kernel");

}  // namespace
}  // namespace treadle
