// Steps as long as accuracy allows: what lies between two of them is not passed unseen, and rows
// inside them are as good as their ends. Default options; closed forms and tight tolerances as
// witnesses.
#include "src/builder/model_builder.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/law_watch.hpp"
#include "src/simulation/run.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace treadle::long_steps {
namespace {

constexpr double g = 9.80665, pi = std::numbers::pi;

std::vector<std::string> adaptive() {
  std::vector<std::string> names{"adams", "dormand-prince"};
  if (has_sundials()) names.insert(names.end(), {"cvode-adams", "cvode-bdf", "ida"});
  return names;
}

RunOptions lasting(double duration, const std::string& integrator = "adams") {
  RunOptions options;
  options.duration = duration;
  options.integrator = integrator;
  return options;
}

/// How far a number of about this size may be off after a run: each step may be wrong by rtol |x| +
/// atol, and these add up at worst. SUNDIALS measures by a mean over the numbers of the state, so
/// one alone may be off by the root of how many there are.
double allowed(const RunResult& result, const std::string& integrator, double size,
               std::size_t numbers = 3) {
  const double mean = needs_sundials(integrator) ? std::sqrt(static_cast<double>(numbers)) : 1.0;
  return static_cast<double>(result.steps) * mean * RunOptions{}.rtol * (1.0 + size);
}

// One body of 1 kg that slides along an axis.
JointBuilder slide(ModelBuilder& m, const Triple& axis) {
  m.body("body").mass(1).inertia({0.1, 0.1, 0.1});
  return m.prismatic("rail")
      .between("ground", "body")
      .at({0, 0, 0})
      .along({axis[0], axis[1], axis[2]});
}

// A stone is thrown against a ceiling, which it leaves again with the speed it came with.
TEST(LongSteps, SeeAStopThatIsTouchedBetweenTwoOfThem) {
  const double speed = 3.0, ceiling = 0.44, stiffness = 1e4, end = 0.55;
  const double met = std::sqrt(speed * speed - 2.0 * g * ceiling), before = (speed - met) / g,
               w = std::sqrt(stiffness), pressed = 2.0 * std::atan(met * w / g) / w,
               after = end - before - pressed;
  const double height = ceiling - met * after - 0.5 * g * after * after;
  for (const bool by_plane : {false, true}) {
    ModelBuilder m("stone");
    JointBuilder rail = slide(m, {0, 0, 1});
    rail.velocity(speed);
    if (by_plane) {
      m.plane("ceiling")
          .from("body", {0, 0, 0})
          .to("ground", {0, 0, ceiling})
          .normal({0, 0, -1})
          .stiffness(stiffness);
    } else {
      rail.upper_limit(ceiling, stiffness);
    }
    const Mechanism mechanism = build_mechanism(m.description());
    for (const std::string& integrator : adaptive()) {
      const RunResult result = run(mechanism, lasting(end, integrator));
      ASSERT_EQ(result.end, RunEnd::done) << result.message;
      // a place that is off is met later and left later; a speed that is off lasts to the end
      const double close =
          allowed(result, integrator, ceiling) * 2.0 + allowed(result, integrator, speed) * end;
      EXPECT_NEAR(result.q.at("rail")[0], height, close) << integrator << by_plane;
    }
  }
}

// It passes a bump in the law of a spring within milliseconds, and loses what that takes.
TEST(LongSteps, SeeANarrowBumpInAForceLaw) {
  ModelBuilder m("cart");
  m.gravity({0, 0, 0});
  slide(m, {1, 0, 0}).velocity(1.0);
  m.spring("detent")
      .from("ground", {-10, 0, 0})
      .to("body", {0, 0, 0})
      .length(10)
      .law({-1, 0, 0.495, 0.5, 0.505, 1, 20}, {0, 0, 0, 5, 0, 0, 0});
  const Mechanism mechanism = build_mechanism(m.description());
  RunOptions fine = lasting(2.0);
  fine.max_step = 1e-4;
  const double witness = run(mechanism, fine).v.at("rail")[0];
  EXPECT_LT(witness, 0.99);
  for (const std::string& integrator : adaptive()) {
    const RunResult result = run(mechanism, lasting(2.0, integrator));
    // a place that is off by w in the bump is one where the energy is off by 5 N times w
    EXPECT_NEAR(result.v.at("rail")[0], witness, 6.0 * allowed(result, integrator, 1.0) / witness)
        << integrator;
    EXPECT_GT(result.largest_step, 0.02) << integrator;
  }
}

// Nothing moves for five seconds; then a push of twenty milliseconds.
TEST(LongSteps, SeeAPulseOfAFunctionOfTime) {
  ModelBuilder m("cart");
  m.gravity({0, 0, 0});
  slide(m, {1, 0, 0})
      .drive(Function::table({0, 1, 2, 3, 4, 4.98, 4.99, 5, 5.01, 5.02, 6, 7, 8, 9, 10},
                             {0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0}));
  const Mechanism mechanism = build_mechanism(m.description());
  // the impulse, by Simpson's rule
  double impulse = 0.0;
  const int parts = 200000;
  for (int k = 0; k <= parts; ++k) {
    const double weight = k == 0 || k == parts ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
    impulse += weight * mechanism.functions_at(10.0 * k / parts).at(0).value;
  }
  impulse *= 10.0 / parts / 3.0;
  for (const std::string& integrator : adaptive()) {
    const RunResult result = run(mechanism, lasting(10.0, integrator));
    EXPECT_NEAR(result.v.at("rail")[0], impulse, allowed(result, integrator, impulse))
        << integrator;
    EXPECT_GT(result.largest_step, 0.05) << integrator;
  }
}

// From rest, with a whole number of periods: at both ends nothing seems to act.
TEST(LongSteps, SeeAWave) {
  ModelBuilder m("cart");
  m.gravity({0, 0, 0});
  slide(m, {1, 0, 0}).drive(Function::sine(1.0, 1.0));
  const Mechanism mechanism = build_mechanism(m.description());
  for (const std::string& integrator : adaptive()) {
    const RunResult result = run(mechanism, lasting(10.0, integrator));
    const double way = 10.0 / (2.0 * pi), close = allowed(result, integrator, way) +
                                                  allowed(result, integrator, 1.0 / pi) * 10.0;
    EXPECT_NEAR(result.q.at("rail")[0], way, close) << integrator;
  }
}

TEST(LongSteps, FunctionsKnowWhereTheyAreNotSmooth) {
  TimeFunction ramp, wave, table;
  ramp.kind = FunctionKind::ramp;
  ramp.start = 1.0;
  ramp.end = 2.0;
  wave.kind = FunctionKind::sine;
  wave.amplitude = 1.0;
  wave.frequency = 5.0;
  table.kind = FunctionKind::table;
  table.times = {0.0, 0.1, 0.1005, 0.3};
  table.values = {0.0, 1.0, 2.0, 3.0};
  const Functions functions({ramp, wave, table});
  EXPECT_EQ(functions.breaks(1e-3), (std::vector<double>{0.0, 0.1, 0.3, 1.0, 2.0}));
  EXPECT_EQ(functions.breaks(1e-5), (std::vector<double>{0.0, 0.1, 0.1005, 0.3, 1.0, 2.0}));
  EXPECT_EQ(functions.longest_step(), 0.05);
  EXPECT_TRUE(std::isinf(Functions({ramp, table}).longest_step()));
}

TEST(LongSteps, PathsTurnWhereCubicsDo) {
  // s^3 - 1.2 s^2 + 0.36 s turns at 0.2 and 0.6
  const LawPath path{{0.0, 0.36, -1.2, 1.0}};
  std::array<double, 2> shares{};
  ASSERT_EQ(path.turns(shares), 2);
  EXPECT_NEAR(shares[0], 0.2, 1e-14);
  EXPECT_NEAR(shares[1], 0.6, 1e-14);
  const LawPath same = LawPath::between(path.at(0.0), 0.36 / 2.0, path.at(1.0), 0.96 / 2.0, 2.0);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(same.c[k], path.c[k], 1e-14);
  ASSERT_EQ(path.rate(1.0).turns(shares), 1);
  EXPECT_NEAR(shares[0], 0.4, 1e-14);
  EXPECT_EQ((LawPath{{1.0, 2.0, 0.0, 0.0}}).turns(shares), 0);
}

// A body that turns steadily has nothing to be wrong about but its angle.
TEST(LongSteps, KnowHowOftenABodyTurned) {
  ModelBuilder m("top");
  m.gravity({0, 0, 0});
  m.body("top").mass(1).inertia({1, 1, 2});
  m.spherical("ball").between("ground", "top").at({0, 0, 0}).velocity({0, 0, 7.0});
  const Mechanism mechanism = build_mechanism(m.description());
  for (const std::string& integrator : adaptive()) {
    const RunResult result = run(mechanism, lasting(10.0, integrator));
    const std::vector<double>& q = result.q.at("ball");
    const double side = q[0] * std::cos(35.0) < 0.0 ? -1.0 : 1.0;
    // of quaternion, velocity and work; a velocity that is off turns it by half of that in ten
    // seconds
    const double close =
        allowed(result, integrator, 1.0, 8) + allowed(result, integrator, 7.0, 8) * 5.0;
    EXPECT_NEAR(side * q[0], std::cos(35.0), close) << integrator;
    EXPECT_NEAR(side * q[3], std::sin(35.0), close) << integrator;
  }
}

struct Rows {
  std::vector<std::vector<double>> rows;
  Listener listener;
  Rows() {
    listener.row = [this](std::span<const double> row) {
      rows.emplace_back(row.begin(), row.end());
    };
  }
};

Mechanism ready(const std::string& name) {
  return build_mechanism(read_model(models_folder() + "/" + name + ".json"));
}

/// The largest error of some rows, as the tolerance measures it.
double worst_of(const Rows& rows, const Rows& truth, std::size_t first) {
  double worst = 0.0;
  for (std::size_t r = first; r < rows.rows.size(); ++r) {
    for (std::size_t c = 0; c < rows.rows[r].size(); ++c)
      worst = std::max(worst, std::fabs(rows.rows[r][c] - truth.rows[r][c]) /
                                  (1.0 + std::fabs(truth.rows[r][c])));
  }
  return worst;
}

// Rows are interpolated, but a step ends where a run ends: errors of all rows against those of the
// last rows of runs that end earlier and earlier, and what one more step may be wrong by.
TEST(LongSteps, RowsAreAsGoodAsSteps) {
  for (const char* name : {"four_bar", "double_pendulum", "spatial_four_bar", "bricard"}) {
    const Mechanism mechanism = ready(name);
    Rows truth;
    RunOptions tight = lasting(0.5);
    tight.rtol = tight.atol = 1e-13;
    run(mechanism, tight, truth.listener);
    for (const std::string& integrator : adaptive()) {
      double ends = 0.0;
      for (int k = 1; k <= 25; ++k) {
        Rows part;
        run(mechanism, lasting(k / 50.0, integrator), part.listener);
        ends = std::max(ends, worst_of(part, truth, part.rows.size() - 1));
      }
      Rows rows;
      const RunResult result = run(mechanism, lasting(0.5, integrator), rows.listener);
      EXPECT_LT(result.steps, 400) << name << " " << integrator;
      ASSERT_EQ(rows.rows.size(), truth.rows.size());
      const double one = allowed(result, integrator, 0.0, 2 * rows.rows[0].size()) /
                         static_cast<double>(result.steps);
      // SUNDIALS promises of its interpolant the order of its steps, not their constant
      const double times = needs_sundials(integrator) ? 4.0 : 2.0;
      EXPECT_LT(worst_of(rows, truth, 0), times * ends + one) << name << " " << integrator;
    }
  }
}

TEST(LongSteps, GoTheSameWayWhetherRowsAreReadOrNot) {
  for (const char* name : {"four_bar", "hmmwv"}) {
    const Mechanism mechanism = ready(name);
    RunOptions options = lasting(1.0);
    const RunResult alone = run(mechanism, options);
    Rows rows;
    options.channels.names = {"*.q", "*.v", "energy.*"};
    const RunResult watched = run(mechanism, options, rows.listener);
    EXPECT_EQ(rows.rows.size(), 1001U);
    EXPECT_EQ(alone.steps, watched.steps);
    EXPECT_EQ(alone.q, watched.q);
    EXPECT_EQ(alone.v, watched.v);
    EXPECT_EQ(alone.energy_drift, watched.energy_drift);
  }
}

// The pin that is cut turns with the crank, many times between two rows.
TEST(LongSteps, CountTurnsBetweenRows) {
  const Mechanism mechanism = ready("four_bar");
  RunOptions options = lasting(6.0);
  options.channels.names = {"rocker_pin.q", "crank_pin.q"};
  Rows all, few;
  run(mechanism, options, all.listener);
  options.output_interval = 2.0;
  run(mechanism, options, few.listener);
  ASSERT_EQ(few.rows.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(few.rows[k][c], all.rows[2000 * k][c], 1e-9) << k << " " << c;
  }
}

}  // namespace
}  // namespace treadle::long_steps
