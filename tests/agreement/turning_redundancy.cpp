// A plane linkage on a body that swings about an oblique axis: the direction that says nothing new
// turns in the world, and the row that was left out must turn with it.
#include "src/io/read_model.hpp"
#include "src/simulate/run.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

Description on_a_swing(const Triple& axis) {
  Description d = read_model(std::string(TREADLE_MODELS) + "/four_bar.json");
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
      options.constraints = method;
      const RunResult result = run(mechanism, options);
      EXPECT_EQ(result.end, RunEnd::done) << result.message;
      EXPECT_LT(result.position_violation, method == std::string("closest") ? 1e-12 : 1e-6);
      EXPECT_LT(result.energy_drift, 1e-5);
    }
  }
}

}  // namespace
}  // namespace treadle::test
