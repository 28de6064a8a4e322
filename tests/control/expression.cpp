// Expressions of channels against C++ itself; mistakes are named.
#include "src/control/channel_expression.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

const std::vector<std::string> names{"a", "b", "crank.q"};

double at(const std::string& text, double a = 1.5, double b = -0.7, double c = 0.3) {
  const std::vector<double> values{a, b, c};
  return ChannelExpression(text, names).value(values);
}

TEST(ChannelExpression, ComputesWhatIsWritten) {
  const double a = 1.5, b = -0.7, c = 0.3;
  EXPECT_DOUBLE_EQ(at("a + b*crank.q - 2"), a + b * c - 2);
  EXPECT_DOUBLE_EQ(at("-a^2"), -(a * a));
  EXPECT_DOUBLE_EQ(at("2^3^2"), 512.0);
  EXPECT_DOUBLE_EQ(at("(a - b) / (1 + crank.q) / 2"), (a - b) / (1 + c) / 2);
  EXPECT_DOUBLE_EQ(at("a - b - crank.q"), a - b - c);
  EXPECT_DOUBLE_EQ(at("--+a"), a);
  EXPECT_DOUBLE_EQ(at("min(a, b) + max(a, b)*10"), b + 10 * a);
  EXPECT_DOUBLE_EQ(at("atan2(b, a) + sin(pi/6) + sqrt(abs(b))"),
                   std::atan2(b, a) + std::sin(M_PI / 6) + std::sqrt(std::fabs(b)));
  EXPECT_DOUBLE_EQ(at("mod(b, 0.5) + sign(b) + positive(a) + floor(a)"), 0.3 - 1 + 1 + 1);
  EXPECT_DOUBLE_EQ(at("exp(log(a)) * tanh(b) + 1.5e-1"), a * std::tanh(b) + 0.15);
  EXPECT_DOUBLE_EQ(at("asin(crank.q)+acos(crank.q)+atan(a)+tan(b)+cos(b)"),
                   M_PI / 2 + std::atan(a) + std::tan(b) + std::cos(b));
}

TEST(ChannelExpression, NamesWhatIsWrong) {
  const auto said = [](const std::string& text) {
    try {
      ChannelExpression(text, names);
    } catch (const ChannelExpressionError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_NE(said("a + crank.p").find("unknown name 'crank.p'"), std::string::npos);
  EXPECT_NE(said("crank.p").find("crank.q"), std::string::npos);
  EXPECT_NE(said("sine(a)").find("unknown function 'sine'"), std::string::npos);
  EXPECT_NE(said("min(a)").find("takes two numbers"), std::string::npos);
  EXPECT_NE(said("(a").find("')' is missing"), std::string::npos);
  EXPECT_NE(said("a +").find("missing at the end"), std::string::npos);
  EXPECT_NE(said("a b").find("unexpected 'b'"), std::string::npos);
  EXPECT_NE(said("a $ b").find("unexpected '$'"), std::string::npos);
  EXPECT_NE(said("").find("missing"), std::string::npos);
  EXPECT_NE(said(std::string(300, '(')).find("too many"), std::string::npos);
  std::string deep;
  for (int k = 0; k < 40; ++k) deep += "a + (";
  EXPECT_NE(said(deep).find("too many"), std::string::npos);
}

}  // namespace
}  // namespace treadle
