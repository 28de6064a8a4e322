// Paths of a driver: distances against closed forms, and a cart that looks ahead.
#include "control/support.hpp"

#include "src/control/plane_path.hpp"

#include <cmath>
#include <numbers>

namespace treadle {
namespace {

using Points = std::vector<PlanePath::Point>;

Points circle(int count, double radius) {
  Points points;
  for (int k = 0; k < count; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / count;
    points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}

TEST(Path, IsStraightThroughTwoPointsAndBeyond) {
  const PlanePath path({{1.0, 1.0}, {4.0, 5.0}}, false);  // direction (0.6, 0.8)
  for (const double along : {-7.0, 0.0, 2.0, 5.0, 30.0}) {
    for (const double left : {-2.0, 0.0, 3.0}) {
      EXPECT_NEAR(path.offset(1.0 + 0.6 * along - 0.8 * left, 1.0 + 0.8 * along + 0.6 * left), left,
                  1e-13);
    }
  }
}

// Counter-clockwise the middle is to the left. The error of the curve falls with the fourth power
// of the distance of its points.
TEST(Path, FollowsACircle) {
  constexpr double radius = 10.0;
  double coarse = 0.0;
  for (const int count : {12, 24, 48}) {
    const PlanePath path(circle(count, radius), true);
    double error = 0.0;
    for (int k = 0; k < 360; ++k) {
      const double angle = std::numbers::pi * (k + 0.37) / 180.0, at = 8.0 + 0.01 * k;
      error = std::max(error, std::fabs(path.offset(at * std::cos(angle), at * std::sin(angle)) -
                                        (radius - at)));
    }
    if (coarse > 0.0) {
      EXPECT_LT(error, coarse / 6.0);
    }
    coarse = error;
  }
  EXPECT_LT(coarse, 1e-3);
}

// What is remembered of the last search changes no bit, wherever the point goes.
TEST(Path, AnswersTheSameWithAndWithoutItsMemory) {
  Points points;
  for (int k = 0; k < 40; ++k) points.push_back({3.0 * k, 2.0 * std::sin(0.9 * k)});
  for (const bool closed : {false, true}) {
    const PlanePath path(points, closed);
    PlanePath::Memory memory;
    for (int k = 0; k < 5000; ++k) {
      const double x = 60.0 - 70.0 * std::cos(0.004 * k), y = 3.0 * std::sin(0.05 * k);
      EXPECT_EQ(path.offset(x, y, memory), path.offset(x, y)) << x << ", " << y;
    }
  }
}

TEST(Path, ChangesItsSignWithItsDirection) {
  Points points{{0.0, 0.0}, {5.0, 1.0}, {9.0, 4.0}, {14.0, 3.0}, {20.0, 0.0}};
  const PlanePath forth(points, false);
  std::reverse(points.begin(), points.end());
  const PlanePath back(points, false);
  for (double x = -3.0; x < 23.0; x += 0.7) {
    for (const double y : {-2.0, 0.5, 4.5})
      EXPECT_NEAR(forth.offset(x, y), -back.offset(x, y), 1e-12);
  }
}

// A body that moves and is turned: the point ahead is its place, 2 m and half a second on.
TEST(Path, LooksAheadOfItsBody) {
  const std::string text =
      R"({"gravity": [0, 0, 0], "bodies": [{"name": "cart", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "floor", "type": "planar", "parent": "ground", "child": "cart", "position": [0, 0, 0], "axis": [0, 0, 1],
      "start": {"x": 1, "y": 3, "angle": 0.5}, "velocity": {"x": 4, "y": 1}}],
    "controllers": [{"name": "beside", "type": "path", "of": "cart", "points": [[0, 0], [10, 0]],
      "preview_time": 0.5, "preview_distance": 2}]})";
  RunOptions options;
  options.duration = 0.5;
  options.output_interval = 0.5;
  const auto rows = rows_of(controlled(text), options, {"beside"});
  const double ahead = 2.0 + 0.5 * (4.0 * std::cos(0.5) + std::sin(0.5));
  EXPECT_NEAR(rows.front()[1], 3.0 + ahead * std::sin(0.5), 1e-12);
  EXPECT_NEAR(rows.back()[1], 3.5 + ahead * std::sin(0.5), 1e-9);
}

TEST(Path, IsRefusedWithAWord) {
  const auto with = [](const std::string& keys) {
    return cart(R"({"name": "p", "type": "path", )" + keys + "}");
  };
  EXPECT_NE(refusal_of(with(R"("of": "cart", "points": [[0, 0]])")).find("2 or more points"),
            std::string::npos);
  EXPECT_NE(refusal_of(with(R"("of": "carp", "points": [[0, 0], [1, 0]])")).find("carp"),
            std::string::npos);
  EXPECT_NE(
      refusal_of(with(R"("of": "cart", "points": [[0, 0], [0, 0]])")).find("same as the point"),
      std::string::npos);
}

}  // namespace
}  // namespace treadle
