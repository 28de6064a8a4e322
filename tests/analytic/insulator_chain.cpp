// The insulator chain after its twin broke, with a rope force written in C++: described as a chain
// of pins, which has no loop, and as bodies that are free in the plane, where every pin is a loop.
// Small deflections of the middle grow by 1e7 while it buckles, and errors with them.
#include "insulator_chain.hpp"

#include "../../examples/insulator_chain.hpp"
#include "support.hpp"

#include <map>

namespace treadle {
namespace {

using insulator_chain::Part;

/// 99 coordinates and 66 equations.
Description in_the_plane() {
  ModelBuilder m("insulators in the plane");
  insulator_chain::add_bodies(m);
  const std::vector<Part> all = insulator_chain::parts();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool top = k + 1 == all.size();
    const Vector own = insulator_chain::upper_pin(all[k]);
    m.planar("plane of " + all[k].name)
        .between("ground", all[k].name)
        .at({0, 0, 0})
        .along({0, 0, 1});
    m.point_on_line("pin of " + all[k].name)
        .from(all[k].name, {own.x, own.y, 0})
        .to(top ? "ground" : all[k + 1].name, {0, top ? 0.0 : -all[k + 1].below, 0})
        .along({0, 0, 1});
  }
  return m.description();
}

using Row = std::map<std::string, double>;  ///< channels by name

struct ChainRun {
  RunResult result;
  std::vector<Row> rows;  ///< every 10 ms

  ChainRun(const Mechanism& mechanism, double tolerance) {
    RunOptions options = options_of(mechanism.description.simulation);
    options.rtol = options.atol = tolerance;
    options.channels.names = {"*"};
    std::vector<Column> columns;
    Listener listener;
    listener.columns = [&](const std::vector<Column>& c) { columns = c; };
    listener.row = [&](std::span<const double> row) {
      rows.emplace_back();
      for (std::size_t k = 0; k < row.size(); ++k) rows.back()[columns[k].name] = row[k];
    };
    result = run(mechanism, options, listener);
  }
};

double angle(const Row& row, const std::string& body) {
  return 2.0 * std::atan2(row.at(body + ".pose.qz"), row.at(body + ".pose.qw"));
}

/// What is allowed: m, rad, m/s, rad/s, N.
struct Allowed {
  double position, angle, velocity, turning, pull;
};

/// All bodies at 0.1 s; rope, spacer, middle and top pin on the way.
void check(const ChainRun& chain, const Allowed& allowed) {
  ASSERT_EQ(chain.result.end, RunEnd::done) << chain.result.message;
  ASSERT_EQ(chain.rows.size(), insulator_reference::every_10_ms.size() + 1);
  Worst position("position"), angles("angle"), velocity("velocity"), turning("turning"),
      pull("pull");
  for (std::size_t k = 1; k < chain.rows.size(); ++k) {
    const Row& row = chain.rows[k];
    const insulator_reference::Moment& want = insulator_reference::every_10_ms[k - 1];
    EXPECT_NEAR(row.at("time"), 0.01 * static_cast<double>(k), 1e-15);
    position.see(row.at("rope.pose.x") - want.rope_x);
    position.see(row.at("rope.pose.y") - want.rope_y);
    position.see(row.at("spacer.pose.x") - want.spacer_x);
    position.see(row.at("spacer.pose.y") - want.spacer_y);
    angles.see(angle(row, "spacer") - want.spacer_angle);
    angles.see(angle(row, "insulator 16") - want.middle_angle);
    velocity.see(row.at("rope.velocity.x") - want.rope_vx);
    velocity.see(row.at("rope.velocity.y") - want.rope_vy);
    pull.see(std::fabs(row.at("pin of hanger.force.y")) - want.pull);
  }
  const std::vector<Part> all = insulator_chain::parts();
  ASSERT_EQ(all.size(), insulator_reference::at_the_end.size());
  const Row& end = chain.rows.back();
  for (std::size_t k = 0; k < all.size(); ++k) {
    const insulator_reference::EndOfBody& want = insulator_reference::at_the_end[k];
    position.see(end.at(all[k].name + ".pose.x") - want.x);
    position.see(end.at(all[k].name + ".pose.y") - want.y);
    angles.see(angle(end, all[k].name) - want.angle);
    turning.see(end.at(all[k].name + ".angular_velocity.z") - want.turning);
  }
  position.check(allowed.position);
  angles.check(allowed.angle);
  velocity.check(allowed.velocity);
  turning.check(allowed.turning);
  pull.check(allowed.pull);
}

/// The first row knows nothing of integration: the jerk of the rope on a chain at rest.
void check_jerk(const Row& start) {
  EXPECT_NEAR(start.at("rope.acceleration.x"), 4491.187966547, 1e-8);
  EXPECT_NEAR(start.at("rope.acceleration.y"), -3415.678236142, 1e-8);
  EXPECT_NEAR(start.at("spacer.acceleration.x"), 547.102468344, 1e-8);
  EXPECT_NEAR(start.at("spacer.acceleration.y"), -3415.678236142, 1e-8);
  EXPECT_NEAR(start.at("spacer.angular_acceleration.z"), 10659.690535685, 1e-8);
  EXPECT_NEAR(start.at("pin of hanger.force.y"), 113866.939971, 1e-6);
}

TEST(InsulatorChain, BucklesAsTheReferenceDoes) {
  const Mechanism mechanism = insulator_chain::with_rope(insulator_chain::hanging());
  EXPECT_EQ(mechanism.degrees_of_freedom(), 33);
  EXPECT_EQ(mechanism.model.rows(), 0);
  const ChainRun chain(mechanism, 1e-8);  // the default
  check_jerk(chain.rows.front());
  check(chain, {5e-9, 5e-9, 2e-7, 1e-6, 1e-3});
  EXPECT_LT(chain.result.energy_drift, 5e-8);
}

TEST(InsulatorChain, BucklesToRoundingWhereThatIsAskedFor) {
  const ChainRun chain(insulator_chain::with_rope(insulator_chain::hanging()), 1e-11);
  // the reference has 14 digits, of velocities 12 and of the pull 6 behind the point
  check(chain, {1e-12, 3e-12, 2e-11, 1e-9, 3e-6});
  EXPECT_LT(chain.result.energy_drift, 1e-11);
}

TEST(InsulatorChain, BucklesInTheSameWayWherePinsAreLoops) {
  const Mechanism mechanism = insulator_chain::with_rope(in_the_plane());
  EXPECT_EQ(mechanism.model.nv(), 99);
  EXPECT_EQ(mechanism.model.rows(), 66);
  EXPECT_EQ(mechanism.degrees_of_freedom(), 33);
  const ChainRun chain(mechanism, 1e-8);
  check_jerk(chain.rows.front());
  check(chain, {4e-8, 5e-8, 5e-6, 5e-6, 2e-2});
  EXPECT_LT(chain.result.energy_drift, 5e-7);
  EXPECT_LT(chain.result.position_violation, 1e-11);
  EXPECT_LT(chain.result.velocity_violation, 1e-8);
  EXPECT_TRUE(chain.result.singular_times.empty());
}

// Without the part of the pull that grows with speed the motion is another one.
TEST(InsulatorChain, NeedsTheWholeForce) {
  Mechanism mechanism = build_mechanism(insulator_chain::hanging());
  auto rope = std::make_shared<insulator_chain::RopePull>();
  EXPECT_NEAR(rope->transverse, 451.054099829522, 1e-12 * 451);
  EXPECT_NEAR(rope->impedance, 1753.55638631896, 1e-12 * 1753);
  rope->impedance = 0.0;
  mechanism.custom.push_back(rope);
  const ChainRun chain(mechanism, 1e-8);
  ASSERT_EQ(chain.result.end, RunEnd::done) << chain.result.message;
  EXPECT_GT(
      std::fabs(chain.rows.back().at("rope.pose.x") - insulator_reference::every_10_ms[9].rope_x),
      1e-4);
  EXPECT_LT(chain.result.energy_drift, 1e-6);
}

}  // namespace
}  // namespace treadle
