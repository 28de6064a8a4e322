// The same motion by joint coordinates and by components; the same bits for any number of threads.
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

RunOptions shortly(const std::string& formulation) {
  RunOptions options;
  options.duration = 0.3;
  options.formulation = formulation;
  options.rtol = options.atol = 1e-10;
  return options;
}

Mechanism ready(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

long answers_of(const RunResult& result, const std::string& method) {
  for (const MethodCount& count : result.methods) {
    if (count.name == method) return count.answered;
  }
  return 0;
}

TEST(ComponentMotion, EqualsThatOfJointCoordinates) {
  for (const char* name : {"double_pendulum", "four_bar", "slider_crank", "hmmwv", "quadruped",
                           "double_wishbone", "bricard"}) {
    const Mechanism m = ready(name);
    const RunResult joint = run(m, shortly("joint")), component = run(m, shortly("component"));
    ASSERT_EQ(component.end, RunEnd::done) << name << ": " << component.message;
    EXPECT_GT(answers_of(component, "components"), 10) << name;
    EXPECT_EQ(component.refused_answers, 0) << name;
    for (const auto& [at, q] : joint.q) {
      for (std::size_t k = 0; k < q.size(); ++k)
        EXPECT_NEAR(component.q.at(at)[k], q[k], 1e-8 * (1.0 + std::fabs(q[k])))
            << name << ", " << at;
    }
  }
}

TEST(ComponentMotion, BitsDoNotDependOnThreads) {
  const Mechanism m = ready("hmmwv");
  RunOptions options = shortly("component");
  const RunResult one = run(m, options);
  options.threads = 2;
  const RunResult two = run(m, options);
  EXPECT_EQ(one.q, two.q);
  EXPECT_EQ(one.v, two.v);
}

TEST(ComponentMotion, UnknownFormulationsAreTheModelsMistake) {
  try {
    run(ready("pendulum"), shortly("components"));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), "formulation");
    EXPECT_NE(std::string(error.what()).find("'component'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace treadle::test
