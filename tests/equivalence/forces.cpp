// Force laws against closed forms, and the balance of energy of every kind of force.
#include "support.hpp"

#include "src/scalar/lookup.hpp"
#include "src/simulation/mechanism_system.hpp"

namespace treadle::test {
namespace {

// One mass on a vertical guide.
std::string mass(const std::string& joint_keys, const std::string& rest = "") {
  return R"({"bodies": [{"name": "m", "mass": 2}], "gravity": [0, 0, 0], "joints": [{"name": "g", "type": "prismatic", "parent": "ground",
      "child": "m", "position": [0, 0, 0], "axis": [0, 0, 1])" +
         joint_keys + "}]" + rest + "}";
}

TEST(Force, ACoordinateSpringWithPreloadOscillates) {
  const Series m =
      simulate(mass(R"(, "spring": {"stiffness": 50, "rest": 0.1, "preload": 5}, "start": 0.3)"));
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    EXPECT_NEAR(m["g.q"][k], 0.2 + 0.1 * std::cos(5.0 * m["time"][k]), 1e-11);
  }
  EXPECT_LT(m.result.energy_drift, 1e-11);
}

TEST(Force, AStopThrowsTheMassBack) {
  // flies 0.1 m, spends half a period in the stop, comes back with the same speed
  const Series m =
      simulate(mass(R"(, "velocity": 2, "limits": {"upper": 0.1, "stiffness": 20000})"), 0.2, 1e-5);
  const double contact = 3.14159265358979323846 / std::sqrt(20000.0 / 2.0);
  EXPECT_NEAR(m["g.q"].back(), 0.1 - 2.0 * (0.2 - 0.05 - contact), 1e-6);
  EXPECT_LT(m.result.energy_drift, 1e-5);
  const Series damped = simulate(
      mass(R"(, "velocity": 2, "limits": {"upper": 0.1, "stiffness": 20000, "damping": 100})"), 0.2,
      1e-5);
  EXPECT_LT(std::fabs(damped["g.v"].back()), 1.9);
  EXPECT_LT(damped.result.energy_drift, 1e-4);
}

TEST(Force, CoulombFrictionStopsASlidingMass) {
  const Series m = simulate(
      mass(R"(, "velocity": 1, "friction": {"coulomb": 4, "speed": "1 mm/s"})"), 0.4, 1e-5);
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    const double t = m["time"][k];  // deceleration 2 m/s^2 until the stated speed is reached
    EXPECT_NEAR(m["g.q"][k], t - t * t, 1e-5);
  }
  EXPECT_LT(m.result.energy_drift, 1e-6);
}

TEST(Force, TheSpringOfTwoPointsTellsCompressionFromRebound) {
  const std::string strut =
      R"(, "forces": [{"name": "s", "type": "spring", "from": {"body": "ground", "position": [0, 0, -1]}, "to": {"body": "m"},
      "damping": 3, "rebound_damping": 8, "length": 1}])";
  // without a spring the speed decays exponentially, at different rates each way
  const Series out = simulate(mass(R"(, "velocity": 0.5)", strut)),
               in = simulate(mass(R"(, "velocity": -0.5)", strut));
  for (std::size_t k = 0; k < out["time"].size(); ++k) {
    EXPECT_NEAR(out["g.v"][k], 0.5 * std::exp(-4.0 * out["time"][k]), 1e-11);
    EXPECT_NEAR(in["g.v"][k], -0.5 * std::exp(-1.5 * in["time"][k]), 1e-11);
  }
}

TEST(Force, ADamperHasOtherRatesNearItsEnds) {
  // beyond the ends the speed decays exponentially with their rates, between them with the others
  const auto strut = [](const char* below, const char* above) {
    return std::string(R"(, "forces": [{"name": "s", "type": "spring", "from": {"body": "ground",
      "position": [0, 0, -1]}, "to": {"body": "m"}, "damping": 3, "rebound_damping": 8, "length": 1,
      "end_damping": {"below": )") +
           below + R"(, "above": )" + above +
           R"(, "damping": 5, "rebound_damping": 12, "over": "1 mm"}}])";
  };
  const auto speed = [&](const char* start, const char* below, const char* above) {
    return simulate(mass(std::string(R"(, "velocity": )") + start, strut(below, above)))["g.v"];
  };
  const auto rate = [](const std::vector<double>& v) { return -std::log(v.back() / v.front()); };
  const double t = simulate(mass(R"(, "velocity": 0.5)"))["time"].back();
  EXPECT_NEAR(rate(speed("0.5", "0.2", "3")), 4.0 * t, 1e-10);    // the middle, lengthening
  EXPECT_NEAR(rate(speed("-0.5", "0.2", "3")), 1.5 * t, 1e-10);   // shortening
  EXPECT_NEAR(rate(speed("0.5", "0.1", "0.2")), 6.0 * t, 1e-10);  // long
  EXPECT_NEAR(rate(speed("-0.5", "3", "4")), 2.5 * t, 1e-10);     // short
}

TEST(Force, TabulatedLawsAndStopsKeepTheirEnergy) {
  const std::string model = mass(
      R"(, "velocity": 8)",
      R"(, "forces": [{"name": "s", "type": "spring", "from": {"body": "ground", "position": [0, 0, -1]}, "to": {"body": "m"},
      "length": 1, "law": {"stretch": [-0.3, -0.1, 0, 0.05, 0.2], "force": [-900, -200, 0, 40, 600]},
      "bump": {"length": 0.85, "law": {"penetration": [0, 0.02, 0.1], "force": [0, 300, 5000]}}, "rebound": {"length": 1.12, "stiffness": 30000}}])");
  const Series m = simulate(model, 1.0, 1e-4), finer = simulate(model, 1.0, 2.5e-5);
  // the kinks at the stops leave an error of second order in the step, and nothing else
  EXPECT_LT(m.result.energy_drift, 1e-4);
  EXPECT_LT(finer.result.energy_drift, m.result.energy_drift / 8.0);
  EXPECT_GT(*std::max_element(m["g.q"].begin(), m["g.q"].end()), 0.121);  // both stops were met
  EXPECT_LT(*std::min_element(m["g.q"].begin(), m["g.q"].end()), -0.151);
}

TEST(Force, AnActuatorAndAnAppliedForcePushAlike) {
  const std::string push = R"({"type": "ramp", "slope": 5})";
  const Series a = simulate(mass(
      "",
      R"(, "forces": [{"name": "s", "type": "spring", "from": {"body": "ground", "position": [0, 0, -1]}, "to": {"body": "m"}, "actuator": )" +
          push + "}]"));
  const Series b = simulate(mass(
      "",
      R"(, "forces": [{"name": "f", "type": "applied", "on": {"body": "m"}, "direction": [0, 0, 2], "force": )" +
          push + "}]"));
  const Series c = simulate(mass(R"(, "drive": )" + push));
  for (std::size_t k = 0; k < a["time"].size(); ++k) {
    const double t = a["time"][k];
    for (const Series* m : {&a, &b, &c}) EXPECT_NEAR((*m)["g.q"][k], 5.0 / 12.0 * t * t * t, 1e-12);
  }
  for (const Series* m : {&a, &b, &c}) EXPECT_LT(m->result.energy_drift, 1e-12);
}

TEST(Force, ABallBouncesOnAPlane) {
  const Series m =
      simulate(R"({"bodies": [{"name": "ball", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
    "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "ball", "start": {"position": [0, 0, 1.1]}}],
    "forces": [{"name": "floor", "type": "plane", "from": {"body": "ball"}, "to": {"body": "ground"}, "radius": 0.1, "stiffness": 1e6}]})",
               1.2, 1e-5);
  // falls 1 m, short contact, rises again to nearly the same height
  const double fall = std::sqrt(2.0 / 9.80665), contact = 3.14159265 / 1000.0;
  const double t = 1.2 - fall - contact, speed = 9.80665 * fall;
  EXPECT_NEAR(m["f.q.z"].back(), 0.1 + speed * t - 0.5 * 9.80665 * t * t, 1e-3);
  EXPECT_LT(m.result.energy_drift, 5e-6);  // the scheme crosses the kink of the contact twice
}

TEST(Force, ABushingIsSixSprings) {
  // small motion: six uncoupled oscillators
  const Series m = simulate(
      R"({"gravity": [0, 0, 0], "bodies": [{"name": "b", "mass": 2, "inertia": [0.1, 0.2, 0.3]}],
    "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "b", "velocity": {"linear": [1e-4, 2e-4, 3e-4], "angular": [1e-4, -2e-4, 3e-4]}}],
    "forces": [{"name": "mount", "type": "bushing", "from": {"body": "b"}, "to": {"body": "ground"}, "stiffness": [200, 300, 400, 5, 6, 7]}]})");
  const double linear[] = {200, 300, 400}, angular[] = {5, 6, 7}, inertia[] = {0.1, 0.2, 0.3},
               v[] = {1e-4, 2e-4, 3e-4}, w[] = {1e-4, -2e-4, 3e-4};
  const char* names[] = {"f.q.x", "f.q.y", "f.q.z"};
  const char* turns[] = {"f.q.qx", "f.q.qy", "f.q.qz"};
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    for (int a = 0; a < 3; ++a) {
      const double wl = std::sqrt(linear[a] / 2.0), wa = std::sqrt(angular[a] / inertia[a]);
      EXPECT_NEAR(m[names[a]][k], v[a] / wl * std::sin(wl * m["time"][k]), 2e-8);
      EXPECT_NEAR(2.0 * m[turns[a]][k], w[a] / wa * std::sin(wa * m["time"][k]), 2e-8);
    }
  }
}

TEST(Force, ABushingKeepsItsEnergyAtLargeAngles) {
  const Series m = simulate(
      R"({"gravity": [0, 0, -9.8], "bodies": [{"name": "a", "mass": 2, "center": [0.2, 0.1, 0], "inertia": [0.1, 0.2, 0.25]},
      {"name": "b", "mass": 1, "center": [0.5, 0, 0.3], "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "fa", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 1, 0], "velocity": 2}],
    "forces": [{"name": "mount", "type": "bushing", "from": {"body": "b", "position": [0.4, 0, 0]}, "to": {"body": "a", "position": [0.4, 0, 0]},
      "to_orientation": {"rpy": [0.1, 0.5, -0.4]}, "from_orientation": {"rpy": [0.3, 0.5, -0.2]},
      "stiffness": [400, 500, 600, 6, 9, 3], "preload": [1, 2, 3, 0.1, 0.2, 0.3]}]})",
      1.0, 5e-4);
  EXPECT_LT(m.result.energy_drift, 1e-8);
  const Series damped = simulate(
      R"({"gravity": [0, 0, -9.8], "bodies": [{"name": "b", "mass": 1, "center": [0.5, 0, 0.3], "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "b", "velocity": {"angular": [1, 2, 3]}}],
    "forces": [{"name": "mount", "type": "bushing", "from": {"body": "b", "position": [0.4, 0, 0]}, "to": {"body": "ground", "position": [0.4, 0, 0]},
      "stiffness": [400, 500, 600, 6, 9, 3], "damping": [4, 5, 6, 0.2, 0.3, 0.4]}]})",
      1.0, 5e-4);
  EXPECT_LT(damped.result.energy_drift, 1e-8);
}

TEST(Force, AForceInCppIsOneSmallClass) {
  struct Pull : CustomForce {
    void apply(const ForceScene& scene, ForceSink& sink) const override {
      const Vec3<double> p = scene.body("m").point({0, 0, 0});
      sink.push("m", p, -50.0 * p - 4.0 * scene.body("m").velocity({0, 0, 0}));
    }
  };
  Mechanism mechanism = build_mechanism(read_model_text(mass(R"(, "start": 0.3)"), "test.json"));
  mechanism.custom.push_back(std::make_shared<Pull>());
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 1.0;
  const RunResult result = run(mechanism, options);
  const double w = std::sqrt(25.0 - 1.0);
  EXPECT_NEAR(result.q.at("g")[0], 0.3 * std::exp(-1.0) * (std::cos(w) + std::sin(w) / w), 1e-11);
  EXPECT_LT(result.energy_drift, 1e-8);
}

}  // namespace
}  // namespace treadle::test
