// Reactions that are not unique are marked, and the smallest of all that fit are given: the same
// whichever joint was cut and whichever solver was used.
#include "src/output/channels.hpp"
#include "support.hpp"
#include "support/places.hpp"

#include <tuple>

namespace treadle::test {
namespace {

std::string door(const char* cut) {
  std::string text =
      R"({"bodies": [{"name": "door", "mass": 20, "center": [0.4, 0, 1], "inertia": [7, 8, 1.1]}], "joints": [)";
  const char* names[] = {"low", "middle", "high"};
  const double heights[] = {0.2, 1.0, 1.8};
  for (int k = 0; k < 3; ++k) {
    text += std::string(k == 0 ? "" : ",") + R"({"name": ")" + names[k] +
            R"(", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, )" +
            short_number(heights[k]) + R"(], "axis": [0, 0, 1])" +
            (std::string(names[k]) == cut ? R"(, "tree": "keep", "velocity": 2)" : "") + "}";
  }
  return text + "]}";
}

// Three equal hinges share the weight; each choice of the tree says the same; sums are what Newton
// asks for.
TEST(OpenReactions, ADoorOnThreeHinges) {
  const Mechanism mechanism = build_mechanism(read_model_text(door("low"), "door.json"));
  EXPECT_EQ(by_owner(mechanism.open_names()),
            (std::vector<std::string>{"low (force.x, force.y, force.z, moment.x, moment.y)",
                                      "middle (force.x, force.y, force.z, moment.x, moment.y)",
                                      "high (force.x, force.y, force.z, moment.x, moment.y)"}));
  const Series reference = simulate(door("low"), 1.0, 1e-3, true);
  const double g = 9.80665, mass = 20.0, arm = 0.4, rate = 2.0;
  for (std::size_t k = 0; k < reference["time"].size(); ++k) {
    double sum = 0.0, side_x = 0.0, side_y = 0.0;
    for (const char* name : {"low", "middle", "high"}) {
      EXPECT_NEAR(reference[std::string(name) + ".force.z"][k], mass * g / 3.0, 1e-9) << name;
      sum += reference[std::string(name) + ".force.z"][k];
      side_x += reference[std::string(name) + ".force.x"][k];
      side_y += reference[std::string(name) + ".force.y"][k];
    }
    EXPECT_NEAR(sum, mass * g, 1e-9);
    const double angle = reference["low.q"][k];
    EXPECT_NEAR(side_x, -mass * arm * rate * rate * std::cos(angle), 1e-8);
    EXPECT_NEAR(side_y, -mass * arm * rate * rate * std::sin(angle), 1e-8);
  }
  for (const char* kept : {"middle", "high"}) {
    const Series other = simulate(door(kept), 1.0, 1e-3, true);
    for (const char* name : {"low", "middle", "high"}) {
      for (const char* part : {".force.x", ".force.y", ".force.z", ".moment.x", ".moment.y"}) {
        EXPECT_LT(
            worst_difference(reference[std::string(name) + part], other[std::string(name) + part]),
            1e-7)
            << kept << " " << name << part;
      }
    }
  }
}

// Four spatial hinges in a plane: forces out of the plane and moments about axes in it are open, in
// all four; no force or moment leaves Newton's equations unmet, whichever joint is cut.
TEST(OpenReactions, APlaneFourBarIsTheSameWhereverItIsCut) {
  Description d = read_model(models_folder() + "/four_bar.json");
  std::map<std::string, std::vector<double>> first;
  for (const char* cut : {"rocker_pin", "crank_pin", "rocker_pivot"}) {
    for (const char* solver : {"topology", "gauss"}) {
      for (JointItem& joint : d.joints)
        joint.hint = joint.name == cut ? TreeHint::cut : TreeHint::automatic;
      const Mechanism mechanism = build_mechanism(d);
      EXPECT_EQ(mechanism.open_names().size(), 12U);  // force.y, moment.x, moment.z of each
      RunOptions options;
      options.integrator = "rk4";
      options.duration = 0.05;
      options.output_interval = 0.01;
      options.solver = solver;
      options.channels.reactions = true;
      std::vector<Column> columns;
      std::map<std::string, std::vector<double>> series;
      Listener listener;
      listener.columns = [&](const std::vector<Column>& c) { columns = c; };
      listener.row = [&](std::span<const double> row) {
        for (std::size_t k = 0; k < row.size(); ++k) {
          if (columns[k].name.find(".force.") != std::string::npos ||
              columns[k].name.find(".moment.") != std::string::npos)
            series[columns[k].name].push_back(row[k]);
        }
      };
      ASSERT_EQ(run(mechanism, options, listener).end, RunEnd::done);
      if (first.empty()) first = series;
      ASSERT_EQ(series.size(), 24U);
      for (const auto& [name, values] : series)
        EXPECT_LT(worst_difference(values, first.at(name)), 1e-6) << cut << " " << solver << name;
    }
  }
}

// A triangle of bars on a pin and a roller: every bar force is fixed by statics.
TEST(OpenReactions, ADeterminateTrussHasNone) {
  const char* text = R"({"bodies": [
    {"name": "a", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]},
    {"name": "b", "mass": 1, "center": [0.75, 0, 0.5], "inertia": [0.1, 0.1, 0.1]}],
  "joints": [
    {"name": "pin", "type": "spherical", "parent": "ground", "child": "a", "position": [0, 0, 0]},
    {"name": "knee", "type": "spherical", "parent": "a", "child": "b", "position": [1, 0, 0]}],
  "constraints": [{"name": "rod", "type": "rod", "from": {"body": "ground", "position": [0, 0, 2]}, "to": {"body": "b", "position": [0.5, 0, 1]}}]})";
  const Mechanism mechanism = build_mechanism(read_model_text(text, "truss.json"));
  EXPECT_TRUE(mechanism.redundancy.rows.empty());
  EXPECT_TRUE(mechanism.open_names().empty());
}

// A second rod beside the first makes those two open, and what lies between their ends; the rest
// stays unique.
TEST(OpenReactions, OnlyWhatASelfStressReachesIsMarked) {
  const char* text = R"({"bodies": [
    {"name": "a", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]},
    {"name": "b", "mass": 1, "center": [1.5, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
  "joints": [
    {"name": "pin", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 1, 0]},
    {"name": "knee", "type": "revolute", "parent": "a", "child": "b", "position": [1, 0, 0], "axis": [0, 1, 0]}],
  "constraints": [
    {"name": "one", "type": "rod", "from": {"body": "ground", "position": [0.5, 0, 2]}, "to": {"body": "b", "position": [1.5, 0, 0]}},
    {"name": "two", "type": "rod", "from": {"body": "ground", "position": [0.5, 0, 2]}, "to": {"body": "b", "position": [1.5, 0, 0]}}]})";
  const Mechanism mechanism = build_mechanism(read_model_text(text, "rods.json"));
  EXPECT_EQ(mechanism.redundancy.rows.size(), 1U);
  EXPECT_EQ(by_owner(mechanism.open_names()),
            (std::vector<std::string>{"one (force.x, force.z)", "two (force.x, force.z)"}));
  const Series m = simulate(text, 0.2, 1e-3, true);
  EXPECT_LT(worst_difference(m["one.force.z"], m["two.force.z"]), 1e-9);  // they share alike
}

// Two couplers between the same shafts, one written with other factors, and a driver beside a
// driver: each carries half, whatever way the values are asked for and whichever solver is used.
TEST(OpenReactions, CouplersAndDriversShareAlike) {
  const std::string shafts = R"({"gravity": [0, -9.81, 0], "bodies": [
    {"name": "a", "mass": 1, "center": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01]},
    {"name": "b", "mass": 1, "center": [1.2, 0, 0], "inertia": [0.01, 0.01, 0.01]}],
  "joints": [
    {"name": "A", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0, 1]},
    {"name": "B", "type": "revolute", "parent": "ground", "child": "b", "position": [1, 0, 0], "axis": [0, 0, 1]}],
  "constraints": [)";
  const std::string gears = shafts + R"(
    {"name": "g1", "type": "coupler", "coordinates": [{"joint": "A", "factor": 1}, {"joint": "B", "factor": -1}]},
    {"name": "g2", "type": "coupler", "coordinates": [{"joint": "A", "factor": -3}, {"joint": "B", "factor": 3}]}]})";
  const std::string motors = shafts + R"(
    {"name": "m1", "type": "driver", "joint": "A", "function": {"type": "ramp", "slope": "2 rad/s"}},
    {"name": "m2", "type": "driver", "joint": "A", "function": {"type": "ramp", "slope": "2 rad/s"}}]})";
  for (const auto& [text, one, two] :
       {std::tuple(gears, "g1", "g2"), std::tuple(motors, "m1", "m2")}) {
    const Mechanism mechanism = build_mechanism(read_model_text(text, "shafts.json"));
    const std::vector<std::string> loads{std::string(one) + ".load", std::string(two) + ".load"};
    EXPECT_EQ(mechanism.open_names(), loads);
    for (const char* solver : {"topology", "gauss", "clustered", "symmetric"}) {
      RunOptions options;
      options.integrator = "rk4";
      options.duration = 0.2;
      options.output_interval = 0.05;
      options.solver = solver;
      options.channels.names = {"time", loads[0], loads[1], "A.a", "B.a"};
      std::vector<std::vector<double>> rows;
      Listener listener;
      listener.row = [&](std::span<const double> row) {
        rows.emplace_back(row.begin(), row.end());
      };
      const RunResult result = run(mechanism, options, listener);
      ASSERT_EQ(result.end, RunEnd::done) << result.message;
      EXPECT_EQ(result.not_unique, loads) << solver;
      ASSERT_EQ(rows.size(), 5U);
      for (const auto& row : rows) EXPECT_NEAR(row[1], row[2], 1e-10) << solver << " " << one;
      // at the start both hang level: A alone would fall with m g r / (I + m r^2)
      const double share = rows[0][1] + rows[0][2];
      const double arm = 0.1, inertia = 0.01 + arm * arm, weight = 9.81 * arm;
      EXPECT_NEAR(inertia * rows[0][3] + weight, share, 1e-10) << solver << " " << one;
      EXPECT_GT(std::fabs(share), 0.1);
    }
  }
}

}  // namespace
}  // namespace treadle::test
