// A ball that rolls on a turntable of rate W goes round at 2/7 W, in every row: what steps of
// adams are refused for on the way is no jump.
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace treadle {
namespace {

TEST(RollingRows, ABallOnATurntableIsWhereItShouldBeInEveryRow) {
  const Mechanism m = build_mechanism(read_model_text(
      R"({"bodies": [
            {"name": "plate", "mass": 5, "inertia": [1, 1, 1]},
            {"name": "ball", "mass": 1, "position": [0.5, 0, 0.1],
             "inertia": [0.004, 0.004, 0.004]}],
          "joints": [
            {"name": "axle", "type": "revolute", "parent": "ground", "child": "plate",
             "position": [0, 0, 0], "axis": [0, 0, 1]},
            {"name": "flight", "type": "free", "parent": "ground", "child": "ball",
             "velocity": {"linear": [0, 0.4, 0], "angular": [0, 0, 0]}}],
          "constraints": [
            {"name": "motor", "type": "driver", "joint": "axle",
             "function": {"type": "ramp", "slope": 3}},
            {"name": "roll", "type": "rolling", "from": {"body": "ball"}, "to": {"body": "plate"},
             "normal": [0, 0, 1], "radius": 0.1}]})",
      "turntable"));
  RunOptions options;
  options.duration = 5.0;
  options.output_interval = 1e-3;
  options.rtol = 1e-10;
  options.atol = 1e-11;
  options.channels.names = {"axle.q", "ball.pose.x", "ball.pose.y", "ball.velocity.x",
                            "ball.velocity.y"};
  for (const char* const integrator : {"adams", "dormand-prince"}) {
    options.integrator = integrator;
    std::vector<double> first;
    double driven = 0.0, off = 0.0;
    Listener listener;
    listener.row = [&](std::span<const double> row) {
      if (first.empty()) first.assign(row.begin(), row.end());
      const double t = row[0], w = 6.0 / 7.0, s = std::sin(w * t) / w,
                   c = (1.0 - std::cos(w * t)) / w;
      driven = std::max(driven, std::fabs(row[1] - 3.0 * t));
      off = std::max({off, std::fabs(row[2] - (first[2] + first[4] * s - first[5] * c)),
                      std::fabs(row[3] - (first[3] + first[5] * s + first[4] * c))});
    };
    EXPECT_EQ(run(m, options, listener).end, RunEnd::done);
    EXPECT_LT(driven, 1e-12) << integrator;
    EXPECT_LT(off, 1e-8) << integrator;
  }
}

}  // namespace
}  // namespace treadle
