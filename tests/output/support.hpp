// Series of chosen channels along a run, and fourth-order differences of them.
#pragma once

#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace treadle::test {

struct Series {
  std::vector<Column> columns;
  std::map<std::string, std::vector<double>> column;
  RunResult result;

  const std::vector<double>& operator[](const std::string& name) const { return column.at(name); }
};

/// Every step is a row.
inline Series record(const Description& description, const ChannelChoice& choice, double duration,
                     double step = 1e-3) {
  const Mechanism mechanism = build_mechanism(description);
  RunOptions options;
  options.integrator = "rk4";
  options.duration = duration;
  options.step = step;
  options.output_interval = step;
  options.channels = choice;
  Series series;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& c) { series.columns = c; };
  listener.row = [&](std::span<const double> row) {
    for (std::size_t k = 0; k < row.size(); ++k)
      series.column[series.columns[k].name].push_back(row[k]);
  };
  series.result = run(mechanism, options, listener);
  EXPECT_EQ(series.result.end, RunEnd::done) << series.result.message;
  return series;
}

inline Series record(const std::string& model, const std::vector<std::string>& names,
                     double duration, double step = 1e-3) {
  return record(read_model_text(model, "test.json"), ChannelChoice{false, false, names}, duration,
                step);
}

/// (f(-2) - 8 f(-1) + 8 f(1) - f(2)) / 12 h: wrong by h^4 f''''' / 30.
inline double slope(const std::vector<double>& f, std::size_t k, double h) {
  return (f[k - 2] - 8.0 * f[k - 1] + 8.0 * f[k + 1] - f[k + 2]) / (12.0 * h);
}

/// Largest difference of `rate` and the slope of `f`, compared with the largest rate.
inline double slope_error(const std::vector<double>& f, const std::vector<double>& rate, double h) {
  double worst = 0.0, size = 1.0;
  for (std::size_t k = 2; k + 2 < f.size(); ++k) {
    worst = std::max(worst, std::fabs(slope(f, k, h) - rate[k]));
    size = std::max(size, std::fabs(rate[k]));
  }
  return worst / size;
}

inline double worst_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    worst = std::max(worst, std::fabs(a[k] - b[k]));
  return worst;
}

}  // namespace treadle::test
