// Poses one after another, and the turn that an axis leaves to a rule.
#include "../../src/components/poses.hpp"

#include "../../src/model/placement.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace treadle {
namespace {

const Pose a{{1.0, 2.0, 3.0}, {0.5, 0.5, -0.5, 0.5}}, b{{-2.0, 0.3, 1.0}, {0.8, 0.0, 0.6, 0.0}};

void expect_near(const Triple& x, const Triple& y) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(x[i], y[i], 1e-14);
}

TEST(Poses, chain_as_points_do) {
  const Triple p{0.7, -0.2, 5.0};
  expect_near(placed(chained(a, b), p), placed(a, placed(b, p)));
  expect_near(placed(inverse_of(a), placed(a, p)), p);
  EXPECT_TRUE(is_identity(chained(Pose{}, Pose{})));
  EXPECT_FALSE(is_identity(a));
  EXPECT_EQ(placed(Pose{}, p), p);
}

TEST(Poses, agree_with_the_model_room) {
  const Frame frame = to_frame(chained(a, b)), product = to_frame(a) * to_frame(b);
  EXPECT_NEAR(
      norm(frame.p - product.p) + norm(frame.r.x - product.r.x) + norm(frame.r.z - product.r.z),
      0.0, 1e-14);
  for (const Triple& axis : {Triple{0, 0, 1}, Triple{0, 0, -2}, Triple{1, 0, 0},
                             Triple{0.3, -0.4, 0.5}, Triple{1e-9, 2e-9, -1}}) {
    const Mat3<double> rule = frame_along(axis), here = to_frame(Pose{{}, least_turn_to(axis)}).r;
    EXPECT_NEAR(norm(rule.x - here.x) + norm(rule.y - here.y) + norm(rule.z - here.z), 0.0, 1e-14)
        << axis[2];
  }
}

}  // namespace
}  // namespace treadle
