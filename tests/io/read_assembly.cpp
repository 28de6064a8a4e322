// Targets of a model file: coordinates and poses, with units and priorities.
#include "src/io/reading/read_model.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace treadle {
namespace {

TEST(ReadAssembly, CoordinatesAndPoses) {
  const Description d = read_model_text(R"({
    "parameters": {"angle": {"value": "30 deg"}},
    "bodies": [{"name": "a", "mass": 1}, {"name": "b", "mass": 1}],
    "frames": [{"name": "tip", "body": "b", "position": [1, 2, 3], "orientation": [0, 1, 0, 0]}],
    "joints": [
      {"name": "hinge", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "sleeve", "type": "cylindrical", "parent": "a", "child": "b", "position": [0, 0, 0], "axis": [0, 0, 1]}],
    "assembly": {"targets": [
      {"joint": "hinge", "value": "2 * angle"},
      {"joint": "sleeve", "coordinate": "displacement", "value": "20 mm", "priority": 3},
      {"frame": "tip", "position": ["1 mm", 0, 0]},
      {"body": "b", "at": {"position": [0, 0, 1]}, "orientation": {"axis": [0, 0, 1], "angle": "180 deg"}, "priority": 2}]}})",
                                        "test.json");
  ASSERT_EQ(d.targets.size(), 4U);
  EXPECT_EQ(d.targets[0].joint, "hinge");
  EXPECT_EQ(d.targets[0].rank, 1);
  EXPECT_NEAR(d.targets[0].value, std::numbers::pi / 3.0, 1e-15);
  EXPECT_EQ(d.targets[1].index, 1);
  EXPECT_EQ(d.targets[1].rank, 3);
  EXPECT_DOUBLE_EQ(d.targets[1].value, 0.02);
  EXPECT_EQ(d.targets[2].frame.body, "b");
  EXPECT_EQ(d.targets[2].frame.pose.position, (Triple{1.0, 2.0, 3.0}));
  ASSERT_TRUE(d.targets[2].position.has_value());
  EXPECT_DOUBLE_EQ((*d.targets[2].position)[0], 0.001);
  EXPECT_FALSE(d.targets[2].orientation.has_value());
  EXPECT_EQ(d.targets[3].frame.pose.position, (Triple{0.0, 0.0, 1.0}));
  ASSERT_TRUE(d.targets[3].orientation.has_value());
  EXPECT_NEAR((*d.targets[3].orientation)[3], 1.0, 1e-15);
  EXPECT_EQ(d.targets[3].rank, 2);
}

}  // namespace
}  // namespace treadle
