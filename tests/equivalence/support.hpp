// Two models of one machine, built from different elements, must move alike.
#pragma once

#include "src/base/text.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace treadle::test {

/// Columns of a run by name, and its summary.
struct Series {
  std::map<std::string, std::vector<double>> column;
  RunResult result;

  const std::vector<double>& operator[](const std::string& name) const { return column.at(name); }
};

inline Series simulate(const std::string& model, double duration = 1.0, double step = 1e-3,
                       bool reactions = false) {
  const Mechanism mechanism = build_mechanism(read_model_text(model, "test.json"));
  RunOptions options;
  options.integrator = "rk4";
  options.duration = duration;
  options.step = step;
  options.output_interval = duration / 50.0;
  options.channels = {true, reactions};
  Series motion;
  std::vector<Column> columns;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& c) { columns = c; };
  listener.row = [&](std::span<const double> row) {
    for (std::size_t k = 0; k < row.size(); ++k) motion.column[columns[k].name].push_back(row[k]);
  };
  motion.result = run(mechanism, options, listener);
  EXPECT_EQ(motion.result.end, RunEnd::done) << motion.result.message;
  return motion;
}

inline double worst_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    worst = std::max(worst, std::fabs(a[k] - b[k]));
  return worst;
}

/// Largest difference of the pose of a body in two motions.
inline double pose_difference(const Series& a, const Series& b, const std::string& body) {
  double worst = 0.0;
  for (const char* part : {"x", "y", "z", "qw", "qx", "qy", "qz"}) {
    worst = std::max(worst, worst_difference(a[body + ".pose." + part], b[body + ".pose." + part]));
  }
  return worst;
}

}  // namespace treadle::test
