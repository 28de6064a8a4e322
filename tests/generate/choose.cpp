// When 'auto' takes generated code for a run: from counts alone.
#include "src/generate/choose_generated.hpp"

#include "equal_parts.hpp"
#include "src/generate/compile.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace treadle::test {
namespace {

RunOptions lasting(double duration, double step = 1e-3) {
  RunOptions options;
  options.duration = duration;
  options.step = step;
  return options;
}

// A polygon of hinged links whose first and last stand on the ground.
Mechanism closed_chain(int links) {
  std::string bodies, joints;
  const auto corner = [&](int k, double out) {
    const double angle = 6.283185307179586 * k / (links + 1);
    return "[" + std::to_string(out * std::cos(angle)) + ",0," +
           std::to_string(out * std::sin(angle)) + "]";
  };
  for (int k = 0; k < links; ++k) {
    const std::string n = std::to_string(k), comma = k > 0 ? "," : "";
    bodies += comma + R"({"name":"link)" + n + R"(","mass":1,"center":)" + corner(k, 0.99) +
              R"(,"inertia":[0.1,0.1,0.1]})";
  }
  for (int k = 0; k <= links; ++k) {
    const std::string n = std::to_string(k), comma = k > 0 ? "," : "";
    joints += comma + R"({"name":"hinge)" + n + R"(","type":"revolute","axis":[0,1,0],"parent":")" +
              (k > 0 ? "link" + std::to_string(k - 1) : "ground") + R"(","child":")" +
              (k < links ? "link" + n : "ground") + R"(","position":)" + corner(k, 1.0) + "}";
  }
  return build_mechanism(read_model_text(
      R"({"treadle":1,"name":"ring","bodies":[)" + bodies + R"(],"joints":[)" + joints + "]}",
      "ring"));
}

TEST(ChooseGenerated, CountsWhatARunNeeds) {
  const Mechanism loops = four_bars(1), tree = link_chain(3);
  RunOptions options = lasting(2.0);
  options.integrator = "rk4";
  EXPECT_EQ(predicted_evaluations(tree, options), 8000.0);
  EXPECT_EQ(predicted_evaluations(loops, options), 10000.0);  // with projections
  options.integrator = "adams";
  EXPECT_EQ(predicted_evaluations(loops, options), 1200.0);  // accuracy allows longer steps
  options.max_step = 1e-4;
  EXPECT_EQ(predicted_evaluations(loops, options), 60000.0);
  options.integrator = "explicit-euler";
  options.max_step.reset();
  EXPECT_EQ(predicted_evaluations(tree, options), 2000.0);
}

TEST(ChooseGenerated, LongRunsPayForTheCompiler) {
  if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
  const Mechanism m = link_chain(10);
  EXPECT_FALSE(choose_generated(m, lasting(10.0)).chosen);
  const GeneratedChoice yes = choose_generated(m, lasting(1e5));
  EXPECT_TRUE(yes.chosen);
  EXPECT_NE(yes.reason.find("evaluations save about"), std::string::npos) << yes.reason;
  // the border is where the costs say, and asking again changes nothing
  const double border = generated_costs(m).worthwhile() / 2.0 * 5e-3;
  EXPECT_FALSE(choose_generated(m, lasting(0.99 * border)).chosen);
  EXPECT_TRUE(choose_generated(m, lasting(1.01 * border)).chosen);
  EXPECT_EQ(choose_generated(m, lasting(1e5)).reason, yes.reason);
}

TEST(ChooseGenerated, NeverWithoutACompiler) {
  const char* const path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  const char* const cc = std::getenv("CC");
  const std::string compiler = cc == nullptr ? "" : cc;
  ::setenv("PATH", "/nowhere", 1);
  ::unsetenv("CC");
  EXPECT_FALSE(choose_generated(link_chain(10), lasting(1e6)).chosen);
  ::setenv("PATH", before.c_str(), 1);
  if (cc != nullptr) ::setenv("CC", compiler.c_str(), 1);
}

// One loop over many links is carried along the recursion: its code grows with their number.
TEST(ChooseGenerated, LongLoopsAreLinear) {
  const GeneratedCosts some = generated_costs(closed_chain(50)),
                       twice = generated_costs(closed_chain(100));
  EXPECT_TRUE(some.refusal.empty()) << some.refusal;
  EXPECT_TRUE(twice.refusal.empty()) << twice.refusal;
  EXPECT_LT(twice.numeric_seconds, 2.2 * some.numeric_seconds);
  EXPECT_LT(twice.compile_seconds, 2.5 * some.compile_seconds);
}

TEST(ChooseGenerated, LargerMechanismsCompileLonger) {
  const GeneratedCosts small = generated_costs(link_chain(4)),
                       large = generated_costs(link_chain(8));
  EXPECT_LT(small.compile_seconds, large.compile_seconds);
  EXPECT_LT(small.numeric_seconds, large.numeric_seconds);
  EXPECT_GT(small.worthwhile(), 0.0);
  EXPECT_NE(generated_words(small).find("statements"), std::string::npos);
}

}  // namespace
}  // namespace treadle::test
