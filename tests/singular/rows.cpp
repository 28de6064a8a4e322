// Rows of parallelograms that share their cranks: all of them are flat at once, and as many
// equations are lost there. Default options, whatever the number and wherever the world is.
// Witness: the pendulum that such a row is, in small steps.
#include "linkages.hpp"
#include "swing.hpp"

#include "support/random_mechanism.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <random>

namespace treadle::test {
namespace {

constexpr double start = std::numbers::pi / 18.0;
constexpr double duration = 1.1, interval = 0.02;

constexpr int largest = sanitized ? 5 : 40;

Trip travel_as_given(const Description& description) {
  return travel_with(description, [](RunOptions& options) {
    options.duration = duration;
    options.output_interval = interval;
  });
}

void expect_row(const Trip& trip, int n, const Swing& truth) {
  expect_kept(trip, duration);
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
  const Swing truth = swing_of_row(n, start, duration, interval);
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
