// Each rule of the graph by itself, then random graphs: the same numbers before and after.
#include "src/generate/reciprocals.hpp"
#include "src/scalar/traced.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>
#include <vector>

namespace treadle {
namespace {

class Rules : public testing::Test {
 protected:
  Graph graph;
  Ref x = graph.input(0, 0), y = graph.input(0, 1), z = graph.input(0, 2);
  Ref number(double n) { return graph.constant(n); }
  [[nodiscard]] Op op(Ref r) const { return graph.nodes()[static_cast<std::size_t>(r.node())].op; }
};

TEST_F(Rules, EqualExpressionsAreOneNode) {  // (X1)
  EXPECT_EQ(graph.mul(x, y), graph.mul(y, x));
  EXPECT_EQ(graph.add(x, y), graph.add(y, x));
  EXPECT_EQ(graph.root(x), graph.root(x));
  EXPECT_FALSE(graph.mul(x, y) == graph.mul(x, z));
}

TEST_F(Rules, ConstantsHaveNoSign) {  // (X2)
  EXPECT_EQ(number(-3.0), -number(3.0));
  EXPECT_EQ(number(-0.0), number(0.0));
  EXPECT_EQ(number(0.0), Ref{});
  EXPECT_EQ(graph.number(number(-2.5)), -2.5);
}

TEST_F(Rules, ConstantsAreFolded) {  // (X3)
  EXPECT_EQ(graph.add(number(2), number(-5)), number(-3));
  EXPECT_EQ(graph.mul(number(2), number(-5)), number(-10));
  EXPECT_EQ(graph.divide(number(1), number(4)), number(0.25));
  EXPECT_EQ(graph.root(number(9)), number(3));
  EXPECT_EQ(graph.sine(number(0)), number(0));
  EXPECT_EQ(graph.cosine(number(0)), number(1));
  EXPECT_EQ(graph.atan2(number(0), number(1)), number(0));
  EXPECT_EQ(graph.function(Op::exp, number(0)), number(1));
  EXPECT_EQ(graph.function(Op::log, number(1)), number(0));
  EXPECT_EQ(graph.function(Op::tanh, number(0)), number(0));
  EXPECT_EQ(graph.least(number(2), number(3)), number(2));
  EXPECT_EQ(graph.most(number(2), number(3)), number(3));
  EXPECT_EQ(graph.less(number(2), number(3)), number(1));
  const LookupTable table{{0.0, 1.0}, {0.0, 2.0}, {2.0, 2.0}};
  EXPECT_EQ(graph.lookup(Op::lookup, table, number(0.5)), number(1));
  EXPECT_EQ(graph.lookup(Op::lookup_integral, table, number(1)), number(1));
}

TEST_F(Rules, ZerosAndOnesVanish) {  // (X4)
  EXPECT_EQ(graph.add(x, number(0)), x);
  EXPECT_EQ(graph.mul(x, number(0)), number(0));
  EXPECT_EQ(graph.mul(x, number(1)), x);
  EXPECT_EQ(graph.mul(number(-1), x), -x);
  EXPECT_EQ(graph.divide(x, number(1)), x);
}

TEST_F(Rules, NestedConstantsMeet) {  // (X5)
  EXPECT_EQ(graph.mul(number(2), graph.mul(number(3), x)), graph.mul(number(6), x));
  EXPECT_EQ(graph.mul(number(2), -graph.mul(number(3), x)), graph.mul(number(-6), x));
  EXPECT_EQ(graph.add(number(2), graph.add(number(3), x)), graph.add(number(5), x));
  EXPECT_EQ(graph.add(number(2), graph.add(number(3), -x)), graph.add(number(5), -x));
  EXPECT_EQ(graph.add(number(2), -graph.add(number(3), x)), graph.add(number(-1), -x));
}

TEST_F(Rules, EqualTermsMeet) {  // (X6)
  EXPECT_EQ(graph.add(x, x), graph.mul(number(2), x));
  EXPECT_EQ(graph.add(x, -x), number(0));
}

TEST_F(Rules, SignsMoveOut) {  // (X7)
  EXPECT_EQ(graph.mul(-x, y), -graph.mul(x, y));
  EXPECT_EQ(graph.mul(-x, -y), graph.mul(x, y));
  EXPECT_EQ(graph.add(-x, -y), -graph.add(x, y));
  EXPECT_EQ(graph.add(x, -y), -graph.add(y, -x));
}

TEST_F(Rules, OneReciprocalServesAll) {  // (X8)
  const Ref a = graph.divide(x, z), b = graph.divide(y, z);
  EXPECT_EQ(a, graph.mul(x, graph.divide(number(1), z)));
  const std::vector<char> live = live_nodes(graph, std::vector<Ref>{a, b});
  int divisions = 0;
  for (std::size_t i = 0; i < live.size(); ++i)
    divisions += live[i] != 0 && graph.nodes()[i].op == Op::inverse ? 1 : 0;
  EXPECT_EQ(divisions, 1);
  EXPECT_EQ(graph.divide(number(1), graph.divide(number(1), x)), x);
  EXPECT_EQ(graph.divide(number(1), -x), -graph.divide(number(1), x));
}

TEST_F(Rules, AnglesLoseTheirSign) {  // (X9)
  EXPECT_EQ(graph.sine(-x), -graph.sine(x));
  EXPECT_EQ(graph.cosine(-x), graph.cosine(x));
}

TEST_F(Rules, SizesForgetSigns) {  // (X10)
  EXPECT_EQ(graph.abs(-x), graph.abs(x));
  EXPECT_EQ(graph.abs(graph.abs(x)), graph.abs(x));
  EXPECT_EQ(graph.abs(graph.root(x)), graph.root(x));
}

TEST_F(Rules, ComparisonsOfTheSame) {  // (X11)
  EXPECT_EQ(graph.least(x, x), x);
  EXPECT_EQ(graph.most(x, x), x);
  EXPECT_EQ(graph.least(x, y), graph.least(y, x));
  EXPECT_EQ(graph.less(x, x), number(0));
}

TEST_F(Rules, SelectionsThatAreDecided) {  // (X12)
  const Ref mask = graph.less(x, y);
  EXPECT_EQ(graph.select(number(1), x, y), x);
  EXPECT_EQ(graph.select(number(0), x, y), y);
  EXPECT_EQ(graph.select(mask, z, z), z);
  EXPECT_EQ(graph.select(mask, graph.select(mask, x, y), z), graph.select(mask, x, z));
  EXPECT_EQ(graph.select(mask, x, -graph.select(mask, y, z)), graph.select(mask, x, -z));
}

TEST_F(Rules, TheDeadAreLeftOut) {  // (X13)
  const Ref kept = graph.mul(x, y), dead = graph.root(z);
  const std::vector<char> live = live_nodes(graph, std::vector<Ref>{kept});
  EXPECT_TRUE(live[static_cast<std::size_t>(kept.node())]);
  EXPECT_FALSE(live[static_cast<std::size_t>(dead.node())]);
  EXPECT_FALSE(live[static_cast<std::size_t>(z.node())]);
}

TEST_F(Rules, TermsCancel) {  // (X14)
  EXPECT_EQ(graph.add(graph.add(x, y), -x), y);
  EXPECT_EQ(graph.add(x, -graph.add(x, y)), -y);
  EXPECT_EQ(graph.add(graph.add(graph.add(x, y), z), -x), graph.add(y, z));
  EXPECT_EQ(graph.add(graph.add(x, -y), y), x);
  EXPECT_EQ(op(graph.add(graph.add(x, y), x)), Op::add);
}

/// The same random expressions on a graph.
std::vector<Ref> grow(Graph& g, unsigned seed, int count, int inputs) {
  std::mt19937 dice(seed);
  const LookupTable table{{-1.0, 0.0, 2.0}, {0.5, 1.0, -1.0}, {0.1, 0.4, -0.3}};
  std::vector<Ref> pool;
  for (int k = 0; k < inputs; ++k) pool.push_back(g.input(0, k));
  for (const double c : {0.0, 1.0, -1.0, 2.0, 0.5, -0.25}) pool.push_back(g.constant(c));
  const auto pick = [&] {
    const Ref r = pool[pool.size() - 1 - dice() % std::min<std::size_t>(pool.size(), 40)];
    return dice() % 3 == 0 ? -r : r;
  };
  // bounded, so that chains of products do not overflow
  const auto tame = [&](Ref r) { return g.divide(r, g.add(g.constant(1.0), g.abs(r))); };
  for (int k = 0; k < count; ++k) {
    const Ref a = pick(), b = pick(), c = pick();
    switch (dice() % 16) {
      case 0:
        pool.push_back(tame(g.mul(a, b)));
        break;
      case 1:
        pool.push_back(g.divide(a, g.add(g.constant(2.0), g.mul(b, b))));
        break;
      case 2:
        pool.push_back(g.root(g.abs(a)));
        break;
      case 3:
        pool.push_back(g.sine(a));
        break;
      case 4:
        pool.push_back(g.cosine(a));
        break;
      case 5:
        pool.push_back(g.atan2(a, g.add(g.constant(3.0), g.abs(b))));
        break;
      case 6:
        pool.push_back(g.function(Op::tanh, a));
        break;
      case 7:
        pool.push_back(tame(g.function(Op::exp, g.sine(a))));
        break;
      case 8:
        pool.push_back(g.function(Op::log, g.add(g.constant(2.0), g.abs(a))));
        break;
      case 9:
        pool.push_back(g.least(a, b));
        break;
      case 10:
        pool.push_back(g.most(a, b));
        break;
      case 11:  // apart, so that rounding does not decide
        pool.push_back(g.select(g.less(g.constant(10.0), a), b, c));
        break;
      case 12:
        pool.push_back(tame(g.lookup(Op::lookup, table, a)));
        break;
      case 13:
        pool.push_back(tame(g.lookup(Op::lookup_integral, table, a)));
        break;
      case 14:
        pool.push_back(g.mul(a, b));
        break;
      default:
        pool.push_back(tame(g.add(a, g.add(b, c))));
        break;
    }
    if (pool.size() % 7 == 0) pool.back() = tame(pool.back());
  }
  return pool;
}

TEST(RandomGraphs, EvaluateTheSame) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph plain(false), simple;
    const std::vector<Ref> a = grow(plain, seed, 300, 6), b = grow(simple, seed, 300, 6);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_LT(simple.nodes().size(), plain.nodes().size());
    std::mt19937 dice(seed + 1);
    std::uniform_real_distribution<double> number(-2.0, 2.0);
    std::vector<double> x(6);
    for (double& v : x) v = number(dice);
    const std::vector<std::span<const double>> inputs{x};
    const auto one = evaluate_graph(plain, live_nodes(plain, a), inputs),
               two = evaluate_graph(simple, live_nodes(simple, b), inputs);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double expected = value_of(one, a[k]);
      EXPECT_NEAR(value_of(two, b[k]), expected, 1e-9 * (1.0 + std::fabs(expected)))
          << "seed " << seed << ", expression " << k;
    }
  }
}

// Linear: ten times the expressions may not take much more than ten times the work. The tables of
// a hash that grew by less than doubling, or a search that is not bounded, would show here.
TEST(RandomGraphs, AMillionNodesFit) {
  Graph graph;
  Ref sum = graph.input(0, 0);
  for (int k = 1; k < 350000; ++k) {
    const Ref x = graph.input(0, k);
    sum = graph.add(graph.mul(sum, x), graph.mul(x, x));
  }
  EXPECT_GT(graph.nodes().size(), 1000000U);
  const std::vector<char> live = live_nodes(graph, std::vector<Ref>{sum});
  EXPECT_EQ(std::count(live.begin(), live.end(), 1), static_cast<long>(graph.nodes().size()) - 1);
}

Program with_lengths(int count, bool chained) {
  Program p;
  Graph& g = p.graph;
  std::vector<Ref> wanted;
  Ref before = g.constant(0.0);
  for (int k = 0; k < count; ++k) {
    const Ref x = g.add(g.input(0, k), chained ? before : Ref{});
    const Ref inverse = g.divide(g.constant(1.0), g.root(g.add(g.mul(x, x), g.constant(0.1))));
    before = g.mul(inverse, x);
    wanted.push_back(before);
    wanted.push_back(g.mul(inverse, inverse));
  }
  p.output({"all", "", std::vector<NamedNumber>(wanted.size())}, wanted);
  return p;
}

// One division for up to four reciprocals of lengths, the same numbers. (X22)
TEST(Reciprocals, ShareADivision) {
  const std::vector<double> x{0.3, -40.0, 5e-3, 7.0, 900.0, 1.1};
  const std::vector<std::span<const double>> inputs{x};
  for (const int count : {1, 2, 4, 6}) {
    const Program before = with_lengths(count, false);
    Program after = with_lengths(count, false);
    share_reciprocals(after);
    EXPECT_EQ(count_operations(before).div, count);
    EXPECT_EQ(count_operations(after).div, (count + 3) / 4);
    const auto one = evaluate_graph(before.graph, live_nodes(before.graph, before.wanted), inputs),
               two = evaluate_graph(after.graph, live_nodes(after.graph, after.wanted), inputs);
    for (std::size_t k = 0; k < before.wanted.size(); ++k) {
      const double expected = value_of(one, before.wanted[k]);
      EXPECT_NEAR(value_of(two, after.wanted[k]), expected, 4e-15 * std::fabs(expected));
    }
    // a product that is too large is refused
    const std::vector<double> far(6, 1e80);
    const auto huge = evaluate_graph(after.graph, live_nodes(after.graph, after.wanted),
                                     std::vector<std::span<const double>>{far});
    for (const Ref r : after.graph.watched())
      EXPECT_EQ(value_of(huge, r),
                count == 4 || (count == 6 && r == after.graph.watched()[0]) ? 0.0 : 1.0);
  }
}

// A length that needs the reciprocal of another cannot share with it.
TEST(Reciprocals, DependentOnesStayApart) {
  Program p = with_lengths(5, true);
  share_reciprocals(p);
  EXPECT_EQ(count_operations(p).div, 5);
}

TEST(Traced, WritesDownWhatIsDone) {
  Graph graph;
  const Tracing tracing(graph);
  const Traced x = Traced::input(0, 0), zero;
  const SinCos<Traced> t = sincos(x);
  const Traced y = t.sin * t.sin + t.cos * t.cos + zero * x;
  watch(Traced(0.0) < x);
  const std::vector<double> in{0.7};
  const auto numbers = evaluate_graph(graph, live_nodes(graph, std::vector<Ref>{y.ref()}),
                                      std::vector<std::span<const double>>{in});
  EXPECT_NEAR(value_of(numbers, y.ref()), 1.0, 1e-15);
  ASSERT_EQ(graph.watched().size(), 1U);
  EXPECT_EQ(value_of(numbers, graph.watched()[0]), 1.0);
}

}  // namespace
}  // namespace treadle
