// Forces in joints: closed forms, and the same force whether a joint is in the tree or cut.
#include "support.hpp"
#include "support/places.hpp"

namespace treadle::test {
namespace {

TEST(Reaction, APendulumPullsAtItsPivot) {
  const Series m = simulate(
      R"({"bodies": [{"name": "bob", "mass": 2, "center": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "bob", "position": [0, 0, 0], "axis": [0, 1, 0], "start": 1.0}]})",
      1.0, 1e-3, true);
  for (std::size_t k = 0; k < m["time"].size(); ++k) {
    const double a = m["pivot.q"][k], w = m["pivot.v"][k], g = 9.80665, l = 0.5, mass = 2.0;
    const double acc = -mass * g * l * std::sin(a) / (0.1 + mass * l * l);
    // centre of mass at (-l sin a, -l cos a): its acceleration times the mass, minus weight
    const double ax = -l * (std::cos(a) * acc - std::sin(a) * w * w),
                 az = l * (std::sin(a) * acc + std::cos(a) * w * w);
    EXPECT_NEAR(m["pivot.force.x"][k], mass * ax, 1e-11);
    EXPECT_NEAR(m["pivot.force.z"][k], mass * (az + g), 1e-11);
    EXPECT_NEAR(m["pivot.force.y"][k], 0.0, 1e-12);
    EXPECT_NEAR(m["pivot.moment.y"][k], 0.0, 1e-12);  // no torque about a free axis
  }
}

// Which joint closes the loop is our choice; the forces in the machine do not know it.
TEST(Reaction, IsTheSameWhetherAJointIsCutOrNot) {
  Description d = read_model(models_folder() + "/double_wishbone.json");
  std::vector<std::vector<double>> first;
  std::vector<std::string> names;
  for (const char* cut : {"lower_ball", "upper_ball"}) {
    for (JointItem& joint : d.joints)
      joint.hint = joint.name == cut ? TreeHint::cut : TreeHint::automatic;
    const Mechanism mechanism = build_mechanism(d);
    EXPECT_TRUE(mechanism.redundancy.rows.empty());
    RunOptions options = options_of(d.simulation);
    options.integrator = "rk4";
    options.duration = 0.05;
    options.output_interval = 0.01;
    options.channels.reactions = true;
    std::vector<std::string> columns;
    std::vector<std::vector<double>> rows;
    Listener listener;
    listener.columns = [&](const std::vector<Column>& c) {
      for (const Column& column : c) columns.push_back(column.name);
    };
    listener.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); };
    ASSERT_EQ(run(mechanism, options, listener).end, RunEnd::done);
    if (first.empty()) {
      first = rows;
      names = columns;
      continue;
    }
    int compared = 0;
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (names[c].find(".force.") == std::string::npos &&
          names[c].find(".moment.") == std::string::npos)
        continue;
      const auto other = static_cast<std::size_t>(
          std::find(columns.begin(), columns.end(), names[c]) - columns.begin());
      ASSERT_LT(other, columns.size()) << names[c];
      for (std::size_t r = 0; r < rows.size(); ++r) {
        EXPECT_NEAR(rows[r][other], first[r][c], 1e-7 * (1.0 + std::fabs(first[r][c])))
            << names[c] << " row " << r;
      }
      ++compared;
    }
    EXPECT_EQ(compared, 6 * 5);  // four joints and the rod
  }
}

}  // namespace
}  // namespace treadle::test
