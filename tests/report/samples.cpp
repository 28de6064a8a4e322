// Rows in bounded memory: exact while they fit, no extreme lost afterwards.
#include "src/report/samples.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace treadle {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A wave with one spike up and one down.
double signal(std::size_t i) {
  if (i == 70'001) return 50.0;
  if (i == 70'004) return -60.0;
  return std::sin(1e-3 * static_cast<double>(i));
}

TEST(Samples, are_the_rows_while_they_fit) {
  Samples samples(3, 100);
  for (std::size_t i = 0; i < 99; ++i) {
    const double t = static_cast<double>(i);
    samples.add(std::array<double, 3>{t, -t, i % 2 == 0 ? nan : t});
  }
  samples.finish();
  ASSERT_EQ(samples.count(), 99U);
  EXPECT_EQ(samples.total(), 99U);
  EXPECT_EQ(samples.stretch(), 2U);
  for (std::size_t i = 0; i < 99; ++i) {
    const double t = static_cast<double>(i);
    EXPECT_EQ(samples.value(i, 0), t);
    EXPECT_EQ(samples.value(i, 1), -t);
    EXPECT_EQ(std::isnan(samples.value(i, 2)), i % 2 == 0);
  }
}

TEST(Samples, of_one_row) {
  Samples samples(2, 4000);
  samples.add(std::array<double, 2>{0.0, 7.0});
  samples.finish();
  ASSERT_EQ(samples.count(), 1U);
  EXPECT_EQ(samples.value(0, 1), 7.0);
}

// The witness computes least and greatest of each stretch from the rows themselves.
TEST(Samples, of_a_million_rows_keep_every_extreme) {
  for (const std::size_t total : {1'000'000U, 999'999U, 131'072U, 100'003U}) {
    Samples samples(2, 4000);
    for (std::size_t i = 0; i < total; ++i) {
      samples.add(std::array<double, 2>{static_cast<double>(i), signal(i)});
    }
    samples.finish();
    EXPECT_EQ(samples.total(), total);
    EXPECT_LE(samples.count(), 4001U);
    EXPECT_GE(samples.count(), 2000U);
    const std::size_t stretch = samples.stretch();
    double highest = -1e9, lowest = 1e9;
    for (std::size_t k = 0; 2 * k + 1 < samples.count(); ++k) {
      const std::size_t from = k * stretch, to = std::min(total, from + stretch);
      if (from + stretch > total) break;
      double least = signal(from), greatest = least;
      for (std::size_t i = from; i < to; ++i) {
        least = std::min(least, signal(i));
        greatest = std::max(greatest, signal(i));
      }
      const double a = samples.value(2 * k, 1), b = samples.value(2 * k + 1, 1);
      ASSERT_EQ(std::min(a, b), least) << k;
      ASSERT_EQ(std::max(a, b), greatest) << k;
      EXPECT_EQ(samples.value(2 * k, 0), static_cast<double>(from));
      EXPECT_EQ(samples.value(2 * k + 1, 0), static_cast<double>(from + stretch / 2));
    }
    for (std::size_t i = 0; i < samples.count(); ++i) {
      highest = std::max(highest, samples.value(i, 1));
      lowest = std::min(lowest, samples.value(i, 1));
      if (i > 0) {
        EXPECT_LT(samples.value(i - 1, 0), samples.value(i, 0));
      }
    }
    EXPECT_EQ(highest, 50.0);
    EXPECT_EQ(lowest, -60.0);
    EXPECT_EQ(samples.value(samples.count() - 1, 0), static_cast<double>(total - 1));
  }
}

TEST(Samples, keep_the_order_in_which_extremes_came) {
  Samples samples(3, 8);
  for (std::size_t i = 0; i < 64; ++i) {
    const double t = static_cast<double>(i);
    samples.add(std::array<double, 3>{t, t, -t});  // one rises, one falls
  }
  samples.finish();
  for (std::size_t i = 1; i < samples.count(); ++i) {
    EXPECT_LE(samples.value(i - 1, 1), samples.value(i, 1));
    EXPECT_GE(samples.value(i - 1, 2), samples.value(i, 2));
  }
}

TEST(Samples, leave_a_gap_only_where_nothing_is_a_number) {
  Samples samples(3, 100);
  for (std::size_t i = 0; i < 10'000; ++i) {
    const bool gap = i >= 4000 && i < 6000;
    samples.add(
        std::array<double, 3>{static_cast<double>(i), gap ? nan : 1.0, i % 3 == 0 ? nan : 2.0});
  }
  samples.finish();
  std::size_t gaps = 0;
  for (std::size_t i = 0; i < samples.count(); ++i) {
    gaps += std::isnan(samples.value(i, 1)) ? 1 : 0;
    if (i + 1 < samples.count()) {
      EXPECT_EQ(samples.value(i, 2), 2.0);
    }
  }
  EXPECT_NEAR(static_cast<double>(gaps) / static_cast<double>(samples.count()), 0.2, 0.05);
}

TEST(Frames, are_evenly_spread_from_the_first_row_to_the_last) {
  for (const std::size_t total : {1U, 2U, 10U, 1500U, 1501U, 4567U, 1'000'000U}) {
    Frames frames(1, 1500);
    for (std::size_t i = 0; i < total; ++i) {
      frames.add(std::array<double, 1>{static_cast<double>(i)});
    }
    frames.finish();
    EXPECT_LE(frames.count(), 1501U);
    EXPECT_GE(frames.count(), std::min<std::size_t>(total, 750));
    EXPECT_EQ(frames.value(0, 0), 0.0);
    EXPECT_EQ(frames.value(frames.count() - 1, 0), static_cast<double>(total - 1));
    for (std::size_t i = 1; i + 1 < frames.count(); ++i) {  // the last gap may be shorter
      EXPECT_EQ(frames.value(i, 0), static_cast<double>(i) * frames.value(1, 0)) << total;
    }
  }
}

}  // namespace
}  // namespace treadle
