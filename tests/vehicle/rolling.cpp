// What rolls without slip, against motions that are known in closed form, and the bicycle against
// its linear equations.
#include "vehicle/support.hpp"

#include "src/linearize/known_motion.hpp"
#include "src/linearize/linearize.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <map>
#include <numbers>

namespace treadle {
namespace {

constexpr double gravity_here = 9.81, pi = std::numbers::pi;

/// Every column in every row, by name.
std::map<std::string, std::vector<double>> motion(const std::string& text, double duration,
                                                  ChannelChoice channels = {},
                                                  const std::string& integrator = "adams") {
  const Mechanism m = build_mechanism(read_model_text(text, "rolling.json", {}));
  RunOptions options;
  options.duration = duration;
  options.output_interval = duration / 4.0;
  options.integrator = integrator;
  options.rtol = options.atol = 1e-11;
  channels.bodies = true;
  options.channels = channels;
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> out;
  Listener listener;
  listener.columns = [&](const std::vector<Column>& columns) {
    for (const Column& column : columns) names.push_back(column.name);
  };
  listener.row = [&](std::span<const double> row) {
    for (std::size_t i = 0; i < names.size(); ++i) out[names[i]].push_back(row[i]);
  };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.position_violation, 1e-11);
  EXPECT_LT(result.velocity_violation, 1e-11);
  return out;
}

std::string numbers(std::initializer_list<double> list) {
  std::string out = "[";
  for (const double x : list) {
    char text[40];
    std::snprintf(text, sizeof text, "%s%.17g", out.size() > 1 ? ", " : "", x);
    out += text;
  }
  return out + "]";
}

// A solid ball on an incline: 5/7 g sin a, and nothing across.
TEST(Rolling, ball_on_an_incline) {
  const double slope = 0.4, r = 0.1, t = 1.5;
  const Triple n{std::sin(slope) * 0.6, std::sin(slope) * 0.8, std::cos(slope)};
  const auto path = motion(
      R"({"gravity": [0, 0, -9.81], "bodies": [{"name": "ball", "mass": 2, "inertia": [0.008, 0.008, 0.008], "position": )" +
          numbers({r * n[0], r * n[1], r * n[2]}) +
          R"(}], "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "ball"}],
          "constraints": [{"name": "incline", "type": "rolling", "from": {"body": "ball"}, "to": {"body": "ground"}, "radius": 0.1, "normal": )" +
          numbers({n[0], n[1], n[2]}) + "}]}",
      t);
  const double way = 0.5 * 5.0 / 7.0 * gravity_here * std::sin(slope) * t * t;
  const Triple down{0.6 * std::cos(slope), 0.8 * std::cos(slope), -std::sin(slope)};
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(path.at(std::string("ball.pose.") + axes[k]).back(), r * n[k] + way * down[k],
                1e-9);
}

// On a turning table a solid ball runs in a circle, with 2/7 of the table's speed of turning.
TEST(Rolling, ball_on_a_turntable) {
  const double turn = 3.0, period = 2.0 * pi / (2.0 / 7.0 * turn);
  const auto path = motion(
      R"({"gravity": [0, 0, -9.81], "bodies": [
          {"name": "table", "mass": 10, "inertia": [1, 1, 2]},
          {"name": "ball", "mass": 2, "inertia": [0.008, 0.008, 0.008], "position": [0.3, 0, 0.1]}],
          "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "table", "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": 3},
            {"name": "f", "type": "free", "parent": "ground", "child": "ball", "velocity": {"linear": [0.2, 0, 0]}}],
          "constraints": [{"name": "motor", "type": "driver", "joint": "pivot", "function": {"type": "ramp", "slope": 3}},
            {"name": "rolls", "type": "rolling", "from": {"body": "ball"}, "to": {"body": "table"}, "radius": 0.1, "normal": [0, 0, 1]}]})",
      period);
  const std::vector<double>&x = path.at("ball.pose.x"), &y = path.at("ball.pose.y");
  EXPECT_NEAR(x.back(), x.front(), 1e-8);
  EXPECT_NEAR(y.back(), y.front(), 1e-8);
  // half a turn on, it is on the other side of a circle of radius v / (2/7 turn)
  EXPECT_NEAR(
      std::hypot(x[2] - x[0], y[2] - y[0]),
      2.0 * std::hypot(path.at("f.v.x").front(), path.at("f.v.y").front()) / (2.0 / 7.0 * turn),
      1e-8);
  EXPECT_GT(std::hypot(x[2] - x[0], y[2] - y[0]), 0.3);
}

// A disk that leans by `lean` and whose contact runs in a circle of radius `way` keeps to it if
//   turn^2 = m r g sin / cos / (m r d + A sin + C (way / r - sin)),   d = way - r sin(lean).
TEST(Rolling, disk_in_a_circle) {
  const double m = 1.5, r = 0.2, lean = 0.5, way = 0.9, a = 0.25 * m * r * r, c = 2.0 * a;
  const double s = std::sin(lean), k = std::cos(lean), d = way - r * s;
  const double turn =
      std::sqrt(m * r * gravity_here * s / k / (m * r * d + a * s + c * (way / r - s)));
  const double spin = -turn * way / r;
  // the axis of the disk is its y axis; velocities are in its own axes
  const auto path = motion(
      R"({"gravity": [0, 0, -9.81], "bodies": [{"name": "disk", "mass": 1.5, "inertia": )" +
          numbers({a, c, a}) + R"(, "position": )" + numbers({d, 0.0, r * k}) +
          R"(, "orientation": {"rpy": )" + numbers({lean, 0.0, -0.5 * pi}) +
          R"(}}], "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "disk", "velocity": {"linear": )" +
          numbers({-turn * d, 0.0, 0.0}) + R"(, "angular": )" +
          numbers({0.0, turn * s + spin, turn * k}) +
          R"(}}], "constraints": [{"name": "floor", "type": "rolling", "from": {"body": "disk"}, "to": {"body": "ground"}, "radius": 0.2, "axis": [0, 1, 0], "normal": [0, 0, 1]}]})",
      2.0 * pi / turn);
  const std::vector<double>&x = path.at("disk.pose.x"), &y = path.at("disk.pose.y"),
        &z = path.at("disk.pose.z");
  const double cosine[] = {1.0, 0.0, -1.0, 0.0, 1.0}, sine[] = {0.0, 1.0, 0.0, -1.0, 0.0};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(x[i], d * cosine[i], 1e-8) << i;
    EXPECT_NEAR(y[i], d * sine[i], 1e-8) << i;
    EXPECT_NEAR(z[i], r * k, 1e-9) << i;
  }
}

/// M q'' + v C q' + (g K + v^2 L) q = 0 for lean and steer, both to the right: figures published
/// with the benchmark.
Eigen::Matrix4d bicycle(double v) {
  Eigen::Matrix2d mass, damping, still, fast;
  mass << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  damping << 0.0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  still << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  fast << 0.0, 76.59734589573222, 0.0, 2.65431523794604;
  Eigen::Matrix4d a = Eigen::Matrix4d::Zero();
  a.topRightCorner<2, 2>().setIdentity();
  a.bottomLeftCorner<2, 2>() = -mass.inverse() * (gravity_here * still + v * v * fast);
  a.bottomRightCorner<2, 2>() = -mass.inverse() * v * damping;
  return a;
}

TEST(Rolling, bicycle_has_the_eigenvalues_of_the_benchmark) {
  for (const double v : {1.0, 4.0, 5.0, 9.0}) {
    const Mechanism m =
        build_mechanism(read_model(vehicle_folder + "bicycle.json",
                                   {{"speed", std::to_string(v) + " m/s"}, {"push", "0 rad/s"}}));
    KnownState state;
    std::vector<double> x = m.start.q;
    x.insert(x.end(), m.start.v.begin(), m.start.v.end());
    ASSERT_TRUE(known_motion(m, 0.0, x, state).ok());
    const Linearization linear = linearize(m, state);
    const Eigen::Vector4cd expected = bicycle(v).eigenvalues();
    for (const std::complex<double>& value : expected) {
      double nearest = 1e9;
      for (const std::complex<double>& other : linear.eigenvalues)
        nearest = std::min(nearest, std::abs(other - value));
      EXPECT_LT(nearest, 1e-6 * std::abs(value)) << value << " at " << v;
    }
  }
}

// Eigenvalues and critical speeds as they are printed with the benchmark: Meijaard, Papadopoulos,
// Ruina, Schwab, Linearized dynamics equations for the balance and steer of a bicycle, 2007.
TEST(Rolling, bicycle_has_the_printed_eigenvalues) {
  using Value = std::complex<double>;
  const auto values_at = [](double v) {
    std::array<char, 40> speed{};
    std::snprintf(speed.data(), speed.size(), "%.17g m/s", v);
    const Mechanism m = build_mechanism(
        read_model(vehicle_folder + "bicycle.json", {{"speed", speed.data()}, {"push", "0"}}));
    KnownState state;
    std::vector<double> x = m.start.q;
    x.insert(x.end(), m.start.v.begin(), m.start.v.end());
    EXPECT_TRUE(known_motion(m, 0.0, x, state).ok());
    return linearize(m, state).eigenvalues;
  };
  const auto nearest = [](const std::vector<Value>& list, Value to) {
    double least = 1e9;
    for (const Value& value : list) least = std::min(least, std::abs(value - to));
    return least;
  };
  const std::map<double, std::vector<Value>> printed{
      {2.0, {{2.68234517512745, 1.68066296590675}, -3.07158645641514, -8.67387984831735}},
      {3.0, {{1.70675605663975, 2.31582447384325}, -2.63366137253667, -10.35101467245920}},
      {4.0, {{0.41325331521125, 3.07910818603206}, -1.42944427361326, -12.15861426576447}},
      {5.0, {{-0.77534188219585, 4.46486771378823}, -0.32286642900409, -14.07838969279822}}};
  for (const auto& [speed, values] : printed) {
    const auto found = values_at(speed);
    for (const Value& value : values) EXPECT_LT(nearest(found, value), 1e-6) << speed << value;
  }
  double least = 1e9;  // at the weave speed a vibration neither grows nor fades
  for (const Value& value : values_at(4.29238253634111))
    if (value.imag() > 1.0) least = std::min(least, std::fabs(value.real()));
  EXPECT_LT(least, 1e-6);
  // at the capsize speed it falls over as slowly as it heads on, or spins on
  std::vector<double> slow;
  for (const Value& value : values_at(6.02426201538837)) slow.push_back(std::abs(value));
  const auto still = [](const std::vector<double>& list) {
    return std::count_if(list.begin(), list.end(), [](double x) { return x < 1e-5; });
  };
  std::vector<double> other;
  for (const Value& value : values_at(6.1)) other.push_back(std::abs(value));
  EXPECT_EQ(still(slow), still(other) + 1);
}

// Pushed, it falls below the weave speed and steadies itself above.
TEST(Rolling, bicycle_steadies_itself) {
  for (const bool steady : {false, true}) {
    const Mechanism m = build_mechanism(
        read_model(vehicle_folder + "bicycle.json",
                   {{"speed", steady ? "4.6 m/s" : "4.0 m/s"}, {"push", "0.01 rad/s"}}));
    RunOptions options;
    options.duration = 16.0;
    options.output_interval = 0.02;
    const CarRun ride = drive_car(m, options, {"steer.q"});
    double early = 0.0, late = 0.0;
    for (const std::vector<double>& row : ride.rows) {
      if (row[0] < 3.0) early = std::max(early, std::fabs(row[1]));
      if (row[0] > 13.0) late = std::max(late, std::fabs(row[1]));
    }
    EXPECT_GT(early, 1e-3);
    EXPECT_EQ(late < early, steady);
    EXPECT_LT(std::fabs(ride.result.energy_drift), 1e-7);
  }
}

// Wherever they head, two wheels on one axle have one equation too many; a cart on them rolls on.
TEST(Rolling, two_wheels_on_an_axle) {
  const auto path = motion(
      R"({"gravity": [0, 0, -9.81], "bodies": [
          {"name": "cart", "mass": 5, "inertia": [0.1, 0.1, 0.1], "center": [0, 0, 0.05]},
          {"name": "left", "mass": 1, "inertia": [0.01, 0.02, 0.01], "position": [0, 0.3, 0.1]},
          {"name": "right", "mass": 1, "inertia": [0.01, 0.02, 0.01], "position": [0, -0.3, 0.1]}],
          "joints": [{"name": "f", "type": "free", "parent": "ground", "child": "cart", "velocity": {"linear": [0.5, 0, 0], "angular": [0, 0, 1]}},
            {"name": "l", "type": "revolute", "parent": "cart", "child": "left", "position": [0, 0.3, 0.1], "axis": [0, 1, 0], "velocity": 2},
            {"name": "r", "type": "revolute", "parent": "cart", "child": "right", "position": [0, -0.3, 0.1], "axis": [0, 1, 0], "velocity": 8}],
          "constraints": [
            {"name": "a", "type": "rolling", "from": {"body": "left"}, "to": {"body": "ground"}, "radius": 0.1, "axis": [0, 1, 0], "normal": [0, 0, 1]},
            {"name": "b", "type": "rolling", "from": {"body": "right"}, "to": {"body": "ground"}, "radius": 0.1, "axis": [0, 1, 0], "normal": [0, 0, 1]}]})",
      2.0 * pi);
  for (std::size_t i = 0; i < 5; ++i) {  // a circle of half a metre about (0, 0.5), once round
    const double angle = 0.5 * pi * static_cast<double>(i);
    EXPECT_NEAR(path.at("cart.pose.x")[i], 0.5 * std::sin(angle), 1e-8) << i;
    EXPECT_NEAR(path.at("cart.pose.y")[i], 0.5 * (1.0 - std::cos(angle)), 1e-8) << i;
  }
}

TEST(Rolling, is_refused_where_positions_would_have_to_tell) {
  const Mechanism m = build_mechanism(read_model(vehicle_folder + "bicycle.json"));
  RunOptions options;
  options.duration = 0.01;
  options.constraints = "lu";
  EXPECT_THROW(run(m, options, {}), ModelError);
}

}  // namespace
}  // namespace treadle
