// The car axis of the Test Set for IVP Solvers (problem "caraxis"), written as a model file. The
// reference is an extrapolation in quadruple precision whose digits agree for two step sizes;
// published values agree with it to 3e-13 in positions and 5e-12 in velocities.
#include "support.hpp"
#include "support/places.hpp"

#include <functional>

namespace treadle {
namespace {

void check_car_axis(const std::function<void(RunOptions&)>& change, double tolerance) {
  const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/car_axis.json"));
  RunOptions options = options_of(mechanism.description.simulation);
  options.channels.bodies = true;
  change(options);
  std::vector<Column> columns;
  std::vector<double> last;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& c) { columns = c; };
  listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
  const RunResult result = run(mechanism, options, listener);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  const auto end = [&](const std::string& name) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k].name == name) return last[k];
    }
    ADD_FAILURE() << name;
    return 0.0;
  };
  // the bar turns about the left wheel by asin(0.1 sin 30); the left mass stands on it across
  const double x_left = 0.049345578427524092132, y_left = 0.49698946023000810676;
  EXPECT_NEAR(std::hypot(x_left, y_left), 0.5 + end("stand.q"), tolerance);
  EXPECT_NEAR(std::atan2(-x_left, y_left), end("wheel.q"), tolerance);
  EXPECT_NEAR(1.0 + end("plane.q.x"), 1.0417425248854261152, tolerance);
  EXPECT_NEAR(0.5 + end("plane.q.y"), 0.37391102726536581936, tolerance);
  EXPECT_NEAR(end("plane.v.x"), 0.017556815753541736630, 10.0 * tolerance);
  EXPECT_NEAR(end("plane.v.y"), 0.77034104377960106312, 10.0 * tolerance);
  // velocity of the left mass from the turn of the bar and the slide along it
  const double c = std::cos(end("wheel.q")), s = std::sin(end("wheel.q")), r = 0.5 + end("stand.q");
  EXPECT_NEAR(-s * end("stand.v") - r * c * end("wheel.v"), -0.077058368403592084284,
              10.0 * tolerance);
  EXPECT_NEAR(c * end("stand.v") - r * s * end("wheel.v"), 0.0074468665920684164914,
              10.0 * tolerance);
  EXPECT_LT(result.position_violation, 1e-11);
}

TEST(CarAxis, ReachesTheReferenceAtThreeSeconds) {
  check_car_axis([](RunOptions&) {}, 1e-9);
}

// Steps of their own size, up to 10 ms; the road has 10 rad/s.
TEST(CarAxis, ReachesTheReferenceWithAdams) {
  check_car_axis(
      [](RunOptions& options) {
        options.integrator = "adams";
        options.rtol = options.atol = 1e-12;
        options.max_step = 0.01;
      },
      1e-9);
}

TEST(CarAxis, ReachesTheReferenceWithDormandPrince) {
  check_car_axis(
      [](RunOptions& options) {
        options.integrator = "dormand-prince";
        options.rtol = options.atol = 1e-12;
        options.max_step = 0.01;
      },
      1e-9);
}

}  // namespace
}  // namespace treadle
