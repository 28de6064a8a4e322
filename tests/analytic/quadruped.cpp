// The quadruped: patterns of both numberings, the same motion from both, and its rest.
#include "support.hpp"

#include "../../src/topology/make_pattern.hpp"

namespace treadle {
namespace {

Description numbered(Numbering numbering) {
  Description d = ready("quadruped");
  d.numbering = numbering;
  return d;
}

SaddlePattern pattern_of(Numbering numbering) {
  return make_pattern(make_topology(numbered(numbering)));
}

// 1 where the matrix has an entry, lower triangle with diagonal.
std::vector<std::string> picture(const LowerPattern& pattern) {
  std::vector<std::string> rows(static_cast<std::size_t>(pattern.n));
  for (int i = 0; i < pattern.n; ++i) {
    for (int j = 0; j < i; ++j)
      rows[static_cast<std::size_t>(i)] += pattern.slot(i, j) < 0 ? '.' : 'x';
    rows[static_cast<std::size_t>(i)] += 'x';
  }
  return rows;
}

TEST(Quadruped, leaf_first_is_four_blocks_with_a_border_and_no_fill_in) {
  const SaddlePattern pattern = pattern_of(Numbering::leaf_first);
  const std::vector<std::string> expected{
      "x",           "xx",           "..x",           "..xx",          "....x",
      "....xx",      "......x",      "......xx",      "xxxxxxxxx",     "xxxxxxxxxx",
      "xxxxxxxxxxx", "xxxxxxxxxxxx", "xxxxxxxxxxxxx", "xxxxxxxxxxxxxx"};
  EXPECT_EQ(picture(pattern.inertia), expected);
  EXPECT_EQ(picture(pattern.factor), expected);
  EXPECT_TRUE(pattern.no_fill());
}

TEST(Quadruped, root_first_fills_up) {
  const SaddlePattern pattern = pattern_of(Numbering::root_first);
  const std::vector<std::string> expected{
      "x",           "xx",           "xxx",           "xxxx",          "xxxxx",
      "xxxxxx",      "xxxxxxx",      "xxxxxxxx",      "xxxxxx..x",     "xxxxxx..xx",
      "xxxxxx....x", "xxxxxx....xx", "xxxxxx......x", "xxxxxx......xx"};
  EXPECT_EQ(picture(pattern.inertia), expected);
  EXPECT_EQ(pattern.factor.entries(), 14 * 13 / 2);
  EXPECT_FALSE(pattern.no_fill());
}

TEST(Quadruped, both_numberings_move_alike) {
  Stepper leaf(numbered(Numbering::leaf_first)), root(numbered(Numbering::root_first));
  Worst trunk("trunk, m"), knee("knee, rad");
  for (int k = 0; k < 10; ++k) {
    leaf.advance(20);
    root.advance(20);
    trunk.see(leaf.pose("trunk").p - root.pose("trunk").p);
    knee.see(leaf.q("rear_left_knee") - root.q("rear_left_knee"));
  }
  trunk.check(1e-13);
  knee.check(1e-13);
}

// At rest the four feet carry the weight: k times the way of a foot, straight down by symmetry in
// sum.
TEST(Quadruped, comes_to_rest_with_its_weight_on_four_feet) {
  const Description d = ready("quadruped");
  Stepper s(d);
  s.advance(4000);
  double weight = 0.0;
  for (const BodyItem& body : d.bodies) weight += gravity * body.mass;
  Vector pull{0.0, 0.0, 0.0};
  Worst share("share of the weight, relative");
  for (const ForceItem& foot : d.forces) {
    const Vector way = s.pose(foot.to.body) * vector(foot.to.position) - vector(foot.from.position);
    const Vector force = -foot.stiffness * way;
    pull += force;
    share.see(force.z / (0.25 * weight) - 1.0);
  }
  share.check(1e-12);
  EXPECT_LE(norm(pull - Vector{0.0, 0.0, weight}) / weight, 1e-12);
  EXPECT_LE(s.energy().kinetic, 1e-20);
}

}  // namespace
}  // namespace treadle
