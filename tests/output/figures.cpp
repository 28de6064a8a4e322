// Figures of a run: those of a step of a vibration against closed forms, those of simple courses
// against what anybody can count, refusals, parts, and the way to a file and back.
#include "src/output/figures.hpp"
#include "src/base/error.hpp"
#include "src/io/reading/read_with_figures.hpp"
#include "src/io/writing/write_model.hpp"
#include "src/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle {
namespace {

// A mass on a spring of 1 N/m and a damper, pushed with 1 N from `after` on.
std::string pushed(double damping, const std::string& figures, const std::string& more = "") {
  return R"({"gravity": [0, 0, 0], "bodies": [{"name": "mass", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"name": "slide", "type": "prismatic", "parent": "ground", "child": "mass", "position": [0, 0, 0],
      "axis": [1, 0, 0], "spring": {"stiffness": 1}, "damping": )" +
         std::to_string(2.0 * damping) + R"(}],
    "forces": [{"name": "push", "type": "applied", "on": {"body": "mass"}, "direction": [1, 0, 0], "force": 1}],
    "outputs": [{"name": "place", "type": "position", "of": "mass"}], )" +
         more + R"("figures": [)" + figures +
         R"(], "simulation": {"duration": 60, "output_interval": 0.01}})";
}

std::map<std::string, Figure> figures_of(const std::string& text) {
  const ModelWithFigures read = read_with_figures_text(text, "figures.json");
  const Mechanism m = build_mechanism(read.model);
  RunOptions options = options_of(m.description.simulation);
  options.rtol = options.atol = 1e-11;
  const std::vector<FigurePlan> plans =
      plan_figures(read.figures, all_channels(m.description, m.model, m.placement, m.forces));
  options.channels.names = {"time"};
  for (const FigurePlan& plan : plans)
    options.channels.names.insert(options.channels.names.end(), plan.channels.begin(),
                                  plan.channels.end());
  Figures figures;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    figures.begin(read.figures, plans, columns);
  };
  listener.row = [&](std::span<const double> row) { figures.take(row); };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EventTimes events;
  for (const EventRecord& event : result.events) events.emplace(event.name, event.time);
  std::map<std::string, Figure> out;
  for (const Figure& figure : figures.find(events)) out[figure.name] = figure;
  return out;
}

std::string refusal_of(const std::string& text) {
  try {
    const ModelWithFigures read = read_with_figures_text(text, "figures.json");
    const Mechanism m = build_mechanism(read.model);
    plan_figures(read.figures, all_channels(m.description, m.model, m.placement, m.forces));
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

// x = 1 - exp(-d t) (cos w t + d / w sin w t)
TEST(Figures, a_response_is_that_of_its_closed_form) {
  const double d = 0.2, w = std::sqrt(1.0 - d * d), pi = std::numbers::pi;
  const auto x = [&](double t) {
    return 1.0 - std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
  };
  const auto when = [&](double level) {  // on the way up to the first peak
    double low = 0.0, high = pi / w;
    for (int k = 0; k < 100; ++k) (x(0.5 * (low + high)) < level ? low : high) = 0.5 * (low + high);
    return low;
  };
  const auto found = figures_of(pushed(
      d,
      R"({"name": "rise", "type": "rise_time", "of": "slide.q", "steady": 1},
         {"name": "response", "type": "response_time", "of": "slide.q", "steady": 1, "share": 0.5},
         {"name": "later", "type": "response_time", "of": "slide.q", "steady": 1, "share": 0.5, "since": "quarter"},
         {"name": "peak", "type": "peak_time", "of": "slide.q", "steady": 1},
         {"name": "overshoot", "type": "overshoot", "of": "slide.q", "steady": 1},
         {"name": "settling", "type": "settling_time", "of": "slide.q", "steady": 1, "band": 0.05},
         {"name": "value", "type": "steady", "of": "slide.q", "steady": 1, "unit": "mm"},
         {"name": "crossing", "type": "crossing", "of": "slide.q", "crosses": "500 mm", "from": "0.1 s"})",
      R"("events": [{"name": "quarter", "when": "slide.q", "crosses": "250 mm", "times": 1}], )"));
  // a crossing between rows h apart is off by h^2/8 x''/x' at most: 3e-5 s at a tenth
  EXPECT_NEAR(found.at("rise").value, when(0.9) - when(0.1), 4e-5);
  EXPECT_NEAR(found.at("response").value, when(0.5), 1e-5);
  EXPECT_NEAR(found.at("later").value, when(0.5) - when(0.25), 1e-5);
  EXPECT_NEAR(found.at("peak").value, pi / w, 1e-5);
  EXPECT_NEAR(found.at("overshoot").value, std::exp(-d * pi / w), 1e-5);
  EXPECT_NEAR(found.at("value").value, 1e3, 1e-2);
  EXPECT_EQ(found.at("value").unit, "mm");
  EXPECT_NEAR(found.at("crossing").value, when(0.5) - 0.1, 1e-5);
  double settled = 0.0;  // peaks and troughs shrink, so the last one outside tells
  for (double t = 0.0; t < 40.0; t += 1e-4)
    if (std::fabs(x(t) - 1.0) > 0.05) settled = t;
  EXPECT_NEAR(found.at("settling").value, settled, 2e-4);
}

// A free swing: x = cos t and its rate, over whole turns.
TEST(Figures, sums_over_time_are_those_of_a_cosine) {
  const double two_pi = 2.0 * std::numbers::pi;
  std::string text =
      pushed(0.0,
             R"({"name": "mean", "type": "mean", "of": "slide.q", "to": "6.283185307179586 s"},
         {"name": "rms", "type": "rms", "of": "slide.q", "to": "6.283185307179586 s"},
         {"name": "least", "type": "least", "of": "slide.q"},
         {"name": "greatest", "type": "greatest", "of": "place.x", "unit": "mm"},
         {"name": "area", "type": "integral", "of": "slide.v", "from": "1 s", "to": "2 s"},
         {"name": "path", "type": "way", "of": "place", "to": "6.283185307179586 s"},
         {"name": "half", "type": "duration", "from": "first", "to": "second"},
         {"name": "slope", "type": "slope", "of": "mass.pose.x", "over": "slide.q"},
         {"name": "at", "type": "value", "of": "slide.v", "at": "first"},
         {"name": "twice", "type": "ratio", "of": "path", "over": "half", "unit": "km/h"},
         {"name": "less", "type": "difference", "of": "greatest", "over": "least"})",
             R"("events": [{"name": "first", "when": "slide.q", "direction": "down", "times": 1},
                    {"name": "second", "when": "slide.q", "direction": "up", "times": 1}], )");
  const std::size_t force = text.find(R"("force": 1})");
  text.replace(force, 11, R"("force": 0})");
  text.replace(text.find(R"("damping": 0.000000)"), 19, R"("start": 1)");
  const auto found = figures_of(text);
  EXPECT_NEAR(found.at("mean").value, 0.0, 1e-5);
  EXPECT_NEAR(found.at("rms").value, std::sqrt(0.5), 1e-5);
  EXPECT_NEAR(found.at("least").value, -1.0, 2e-5);
  EXPECT_NEAR(found.at("greatest").value, 1e3, 1e-6);
  EXPECT_NEAR(found.at("area").value, std::cos(2.0) - std::cos(1.0), 1e-5);
  EXPECT_EQ(found.at("area").unit, "m");
  EXPECT_NEAR(found.at("path").value, 4.0, 1e-4);
  EXPECT_NEAR(found.at("half").value, 0.5 * two_pi, 1e-8);
  EXPECT_NEAR(found.at("slope").value, 1.0, 1e-12);
  EXPECT_NEAR(found.at("at").value, -1.0, 2e-5);
  EXPECT_NEAR(found.at("twice").value, 3.6 * 4.0 / (0.5 * two_pi), 1e-3);
  EXPECT_NEAR(found.at("less").value, 2.0, 2e-5);
}

TEST(Figures, what_is_not_there_is_said) {
  const auto found =
      figures_of(pushed(0.2,
                        R"({"name": "never", "type": "value", "of": "slide.q", "at": "far"},
                {"name": "late", "type": "value", "of": "slide.q", "at": "100 s"},
                {"name": "over", "type": "ratio", "of": "never", "over": "late"},
                {"name": "still", "type": "rise_time", "of": "place.y"},
                {"name": "unsettled", "type": "settling_time", "of": "slide.q", "to": "6 s"},
                {"name": "backwards", "type": "mean", "of": "slide.q", "from": "3 s", "to": "2 s"},
                {"name": "high", "type": "crossing", "of": "slide.q", "crosses": 7})",
                        R"("events": [{"name": "far", "when": "slide.q", "crosses": 7}], )"));
  EXPECT_EQ(found.at("never").missing, "'far' did not happen");
  EXPECT_EQ(found.at("late").missing, "the run has no row at 100 s any more");
  EXPECT_EQ(found.at("over").missing, "there is no 'never'");
  EXPECT_EQ(found.at("still").missing, "'place.y' does not change");
  EXPECT_EQ(found.at("unsettled").missing, "'slide.q' does not settle");
  EXPECT_EQ(found.at("backwards").missing, "it ends where it begins, or before");
  EXPECT_EQ(found.at("high").missing, "'slide.q' does not cross it");
  for (const auto& [name, figure] : found) EXPECT_TRUE(std::isnan(figure.value)) << name;
}

TEST(Figures, what_cannot_be_meant_is_refused) {
  const auto refused = [](const std::string& figure, const std::string& words) {
    const std::string said = refusal_of(pushed(0.2, figure));
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  refused(R"({"name": "a", "type": "mean", "of": "slide.Q"})", "unknown channel 'slide.Q'");
  refused(R"({"name": "a", "type": "mean", "of": "place"})",
          "give one of place.x, place.y, place.z");
  refused(R"({"name": "a", "type": "mean", "of": "slide.q", "unit": "kg"})",
          "figures[0].unit: figure 'a': is kg, but the figure is in m");
  refused(R"({"name": "a", "type": "mean", "of": "slide.q", "from": "soon"})",
          "'soon' is neither the name of an event nor a time");
  refused(R"({"name": "a", "type": "average", "of": "slide.q"})", "average");
  refused(R"({"name": "a", "type": "mean", "of": "slide.q", "share": 1})", "share");
  refused(R"({"name": "a", "type": "way", "of": "slide"})", "slide.x");
  refused(R"({"name": "a", "type": "crossing", "of": "slide.q", "crosses": "3 s"})",
          "crosses is in s, but channel 'slide.q' is in m");
  refused(R"({"name": "a", "type": "ratio", "of": "b", "over": "c"})",
          "no figure 'b' stands before it");
  refused(
      R"({"name": "a", "type": "mean", "of": "slide.q"}, {"name": "b", "type": "mean", "of": "slide.v"},
             {"name": "c", "type": "difference", "of": "a", "over": "b"})",
      "no difference");
  refused(
      R"({"name": "a", "type": "mean", "of": "slide.q"}, {"name": "a", "type": "rms", "of": "slide.q"})",
      "'a'");
}

TEST(Figures, are_written_as_they_are_read) {
  const std::string text = pushed(
      0.2,
      R"({"name": "a", "type": "settling_time", "of": "slide.q", "from": "up", "to": "5 s", "since": "1 s", "band": 0.1, "steady": "2 s", "unit": "ms"},
         {"name": "b", "type": "crossing", "of": "slide.q", "crosses": "20 mm"},
         {"name": "c", "type": "ratio", "of": "a", "over": "b"},
         {"name": "d", "type": "value", "of": "slide.q", "at": "up"},
         {"name": "e", "type": "slope", "of": "slide.q", "over": "slide.v"},
         {"name": "f", "type": "response_time", "of": "slide.q", "share": 0.5})",
      R"("events": [{"name": "up", "when": "slide.q", "crosses": 0.1}], )");
  const ModelWithFigures once = read_with_figures_text(text, "figures.json");
  EXPECT_EQ(once.figures.size(), 6u);
  const ModelWithFigures again =
      read_with_figures_text(write_model(once.model, once.figures), "figures.json");
  EXPECT_EQ(once.figures, again.figures);
}

}  // namespace
}  // namespace treadle
