// Ready machines: each against a fact that its drawing says.
#include "support.hpp"

#include "src/contact/convex_library.hpp"
#include "support/places.hpp"

#include <numbers>

namespace treadle::test {
namespace {

constexpr double pi = std::numbers::pi;

Mechanism machine(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/contact/" + name + ".json"));
}

#define NEEDS_LIBRARY() \
  if (!convex_library_refusal().empty()) GTEST_SKIP() << convex_library_refusal()

/// Of a joint: its first coordinate in the state, and its first velocity.
struct Places {
  std::size_t q = 0, v = 0;
};

Places places_of(const Mechanism& m, const std::string& joint) {
  std::size_t at = 0;
  for (const TreeBody& body : m.topology().bodies) {
    const auto& link = m.model.links[at];
    if (body.joint == joint)
      return {static_cast<std::size_t>(link.q_at), static_cast<std::size_t>(link.v_at)};
    ++at;
  }
  ADD_FAILURE() << joint;
  return {};
}

std::size_t place_of(const Mechanism& m, const std::string& joint) { return places_of(m, joint).q; }

template <class Look>
RunResult run_of(const Mechanism& m, const Look& look) {
  RunOptions options = options_of(m.description.simulation);
  Simulation run(m, options);
  while (run.step()) look(run);
  return run.finish();
}

// Between lift and setting down the part is where it was in the jaws.
TEST(Machines, AGripperHoldsItsPart) {
  NEEDS_LIBRARY();
  const Mechanism m = machine("gripper");
  const std::size_t lift = place_of(m, "lift"), part = place_of(m, "part.free");
  double low = 1.0, high = -1.0, top = 0.0;
  run_of(m, [&](const Simulation& run) {
    if (run.time() < 1.2 || run.time() > 4.2) return;
    const double held = run.q()[part + 2] - run.q()[lift];
    low = std::min(low, held);
    high = std::max(high, held);
    top = std::max(top, run.q()[part + 2]);
  });
  EXPECT_LT(high - low, 2e-4);
  EXPECT_GT(top, 0.36);
}

// A flat face above an eccentric disc: r + e sin. Above the egg: the farthest of its corners.
TEST(Machines, FollowersFollowTheirCams) {
  NEEDS_LIBRARY();
  const Mechanism m = machine("cam");
  const std::size_t turn = place_of(m, "turn"), round = place_of(m, "guide_round"),
                    egg = place_of(m, "guide_egg");
  const ShapeItem& outline = m.description.bodies[0].shapes[1];
  ASSERT_EQ(outline.kind, ShapeKind::extrusion);
  double worst = 0.0, highest = 0.0;
  const RunResult result = run_of(m, [&](const Simulation& run) {
    if (run.time() < 0.1) return;
    const double angle = run.q()[turn];
    const double disc = 0.02 + 0.005 * std::sin(angle);
    double farthest = 0.0;
    for (const auto& p : outline.outline)
      farthest = std::max(farthest, std::sin(angle) * p[0] + std::cos(angle) * p[1]);
    worst = std::max({worst, std::fabs(run.q()[round] + 0.025 - disc),
                      std::fabs(run.q()[egg] + 0.025 - farthest)});
    highest = std::max(highest, farthest);
  });
  EXPECT_LT(worst, 1.05 * result.contacts->largest_penetration);
  EXPECT_LT(result.contacts->largest_penetration, 1e-4);
  EXPECT_NEAR(highest, 0.026, 1e-4);
}

// Each turn of the crank turns the wheel by a quarter, and in between it stands.
TEST(Machines, AGenevaDriveIndexes) {
  NEEDS_LIBRARY();
  const Mechanism m = machine("geneva");
  const std::size_t index = place_of(m, "index"), speed = places_of(m, "index").v;
  std::vector<double> stood(5, 0.0), moved(5, 0.0);
  double fastest = 0.0;
  run_of(m, [&](const Simulation& run) {
    const auto turn = static_cast<std::size_t>(run.time() + 0.3);
    // the pin is out of the slots for three quarters of a turn about the whole seconds
    if (std::fabs(run.time() - std::round(run.time())) < 0.3 && turn < 5)
      moved[turn] = std::max(moved[turn], std::fabs(run.v()[speed]));
    if (std::fabs(run.time() - std::round(run.time())) < 1e-4 && turn < 5)
      stood[turn] = run.q()[index];
    fastest = std::max(fastest, std::fabs(run.v()[speed]));
  });
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(stood[k], -0.5 * pi * static_cast<double>(k), 0.02) << k;  // play of the slots
    EXPECT_LT(moved[k], 1e-3) << k;
  }
  // in the middle the pin is at the share r / (a - r) of its own radius
  EXPECT_NEAR(fastest, 2.0 * pi / (std::sqrt(2.0) - 1.0), 0.1 * 2.0 * pi / 0.4142);
}

// The ball strikes the first, and half a second later all lie: the middle of a tile stands 25 mm
// high, of one that lies on another at most two thicknesses of 8 mm and what its lower end lifts
// it.
TEST(Machines, DominoesFall) {
  const Mechanism m = machine("dominoes");
  double highest = 0.0;
  std::size_t tiles = 0;
  RunOptions options = options_of(m.description.simulation);
  options.duration = 0.5;
  Simulation run(m, options);
  while (run.step()) {
  }
  for (const TreeBody& body : m.topology().bodies) {
    if (body.name.rfind("domino", 0) != 0) continue;
    ++tiles;
    highest = std::max(highest, run.q()[static_cast<std::size_t>(body.q_at) + 2]);
  }
  EXPECT_EQ(tiles, 10U);
  EXPECT_LT(highest, 0.018);
  EXPECT_LT(run.finish().energy_drift, 0.01);
}

TEST(Machines, ACardHouseStands) {
  const Mechanism m = machine("card_house");
  std::vector<double> before;
  double moved = 0.0;
  run_of(m, [&](const Simulation& run) {
    if (run.time() < 1.0) return;
    if (before.empty()) before.assign(run.q().begin(), run.q().end());
    for (std::size_t k = 0; k < before.size(); ++k)
      moved = std::max(moved, std::fabs(run.q()[k] - before[k]));
  });
  ASSERT_EQ(before.size(), 49U);
  EXPECT_LT(moved, 1e-6);
}

// It goes 1.2 m in nine strides of 0.14 m or less, upright, and stands then.
TEST(Machines, AQuadrupedWalksAndStands) {
  const Mechanism m = machine("quadruped_walk");
  const std::size_t trunk = place_of(m, "trunk_float");
  double least_upright = 1.0, lowest = 1.0;
  std::vector<double> before;
  double x = 0.0, drift = 0.0;
  run_of(m, [&](const Simulation& run) {
    const auto q = run.q();
    least_upright = std::min(
        least_upright, 1.0 - 2.0 * (q[trunk + 4] * q[trunk + 4] + q[trunk + 5] * q[trunk + 5]));
    lowest = std::min(lowest, q[trunk + 2]);
    x = q[trunk];
    if (run.time() > 7.8) {
      if (before.empty()) before.assign(q.begin(), q.end());
      drift = std::max(drift, std::fabs(q[trunk] - before[trunk]));
    }
  });
  EXPECT_GT(x, 1.2);
  EXPECT_LT(x, 1.6);
  EXPECT_GT(least_upright, std::cos(0.15));
  EXPECT_GT(lowest, -0.05);
  EXPECT_LT(drift, 1e-3);
}

}  // namespace
}  // namespace treadle::test
