// What a page has of many bodies that touch: poses in short words, points of contact.
#include "src/report/poses.hpp"
#include "src/report/report.hpp"
#include "src/spatial/quaternion.hpp"
#include "support/page_numbers.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

namespace treadle {
namespace {

using nlohmann::json;

// A place is known to its range / 65535, halved by rounding; an angle to twice the error of three
// numbers of 15 bits between -sqrt(1/2) and sqrt(1/2).
TEST(ShortPoses, are_as_near_as_their_words) {
  std::mt19937 random(7);
  std::normal_distribution<double> any;
  Frames frames(8, 100);
  std::vector<std::array<double, 8>> rows(60);
  for (std::size_t f = 0; f < rows.size(); ++f) {
    double square = 0.0;
    for (std::size_t k = 1; k < 8; ++k) rows[f][k] = any(random);
    for (std::size_t k = 4; k < 8; ++k) square += rows[f][k] * rows[f][k];
    for (std::size_t k = 4; k < 8; ++k) rows[f][k] /= std::sqrt(square);
    frames.add(rows[f]);
  }
  rows.front()[0] = 0.0;
  const PoseColumns columns{1, 2, 3, 4, 5, 6, 7};
  const json pose = json::parse(short_poses(frames, columns, 100.0).dump());
  const auto words = test::page_numbers<std::uint16_t>(pose["u16"]);
  ASSERT_EQ(words.size(), 6 * rows.size());
  for (std::size_t f = 0; f < rows.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double low = pose["low"][k], range = pose["high"][k].get<double>() - low;
      EXPECT_NEAR(low + words[6 * f + k] / 65535.0 * range, rows[f][1 + k], 0.51 * range / 65535.0);
    }
    const std::size_t largest = 2U * (words[6 * f + 3] >> 15U) + (words[6 * f + 4] >> 15U);
    std::array<double, 4> q{};
    double rest = 1.0;
    for (std::size_t k = 0, place = 0; k < 4; ++k) {
      if (k == largest) continue;
      q[k] = ((words[6 * f + 3 + place++] & 32767) / 32767.0 * 2.0 - 1.0) * std::sqrt(0.5);
      rest -= q[k] * q[k];
    }
    q[largest] = std::sqrt(rest);
    double same = 0.0;
    for (std::size_t k = 0; k < 4; ++k) same += q[k] * rows[f][4 + k];
    EXPECT_NEAR(std::fabs(same), 1.0, 1e-8);  // half the square of half the angle
  }
  // what goes far has whole numbers
  EXPECT_TRUE(short_poses(frames, columns, 0.1).contains("f32"));
}

// The largest forces stay, each frame its share, in the rows that the animation has.
TEST(TouchingFrames, keep_step_with_the_animation) {
  Frames frames(1, 10);
  TouchingFrames touching(10, 40);
  for (int i = 0; i < 137; ++i) {
    frames.add(std::array{double(i)});
    std::vector<TouchingPoint> points(6);
    for (std::size_t k = 0; k < points.size(); ++k)
      points[k] = {
          static_cast<std::uint32_t>(i), 0, {0.0F, 1.0F, float(k)}, {0.0F, 0.0F, float(k + 1)}};
    touching.add(points);
  }
  frames.finish();
  touching.finish();
  const json data = json::parse(touching.to_json().dump());
  const auto kept = test::page_numbers<std::uint32_t>(data["kept"]),
             all = test::page_numbers<std::uint32_t>(data["all"]),
             bodies = test::page_numbers<std::uint32_t>(data["bodies"]);
  ASSERT_EQ(kept.size(), frames.count());
  std::size_t at = 0;
  for (std::size_t f = 0; f < kept.size(); ++f) {
    EXPECT_EQ(all[f], 6U);
    EXPECT_LE(kept[f], 40 / kept.size());
    EXPECT_GE(kept[f], 1U);
    EXPECT_EQ(bodies[2 * at], frames.value(f, 0));
    at += kept[f];
  }
  for (const float f : test::page_numbers<float>(data["largest"])) EXPECT_EQ(f, 6.0F);
}

// What the ground does to the boxes of a stack is what the channel says, read from the page.
TEST(ReportPage, has_the_forces_of_contacts) {
  const Description d = read_model(models_folder() + "/contact/stack.json");
  const Mechanism mechanism = build_mechanism(d);
  RunOptions options = options_of(d.simulation);
  options.duration = 1.0;
  options.channels.bodies = true;
  options.channels.names = {"wood.*", "box_1.free.q.z"};
  std::optional<ReportRows> rows;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) { rows.emplace(columns); };
  double carried_by_ground = 0.0;
  listener.row = [&](std::span<const double> row) {
    rows->add(row);
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (rows->moving()[c].name == "wood.force.z") carried_by_ground = row[c];
    }
  };
  listener.contacts = [&, bodies = scene_bodies(mechanism)](std::span<const ContactView> points) {
    rows->touch(points, bodies);
  };
  const RunResult result = run(mechanism, options, listener);
  rows->finish();
  const json data = json::parse(report_data(report_head(mechanism, options, {}),
                                            report_result(mechanism, options, result, {}), *rows));
  const json& touching = data["scene"]["touching"];
  const auto kept = test::page_numbers<std::uint32_t>(touching["kept"]),
             bodies = test::page_numbers<std::uint32_t>(touching["bodies"]);
  const auto words = test::page_numbers<std::uint16_t>(touching["words"]);
  const auto largest = test::page_numbers<float>(touching["largest"]);
  ASSERT_EQ(kept.size(), data["frames"]["count"].get<std::size_t>());
  ASSERT_EQ(kept.back(), 20U);  // five faces of four corners
  double carried = 0.0, lowest = 1.0;
  for (std::size_t i = bodies.size() / 2 - kept.back(); i < bodies.size() / 2; ++i) {
    EXPECT_GT(bodies[2 * i], 0U);
    if (bodies[2 * i + 1] != 0) continue;
    const double root = words[6 * i + 5] / 65535.0 * 2.0 - 1.0;
    carried += double(largest.back()) * root * std::fabs(root);
    const double low = touching["low"][2], high = touching["high"][2];
    lowest = std::min(lowest, low + words[6 * i + 2] / 65535.0 * (high - low));
  }
  EXPECT_NEAR(carried, carried_by_ground, 1e-3 * carried_by_ground);  // words of 16 bits
  EXPECT_NEAR(lowest, 0.0, 1e-3);
  bool penetration = false, count = false;
  for (const json& channel : data["channels"]) {
    const bool shown = channel.value("default", false);
    penetration |= channel["name"] == "wood.penetration" && shown;
    count |= channel["name"] == "wood.count" && shown;
  }
  EXPECT_TRUE(penetration && count);
}

// A thousand stones of the same form and different size have one mesh, and are one node.
TEST(ReportPage, shares_what_stones_have_in_common) {
  const Description d = read_model_text(
      R"({"bodies": [{"name": "stone", "shapes": [{"type": "hull", "density": 2600,
          "points": [[0.02, 0, 0], [-0.02, 0, 0], [0, 0.03, 0], [0, -0.02, 0], [0, 0, 0.02], [0, 0, -0.02]]}],
          "repeat": {"count": 1000, "grid": [10, 10], "spacing": [0.1, 0.1, 0.1], "sizes": [0.8, 1.2]}}]})",
      "stones.json");
  const Mechanism mechanism = build_mechanism(d);
  const std::string head = report_head(mechanism, options_of(d.simulation), {});
  const json data = json::parse(head);
  EXPECT_LE(data["scene"]["meshes"].size(), 20U);
  EXPECT_EQ(data["graph"]["bodies"].size(), 2U);
  EXPECT_EQ(data["graph"]["bodies"][1], "1000 free bodies");
  EXPECT_LT(head.size(), 400'000U);
}

}  // namespace
}  // namespace treadle
