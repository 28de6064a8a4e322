// Elementary functions of generated code: their error, and the same bits for one number and for
// four side by side.
#include "src/generate/elementary_code.hpp"

#include "src/generate/compile.hpp"
#include "src/generate/emit_c.hpp"
#include "src/generate/side_by_side_calls.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace treadle::test {
namespace {

using One = double (*)(double);
using Two = double (*)(double, double);

constexpr Op functions[] = {Op::sine, Op::cosine, Op::exp, Op::tanh, Op::atan2};

// All functions behind plain names, and four of each by one call.
std::string elementary_source() {
  Program p;
  const Ref x = p.graph.input(0, 0), y = p.graph.input(0, 1);
  p.output({}, {p.graph.sine(x), p.graph.cosine(x), p.graph.function(Op::exp, x),
                p.graph.function(Op::tanh, x), p.graph.atan2(y, x)});
  EmitOptions emit;
  emit.prefix = "m";
  std::string text = emit_preamble({&p}, emit);
  for (const Op op : functions) {
    const std::string name = elementary_name(op);
    const bool two = op == Op::atan2;
    text += "double one_" + name + (two ? "(double y, double x)" : "(double x)") + " { return m_" +
            name + (two ? "_1(y, x); }\n" : "_1(x); }\n");
    text += "void four_" + name + "(const double *x, const double *y, double *out) { (void)y; m_" +
            name + "_4(out, ";
    if (two) text += "y[0], y[1], y[2], y[3], ";
    text += "x[0], x[1], x[2], x[3]); }\n";
  }
  return text;
}

double units_off(double got, long double wanted) {
  int exponent = 0;
  std::frexp(static_cast<double>(wanted), &exponent);
  return static_cast<double>(std::fabs(static_cast<long double>(got) - wanted) /
                             std::ldexp(1.0L, exponent - 53));
}

class ElementaryCode : public testing::Test {
 protected:
  void SetUp() override {
    if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
    CompileOptions options;
    options.cache = folder.path("cache");
    options.flags = {"-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"};
    library = load_sources({{"functions.c", elementary_source()}}, options);
  }
  template <class F>
  [[nodiscard]] F find(const std::string& name) const {
    return reinterpret_cast<F>(library->find(name));
  }
  // The largest error over numbers of one kind, in units of the last place.
  template <class Reference, class Draw>
  double worst(const std::string& name, const Reference& reference, const Draw& draw) {
    const auto one = find<One>("one_" + name);
    const auto four = find<void (*)(const double*, const double*, double*)>("four_" + name);
    double most = 0.0;
    for (int k = 0; k < 5000; ++k) {
      std::array<double, 4> x{}, out{};
      for (double& number : x) number = draw();
      four(x.data(), x.data(), out.data());
      for (std::size_t i = 0; i < 4; ++i) {
        const double alone = one(x[i]);
        EXPECT_EQ(std::memcmp(&alone, &out[i], sizeof alone), 0) << name << " of " << x[i];
        most = std::max(most, units_off(alone, reference(static_cast<long double>(x[i]))));
      }
    }
    return most;
  }
  double number(double most) { return std::uniform_real_distribution<double>(-most, most)(dice); }

  Folder folder;
  std::shared_ptr<LoadedLibrary> library;
  std::mt19937_64 dice{26};
};

long double sine_of(long double x) { return std::sin(x); }
long double cosine_of(long double x) { return std::cos(x); }
long double exp_of(long double x) { return std::exp(x); }
long double tanh_of(long double x) { return std::tanh(x); }

TEST_F(ElementaryCode, ErrsByAFewUnitsOfTheLastPlace) {
  if (std::numeric_limits<long double>::digits < 60) GTEST_SKIP() << "no longer numbers";
  const auto within = [this](double most) { return [this, most] { return number(most); }; };
  const auto small = [this] { return std::exp(20.0 * (number(1.0) - 1.0)); };
  for (const double most : {1.0, 4.0, 100.0}) {
    EXPECT_LT(worst("sin", sine_of, within(most)), 1.7);
    EXPECT_LT(worst("cos", cosine_of, within(most)), 1.7);
  }
  EXPECT_LT(worst("sin", sine_of, within(4e6)), 2.6);
  EXPECT_LT(worst("cos", cosine_of, within(4e6)), 2.6);
  EXPECT_LT(worst("exp", exp_of, within(1.0)), 1.1);
  EXPECT_LT(worst("exp", exp_of, within(705.0)), 1.1);
  EXPECT_LT(worst("tanh", tanh_of, within(1.0)), 2.8);
  EXPECT_LT(worst("tanh", tanh_of, within(40.0)), 2.8);
  EXPECT_LT(worst("sin", sine_of, small), 1.7);
  EXPECT_LT(worst("exp", exp_of, small), 1.1);
  EXPECT_LT(worst("tanh", tanh_of, small), 2.8);
}

TEST_F(ElementaryCode, FindsAnglesInAllQuarters) {
  if (std::numeric_limits<long double>::digits < 60) GTEST_SKIP() << "no longer numbers";
  const auto one = find<Two>("one_atan2");
  const auto four = find<void (*)(const double*, const double*, double*)>("four_atan2");
  double most = 0.0;
  for (int k = 0; k < 5000; ++k) {
    std::array<double, 4> x{}, y{}, out{};
    for (std::size_t i = 0; i < 4; ++i) {
      x[i] = k % 2 == 0 ? 1.0 : number(1.0) * std::exp(number(5.0));
      y[i] = number(1.0) * std::exp(number(5.0));
    }
    four(x.data(), y.data(), out.data());
    for (std::size_t i = 0; i < 4; ++i) {
      const double alone = one(y[i], x[i]);
      EXPECT_EQ(std::memcmp(&alone, &out[i], sizeof alone), 0);
      const auto wanted =
          std::atan2(static_cast<long double>(y[i]), static_cast<long double>(x[i]));
      most = std::max(most, units_off(alone, wanted));
    }
  }
  EXPECT_LT(most, 2.6);
  for (const double y : {0.0, -0.0, 1.0, -1.0}) {
    for (const double x : {0.0, -0.0, 1.0, -1.0})
      EXPECT_DOUBLE_EQ(one(y, x), std::atan2(y, x)) << y << ", " << x;
  }
}

// What is not a number stays so: the caller has to see it.
TEST_F(ElementaryCode, PassesOnWhatIsNotANumber) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"sin", "cos", "exp", "tanh"})
    EXPECT_TRUE(std::isnan(find<One>(std::string("one_") + name)(nothing))) << name;
  const auto angle = find<Two>("one_atan2");
  EXPECT_TRUE(std::isnan(angle(nothing, 1.0)));
  EXPECT_TRUE(std::isnan(angle(1.0, nothing)));
  EXPECT_EQ(find<One>("one_exp")(-1000.0), 0.0);
  EXPECT_TRUE(std::isinf(find<One>("one_exp")(1000.0)));
  EXPECT_EQ(find<One>("one_tanh")(-1000.0), -1.0);
}

// Six sines of which one needs another: groups of four, of one, and what comes later.
TEST(SharedCalls, StandSideBySideWhereNoneNeedsAnother) {
  Program p;
  p.name = "f";
  p.inputs = {{"q", "", std::vector<NamedNumber>(6)}, {"v", "", {}}, {"u", "", {}}, {"p", "", {}}};
  std::vector<Ref> wanted;
  for (int k = 0; k < 5; ++k) {
    const Ref x = p.graph.input(0, k);
    wanted.push_back(p.graph.mul(p.graph.sine(x), x));
  }
  wanted.push_back(p.graph.sine(wanted.front()));
  p.output({}, wanted);
  Program gathered = p;
  gather_calls(gathered);
  EmitOptions emit;
  const std::string text = emit_program(gathered, emit);
  const auto count = [&](const std::string& word) {
    std::size_t times = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  EXPECT_EQ(count("model_sin_4("), 1U) << text;
  EXPECT_EQ(count("model_sin_1("), 2U) << text;
  const std::vector<double> q{0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
  const std::array<std::span<const double>, 4> arrays{q};
  const auto plain = evaluate_graph(p.graph, live_nodes(p.graph, p.wanted), arrays);
  const auto moved =
      evaluate_graph(gathered.graph, live_nodes(gathered.graph, gathered.wanted), arrays);
  for (std::size_t k = 0; k < p.wanted.size(); ++k)
    EXPECT_EQ(value_of(plain, p.wanted[k]), value_of(moved, gathered.wanted[k]));
}

}  // namespace
}  // namespace treadle::test
