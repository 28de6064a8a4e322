// A road from a file of heights.
#include "vehicle/support.hpp"

#include "src/forces/road.hpp"
#include "src/generate/untraceable.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

namespace treadle {
namespace {

HeightMap map_of(const std::function<double(double, double)>& height, int columns, int rows,
                 double dx, double dy, double x = -1.0, double y = -2.0) {
  HeightMap map{x, y, dx, dy, columns, rows, {}};
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) map.heights.push_back(height(x + i * dx, y + j * dy));
  }
  return map;
}

TEST(HeightMap, goes_through_its_points_and_is_level_outside) {
  const HeightMap map =
      map_of([](double x, double y) { return std::sin(3.0 * x) + x * y * y; }, 5, 7, 0.5, 0.25);
  for (int j = 0; j < 7; ++j) {
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(look(map, -1.0 + 0.5 * i, -2.0 + 0.25 * j).height,
                  map.heights[static_cast<std::size_t>(5 * j + i)], 1e-14);
  }
  EXPECT_EQ(look(map, -7.0, -9.0).height, map.heights.front());
  EXPECT_EQ(look(map, 70.0, 90.0).height, map.heights.back());
  EXPECT_EQ(look(map, 70.0, -1.9).x, 0.0);
}

// Slopes and their slopes, against differences.
TEST(HeightMap, knows_its_derivatives) {
  std::mt19937 dice(3);
  std::uniform_real_distribution<double> any(0.05, 0.95);
  const HeightMap map = map_of([&](double, double) { return any(dice); }, 6, 6, 0.4, 0.3);
  constexpr double h = 1e-5;
  for (int trial = 0; trial < 40; ++trial) {
    const double x = -1.0 + 2.0 * any(dice), y = -2.0 + 1.5 * any(dice);
    const LookedMap at = look(map, x, y);
    const LookedMap e = look(map, x + h, y), w = look(map, x - h, y), n = look(map, x, y + h),
                    s = look(map, x, y - h);
    EXPECT_NEAR(at.x, (e.height - w.height) / (2.0 * h), 1e-7);
    EXPECT_NEAR(at.y, (n.height - s.height) / (2.0 * h), 1e-7);
    // second ones jump where cells meet
    const auto inside = [](double u) {
      return u - std::floor(u) > 1e-3 && std::ceil(u) - u > 1e-3;
    };
    if (!inside((x + 1.0) / 0.4) || !inside((y + 2.0) / 0.3)) continue;
    EXPECT_NEAR(at.xx, (e.x - w.x) / (2.0 * h), 1e-6);
    EXPECT_NEAR(at.xy, (n.x - s.x) / (2.0 * h), 1e-6);
    EXPECT_NEAR(at.yy, (n.y - s.y) / (2.0 * h), 1e-6);
    const Ground<Dual> along = ground_at(map, Dual(x, 0.3), Dual(y, -0.7));
    EXPECT_DOUBLE_EQ(along.height.slope(), 0.3 * at.x - 0.7 * at.y);
    EXPECT_DOUBLE_EQ(along.along_y.slope(), 0.3 * at.xy - 0.7 * at.yy);
    const Ground<Lanes> four = ground_at(map, Lanes(x), Lanes(y));
    EXPECT_EQ(four.along_x[3], at.x);
  }
}

// The normal stands on the surface, also where the map is turned.
TEST(HeightMap, road_has_its_normal) {
  Road<double> road;
  road.height = 0.5;
  road.along_x = std::cos(0.7);
  road.along_y = std::sin(0.7);
  road.map =
      map_of([](double x, double y) { return 0.1 * x - 0.2 * y; }, 7, 7, 10.0, 10.0, -30, -30);
  const auto at = road.under({1.0, 2.0, 9.0});
  const double u = std::cos(0.7) * 1.0 + std::sin(0.7) * 2.0,
               v = std::cos(0.7) * 2.0 - std::sin(0.7);
  EXPECT_NEAR(at.height, 0.5 + 0.1 * u - 0.2 * v, 1e-14);
  constexpr double h = 1e-4;
  const double x = (road.under({1.0 + h, 2.0, 9.0}).height -
                    road.under({1.0 - h, 2.0, 9.0}).height) /
                   (2.0 * h),
               y = (road.under({1.0, 2.0 + h, 9.0}).height -
                    road.under({1.0, 2.0 - h, 9.0}).height) /
                   (2.0 * h);
  EXPECT_NEAR(at.normal.x / at.normal.z, -x, 1e-10);
  EXPECT_NEAR(at.normal.y / at.normal.z, -y, 1e-10);
  EXPECT_NEAR(norm(at.normal), 1.0, 1e-15);
}

const char* const cart = R"({"gravity": [0, 0, -9.81],
  "bodies": [{"name": "wheel", "mass": 20, "inertia": [0.5, 1, 0.5], "position": [0, 0, 0.29]}],
  "joints": [{"name": "slide", "type": "planar", "parent": "ground", "child": "wheel", "position": [0, 0, 0.29],
    "axis": [0, 1, 0], "velocity": {"x": 5}}],
  "forces": [{"name": "tyre", "type": "tyre", "wheel": {"body": "wheel"}, "axis": [0, 1, 0], "radius": 0.3, "stiffness": 2e4, "damping": 200,
    "slip_stiffness": 2e4, "cornering_stiffness": 2e4, "friction": 0.9, "relaxation": [0.1, 0.1], "road": )";

std::vector<double> ends_at(const std::string& road, const std::string& folder) {
  const Mechanism m = build_mechanism(read_model_text(cart + road + "}]}", folder + "/m.json", {}));
  RunOptions options;
  options.duration = 0.5;
  options.channels.bodies = true;
  const CarRun run = drive_car(m, options, {});
  EXPECT_EQ(run.result.end, RunEnd::done) << run.result.message;
  return run.rows.back();
}

TEST(HeightMap, wheel_rolls_as_on_the_same_road_in_closed_form) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / "treadle_height_map").string();
  std::filesystem::create_directories(folder);
  {
    std::ofstream file(folder + "/wave.csv");
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i <= 800; ++i) {
        char text[32];
        std::snprintf(text, sizeof text, "%s%.12f", i > 0 ? "," : "",
                      0.03 * std::sin(2.0 * 3.14159265358979 * (0.01 * i - 1.0) / 1.5));
        file << text;
      }
      file << '\n';
    }
  }
  const std::vector<double> wave =
      ends_at(R"({"type": "sine", "amplitude": 0.03, "wavelength": 1.5})", folder);
  const std::string map =
      R"({"type": "map", "file": "wave.csv", "start": [-1, -5], "spacing": [0.01, 5]})";
  const std::vector<double> mapped = ends_at(map, folder);
  ASSERT_EQ(wave.size(), mapped.size());
  for (std::size_t k = 0; k < wave.size(); ++k) EXPECT_NEAR(wave[k], mapped[k], 2e-4) << k;
  EXPECT_NE(
      untraceable(build_mechanism(read_model_text(cart + map + "}]}", folder + "/m.json", {}))),
      "");
  std::ofstream(folder + "/wave.csv") << "1,2\n3\n";
  EXPECT_THROW(ends_at(map, folder), ModelError);
  std::ofstream(folder + "/wave.csv") << "1,2\n3,x\n";
  EXPECT_THROW(ends_at(map, folder), ModelError);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace treadle
