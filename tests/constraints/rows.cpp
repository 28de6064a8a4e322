// Rows of parallelograms that share their cranks: all of them are flat at once, and as many
// equations are lost there. Default options, whatever the number and wherever the world is.
// Witness: the pendulum that such a row is, in small steps.
#include "linkages.hpp"

#include "support/random_mechanism.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <random>

namespace treadle::test {
namespace {

constexpr double weight_of_kilogram = 9.80665, start = std::numbers::pi / 18.0;
constexpr double duration = 1.1, interval = 0.02;

constexpr int largest = sanitized ? 5 : 40;

struct RowMotion {
  std::vector<double> angle;  ///< at the times of rows
  std::vector<double> flat;   ///< times at which it is 0 or -180 degrees
};

// n + 1 cranks of 1 kg and 1 m, n couplers of 2 kg that do not turn:
// ((n + 1)/3 + 2 n) t'' + ((n + 1)/2 + 2 n) g cos t = 0
RowMotion row_motion(int n) {
  const double inertia = (n + 1) / 3.0 + 2.0 * n,
               weight = ((n + 1) / 2.0 + 2.0 * n) * weight_of_kilogram;
  const auto f = [&](double x) { return -weight / inertia * std::cos(x); };
  RowMotion out{{start}, {}};
  const int per = 400;
  const double h = interval / per;
  double a = start, w = 0.0;
  for (long k = 0; k < std::lround(duration / interval) * per; ++k) {
    const double k1a = w, k1w = f(a), k2a = w + 0.5 * h * k1w, k2w = f(a + 0.5 * h * k1a);
    const double k3a = w + 0.5 * h * k2w, k3w = f(a + 0.5 * h * k2a), k4a = w + h * k3w,
                 k4w = f(a + h * k3a);
    const double before = a;
    a += h / 6.0 * (k1a + 2.0 * (k2a + k3a) + k4a);
    w += h / 6.0 * (k1w + 2.0 * (k2w + k3w) + k4w);
    for (const double level : {0.0, -std::numbers::pi}) {
      if ((before - level) * (a - level) < 0.0)
        out.flat.push_back(h * (static_cast<double>(k) + (level - before) / (a - before)));
    }
    if ((k + 1) % per == 0) out.angle.push_back(a);
  }
  return out;
}

Trip travel_as_given(const Description& description) {
  return travel_with(description, [](RunOptions& options) {
    options.duration = duration;
    options.output_interval = interval;
  });
}

void expect_row(const Trip& trip, int n, const RowMotion& truth) {
  EXPECT_EQ(trip.result.end, RunEnd::done) << trip.result.message;
  EXPECT_LT(trip.result.energy_drift, 1e-6);
  EXPECT_LT(trip.result.position_violation, 1e-9);
  EXPECT_LT(trip.result.velocity_violation, 1e-9);
  ASSERT_EQ(trip.result.singular_times.size(), truth.flat.size());
  for (std::size_t k = 0; k < truth.flat.size(); ++k)
    EXPECT_NEAR(trip.result.singular_times[k], truth.flat[k], 1e-4);
  for (const int k : {0, n / 2, n}) {
    const auto angle = trip.column("pivot" + std::to_string(k) + ".q");
    ASSERT_EQ(angle.size(), truth.angle.size());
    for (std::size_t i = 0; i < angle.size(); ++i)
      EXPECT_NEAR(angle[i] + start, truth.angle[i], 1e-6) << k << " " << i;
  }
  for (const int k : {0, n - 1}) {  // couplers do not turn: no linkage has folded
    const auto turn = trip.column("left" + std::to_string(k) + ".q"),
               angle = trip.column("pivot" + std::to_string(k) + ".q");
    for (std::size_t i = 0; i < turn.size(); ++i) EXPECT_NEAR(turn[i] + angle[i], 0.0, 1e-6);
  }
}

class Row : public ::testing::TestWithParam<int> {};

TEST_P(Row, IsFlatAtOnceAndGoesOn) {
  const int n = GetParam();
  if (n > largest) GTEST_SKIP() << "too slow with sanitizers";
  const Description description = parallel_row(n, start);
  const RowMotion truth = row_motion(n);
  ASSERT_EQ(truth.flat.size(), 2U);
  const Trip here = travel_as_given(description);
  expect_row(here, n, truth);
  std::mt19937 dice(static_cast<unsigned>(n));
  for (int k = 0; k < (n <= 20 ? 20 : 3); ++k) {
    const Trip there = travel_as_given(moved(description, random_pose(dice, 3.0)));
    expect_row(there, n, truth);
    double worst = 0.0;
    ASSERT_EQ(there.rows.size(), here.rows.size());
    for (std::size_t r = 0; r < here.rows.size(); ++r) {
      for (std::size_t c = 0; c < here.names.size(); ++c) {
        if (here.names[c].ends_with(".q"))
          worst = std::max(worst, std::fabs(here.rows[r][c] - there.rows[r][c]));
      }
    }
    EXPECT_LT(worst, 1e-9) << "pose " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Many, Row, ::testing::Values(1, 5, 10, 20, 40));

}  // namespace
}  // namespace treadle::test
