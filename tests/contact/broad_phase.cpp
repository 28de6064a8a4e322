// Pairs against a look at all of them.
#include "src/contact/broad_phase.hpp"
#include "witness.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

std::vector<IndexPair> all_pairs(const std::vector<Bounds>& items) {
  std::vector<IndexPair> pairs;
  for (int i = 0; i < static_cast<int>(items.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(items.size()); ++j) {
      if (overlap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(j)]))
        pairs.push_back({i, j});
    }
  }
  return pairs;
}

void expect_all_pairs(BroadPhase& broad, const std::vector<Bounds>& items) {
  const std::span<const IndexPair> found = broad.pairs(items);
  EXPECT_EQ(std::vector<IndexPair>(found.begin(), found.end()), all_pairs(items));
}

std::vector<Bounds> drawn_bounds(Draw& draw, int count, double space, double least, double most) {
  std::vector<Bounds> items;
  for (int k = 0; k < count; ++k) {
    const V centre = draw.vector(space),
            half{draw(least, most), draw(least, most), draw(least, most)};
    items.push_back({centre - half, centre + half});
  }
  return items;
}

TEST(BroadPhase, finds_what_a_look_at_all_finds) {
  Draw draw(3);
  BroadPhase broad;
  for (int round = 0; round < 60; ++round) {
    const int count = static_cast<int>(draw(0.0, 400.0));
    const double space = std::pow(10.0, draw(-0.5, 2.0));
    std::vector<Bounds> items = drawn_bounds(draw, count, space, 0.01, round % 2 == 0 ? 0.3 : 0.02);
    if (round % 3 == 0) {  // a plane, a long wall
      items.push_back(bounds_of(plane_shape(), {}, 0.0));
      items.push_back({{-100.0, -0.1, -0.1}, {100.0, 0.1, 0.1}});
    }
    expect_all_pairs(broad, items);
  }
}

TEST(BroadPhase, bears_odd_bounds) {
  Draw draw(5);
  BroadPhase broad;
  expect_all_pairs(broad, {});
  std::vector<Bounds> items = drawn_bounds(draw, 50, 1.0, 0.1, 0.3);
  const double nan = std::nan(""), far = 1e300;
  items.push_back({{nan, nan, nan}, {nan, nan, nan}});
  items.push_back({{far, far, far}, {far, far, far}});     // fell out of the world
  items.push_back({{-far, -far, -far}, {far, far, far}});  // is all of it
  items.push_back({{1e18, 0.0, 0.0}, {1e18, 1.0, 1.0}});
  items.push_back({{1e18, 0.5, 0.5}, {1e18, 1.0, 1.0}});
  expect_all_pairs(broad, items);
  for (Bounds& b : items) b.high = b.low;  // points
  items.push_back(items[3]);
  expect_all_pairs(broad, items);
  // a regular grid: boxes that touch with their faces, in cells that they fill
  items.clear();
  for (int k = 0; k < 125; ++k) {
    const V low{static_cast<double>(k % 5), static_cast<double>(k / 5 % 5),
                static_cast<double>(k / 25)};
    items.push_back({low, low + V{1.0, 1.0, 1.0}});
  }
  expect_all_pairs(broad, items);
}

TEST(BroadPhase, remembers_nothing) {
  Draw draw(8);
  const std::vector<Bounds> items = drawn_bounds(draw, 2000, 5.0, 0.1, 0.3),
                            others = drawn_bounds(draw, 500, 1.0, 0.1, 0.9);
  BroadPhase used, fresh;
  static_cast<void>(used.pairs(others));
  const std::span<const IndexPair> a = used.pairs(items), b = fresh.pairs(items);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  EXPECT_GT(a.size(), 1000U);
}

TEST(Bounds, hold_their_shape) {
  Draw draw(9);
  for (int k = 0; k < 2000; ++k) {
    const ContactShape shape = draw.shape(k % 3 == 0   ? ContactShapeKind::sphere
                                          : k % 3 == 1 ? ContactShapeKind::capsule
                                                       : ContactShapeKind::box);
    const Frame at = draw.frame(1.0);
    const Bounds b = bounds_of(shape, at, 0.0);
    V low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
    const V r{shape.radius, shape.radius, shape.radius};
    for (const V& p : core_of(shape, at)) {
      low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
      high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
    }
    EXPECT_LT(norm(b.low - (low - r)), 1e-14);
    EXPECT_LT(norm(b.high - (high + r)), 1e-14);
  }
}

}  // namespace
}  // namespace treadle::test
