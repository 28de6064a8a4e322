// The same mechanism somewhere else, turned, far away, cut elsewhere, numbered otherwise: the same
// motion.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace treadle::test {
namespace {

struct Series {
  RunResult result;
  std::vector<std::vector<double>> rows;
  std::vector<std::string> names;
};

// Coordinates between bodies do not know where the world is; those of free joints on the ground are
// told apart by the frame that moved with them.
Series motion(const Description& description, double duration,
              const std::string& integrator = "rk4") {
  const Mechanism mechanism = build_mechanism(description);
  RunOptions options = options_of(description.simulation);
  options.integrator = integrator;
  options.duration = duration;
  options.output_interval = duration / 20.0;
  Series series;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    for (const Column& c : columns) series.names.push_back(c.name);
  };
  listener.row = [&](std::span<const double> row) {
    series.rows.emplace_back(row.begin(), row.end());
  };
  series.result = run(mechanism, options, listener);
  return series;
}

// A quaternion and its negative are the same turn.
double difference(const Series& a, const Series& b) {
  double worst = 0.0;
  for (std::size_t r = 0; r < a.rows.size(); ++r) {
    for (std::size_t c = 0; c < a.names.size(); ++c) {
      const bool quaternion = a.names[c].size() > 3 &&
                              a.names[c].substr(a.names[c].size() - 3, 2) == ".q" &&
                              std::string("wxyz").find(a.names[c].back()) != std::string::npos;
      const double x = a.rows[r][c], y = b.rows[r][c];
      const double d = quaternion ? std::min(std::fabs(x - y), std::fabs(x + y))
                                  : std::fabs(x - y) / (1.0 + std::fabs(x));
      worst = std::max(worst, d);
    }
  }
  return worst;
}

std::vector<std::string> ready_models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ReadyModel : public ::testing::TestWithParam<std::string> {
 protected:
  ReadyModel() : description(read_model(models_folder() + "/" + GetParam() + ".json")) {}
  Description description;
};

TEST_P(ReadyModel, MovesTheSameUnderRigidMotions) {
  const double duration = std::min(0.5, description.simulation.duration);
  const Series reference = motion(description, duration);
  ASSERT_EQ(reference.result.end, RunEnd::done) << reference.result.message;
  ASSERT_EQ(reference.rows.size(), 21U);
  std::mt19937 dice(7);
  for (int k = 0; k < (sanitized ? 4 : 20); ++k) {
    const Series other = motion(moved(description, random_pose(dice, 3.0)), duration);
    ASSERT_EQ(other.result.end, RunEnd::done) << other.result.message;
    ASSERT_EQ(other.rows.size(), reference.rows.size());
    EXPECT_LT(difference(reference, other), 1e-9) << "motion " << k;
  }
}

// Implicit steps of one size, and of sizes that follow the motion.
TEST_P(ReadyModel, MovesTheSameImplicitlyUnderRigidMotions) {
  const double duration = std::min(0.1, description.simulation.duration);
  std::mt19937 dice(11);
  for (const char* integrator : {"implicit-euler", "implicit"}) {
    const Series reference = motion(description, duration, integrator);
    ASSERT_EQ(reference.result.end, RunEnd::done) << integrator << reference.result.message;
    for (int k = 0; k < 2; ++k) {
      const Series other = motion(moved(description, random_pose(dice, 3.0)), duration, integrator);
      ASSERT_EQ(other.result.end, RunEnd::done) << integrator << other.result.message;
      ASSERT_EQ(other.rows.size(), reference.rows.size());
      EXPECT_LT(difference(reference, other), 1e-8) << integrator << " " << k;
    }
  }
}

// Where geometry is measured from the world's origin, its rounding grows with the distance; so does
// the difference that is allowed here. What is carried by a free joint must not notice at all
// (below).
TEST_P(ReadyModel, FeelsDistanceOnlyThroughTheRoundingOfItsAnchors) {
  const Mechanism near = build_mechanism(description);
  MechanismSystem a(near, "topology", ConstraintMethod::closest, 1e-3);
  const std::vector<double> xa = a.start();
  std::vector<double> ra(a.tangent_size());
  ASSERT_TRUE(a.rate(0.0, xa, ra).ok());
  double scale = 1.0;
  for (const double x : ra) scale = std::max(scale, std::fabs(x));
  for (const double distance : {1e2, 1e4}) {
    Eigen::Isometry3d far = Eigen::Isometry3d::Identity();
    far.translate(distance * Eigen::Vector3d(1.0, -0.3, 0.02));
    const Mechanism away = build_mechanism(moved(description, far));
    MechanismSystem b(away, "topology", ConstraintMethod::closest, 1e-3);
    const std::vector<double> xb = b.start();
    std::vector<double> rb(b.tangent_size());
    ASSERT_TRUE(b.rate(0.0, xb, rb).ok());
    for (std::size_t k = 0; k < ra.size(); ++k) {
      EXPECT_NEAR(ra[k], rb[k], 1e-12 * distance * scale) << "at " << distance << " m, entry " << k;
    }
  }
}

TEST_P(ReadyModel, RunsBitwiseTheSameTwice) {
  const Series a = motion(description, 0.2), b = motion(description, 0.2);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t r = 0; r < a.rows.size(); ++r) EXPECT_EQ(a.rows[r], b.rows[r]);
}

TEST_P(ReadyModel, MovesTheSameWithTheDenseSolver) {
  const Series reference = motion(description, 0.2);
  description.simulation.solver = "gauss";
  const Series other = motion(description, 0.2);
  ASSERT_EQ(other.result.end, RunEnd::done) << other.result.message;
  EXPECT_LT(difference(reference, other), 1e-9);
}

TEST_P(ReadyModel, MovesTheSameWithTheBadNumbering) {
  const Series reference = motion(description, 0.2);
  description.numbering = Numbering::root_first;
  const Series other = motion(description, 0.2);
  ASSERT_EQ(other.result.end, RunEnd::done) << other.result.message;
  EXPECT_LT(difference(reference, other), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Models, ReadyModel, ::testing::ValuesIn(ready_models()),
                         [](const auto& model) { return model.param; });

TEST(Invariance, RandomLoopsMoveTheSameUnderRigidMotions) {
  int with_loops = 0;
  std::mt19937 dice(11);
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomChoice choice;
    choice.bodies = 4 + static_cast<int>(seed % 5);
    choice.loops = 2;
    choice.free_root = seed % 3 == 0;
    Description d = random_mechanism(seed + 300, choice).description;
    d.simulation.step = 1e-3;
    const Series reference = motion(d, 0.05);
    ASSERT_EQ(reference.result.end, RunEnd::done) << seed << reference.result.message;
    with_loops += reference.result.position_violation > 0.0 ? 1 : 0;
    const Series other = motion(moved(d, random_pose(dice, 5.0)), 0.05);
    EXPECT_LT(difference(reference, other), 1e-9) << "seed " << seed;
  }
  EXPECT_GT(with_loops, 15);
}

TEST(Invariance, AVehicleFarAwayAcceleratesTheSame) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomChoice choice;
    choice.bodies = 8;
    choice.loops = 2;
    choice.free_root = true;
    choice.springs = false;
    const Description d = random_mechanism(seed + 900, choice).description;
    Eigen::Isometry3d far = Eigen::Isometry3d::Identity();
    far.translate(Eigen::Vector3d(1e5, 0.0, 0.0));
    const Mechanism near = build_mechanism(d), away = build_mechanism(moved(d, far));
    MechanismSystem a(near, "topology", ConstraintMethod::closest, 1e-3),
        b(away, "topology", ConstraintMethod::closest, 1e-3);
    const std::vector<double> xa = a.start(), xb = b.start();
    std::vector<double> ra(a.tangent_size()), rb(b.tangent_size());
    ASSERT_TRUE(a.rate(0.0, xa, ra).ok());
    ASSERT_TRUE(b.rate(0.0, xb, rb).ok());
    double scale = 1.0;
    for (const double x : ra) scale = std::max(scale, std::fabs(x));
    for (std::size_t k = 0; k < ra.size(); ++k)
      EXPECT_NEAR(ra[k], rb[k], 1e-9 * scale) << "seed " << seed;
  }
}

}  // namespace
}  // namespace treadle::test
