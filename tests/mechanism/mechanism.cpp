// Mistakes that show only when a mechanism is built, redundancy by name, and what a run refuses.
#include "src/mechanism/mechanism.hpp"

#include "src/base/error.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

Mechanism build_text(const std::string& text) {
  return build_mechanism(read_model_text(text, "test.json"));
}

// Builds a model that must be refused and returns "where: message".
std::string refusal(const std::string& text) {
  try {
    build_text(text);
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "accepted";
}

void expect_in_message(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

const std::string arm = R"("position": [0, 0, 0], "axis": [0, 1, 0])";

TEST(Mechanism, RefusesAJointThatMovesNoInertia) {
  expect_in_message(
      refusal(
          R"({"bodies": [{"name": "point", "mass": 1}], "joints": [{"name": "spin", "type": "revolute",
      "parent": "ground", "child": "point", )" +
          arm + "}]}"),
      {"joints[0]", "'spin'", "carries no inertia", "'point'"});
  // two hinges on one line: each alone moves something, both together do not
  expect_in_message(
      refusal(
          R"({"bodies": [{"name": "a", "mass": 1}, {"name": "b", "mass": 1, "center": [1, 0, 0]}],
      "joints": [{"name": "one", "type": "revolute", "parent": "ground", "child": "a", )" +
          arm + R"(}, {"name": "two", "type": "revolute", "parent": "a", "child": "b", )" + arm +
          "}]}"),
      {"'one'", "carries no inertia"});
}

TEST(Mechanism, RefusesAnInertiaThatNoBodyHas) {
  expect_in_message(refusal(R"({"bodies": [{"name": "plate", "mass": 1, "inertia": [1, 1, 3]}]})"),
                    {"bodies[0].inertia", "'plate'", "must not exceed the sum"});
}

TEST(Mechanism, RefusesALoopThatCannotClose) {
  expect_in_message(
      refusal(
          R"({"bodies": [{"name": "a", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]}],
      "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "a", )" +
          arm + R"(}],
      "constraints": [{"name": "rod", "type": "rod", "from": {"body": "a", "position": [1, 0, 0]},
                       "to": {"body": "ground", "position": [5, 0, 0]}, "length": 1}]})"),
      {"constraints[0]", "'rod'", "'a'", "gap of 3"});
}

TEST(Mechanism, RefusesARodWithoutLength) {
  expect_in_message(
      refusal(
          R"({"bodies": [{"name": "a", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]}],
      "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "a", )" +
          arm + R"(}],
      "constraints": [{"name": "rod", "type": "rod", "from": {"body": "a"}, "to": {"body": "ground"}}]})"),
      {"constraints[0]", "no length"});
}

TEST(Mechanism, RefusesFixedJointsThatContradictEachOther) {
  const std::string bodies =
      R"({"bodies": [{"name": "a", "mass": 1}, {"name": "b", "mass": 1}], "joints": [
      {"name": "one", "type": "fixed", "parent": "a", "child": "b", "parent_frame": {"position": [0, 0, 0]}, "child_frame": {"position": [0, 0, 0]}},
      {"name": "two", "type": "fixed", "parent": "a", "child": "b", "parent_frame": {"position": [)";
  expect_in_message(refusal(bodies + R"(0.1, 0, 0]}, "child_frame": {"position": [0, 0, 0]}}]})"),
                    {"joints[1]", "'two'", "contradicts"});
  // a body of one point mass alone spins without inertia, so that only the contradiction may be
  // missing here
  EXPECT_EQ(refusal(bodies + R"(0, 0, 0]}, "child_frame": {"position": [0, 0, 0]}}]})")
                .find("contradicts"),
            std::string::npos);
}

const std::string door =
    R"({"bodies": [{"name": "door", "mass": 20, "center": [0.4, 0, 1], "inertia": [7, 8, 1.1]}], "joints": [
  {"name": "low", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, 0.2], "axis": [0, 0, 1], "velocity": 1},
  {"name": "middle", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, 1], "axis": [0, 0, 1]},
  {"name": "high", "type": "revolute", "parent": "ground", "child": "door", "position": [0, 0, 1.8], "axis": [0, 0, 1]}]})";

TEST(Mechanism, ADoorOnThreeHingesSwings) {
  const Mechanism mechanism = build_text(door);
  EXPECT_EQ(mechanism.degrees_of_freedom(), 1);
  EXPECT_EQ(mechanism.redundancy.rows.size(), 10U);
  EXPECT_EQ(mechanism.redundant_names(), (std::vector<std::string>{"middle", "high"}));
  RunOptions options;
  options.duration = 1.0;
  const RunResult result = run(mechanism, options);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_NEAR(result.q.at("low")[0], 1.0, 1e-12);
}

TEST(Mechanism, TellsASingularStartFromARedundantEquation) {
  // a parallelogram that lies flat: one more equation is lost just here
  const Mechanism mechanism = build_text(R"({"bodies": [
      {"name": "a", "mass": 1, "center": [0.5, 0, 0], "inertia": [0.01, 0.1, 0.1]}, {"name": "b", "mass": 2, "center": [2, 0, 0], "inertia": [0.01, 0.7, 0.7]},
      {"name": "c", "mass": 1, "center": [2.5, 0, 0], "inertia": [0.01, 0.1, 0.1]}], "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 1, 0]},
      {"name": "B", "type": "revolute", "parent": "a", "child": "b", "position": [1, 0, 0], "axis": [0, 1, 0]},
      {"name": "C", "type": "revolute", "parent": "b", "child": "c", "position": [3, 0, 0], "axis": [0, 1, 0]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "c", "position": [2, 0, 0], "axis": [0, 1, 0]}]})");
  EXPECT_EQ(mechanism.redundancy.rows.size(), 3U);
  EXPECT_EQ(mechanism.redundancy.singular_here.size(), 1U);
  EXPECT_EQ(mechanism.degrees_of_freedom(), 1);
}

TEST(Run, MeetsOutputTimesExactly) {
  const Mechanism mechanism = build_text(door);
  RunOptions options;
  options.duration = 0.35;
  options.step = 0.03;
  options.output_interval = 0.1;
  options.integrator = "rk4";
  std::vector<double> times;
  Listener listener;
  listener.row = [&](std::span<const double> row) { times.push_back(row[0]); };
  const RunResult result = run(mechanism, options, listener);
  ASSERT_EQ(times.size(), 5U);
  EXPECT_EQ(times[3], 3.0 * 0.1);
  EXPECT_EQ(times[4], 0.35);
  EXPECT_EQ(result.steps, 3 * 4 + 2);  // 0.1 s in four steps, the last 0.05 s in two
}

TEST(Run, RefusesOptionsThatMakeNoSense) {
  const Mechanism mechanism = build_text(door);
  const auto refused = [&](auto change) {
    RunOptions options;
    change(options);
    try {
      run(mechanism, options);
    } catch (const ModelError& error) {
      return error.where();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused([](RunOptions& o) { o.step = 0.0; }), "simulation.step");
  EXPECT_EQ(refused([](RunOptions& o) { o.duration = -1.0; }), "simulation.duration");
  EXPECT_EQ(refused([](RunOptions& o) { o.output_interval = 1e-300; }),
            "simulation.output_interval");
  EXPECT_EQ(refused([](RunOptions& o) { o.integrator = "rk5"; }), "simulation.integrator");
  EXPECT_EQ(refused([](RunOptions& o) { o.solver = "gaus"; }), "simulation.solver");
  EXPECT_EQ(refused([](RunOptions& o) { o.constraints = "close"; }), "simulation.constraints");
}

}  // namespace
}  // namespace treadle
