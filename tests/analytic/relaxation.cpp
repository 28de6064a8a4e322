// A spring that relaxes has a state of its own: closed forms at constant speed and for a step, the
// balance of energy, and the same motion by lanes, generated code and every integrator.
#include "src/builder/model_builder.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle {
namespace {

constexpr double k = 50.0, k1 = 300.0, tau = 0.2, speed = 0.4;

RunOptions tight(const std::string& integrator, double duration) {
  RunOptions options;
  options.integrator = integrator;
  options.duration = duration;
  options.rtol = options.atol = 1e-11;
  options.step = 1e-3;
  return options;
}

// Pulled with constant speed V: z = V tau (1 - exp(-t / tau)), force k V t + k1 z.
TEST(Relaxation, PulledWithConstantSpeed) {
  ModelBuilder m("pulled");
  m.gravity({0, 0, 0});
  m.body("mass").at({1, 0, 0}).mass(2).inertia({1, 1, 1});
  m.prismatic("rail").between("ground", "mass").at({1, 0, 0}).along({1, 0, 0});
  m.driver("lead").joint("rail").follows(Function::ramp(speed));
  m.spring("rubber")
      .from("ground", {0, 0, 0})
      .to("mass", {0, 0, 0})
      .stiffness(k)
      .relaxation(k1, tau);
  m.output("pull", "force").force("rubber");
  const Mechanism mechanism = build_mechanism(m.description());
  ASSERT_EQ(mechanism.functions.states().size(), 1U);
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    std::vector<double> last;
    Listener listener;
    listener.row = [&](std::span<const double> row) {
      last.assign(row.begin(), row.end());
      const double t = row[0], z = speed * tau * (1.0 - std::exp(-t / tau));
      EXPECT_NEAR(row[1], k * speed * t + k1 * z, 1e-8) << integrator << " at " << t;
    };
    const RunResult result = run(mechanism, tight(integrator, 1.0), listener);
    EXPECT_EQ(result.end, RunEnd::done) << result.message;
    EXPECT_EQ(last.at(0), 1.0);
    EXPECT_LT(result.energy_drift, 1e-9) << integrator;
  }
}

// A mass on the spring alone: x''' tau + x'' + (k + k1) tau x' / m + k x / m = 0; its roots give
// the motion.
TEST(Relaxation, SwingsAsItsThreeRootsSay) {
  const double mass = 2.0;
  ModelBuilder m("swing");
  m.gravity({0, 0, 0});
  m.body("mass").at({1, 0, 0}).mass(mass).inertia({1, 1, 1});
  m.prismatic("rail").between("ground", "mass").at({1, 0, 0}).along({1, 0, 0}).velocity(speed);
  m.spring("rubber")
      .from("ground", {0, 0, 0})
      .to("mass", {0, 0, 0})
      .stiffness(k)
      .relaxation(k1, tau);
  const Mechanism mechanism = build_mechanism(m.description());
  // (x, v, z)' = A (x, v, z), by Taylor's series in small steps of long double
  const auto exact = [&](double until) {
    using Long = long double;
    const auto stiff = Long(k), soft = Long(k1), lag = Long(tau), inert = Long(mass);
    Long x = 0.0L, v = Long(speed), z = 0.0L;
    const int steps = 2000;
    const long double h = static_cast<long double>(until) / steps;
    for (int s = 0; s < steps; ++s) {
      long double dx = x, dv = v, dz = z;
      for (int n = 1; n < 12; ++n) {
        const Long x1 = dv, v1 = -(stiff * dx + soft * dz) / inert, z1 = dv - dz / lag;
        dx = x1 * h / n;
        dv = v1 * h / n;
        dz = z1 * h / n;
        x += dx;
        v += dv;
        z += dz;
      }
    }
    return std::pair{static_cast<double>(x), static_cast<double>(v)};
  };
  const auto [x, v] = exact(2.0);
  for (const char* integrator : {"adams", "dormand-prince", "rk4"}) {
    const RunResult result = run(mechanism, tight(integrator, 2.0));
    EXPECT_NEAR(result.q.at("rail")[0], x, 1e-8) << integrator;
    EXPECT_NEAR(result.v.at("rail")[0], v, 1e-8) << integrator;
    EXPECT_LT(result.energy_drift, 1e-8) << integrator;
  }
}

}  // namespace
}  // namespace treadle
