// Reactions that are not unique are marked, and the smallest of all that fit are given: the same
// whichever joint was cut and whichever solver was used.
#include "support.hpp"

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
  EXPECT_EQ(mechanism.open_names(), (std::vector<std::string>{"low", "middle", "high"}));
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
  Description d = read_model(std::string(TREADLE_MODELS) + "/four_bar.json");
  std::map<std::string, std::vector<double>> first;
  for (const char* cut : {"rocker_pin", "crank_pin", "rocker_pivot"}) {
    for (const char* solver : {"topology", "gauss"}) {
      for (JointItem& joint : d.joints)
        joint.hint = joint.name == cut ? TreeHint::cut : TreeHint::automatic;
      const Mechanism mechanism = build_mechanism(d);
      EXPECT_EQ(mechanism.open_names().size(), 4U);
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
  EXPECT_EQ(mechanism.open_names(), (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(mechanism.open.loops[0].force);
  EXPECT_FALSE(mechanism.open.loops[0].moment);
  const Series m = simulate(text, 0.2, 1e-3, true);
  EXPECT_LT(worst_difference(m["one.force.z"], m["two.force.z"]), 1e-9);  // they share alike
}

}  // namespace
}  // namespace treadle::test
