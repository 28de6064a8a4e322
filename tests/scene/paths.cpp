// Points whose way through space is drawn: frames that a person named, and positions that are
// outputs.
#include "src/scene/scene.hpp"

#include "treadle.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

TEST(ScenePaths, AreFramesAndOutputs) {
  ModelBuilder m("arm");
  m.body("arm").mass(1).center({0.5, 0, 0}).inertia({0.1, 0.1, 0.1});
  m.revolute("pivot").between("ground", "arm").at({0, 0, 0}).along({0, 1, 0});
  m.frame("tip").on("arm").at({1, 0, 0});
  m.frame("eye").on("arm").at({0, 0, 0.25});
  m.frame("wall").on("ground").at({2, 0, 0});
  m.output("hand", "position").of("tip");
  m.output("elbow", "position").of(on_body("arm", {0.5, 0, 0}));
  m.output("turn", "coordinate").joint("pivot");
  const Mechanism arm = build_mechanism(m.description());
  const Scene scene = make_scene(arm.description, arm.model, arm.placement, arm.start.q);
  ASSERT_EQ(scene.paths.size(), 3U);  // what stands still has none
  EXPECT_EQ(scene.paths[0].name, "tip");
  EXPECT_TRUE(scene.paths[0].shown) << "an output shows it";
  EXPECT_EQ(scene.paths[1].name, "eye");
  EXPECT_FALSE(scene.paths[1].shown);
  EXPECT_EQ(scene.paths[2].name, "elbow");
  EXPECT_TRUE(scene.paths[2].shown);
  EXPECT_EQ(scene.paths[2].at.body, 1);
  EXPECT_EQ(scene.paths[2].at.position, (Triple{0.5, 0, 0}));
}

}  // namespace
}  // namespace treadle
