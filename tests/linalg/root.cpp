// Roots against closed forms, from either side, with and without a first place to look.
#include "src/linalg/root.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace treadle {
namespace {

TEST(Root, OfSmoothFunctionsDownToRounding) {
  int calls = 0;
  const auto f = [&](double x) {
    ++calls;
    return std::cos(x);
  };
  const double half_pi = 0.5 * std::numbers::pi;
  EXPECT_NEAR(root_between(0.0, 3.0, 1.0, std::cos(3.0), 1e-16, f), half_pi, 5e-16);
  EXPECT_LT(calls, 60);
  EXPECT_NEAR(root_between(3.0, 0.0, std::cos(3.0), 1.0, 1e-16, f), half_pi, 5e-16);
  calls = 0;
  EXPECT_NEAR(root_between(0.0, 3.0, 1.0, std::cos(3.0), 1e-13, f, 1.5707), half_pi, 1e-13);
  EXPECT_LT(calls, 40);
}

// Regula falsi alone would creep here: one end hardly moves.
TEST(Root, OfAFlatFunctionInFewCalls) {
  int calls = 0;
  const auto f = [&](double x) {
    ++calls;
    return std::pow(x, 9) - 1e-9;
  };
  EXPECT_NEAR(root_between(0.0, 1.0, f(0.0), f(1.0), 1e-14, f), 0.1, 1e-13);
  EXPECT_LT(calls, 60);
}

TEST(Root, OfAJumpIsWhereItJumps) {
  const auto f = [](double x) { return x < 0.3 ? -1.0 : 2.0; };
  EXPECT_NEAR(root_between(0.0, 1.0, -1.0, 2.0, 1e-12, f, 0.9), 0.3, 1e-12);
}

}  // namespace
}  // namespace treadle
