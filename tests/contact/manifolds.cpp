// Shapes that lie flat on each other: how many points, where, and what is remembered of them.
#include "src/contact/manifold.hpp"
#include "src/contact/memory.hpp"
#include "src/contact/narrow_phase.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

#include <set>

namespace treadle::test {
namespace {

Frame lifted(double x, double y, double z) { return {Mat3<double>::identity(), {x, y, z}}; }

std::set<std::uint32_t> features_of(const Manifold& m) {
  std::set<std::uint32_t> all;
  for (const ContactPoint& p : m.list()) all.insert(p.feature);
  return all;
}

// A box on a box, on a plane, or turned by 45 degrees on a box: four corners that hold it.
TEST(Manifold, boxes_lie_on_four_points) {
  const ContactShape low = box_shape({1.0, 1.0, 0.5}), high = box_shape({0.5, 0.4, 0.5});
  const double c = std::sqrt(0.5);
  const Mat3<double> turn{{c, c, 0.0}, {-c, c, 0.0}, {0.0, 0.0, 1.0}};
  Manifold m;
  ASSERT_TRUE(touch(low, {}, high, lifted(0.2, 0.0, 0.999), 0.0, m));
  EXPECT_EQ(m.count, 4);
  EXPECT_LT(norm(m.normal - V{0.0, 0.0, 1.0}), 1e-15);
  V mean{};
  for (const ContactPoint& p : m.list()) {
    EXPECT_NEAR(p.depth, 0.001, 1e-14);
    EXPECT_NEAR(p.place.z, 0.4995, 1e-14);
    mean += 0.25 * p.place;
  }
  EXPECT_LT(norm(mean - V{0.2, 0.0, 0.4995}), 1e-14);
  EXPECT_EQ(features_of(m).size(), 4U);
  ASSERT_TRUE(touch(low, {}, low, {turn, {0.0, 0.0, 0.999}}, 0.0, m));  // eight corners are cut
  EXPECT_EQ(m.count, 4);
  double spread = 0.0;
  for (const ContactPoint& p : m.list()) {
    for (const ContactPoint& q : m.list()) spread = std::fmax(spread, norm(p.place - q.place));
    EXPECT_NEAR(std::hypot(p.place.x, p.place.y), std::hypot(1.0, std::sqrt(2.0) - 1.0), 1e-12);
  }
  EXPECT_GT(spread, 2.0);
  ASSERT_TRUE(touch(high, lifted(0.0, 0.0, 0.499), plane_shape(), {}, 0.0, m));
  EXPECT_EQ(m.count, 4);
  EXPECT_EQ(features_of(m), (std::set<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Manifold, capsules_lie_on_two_points) {
  const ContactShape rod = capsule_shape(0.1, 0.5), block = box_shape({1.0, 1.0, 0.2});
  const Mat3<double> lying{{0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}};  // axis along x
  Manifold m;
  const auto ends = [&](double low, double high) {
    ASSERT_EQ(m.count, 2);
    const double x = m.points[0].place.x, y = m.points[1].place.x;
    EXPECT_NEAR(std::fmin(x, y), low, 1e-9);
    EXPECT_NEAR(std::fmax(x, y), high, 1e-9);
    EXPECT_EQ(features_of(m), (std::set<std::uint32_t>{1, 2}));
  };
  ASSERT_TRUE(touch(rod, {lying, {0.0, 0.0, 0.299}}, block, {}, 0.0, m));
  ends(-0.5, 0.5);
  ASSERT_TRUE(touch(rod, {lying, {0.8, 0.0, 0.299}}, block, {}, 0.0, m));  // hangs over the edge
  ends(0.3, 1.0);
  ASSERT_TRUE(touch(rod, {lying, {0.0, 0.0, 0.1}}, block, {}, 0.0, m));  // its axis is inside
  ends(-0.5, 0.5);
  ASSERT_TRUE(touch(rod, {lying, {0.0, 0.0, 0.099}}, plane_shape(), {}, 0.0, m));
  ends(-0.5, 0.5);
  ASSERT_TRUE(touch(rod, {lying, {0.4, 0.0, 0.199}}, rod, {lying, {}}, 0.0, m));
  ends(-0.1, 0.5);
  ASSERT_TRUE(touch(rod, {}, rod, {lying, {0.0, 0.19, 0.0}}, 0.0, m));  // crossed
  EXPECT_EQ(m.count, 1);
  EXPECT_NEAR(m.depth, 0.01, 1e-15);
}

// Small motions change no feature.
TEST(Manifold, features_last) {
  const ContactShape low = box_shape({1.0, 0.9, 0.5}), high = box_shape({0.5, 0.4, 0.3});
  Draw draw(31);
  Manifold first;
  ASSERT_TRUE(touch(low, {}, high, lifted(0.7, 0.1, 0.799), 0.0, first));
  const auto known = features_of(first);
  int kept = 0;
  for (int k = 0; k < 500; ++k) {
    const V turn = draw.vector(1e-4);
    const Frame at{exponential(turn).matrix(), V{0.7, 0.1, 0.799} + draw.vector(1e-4)};
    Manifold m;
    ASSERT_TRUE(touch(low, {}, high, at, 0.0, m));
    int same = 0;
    for (const ContactPoint& p : m.list()) same += known.count(p.feature) > 0 ? 1 : 0;
    // a tilt may hand the part of the first face over to the second box
    const bool other_face = (m.points[0].feature >> 14U) != (first.points[0].feature >> 14U);
    EXPECT_TRUE(other_face || same == m.count);
    kept += same == m.count ? 1 : 0;
  }
  EXPECT_GT(kept, 150);
}

TEST(Memory, goes_by_feature_then_by_place) {
  Manifold m;
  m.normal = {0.0, 0.0, 1.0};
  m.add({0.0, 0.0, 0.0}, 0.1, 5);
  m.add({1.0, 0.0, 0.0}, 0.1, 6);
  const std::array<double, 4> approach{0.5, 0.6, 0.7, 0.8};
  PairMemory none, first, second;
  carry_over(none, m, {}, {}, 0.01, approach, first);
  ASSERT_EQ(first.count, 2);
  EXPECT_EQ(first.points[1].approach, 0.6);
  EXPECT_EQ(norm(stretch_of(first.points[0], {}, {}, m.normal)), 0.0);
  // the second body moves; features change their order, one changes its name
  const Frame moved = lifted(0.001, 0.0, 0.0);
  Manifold n;
  n.normal = m.normal;
  n.add({1.001, 0.0, 0.0}, 0.1, 9);
  n.add({0.001, 0.0, 0.0}, 0.1, 5);
  n.add({0.0, 1.0, 0.0}, 0.1, 7);
  carry_over(first, n, {}, moved, 0.01, approach, second);
  ASSERT_EQ(second.count, 3);
  EXPECT_EQ(second.points[0].approach, 0.6);
  EXPECT_EQ(second.points[0].feature, 9U);
  EXPECT_EQ(second.points[1].approach, 0.5);
  EXPECT_EQ(second.points[2].approach, 0.7);
  EXPECT_NEAR(stretch_of(second.points[0], {}, moved, m.normal).x, 0.001, 1e-15);
  EXPECT_NEAR(stretch_of(second.points[1], {}, moved, m.normal).x, 0.001, 1e-15);
  EXPECT_EQ(norm(stretch_of(second.points[2], {}, moved, m.normal)), 0.0);
  // the end of a step keeps what the limit holds: 0.5 * 1 N / 1000 N/m
  const Friction<double> friction{0.5, 1000.0, 0.0};
  const double lost = settle(second.points[0], n.points[0], {}, moved, m.normal, 1.0, friction);
  EXPECT_NEAR(stretch_of(second.points[0], {}, moved, m.normal).x, 0.0005, 1e-15);
  EXPECT_NEAR(lost, 500.0 * (1e-6 - 0.25e-6), 1e-15);
}

}  // namespace
}  // namespace treadle::test
