// The hybrid's rules: on scripted steps, and on runs whose forces have kinks, where the published
// rules leave the independent coordinates and the steady ones stay.
#include "linkages.hpp"

#include "src/acceleration/loop_keeper.hpp"
#include "src/integrate/fixed_step.hpp"
#include "src/integrate/registry.hpp"
#include "src/singular/hybrid_rules.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

// Scripted step sizes: the thirteen steps without a mechanism.
class HybridOf : public ::testing::TestWithParam<HybridSigns> {
 protected:
  StepFacts usual() const { return {0.01, 0.01, 0, 1.0, 1.0, 0, false, true}; }
};

TEST_P(HybridOf, ASuddenlySmallStepSwitchesAndLargeOnesSwitchBack) {
  HybridRules rules(GetParam());
  StepFacts facts = usual();
  for (int k = 0; k < 4; ++k) EXPECT_FALSE(rules.after(facts).switched);
  facts.h = 0.0026;  // more than a quarter, thrice: no sudden fall
  EXPECT_FALSE(rules.after(facts).switched);
  facts.h = 0.0006;
  EXPECT_TRUE(rules.after(facts).switched);
  EXPECT_TRUE(rules.projecting());
  facts.h = 0.01;
  for (int k = 0; k < 5; ++k) EXPECT_FALSE(rules.after(facts).switched) << k;
  EXPECT_TRUE(rules.after(facts).switched);  // more than five
  EXPECT_FALSE(rules.projecting());
  EXPECT_EQ(rules.switches().step, 1);
  EXPECT_EQ(rules.switches().back, 1);
  EXPECT_EQ(rules.switches().sum(), 2);
}

TEST_P(HybridOf, OneShorterStepAmongLargeOnesDelaysTheWayBack) {
  HybridRules rules(GetParam());
  rules.project_now();
  StepFacts facts = usual();
  for (int k = 0; k < 5; ++k) rules.after(facts);
  facts.h = 0.009;
  rules.after(facts);
  facts.h = 0.01;
  for (int k = 0; k < 5; ++k) EXPECT_FALSE(rules.after(facts).switched) << k;
  EXPECT_TRUE(rules.after(facts).switched);
  EXPECT_EQ(rules.switches().near, 1);
}

TEST_P(HybridOf, CoordinatesAreChosenAgainWhenTheStepFallsOrStays) {
  HybridRules rules(GetParam());
  StepFacts facts = usual();
  facts.largest = 0.1;
  int chosen = 0;
  for (int k = 0; k < 14; ++k) chosen += rules.after(facts).choose_again ? 1 : 0;
  EXPECT_EQ(chosen, 2);  // after more than five equal ones
  facts.h = 0.009;
  EXPECT_TRUE(rules.after(facts).choose_again);
  facts.h = 0.0095;
  EXPECT_FALSE(rules.after(facts).choose_again);
  facts.failures = 1;
  EXPECT_TRUE(rules.after(facts).choose_again);
  EXPECT_FALSE(rules.projecting());
}

TEST_P(HybridOf, AJumpOfEnergySwitches) {
  HybridRules rules(GetParam());
  StepFacts facts = usual();
  for (int k = 0; k < 10; ++k) {
    facts.balance += 1e-12;
    EXPECT_FALSE(rules.after(facts).switched);
  }
  facts.balance += 1e-5;
  EXPECT_TRUE(rules.after(facts).switched);
  EXPECT_EQ(rules.switches().energy, 1);
}

TEST_P(HybridOf, ThreeExchangesWithinTwentyStepsSwitch) {
  HybridRules rules(GetParam()), never(HybridSigns::none);
  StepFacts facts = usual();
  facts.weak = false;  // exchanges are the choice's own doing
  rules.after(facts);
  for (int k = 0; k < 2; ++k) {
    ++facts.changes;
    EXPECT_FALSE(rules.after(facts).switched);
    EXPECT_FALSE(never.after(facts).switched);
  }
  for (int k = 0; k < 20; ++k) EXPECT_FALSE(rules.after(facts).switched);  // long ago
  for (int k = 0; k < 3; ++k) {
    ++facts.changes;
    EXPECT_EQ(rules.after(facts).switched, k == 2);
    EXPECT_FALSE(never.after(facts).switched);
  }
  EXPECT_EQ(rules.switches().exchanges, 1);
  EXPECT_EQ(never.switches().sum(), 0);
}

// A heavy mechanism that hardly moves: what changes is the last digit of its energy.
TEST_P(HybridOf, RoundingOfTheEnergyIsNoJump) {
  HybridRules rules(GetParam());
  StepFacts facts{0.01, 0.1, 0, 1e6, 1e-9, 0, false, true};
  for (int k = 0; k < 10; ++k) EXPECT_FALSE(rules.after(facts).switched);
  facts.balance += 1e-9;
  EXPECT_FALSE(rules.after(facts).switched);
  facts.balance += 1e-5;
  EXPECT_TRUE(rules.after(facts).switched);
}

INSTANTIATE_TEST_SUITE_P(Signs, HybridOf,
                         ::testing::Values(HybridSigns::all, HybridSigns::of_weak_choices));

TEST(HybridRules, SignsOfAGoodChoiceCountAsPublishedButNotInTheSteadyOne) {
  for (const bool by_energy : {true, false}) {
    HybridRules published(HybridSigns::all), steady(HybridSigns::of_weak_choices);
    StepFacts facts{0.01, 0.1, 0, 1.0, 1.0, 0, false, false};
    published.after(facts);
    steady.after(facts);
    if (by_energy) facts.balance += 1e-5;
    if (!by_energy) facts.h = 1e-3;
    EXPECT_TRUE(published.after(facts).switched);
    EXPECT_EQ(by_energy ? published.switches().energy : published.switches().step, 1);
    EXPECT_FALSE(steady.after(facts).switched);
  }
}

HybridSwitches switches_of(const Mechanism& mechanism, ConstraintMethod method,
                           const std::string& integrator, double duration) {
  MechanismSystem system(mechanism, "topology", method, run_step);
  std::vector<double> x = system.start();
  if (const auto fixed = make_integrator(integrator, system)) {
    for (long k = 0; k < std::lround(duration / run_step); ++k) {
      const double t = static_cast<double>(k) * run_step;
      EXPECT_TRUE(fixed->step(system, t, run_step, x).ok());
      system.accepted({t + run_step, run_step, run_step, run_step, 0}, x);
    }
  } else {
    const auto adaptive = make_adaptive(integrator, system, {1e-8, 1e-8, run_step});
    EXPECT_TRUE(adaptive->start(system, 0.0, x).ok());
    while (adaptive->time() < duration) {
      if (!adaptive->step(system, duration).ok()) {
        ADD_FAILURE() << adaptive->time();
        break;
      }
    }
  }
  return system.keeper()->rules()->switches();
}

// Tyres that touch the ground and dampers with kinks make energy and steps jump on a vehicle whose
// loops are as good as ever.
TEST(Hybrid, PublishedRulesSwitchOnAVehicleAndSteadyOnesDoNot) {
  const Mechanism vehicle = build_mechanism(read_model(models_folder() + "/hmmwv.json"));
  const HybridSwitches fixed = switches_of(vehicle, ConstraintMethod::hybrid, "rk4", 0.5),
                       own = switches_of(vehicle, ConstraintMethod::hybrid, "adams", 0.5),
                       qr = switches_of(vehicle, ConstraintMethod::hybrid_qr, "rk4", 0.5);
  EXPECT_GT(fixed.energy, 0);
  EXPECT_GT(fixed.back, 0);
  EXPECT_EQ(fixed.step, 0);  // steps are all of one size
  EXPECT_GT(own.step, 0);
  EXPECT_GT(qr.energy, 0);
  for (const char* integrator : {"rk4", "adams"})
    EXPECT_EQ(switches_of(vehicle, ConstraintMethod::hybrid_steady, integrator, 0.5).sum(), 0);
}

}  // namespace
}  // namespace treadle::test
