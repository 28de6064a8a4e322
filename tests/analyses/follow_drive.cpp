// A driven coordinate against closed forms: the slider-crank, the four-bar's limits, the
// parallelogram's branches.
#include "src/analyses/follow_drive.hpp"

#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

DriveResult drive(const std::string& model, const DriveOptions& options) {
  const Description d = read_model(models_folder() + "/" + model + ".json");
  return follow_drive(build_mechanism(with_drive(d, options)), options);
}

double cell(const DriveResult& r, std::size_t row, const std::string& name) {
  for (std::size_t c = 0; c < r.columns.size(); ++c) {
    if (r.columns[c].name == name) return r.rows.at(row).at(c);
  }
  throw std::runtime_error("no column " + name);
}

// x = 0.2 cos t + sqrt(0.25 - 0.04 sin^2 t)
TEST(FollowDrive, TheSliderCrankIsItsClosedForm) {
  const double w = 3.0;
  const DriveResult r = drive("slider_crank", {"crankshaft", 0.0, 2.0 * pi, 73, w});
  ASSERT_EQ(r.message, "");
  ASSERT_EQ(r.rows.size(), 73U);
  for (std::size_t k = 0; k < r.rows.size(); ++k) {
    const double t = 2.0 * pi * static_cast<double>(k) / 72.0, s = std::sin(t), c = std::cos(t);
    const double root = std::sqrt(0.25 - 0.04 * s * s);
    const double x = 0.2 * c + root, dx = -0.2 * s - 0.04 * s * c / root;
    const double ddx =
        -0.2 * c - 0.04 * (c * c - s * s) / root - 0.0016 * s * s * c * c / (root * root * root);
    EXPECT_NEAR(cell(r, k, "crankshaft.q"), t, 1e-12);
    EXPECT_NEAR(cell(r, k, "guide.q"), x - 0.7, 1e-12) << k;
    EXPECT_NEAR(cell(r, k, "guide.v"), w * dx, 1e-11) << k;
    EXPECT_NEAR(cell(r, k, "guide.a"), w * w * ddx, 1e-10) << k;
    EXPECT_NEAR(cell(r, k, "time"), t / w, 1e-12);
    EXPECT_NEAR(cell(r, k, "drive.angle"), pi / 2.0 - std::asin(0.4 * std::fabs(s)), 1e-9) << k;
  }
  std::vector<double> dead;  // of the slider
  for (const DeadPoint& p : r.dead_points) {
    EXPECT_EQ(p.kind, DeadPointKind::reversal);
    if (p.joint == "guide") dead.push_back(p.at);
  }
  ASSERT_GE(dead.size(), 2U);
  EXPECT_NEAR(dead[0], 0.0, 1e-9);
  EXPECT_NEAR(dead[1], pi, 1e-9);
}

// The slider as the drive: its dead points are where crank and rod are in line.
TEST(FollowDrive, ASliderEndsAtItsDeadPoint) {
  const DriveResult r = drive("slider_crank", {"guide", -0.1, -0.6, 11, 1.0});
  EXPECT_NE(r.message, "");
  ASSERT_FALSE(r.dead_points.empty());
  const DeadPoint& end = r.dead_points.back();
  EXPECT_EQ(end.kind, DeadPointKind::end);
  EXPECT_EQ(end.joint, "guide");
  EXPECT_NEAR(end.at, -0.4, 1e-9);
  EXPECT_EQ(r.rows.size(), 7U);  // -0.1 .. -0.4
}

TEST(FollowDrive, AParallelogramBranchesWhereItIsFlat) {
  const DriveResult r = drive("parallel_four_bar", {"left_pivot", 0.5, -3.5, 41, 1.0});
  ASSERT_EQ(r.message, "");
  std::vector<double> flat;
  for (const DeadPoint& p : r.dead_points) {
    if (p.kind == DeadPointKind::branch) flat.push_back(p.at);
  }
  ASSERT_EQ(flat.size(), 2U);
  EXPECT_NEAR(flat[0], 0.0, 1e-9);
  EXPECT_NEAR(flat[1], -pi, 1e-9);
  for (std::size_t k = 0; k < r.rows.size(); ++k) {
    EXPECT_NEAR(cell(r, k, "left_pin.q"), -cell(r, k, "left_pivot.q"), 1e-10);
    EXPECT_NEAR(cell(r, k, "right_pivot.v"), -1.0, 1e-9) << k;
    EXPECT_NEAR(cell(r, k, "right_pivot.a"), 0.0, 1e-6) << k;
  }
}

TEST(FollowDrive, RefusesWhatItCannotDrive) {
  EXPECT_THROW(drive("slider_crank", {"crankshat", 0.0, 1.0, 3, 1.0}), ModelError);
  EXPECT_THROW(drive("slider_crank", {"crankshaft", 0.0, 1.0, 1, 1.0}), ModelError);
  EXPECT_THROW(drive("spherical_pendulum", {"ceiling", 0.0, 1.0, 3, 1.0}), ModelError);
}

TEST(FollowDrive, AJointWithoutLoopsMovesAlone) {
  const DriveResult r = drive("pendulum", {"pivot", 0.0, 1.0, 3, 2.0});
  ASSERT_EQ(r.rows.size(), 3U);
  EXPECT_NEAR(cell(r, 1, "pivot.q"), 0.5, 1e-15);
  EXPECT_NEAR(cell(r, 1, "pivot.v"), 2.0, 1e-15);
  EXPECT_NEAR(cell(r, 2, "time"), 0.5, 1e-15);
}

}  // namespace
}  // namespace treadle::test
