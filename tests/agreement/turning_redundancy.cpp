// A plane linkage on a body that swings about an oblique axis: the direction that says nothing new
// turns in the world, and the row that was left out must turn with it.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

Description on_a_swing(const Triple& axis) {
  Description d = read_model(models_folder() + "/four_bar.json");
  BodyItem plate;
  plate.name = "plate";
  plate.mass = 5.0;
  plate.center = {0.4, 0.0, -0.5};
  plate.inertia = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
  for (JointItem& joint : d.joints) {
    if (joint.parent == ground_name) joint.parent = "plate";
  }
  d.bodies.push_back(plate);
  JointItem hinge;
  hinge.name = "hinge";
  hinge.parent = ground_name;
  hinge.child = "plate";
  hinge.design = JointFrame{};
  hinge.design->axis = axis;
  hinge.start = {1.5};
  hinge.on().damping = 3.0;
  d.joints.push_back(hinge);
  d.simulation.duration = 4.0;
  return d;
}

TEST(TurningRedundancy, PlaneLoopsStayClosedOnABodyThatSwings) {
  for (const Triple& axis :
       {Triple{0.866, 0.5, 0.0}, Triple{1.0, 0.0, 0.0}, Triple{0.3, -0.4, 0.8}}) {
    const Mechanism mechanism = build_mechanism(on_a_swing(axis));
    EXPECT_EQ(mechanism.redundancy.rows.size(), 3U);
    for (const char* method : {"closest", "stabilized"}) {
      RunOptions options = options_of(mechanism.description.simulation);
      options.integrator = "rk4";
      options.constraints = method;
      const RunResult result = run(mechanism, options);
      EXPECT_EQ(result.end, RunEnd::done) << result.message;
      EXPECT_LT(result.position_violation, method == std::string("closest") ? 1e-12 : 1e-6);
      EXPECT_LT(result.energy_drift, 1e-5);
    }
  }
}

// A spherical four-bar: four hinges whose axes meet in one point. The direction that says nothing
// new is the one towards that point, which turns in every frame; the crank goes round several
// times.
TEST(TurningRedundancy, ASphericalLinkageGoesRound) {
  const auto on_sphere = [](double polar, double azimuth) {
    return Triple{std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth),
                  std::cos(polar)};
  };
  // a crank-rocker on the sphere: crank 20, coupler 60, rocker 55, fixed 60 degrees, closed in the
  // design position
  const double degree = 3.14159265358979323846 / 180.0;
  const Triple a = on_sphere(0.0, 0.0), d = on_sphere(60.0 * degree, 0.0),
               b = on_sphere(20.0 * degree, 90.0 * degree);
  // the rocker's pin at 60 from b and 55 from d: intersection of two circles on the sphere
  const auto dot3 = [](const Triple& x, const Triple& y) {
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  };
  const Triple n{b[1] * d[2] - b[2] * d[1], b[2] * d[0] - b[0] * d[2], b[0] * d[1] - b[1] * d[0]};
  const double g = dot3(b, d), cb = std::cos(60.0 * degree), cd = std::cos(55.0 * degree),
               det = 1.0 - g * g;
  const double s = (cb - g * cd) / det, t = (cd - g * cb) / det;
  const double up = std::sqrt((1.0 - (s * s + t * t + 2.0 * s * t * g)) / dot3(n, n));
  Triple c{};
  for (std::size_t k = 0; k < 3; ++k) c[k] = s * b[k] + t * d[k] + up * n[k];

  Description model;
  model.gravity = {1.0, -2.0, -3.0};
  const auto add_body = [&](const char* name, const Triple& x, const Triple& y) {
    BodyItem body;
    body.name = name;
    body.mass = 1.0;
    for (std::size_t k = 0; k < 3; ++k) body.center[k] = 0.5 * (x[k] + y[k]);
    body.inertia = {0.02, 0.02, 0.02, 0.0, 0.0, 0.0};
    model.bodies.push_back(body);
  };
  add_body("crank", a, b);
  add_body("coupler", b, c);
  add_body("rocker", c, d);
  const auto add_joint = [&](const char* name, const char* parent, const char* child,
                             const Triple& at) {
    JointItem joint;
    joint.name = name;
    joint.parent = parent;
    joint.child = child;
    joint.design = JointFrame{at, at, std::nullopt};
    model.joints.push_back(joint);
  };
  add_joint("A", ground_name, "crank", a);
  add_joint("B", "crank", "coupler", b);
  add_joint("C", "coupler", "rocker", c);
  add_joint("D", ground_name, "rocker", d);
  model.joints[0].start_velocity = {12.0};
  const Mechanism mechanism = build_mechanism(model);
  EXPECT_EQ(mechanism.degrees_of_freedom(), 1);
  EXPECT_EQ(mechanism.redundancy.rows.size(), 3U);
  RunOptions options;
  options.integrator = "rk4";
  options.duration = 2.0;
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_GT(std::fabs(result.q.at("A")[0]), 12.0);  // about two turns or more
  EXPECT_LT(result.position_violation, 1e-12);
  EXPECT_LT(result.energy_drift, 1e-6);
}

}  // namespace
}  // namespace treadle::test
