// Bodies that rest fall asleep, and wake when something happens to them. (U24, U25)
#include "support.hpp"

#include "src/base/crew.hpp"

namespace treadle::test {
namespace {

RunOptions sleepy(RunOptions options) {
  options.sleeping.emplace();
  return options;
}

std::string stones(int count, const std::string& more = "") {
  return R"({"gravity": [0, 0, -9.81], "bodies": [{"name": "s", "position": [0, 0, 0.055],
    "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}], "repeat": {"count": )" +
         std::to_string(count) +
         R"(, "grid": [3, 3], "spacing": [0.101, 0.101, 0.101], "scatter": 0.003}})" + more +
         R"(], "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"],
      "planes": [{"point": [0, 0, 0], "normal": [0, 0, 1]},
                 {"point": [-0.06, 0, 0], "normal": [1, 0, 0]},
                 {"point": [0.27, 0, 0], "normal": [-1, 0, 0]},
                 {"point": [0, -0.06, 0], "normal": [0, 1, 0]},
                 {"point": [0, 0.27, 0], "normal": [0, -1, 0]}],
      "stiffness": 1e5, "damping": 1, "friction": 0.5, "rolling": 0.001}]})";
}

void to_end(Simulation& run) {
  while (run.step()) {
  }
}

// A heap comes to the same rest, all of it asleep at last, and no energy is missed.
TEST(Sleeping, AHeapComesToTheSameRest) {
  const Mechanism m = contact_model(stones(27));
  const RunOptions options = fixed_options(4.0, 5e-4);
  Simulation awake(m, options), asleep(m, sleepy(options));
  to_end(awake);
  to_end(asleep);
  for (std::size_t body = 0; body < 27; ++body) {
    for (std::size_t k = 7 * body; k < 7 * body + 3; ++k)
      EXPECT_NEAR(awake.q()[k], asleep.q()[k], 2e-4) << k;
  }
  for (const double v : asleep.v()) EXPECT_EQ(v, 0.0);
  const RunResult one = awake.finish(), two = asleep.finish();
  EXPECT_EQ(two.contacts->asleep, 27);
  EXPECT_EQ(one.contacts->asleep, 0);
  EXPECT_NEAR(two.contacts->penetration, one.contacts->penetration,
              0.05 * one.contacts->penetration);
  EXPECT_NEAR(two.energy_drift, one.energy_drift, 1e-3);
}

// Nothing touches yet when it wakes: a blow passes on as if it had never slept.
TEST(Sleeping, AThrownBallWakesWhatItHits) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, -9.81], "bodies": [
      {"name": "s", "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}]},
      {"name": "ball", "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}]}],
    "joints": [{"name": "fs", "type": "free", "parent": "ground", "child": "s",
                "start": {"position": [0, 0, 0.0499]}},
               {"name": "fb", "type": "free", "parent": "ground", "child": "ball",
                "start": {"position": [-1, 0, 0.0499]}, "velocity": {"linear": [1, 0, 0]}}],
    "contacts": [{"name": "c", "of": ["s", "ball"], "with": ["s", "ball"], "planes": [{}],
                  "stiffness": 1e5, "damping": 0.5}]})");
  const RunOptions options = fixed_options(1.5, 1e-4, "rk4");
  Simulation awake(m, options), asleep(m, sleepy(options));
  to_end(awake);
  asleep.advance_to(0.8);
  EXPECT_EQ(std::min(std::fabs(asleep.v()[0]), std::fabs(asleep.v()[6])), 0.0);
  to_end(asleep);
  const RunResult one = awake.finish(), two = asleep.finish();
  EXPECT_GT(two.v.at("fs")[0], 0.5);
  for (const char* joint : {"fs", "fb"}) {
    EXPECT_NEAR(two.v.at(joint)[0], one.v.at(joint)[0], 1e-6) << joint;
    EXPECT_NEAR(two.q.at(joint)[0], one.q.at(joint)[0], 1e-5) << joint;
  }
  EXPECT_NEAR(two.energy_drift, one.energy_drift, 1e-6);  // what rk4 leaves of the blow
}

// A plate hangs on a spring and carries a stone. Both sleep; when an event takes the spring away
// they fall together.
constexpr const char* held = R"({"gravity": [0, 0, -9.81], "bodies": [
    {"name": "plate", "shapes": [{"type": "box", "size": [0.4, 0.4, 0.05], "density": 1000}]},
    {"name": "s", "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}]}],
  "joints": [{"name": "fp", "type": "free", "parent": "ground", "child": "plate",
              "start": {"position": [0, 0, 1]}},
             {"name": "fs", "type": "free", "parent": "ground", "child": "s",
              "start": {"position": [0, 0, 1.0749]}}],
  "forces": [{"name": "rope", "type": "spring", "from": {"body": "plate"},
              "to": {"body": "ground", "position": [0, 0, 3]}, "stiffness": 1e4, "damping": 300,
              "length": 1.991}],
  "events": [{"name": "cut", "when": "time", "crosses": 2, "action": "switch off", "force": "rope"}],
  "contacts": [{"name": "c", "of": ["s"], "with": ["plate"],
                "stiffness": 1e5, "damping": 1, "friction": 0.5}]})";

TEST(Sleeping, WhoseSupportLeavesFalls) {
  for (const char* integrator : {"rk4", "semi-implicit-euler", "adams"}) {
    const Mechanism m = contact_model(held);
    const RunOptions options = fixed_options(2.3, 2e-4, integrator);
    Simulation run(m, sleepy(options)), awake(m, options);
    run.advance_to(1.99);
    for (const double v : run.v()) EXPECT_EQ(v, 0.0) << integrator;
    to_end(run);
    to_end(awake);
    // 1 m/s^2 may pass unseen until the plate is 10 um lower, which takes 1.4 ms
    for (const std::size_t z : {2U, 9U}) EXPECT_NEAR(run.q()[z], awake.q()[z], 1e-3) << integrator;
    const RunResult result = run.finish();
    EXPECT_EQ(result.contacts->asleep, 0);
    EXPECT_LT(result.energy_drift, 1e-2) << integrator;
  }
}

// What a joint ties to something stays awake, and with it who touches it.
TEST(Sleeping, MechanismsStayAwake) {
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, -9.81], "bodies": [{"name": "table", "shapes":
            [{"type": "box", "size": [0.4, 0.4, 0.1], "density": 1000}]},
          {"name": "low", "shapes": [{"type": "box", "size": [0.2, 0.2, 0.1], "density": 1000}]},
          {"name": "high", "shapes": [{"type": "box", "size": [0.2, 0.2, 0.1], "density": 1000}]}],
        "joints": [{"name": "lift", "type": "prismatic", "parent": "ground", "child": "table",
                    "axis": [0, 0, 1],
                    "position": [0, 0, 0]},
                   {"name": "f1", "type": "free", "parent": "ground", "child": "low",
                    "start": {"position": [0, 0, 0.1]}},
                   {"name": "f2", "type": "free", "parent": "ground", "child": "high",
                    "start": {"position": [0, 0, 0.2]}}],
        "forces": [{"name": "leg", "type": "spring", "from": {"body": "table"},
                    "to": {"body": "ground", "position": [0, 0, -1]}, "stiffness": 1e6,
                    "damping": 1e4, "length": 1}],
        "contacts": [{"name": "c", "of": ["low", "high"], "with": ["low", "high", "table"],
                      "stiffness": 1e5, "damping": 1, "friction": 0.5}]})");
  Simulation run(m, sleepy(fixed_options(3.0, 5e-4)));
  to_end(run);
  EXPECT_EQ(run.finish().contacts->asleep, 1);
}

void expect_same(const Simulation& a, const Simulation& b) {
  ASSERT_EQ(a.state().size(), b.state().size());
  for (std::size_t k = 0; k < a.state().size(); ++k) ASSERT_EQ(a.state()[k], b.state()[k]) << k;
}

// A ball falls into a heap that sleeps; from a saved state on it goes the same way.
TEST(Sleeping, ASavedRunGoesOnWithTheSameBits) {
  const Mechanism m = contact_model(stones(45, R"(, {"name": "sb", "position": [0.1, 0.1, 10.5],
    "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}]})"));
  const RunOptions options = sleepy(fixed_options(1.5, 5e-4));
  Simulation early(m, options), whole(m, options), resumed(m, options);
  early.advance_to(1.38);
  resumed.restore(early.save());
  to_end(whole);
  to_end(resumed);
  expect_same(whole, resumed);
  const int before = early.finish().contacts->asleep;
  EXPECT_GT(before, 20);
  EXPECT_LT(whole.finish().contacts->asleep, before);
}

// Loose bounds, so that many fall asleep and wake while they fall.
TEST(Sleeping, TheSameBitsForAnyNumberOfThreads) {
  if (open_crews() == nullptr) GTEST_SKIP() << crew_refusal();
  const Mechanism m = contact_model(stones(300));
  RunOptions options = fixed_options(0.15, 5e-4);
  options.sleeping = SleepingItem{1.0, 0.02, 20.0};
  Simulation one(m, options);
  options.threads = 2;
  Simulation two(m, options);
  to_end(one);
  to_end(two);
  expect_same(one, two);
  EXPECT_GT(two.finish().contacts->asleep, 10);
}

TEST(Sleeping, IsRefusedWhereNothingTouches) {
  const Mechanism m = contact_model(R"({"bodies": [{"name": "a", "mass": 1,
                                        "inertia": [1, 1, 1]}]})");
  EXPECT_THROW(Simulation(m, sleepy(fixed_options(1.0, 1e-3))), ModelError);
}

}  // namespace
}  // namespace treadle::test
