// One body, one contact: against what is known in closed form.
#include "support.hpp"

namespace treadle::test {
namespace {

const char* ball = R"({"type": "sphere", "radius": 0.1, "density": 1000})";

// Times of impact follow t1 (1 + 2 e + 2 e^2 + ...); a stiff spring lets a contact last
// pi sqrt(m / K) about, by which each later one comes late at most.
TEST(Touching, BouncesWithTheRestitutionAskedFor) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, -9.81], )" +
                                    free_body(ball, R"({"position": [0, 0, 1.1]})") +
                                    R"(, "contacts": [{"name": "floor", "of": ["it"],
      "planes": [{}], "stiffness": 1e9, "restitution": 0.8}]})");
  RunOptions options;
  options.duration = 2.5;
  options.step = 1e-2;
  options.rtol = options.atol = 1e-9;
  Simulation run(m, options);
  std::vector<double> apex;
  double highest = 0.0, before = 0.0;
  while (run.step()) {
    const double z = run.q()[2], v = run.v()[2];
    if (before > 0.0 && v <= 0.0) apex.push_back(highest);
    if (before <= 0.0 && v > 0.0) highest = 0.0;
    highest = std::max(highest, z - 0.1 + v * v / (2.0 * 9.81));
    before = v;
  }
  ASSERT_GE(apex.size(), 4U);
  for (std::size_t n = 0; n < 4; ++n) {
    const double expected = std::pow(0.64, static_cast<double>(n + 1));
    EXPECT_NEAR(apex[n] / expected, 1.0, 2e-3) << n;
  }
  EXPECT_LT(run.finish().energy_drift, 1e-5);
}

TEST(Touching, ASlidingBlockStops) {
  const double v0 = 5.0, mu = 0.5, g = 9.81;
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, -9.81], )" +
      free_body(R"({"type": "box", "size": [0.4, 0.4, 0.1], "density": 1000})",
                R"({"position": [0, 0, 0.05]})", "[5, 0, 0]") +
      R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6,
      "damping": 2, "friction": 0.5}]})");
  Simulation run(m, fixed_options(1.5, 1e-4));
  while (run.step()) {
  }
  EXPECT_NEAR(run.q()[0], v0 * v0 / (2.0 * mu * g), 0.005 * 2.548);
  EXPECT_LT(std::fabs(run.v()[0]), 1e-6);
}

TEST(Touching, ALaunchedSphereBeginsToRoll) {
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, -9.81], )" +
      free_body(ball, R"({"position": [0, 0, 0.0999]})", "[2, 0, 0]") +
      R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6,
      "damping": 2, "friction": 0.3}]})");
  Simulation run(m, fixed_options(0.5, 1e-4));
  run.advance_to(0.15);
  // still sliding: v = v0 - mu g t
  EXPECT_NEAR(run.q()[0], 2.0 * 0.15 - 0.5 * 0.3 * 9.81 * 0.15 * 0.15, 2e-3);
  while (run.step()) {
  }
  // 12/49 v0^2 / (mu g) until it rolls at 5/7 v0
  const double expected = 0.332854854480018 + 1.42857142857143 * (0.5 - 0.194165331780011);
  EXPECT_NEAR(run.q()[0], expected, 2e-3);
}

// On a slope of 30 degrees, gravity turned instead of the plane.
double way_on_slope(double friction) {
  const Mechanism m = contact_model(
      R"({"gravity": [4.905, 0, -8.495709211], )" +
      free_body(ball, R"({"position": [0, 0, 0.09996]})") +
      R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6,
      "damping": 2, "friction": )" +
      std::to_string(friction) + "}]}");
  Simulation run(m, fixed_options(1.0, 1e-4, "rk4"));
  while (run.step()) {
  }
  return run.q()[0];
}

TEST(Touching, ASphereRollsOrSlidesOnASlope) {
  EXPECT_NEAR(way_on_slope(0.4), 0.5 * 3.50357142857143, 2e-3);
  EXPECT_NEAR(way_on_slope(0.1), 0.5 * 4.05542907888747, 2e-3);
}

// Rolling resistance of an arm b holds a ball of radius r on slopes below b / r, and slows it
// above: g (sin - b/r cos) / (1 + 2/5).
TEST(Touching, RollingResistanceHoldsABall) {
  for (const double slope : {0.015, 0.06}) {  // b / r is 0.02
    const Mechanism m = contact_model(
        R"({"gravity": [)" + std::to_string(9.81 * slope) + ", 0, -9.81], " +
        free_body(ball, R"({"position": [0, 0, 0.09996]})") +
        R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6,
        "damping": 2, "friction": 0.5, "rolling": 0.002}]})");
    const bool rests = slope < 0.02;
    Simulation run(m, fixed_options(rests ? 21.0 : 2.0, rests ? 2.5e-4 : 1e-4, "rk4"));
    run.advance_to(1.0);
    const double x = run.q()[0];
    while (run.step()) {
    }
    if (rests) {
      EXPECT_LT(std::fabs(run.q()[0] - x), 1e-7);
    } else {
      const double a = 9.81 * (slope - 0.02) / 1.4;
      EXPECT_NEAR((run.q()[0] - x) / (0.5 * a * (4.0 - 1.0)), 1.0, 1e-2);
    }
    EXPECT_LT(run.finish().energy_drift, 1e-3);
  }
}

// Creep below 1 mm in 60 s below the angle of friction: 20 degrees, mu = 0.5.
TEST(Touching, ABoxRestsOnASlope) {
  const Mechanism m = contact_model(
      R"({"gravity": [3.3552176, 0, -9.2183847], )" +
      free_body(R"({"type": "box", "size": [0.2, 0.2, 0.1], "density": 1000})",
                R"({"position": [0, 0, 0.05]})") +
      R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e5,
      "damping": 1, "friction": 0.5}]})");
  Simulation run(m, fixed_options(61.0, 1e-3));
  run.advance_to(1.0);
  const double x = run.q()[0], z = run.q()[2];
  while (run.step()) {
  }
  EXPECT_LT(std::fabs(run.q()[0] - x), 1e-6);
  EXPECT_LT(std::fabs(run.q()[2] - z), 1e-6);
}

// A ball falls by 0.5 m: sqrt(2 h / g), and half the period of its spring later it leaves.
TEST(Touching, TouchDownAndLiftOffAreEvents) {
  for (const char* integrator : {"adams", "rk4", "semi-implicit-euler"}) {
    const Mechanism m = contact_model(
        R"({"gravity": [0, 0, -9.81], )" + free_body(ball, R"({"position": [0, 0, 0.6]})") +
        R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6}],
        "events": [{"name": "lands", "when": "floor.gap", "crosses": 0, "direction": "down"},
                   {"name": "leaves", "when": "floor.gap", "crosses": 0, "direction": "up"}]})");
    RunOptions options = fixed_options(0.5, 1e-4, integrator);
    const RunResult result = run(m, options);
    ASSERT_EQ(result.events.size(), 2U) << integrator;
    const double lands = std::sqrt(2.0 * 0.5 / 9.81), mass = 4.0 / 3.0 * M_PI,
                 omega = std::sqrt(1e6 / mass), fast = 9.81 * lands,
                 lasts = (M_PI + 2.0 * std::atan(9.81 / (omega * fast))) / omega;
    const double near = integrator == std::string("semi-implicit-euler") ? 1e-4 : 1e-6;
    EXPECT_EQ(result.events[0].name, "lands");
    EXPECT_NEAR(result.events[0].time, lands, near) << integrator;
    EXPECT_EQ(result.events[1].name, "leaves");
    EXPECT_NEAR(result.events[1].time, lands + lasts, 2.0 * near) << integrator;
  }
}

// A block that a growing force pulls slips when that is mu m g.
TEST(Touching, SlippingIsAnEvent) {
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, -10], )" +
      free_body(R"({"type": "box", "size": [0.4, 0.4, 0.1], "density": 1000})",
                R"({"position": [0, 0, 0.04996]})") +
      R"(, "contacts": [{"name": "floor", "of": ["it"], "planes": [{}], "stiffness": 1e6,
      "damping": 5, "friction": 0.5}],
      "forces": [{"name": "pull", "type": "applied", "on": {"body": "it", "position": [0, 0, -0.05]},
                  "direction": [1, 0, 0], "force": {"type": "ramp", "slope": 160}}],
      "events": [{"name": "slips", "when": "floor.slipping", "crosses": 0.5, "direction": "up"}]})");
  const RunResult result = run(m, fixed_options(1.0, 1e-4, "rk4"));
  ASSERT_FALSE(result.events.empty());
  EXPECT_NEAR(result.events[0].time, 0.5, 1e-2);  // sooner where it tilts
}

// Contact time and overlap of two spheres of glass. (U2)
TEST(Touching, HertzTimeAndOverlap) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, 0],
    "bodies": [{"name": "a", "position": [-0.0101, 0, 0],
                "shapes": [{"type": "sphere", "radius": 0.01, "density": 2800}]},
               {"name": "b", "position": [0.0101, 0, 0],
                "shapes": [{"type": "sphere", "radius": 0.01, "density": 2800}]}],
    "joints": [{"name": "fa", "type": "free", "parent": "ground", "child": "a",
                "velocity": {"linear": [10, 0, 0]}},
               {"name": "fb", "type": "free", "parent": "ground", "child": "b",
                "velocity": {"linear": [-10, 0, 0]}}],
    "contacts": [{"name": "glass", "of": ["a"], "with": ["b"], "young": 4.8e10,
                  "poisson": 0.2, "restitution": 1}]})");
  Simulation run(m, fixed_options(1e-4, 1e-8, "rk4"));
  double deepest = 0.0, first = -1.0, last = -1.0;
  while (run.step()) {
    const double depth = 0.02 - std::fabs(run.q()[0] - run.q()[7]);
    if (depth > 0.0 && first < 0.0) first = run.time();
    if (depth > 0.0) last = run.time();
    deepest = std::max(deepest, depth);
  }
  EXPECT_NEAR(deepest / 274.1127021e-6, 1.0, 1e-4);
  EXPECT_NEAR((last - first) / 40.33945569e-6, 1.0, 1e-3);  // two steps of 1e-8 s
  EXPECT_LT(run.finish().energy_drift, 1e-6);
}

}  // namespace
}  // namespace treadle::test
