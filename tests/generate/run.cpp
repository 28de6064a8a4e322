// Runs with generated code against runs of the numeric core.
#include "src/simulation/run.hpp"

#include "src/base/error.hpp"
#include "src/generate/generated.hpp"
#include "src/io/reading/read_model.hpp"
#include "support.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace treadle::test {
namespace {

class GeneratedRun : public testing::Test {
 protected:
  void SetUp() override {
    if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
    options.compile.cache = folder.path("cache");
    options.compile.flags = {"-O0"};
  }
  static Mechanism model(const std::string& name) {
    return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
  }
  RunResult run_with(const Mechanism& m, RunOptions run_options) {
    std::string refusal;
    options.stabilized = run_options.constraints == "stabilized";
    run_options.solver = "generated";
    run_options.evaluator = make_generated(m, options, refusal);
    EXPECT_TRUE(run_options.evaluator) << refusal;
    return run(m, run_options);
  }
  void compare(const std::string& name, RunOptions run_options, double tolerance) {
    const Mechanism m = model(name);
    const RunResult numeric = run(m, run_options), own = run_with(m, run_options);
    EXPECT_EQ(own.end, RunEnd::done) << name << ": " << own.message;
    EXPECT_EQ(own.fallbacks, 0) << name;
    EXPECT_EQ(own.solver,
              options.method == TraceMethod::clustered ? "generated" : "generated-topology");
    for (const auto& [joint, q] : numeric.q) {
      for (std::size_t k = 0; k < q.size(); ++k)
        EXPECT_NEAR(own.q.at(joint)[k], q[k], tolerance * (1.0 + std::fabs(q[k])))
            << name << ", " << joint;
      const auto& v = numeric.v.at(joint);
      for (std::size_t k = 0; k < v.size(); ++k)
        EXPECT_NEAR(own.v.at(joint)[k], v[k], 100 * tolerance * (1.0 + std::fabs(v[k])))
            << name << ", " << joint;
    }
    EXPECT_LT(own.position_violation, 1e-9) << name;
    EXPECT_NEAR(own.energy_drift, numeric.energy_drift, 1e-7) << name;
  }
  Folder folder;
  GenerateOptions options;
};

RunOptions shortly(double duration, const std::string& constraints = "closest") {
  RunOptions o;
  o.duration = duration;
  o.step = 1e-3;
  o.constraints = constraints;
  return o;
}

TEST_F(GeneratedRun, EqualsTheNumericRun) {
  compare("pendulum", shortly(0.5), 1e-9);
  compare("double_wishbone", shortly(0.2), 1e-8);
  compare("quadruped", shortly(0.1), 1e-8);
}

TEST_F(GeneratedRun, EqualsTheNumericRunByTopology) {
  options.method = TraceMethod::topology;
  compare("slider_crank", shortly(0.2), 1e-8);
  compare("parallel_four_bar", shortly(0.2), 1e-8);
}

TEST_F(GeneratedRun, TakesFeedback) { compare("slider_crank", shortly(0.2, "stabilized"), 1e-8); }

// A parallelogram whose bars fold into one line: every split of its loop fails there, and the
// numeric core takes the evaluations around it.
TEST_F(GeneratedRun, FallsBackAtSingularPositions) {
  const Mechanism m = model("parallel_four_bar");
  const RunOptions run_options = shortly(3.0, "auto");
  const RunResult numeric = run(m, run_options), own = run_with(m, run_options);
  EXPECT_EQ(own.end, RunEnd::done) << own.message;
  EXPECT_GT(own.fallbacks, 0);
  EXPECT_LT(own.fallbacks, own.evaluations);
  EXPECT_LT(own.energy_drift, 1e-9);
  for (const auto& [joint, q] : numeric.q)
    EXPECT_NEAR(own.q.at(joint)[0], q[0], 1e-8 * (1.0 + std::fabs(q[0]))) << joint;
}

// Events switch the springs of equal corners, which relax, at different times: the numeric core,
// its lanes and generated code see it alike.
TEST_F(GeneratedRun, KnowsEvents) {
  Description d = read_model(models_folder() + "/hmmwv.json");
  double at = 0.02;
  for (ForceItem& force : d.forces) {
    if (force.kind != ForceKind::spring) continue;
    force.relaxing_stiffness = 2e4;  // a state of each spring
    force.relaxation_time = 0.05;
    EventItem event;
    event.name = "break " + force.name;
    event.when = "time";
    event.crosses = at += 0.013;
    event.action = EventAction::switch_off;
    event.force = force.name;
    d.events.push_back(event);
  }
  ASSERT_GE(d.events.size(), 4U);
  const Mechanism m = build_mechanism(d);
  RunOptions run_options = shortly(0.2, "auto");
  run_options.solver = "topology";
  const RunResult plain = run(m, run_options);
  run_options.solver = "clustered";
  const RunResult lanes = run(m, run_options), own = run_with(m, run_options);
  const MethodCount& by_lanes = *std::find_if(lanes.methods.begin(), lanes.methods.end(),
                                              [](const auto& c) { return c.name == "lanes"; });
  EXPECT_GT(by_lanes.answered, 100);
  EXPECT_EQ(own.fallbacks, 0);
  EXPECT_EQ(own.events.size(), d.events.size());
  for (const auto& [joint, q] : plain.q) {
    for (std::size_t k = 0; k < q.size(); ++k) {
      EXPECT_NEAR(own.q.at(joint)[k], q[k], 1e-7) << joint;
      EXPECT_NEAR(lanes.q.at(joint)[k], q[k], 1e-7) << joint;
    }
  }
  EXPECT_LT(plain.energy_drift, 1e-6);
  EXPECT_LT(own.energy_drift, 1e-6);
}

// An evaluator that refuses every second time.
class Moody final : public Evaluator {
 public:
  explicit Moody(std::shared_ptr<Evaluator> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] std::string name() const override { return "moody"; }
  bool accelerate(const EvaluatorState& s, std::span<double> qdd, std::span<double> rates,
                  double& power) override {
    return ++calls_ % 2 == 0 && inner_->accelerate(s, qdd, rates, power);
  }
  bool project(const EvaluatorState& s, std::span<double> q, std::span<double> v,
               ProjectionGap& gap) override {
    return ++calls_ % 2 == 0 && inner_->project(s, q, v, gap);
  }

 private:
  std::shared_ptr<Evaluator> inner_;
  long calls_ = 0;
};

TEST_F(GeneratedRun, CountsWhatWasRefused) {
  const Mechanism m = model("slider_crank");
  std::string refusal;
  RunOptions run_options = shortly(0.05);
  const RunResult numeric = run(m, run_options);
  run_options.solver = "generated";
  run_options.evaluator = std::make_shared<Moody>(make_generated(m, options, refusal));
  const RunResult own = run(m, run_options);
  EXPECT_EQ(own.end, RunEnd::done);
  EXPECT_GT(own.fallbacks, 50);
  for (const auto& [joint, q] : numeric.q) EXPECT_NEAR(own.q.at(joint)[0], q[0], 1e-9);
}

TEST_F(GeneratedRun, NeedsItsCode) {
  RunOptions run_options = shortly(0.1);
  run_options.solver = "generated";
  EXPECT_THROW(run(model("pendulum"), run_options), ModelError);
}

TEST_F(GeneratedRun, LoadsFromTheCacheTheSecondTime) {
  const Mechanism m = model("four_bar");
  std::string refusal;
  GenerateFacts first, second;
  ASSERT_TRUE(make_generated(m, options, refusal, &first));
  ASSERT_TRUE(make_generated(m, options, refusal, &second));
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(first.evaluation.mul, second.evaluation.mul);
}

// The promise of docs/theory/generate.md for the vehicle.
TEST(GeneratedCounts, TheVehicleIsCheap) {
  const Mechanism m = build_mechanism(read_model(models_folder() + "/hmmwv.json"));
  const std::optional<Program> p = trace_evaluation(m, {});
  ASSERT_TRUE(p);
  const ProgramCount count = count_operations(*p);
  EXPECT_LE(count.add, 3700);
  EXPECT_LE(count.mul, 3700);
  EXPECT_LE(count.div, 39);
}

}  // namespace
}  // namespace treadle::test
