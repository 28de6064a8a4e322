// A part of a mechanism looked at alone: the same numbers as in the whole, and nothing else is
// written.
#include "src/kinematics/reach.hpp"

#include "linkages.hpp"
#include "src/keeping/dense_loops.hpp"
#include "src/kinematics/advance.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace treadle::test {
namespace {

constexpr double untouched = std::numeric_limits<double>::quiet_NaN();

void expect_parts_like_the_whole(const Mechanism& m, unsigned seed) {
  const Model<double>& model = m.model;
  const std::vector<LoopIsland> islands = loop_islands(model);
  std::vector<std::vector<int>> loops;
  for (const LoopIsland& island : islands) loops.push_back(island.loops);
  const std::vector<Reach> reaches = reaches_of<double>(model, loops);
  ASSERT_EQ(reaches.size(), islands.size());
  std::mt19937 dice(seed);
  std::vector<double> step(m.start.v.size()), q(m.start.q.size());
  for (double& x : step) x = uniform(dice, -0.3, 0.3);
  advance<double>(model, m.start.q, step, q);
  const auto functions = m.functions_at(0.3);
  PositionStage<double> place(model), alone(model);
  LoopStage<double> all(model);
  place_bodies<double>(model, q, place);
  close_loops<double>(model, q, functions, place, all);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    EXPECT_EQ(reaches[i].moving, islands[i].bodies);
    // of q only what the island can see
    std::vector<double> moved(q);
    std::vector<double> own(m.start.v.size(), untouched);
    for (const int p : islands[i].positions)
      own[static_cast<std::size_t>(p)] = step[static_cast<std::size_t>(p)];
    advance<double>(model, reaches[i], m.start.q, own, moved);
    EXPECT_EQ(moved, q);
    std::vector<double> back(m.start.v.size(), untouched);
    difference<double>(model, reaches[i], m.start.q, q, back);
    LoopStage<double> part(model);
    std::fill(part.residual.begin(), part.residual.end(), untouched);
    place_bodies<double>(model, reaches[i], q, alone);
    close_loops<double>(model, reaches[i], q, functions, alone, part);
    for (std::size_t k = 0; k < back.size(); ++k) {
      const bool inside = std::count(islands[i].positions.begin(), islands[i].positions.end(),
                                     static_cast<int>(k)) > 0;
      EXPECT_EQ(std::isnan(back[k]), !inside);
      if (inside) {
        EXPECT_NEAR(back[k], step[k], 1e-12);
      }
    }
    for (std::size_t r = 0; r < part.residual.size(); ++r) {
      const bool inside =
          std::count(islands[i].rows.begin(), islands[i].rows.end(), static_cast<int>(r)) > 0;
      EXPECT_EQ(std::isnan(part.residual[r]), !inside);
      if (inside) {
        EXPECT_EQ(part.residual[r], all.residual[r]);
      }
    }
    EXPECT_EQ(dense_jacobian(model, islands[i], part.phi),
              dense_jacobian(model, islands[i], all.phi));
  }
}

TEST(Reach, parts_are_as_in_the_whole) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const RandomChoice choice{.bodies = 12, .loops = 3, .free_root = seed % 2 == 0};
    expect_parts_like_the_whole(build_mechanism(random_mechanism(seed, choice).description), seed);
  }
  expect_parts_like_the_whole(build_mechanism(parallel_copies(5, 0.3, 0.2)), 1);
}

}  // namespace
}  // namespace treadle::test
