// Linear systems: closed forms, differences of the nonlinear rates, and the motion of a small
// disturbance.
#include "src/linearize/linearize.hpp"

#include "src/derivatives/equation_slopes.hpp"
#include "src/derivatives/freedoms.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/advance.hpp"
#include "src/linearize/known_motion.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/simulation.hpp"
#include "src/statics/rest_row.hpp"
#include "support/states.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include <cmath>
#include <numbers>

namespace treadle::test {
namespace {

constexpr double g = 9.80665, pi = std::numbers::pi;

Mechanism machine(const std::string& text) {
  return build_mechanism(
      read_model_text(R"({"treadle": 1, "name": "test", )" + text + "}", "test"));
}

std::vector<double> start_of(const Mechanism& m) {
  std::vector<double> x = m.start.q;
  x.insert(x.end(), m.start.v.begin(), m.start.v.end());
  const std::vector<double> z = m.functions.start_states();
  x.insert(x.end(), z.begin(), z.end());
  x.push_back(0.0);
  return x;
}

KnownState known_start(const Mechanism& m) {
  KnownState point;
  EXPECT_TRUE(known_motion(m, 0.0, start_of(m), point).ok());
  return point;
}

Linearization at_rest(const Mechanism& m, const ChannelChoice& outputs = {}) {
  const Equilibrium rest = find_equilibrium(m);
  EXPECT_TRUE(rest.found) << rest.message;
  return linearize(m, known_at_rest(m, rest), outputs);
}

Eigen::MatrixXd eigen(const Matrix<double>& m) {
  return Eigen::Map<const Eigen::MatrixXd>(m.a.data(), m.rows, m.cols);
}

// n masses in a row, nothing holds them: frequencies 2 sqrt(k/m) sin(j pi / 2n).
TEST(Linearize, FreeFreeChain) {
  constexpr int n = 6;
  constexpr double k = 700.0, mass = 0.7;
  std::string bodies, joints;
  for (int i = 0; i < n; ++i) {
    const std::string name = "m" + std::to_string(i),
                      before = i == 0 ? "ground" : "m" + std::to_string(i - 1);
    bodies += std::string(i == 0 ? "" : ", ") + R"({"name": ")" + name +
              R"(", "mass": 0.7, "inertia": [0.01, 0.01, 0.01]})";
    joints += std::string(i == 0 ? "" : ", ") + R"({"name": "x)" + std::to_string(i) +
              R"(", "type": "prismatic", "parent": ")" + before + R"(", "child": ")" + name +
              R"(", "position": [0, 0, 0], "axis": [1, 0, 0])" +
              (i == 0 ? "" : R"(, "spring": {"stiffness": 700})") + "}";
  }
  const Linearization linear =
      at_rest(machine(R"("bodies": [)" + bodies + R"(], "joints": [)" + joints + "]"));
  ASSERT_EQ(linear.states.size(), 2u * n);
  std::vector<double> found;
  for (const LinearMode& mode : linear.modes) {
    if (!mode.rigid) found.push_back(mode.frequency_hz);
  }
  ASSERT_EQ(found.size(), n - 1u);
  for (int j = 1; j < n; ++j) {
    const double expected = std::sqrt(k / mass) * std::sin(j * pi / (2 * n)) / pi;
    EXPECT_NEAR(found[static_cast<std::size_t>(j - 1)], expected, 1e-10 * expected);
  }
  for (const LinearMode& mode : linear.modes) EXPECT_NEAR(mode.damping_ratio, 0.0, 1e-9);
}

TEST(Linearize, InvertedPendulumGrows) {
  const Mechanism m = machine(
      R"("bodies": [{"name": "rod", "mass": 2, "center": [0, 0, 0.5], "inertia": [0.1, 0.1, 0.001]}],
    "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "rod",
      "position": [0, 0, 0], "axis": [0, 1, 0], "damping": 0.3, "drive": {"type": "input", "name": "torque"}}])");
  const Linearization linear = linearize(m, known_start(m));
  const double inertia = 0.1 + 0.5, c = 0.3 / inertia, k = 2 * g * 0.5 / inertia;
  ASSERT_EQ(linear.eigenvalues.size(), 2u);
  const double root = std::sqrt(c * c / 4 + k);
  EXPECT_NEAR(linear.eigenvalues[0].real(), -c / 2 + root, 1e-12);
  EXPECT_NEAR(linear.eigenvalues[1].real(), -c / 2 - root, 1e-12);
  EXPECT_FALSE(linear.moves);
  ASSERT_EQ(linear.inputs.size(), 1u);
  EXPECT_EQ(linear.inputs[0].name, "torque");
  EXPECT_NEAR(linear.b(0, 0), 0.0, 1e-14);
  EXPECT_NEAR(linear.b(1, 0), 1 / inertia, 1e-13);
  EXPECT_EQ(linear.states[0].name, "pivot.q");
  EXPECT_EQ(linear.states[1].name, "pivot.v");
  ASSERT_EQ(linear.outputs.size(), 2u);  // pivot.q, pivot.v
  EXPECT_TRUE(eigen(linear.c).isApprox(Eigen::MatrixXd::Identity(2, 2), 1e-10));
  EXPECT_NEAR(linear.d(0, 0), 0.0, 1e-12);
}

// A sleeping top of spin w: y'' - i (I3 w / I1) y' - (m g l / I1) y = 0 for its tilt in the world;
// in axes of the body everything turns back with w.
TEST(Linearize, SleepingTop) {
  constexpr double mass = 1.5, l = 0.2, i1_own = 0.01, i3 = 0.02;
  const double i1 = i1_own + mass * l * l;
  for (const double spin : {10.0, 15.0, 30.0, 60.0}) {
    const Mechanism m = machine(
        R"("bodies": [{"name": "top", "mass": 1.5, "center": [0, 0, 0.2], "inertia": [0.01, 0.01, 0.02]}],
      "joints": [{"name": "tip", "type": "spherical", "parent": "ground", "child": "top", "position": [0, 0, 0],
        "velocity": [0, 0, )" +
        std::to_string(spin) + R"(]}])");
    const Linearization linear = linearize(m, known_start(m));
    ASSERT_EQ(linear.states.size(), 6u);
    EXPECT_TRUE(linear.moves);
    const double half = i3 * spin / (2 * i1);
    const std::complex<double> root =
        std::sqrt(std::complex<double>(mass * g * l / i1 - half * half));
    for (const std::complex<double> sign : {1.0, -1.0}) {
      const std::complex<double> expected = std::complex<double>(0, half - spin) + sign * root;
      double nearest = 1e9;
      for (const auto& value : linear.eigenvalues)
        nearest =
            std::min({nearest, std::abs(value - expected), std::abs(value - std::conj(expected))});
      EXPECT_LT(nearest, 1e-9 * spin) << spin;
    }
    double growth = 0.0;
    for (const auto& value : linear.eigenvalues) growth = std::max(growth, value.real());
    EXPECT_NEAR(growth, root.real(), 1e-6) << spin;
  }
}

// Steady precession of the same top, tilted: it moves for ever, and is called a motion.
TEST(Linearize, FastTopInSteadyPrecessionIsToldAsAMotion) {
  constexpr double mass = 1.5, l = 0.2, i3 = 0.02, spin = 90.0, tilt = 0.5;
  const double i1 = 0.01 + mass * l * l;
  // m g l = p (I3 (s + p cos) - I1 p cos) for precession p, spin s about its axis
  double p = mass * g * l / (i3 * spin);
  for (int k = 0; k < 60; ++k) {
    const double f = p * (i3 * (spin + p * std::cos(tilt)) - i1 * p * std::cos(tilt)) -
                     mass * g * l,
                 slope = i3 * spin + 2 * p * (i3 - i1) * std::cos(tilt);
    p -= f / slope;
  }
  // body axes: the axis leans in its own x z plane, precession about the vertical
  const double wx = -p * std::sin(tilt), wz = spin + p * std::cos(tilt);
  const Mechanism m = machine(
      R"("bodies": [{"name": "top", "mass": 1.5, "center": [0, 0, 0.2], "inertia": [0.01, 0.01, 0.02]}],
    "joints": [{"name": "tip", "type": "spherical", "parent": "ground", "child": "top", "position": [0, 0, 0],
      "start": {"axis": [0, 1, 0], "angle": )" +
      std::to_string(tilt) + R"(},
      "velocity": [)" +
      std::to_string(wx) + ", 0, " + std::to_string(wz) + "]}]");
  const Linearization linear = linearize(m, known_start(m));
  EXPECT_NE(linear.what.find("motion"), std::string::npos);
}

Mechanism four_bar() {
  return machine(R"("bodies": [
      {"name": "crank", "mass": 2, "center": [0.1, 0, 0.15], "inertia": [0.02, 0.03, 0.01]},
      {"name": "rod", "mass": 1.3, "center": [0.4, 0.02, 0], "inertia": [0.01, 0.08, 0.09], "position": [0.2, 0, 0.3]},
      {"name": "rocker", "mass": 1.8, "center": [0, 0, 0.3], "inertia": [0.05, 0.06, 0.01], "position": [1, 0, 0]}],
    "joints": [
      {"name": "a", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 1, 0],
       "spring": {"stiffness": 60}, "damping": 0.4, "drive": {"type": "input", "name": "torque"}},
      {"name": "b", "type": "revolute", "parent": "crank", "child": "rod", "position": [0.2, 0, 0.3], "axis": [0, 1, 0], "damping": 0.1},
      {"name": "c", "type": "revolute", "parent": "rod", "child": "rocker", "position": [1, 0, 0.6], "axis": [0, 1, 0]},
      {"name": "d", "type": "revolute", "parent": "ground", "child": "rocker", "position": [1, 0, 0], "axis": [0, 1, 0],
       "spring": {"stiffness": 15, "rest": 0.3}}])");
}

// Redundant loop: after a small push the run follows exp(A t).
TEST(Linearize, FourBarFollowsItsLinearSystem) {
  Mechanism m = four_bar();
  ASSERT_FALSE(m.redundancy.rows.empty());
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found && rest.stable);
  const Linearization linear =
      linearize(m, known_at_rest(m, rest), {false, false, {"a.q", "d.q", "c.force.x"}});
  ASSERT_EQ(linear.states.size(), 2u);
  // a disturbance of the independent coordinate, loops closed
  constexpr double small = 1e-6;
  const auto end_of = [&](double push) {
    Mechanism moved_one = m;
    EquationSlopes slopes(m);
    const KnownState point = known_at_rest(m, rest);
    slopes.set_point({0.0, point.q, point.v, {}, {}, point.functions});
    slopes.along({});
    std::vector<double> phi(static_cast<std::size_t>(m.model.phi_values));
    for (std::size_t k = 0; k < phi.size(); ++k) phi[k] = slopes.phi_value(k);
    Freedoms freedoms(m);
    freedoms.look(phi);
    Eigen::VectorXd way = freedoms.basis().col(0);
    int own = 0;
    for (int k = 0; k < m.model.nv(); ++k) {
      if (m.coordinate_name(k) + ".q" == linear.states[0].name) own = k;
    }
    way *= push / way[own];
    advance<double>(m.model, rest.q,
                    std::span<const double>(way.data(), static_cast<std::size_t>(way.size())),
                    moved_one.start.q);
    std::fill(moved_one.start.v.begin(), moved_one.start.v.end(), 0.0);
    RunOptions options;
    options.duration = 0.4;
    options.rtol = options.atol = 1e-12;
    Simulation simulation(moved_one, options);
    simulation.advance_to(0.4);
    return Eigen::Vector2d(simulation.q()[static_cast<std::size_t>(own)],
                           simulation.v()[static_cast<std::size_t>(own)]);
  };
  const Eigen::Vector2d found = (end_of(small) - end_of(-small)) / (2 * small);
  const Eigen::MatrixXd transition = (0.4 * eigen(linear.a)).exp();
  EXPECT_NEAR(found[0], transition(0, 0), 1e-4);
  EXPECT_NEAR(found[1], transition(1, 0), 1e-3);
}

// Random mechanisms that move: accelerations of neighbours on the manifold, by differences.
TEST(Linearize, AgreesWithDifferencesOfTheMotion) {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    SCOPED_TRACE(seed);
    Mechanism m = build_mechanism(pick(seed).description);
    std::mt19937 dice(seed);
    // velocities that keep the loops closed
    MechanismSystem system(m, "auto", ConstraintMethod::closest, 1.0, nullptr, true);
    std::vector<double> x = start_of(m);
    for (std::size_t k = 0; k < m.start.v.size(); ++k) x[m.start.q.size() + k] = uniform(dice);
    if (!system.project(0.0, x).ok()) continue;
    KnownState point;
    ASSERT_TRUE(known_motion(m, 0.0, x, point).ok());
    const Linearization linear = linearize(m, point);
    const std::size_t nv = m.start.v.size(), f = linear.states.size() / 2;
    if (f == 0) continue;
    // which velocities are the independent ones
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < f; ++i) {
      for (std::size_t k = 0; k < nv; ++k) {
        const std::string name = m.coordinate_name(static_cast<int>(k));
        const std::size_t dot = name.find('.');
        const std::string joint = name.substr(0, dot),
                          suffix = dot == std::string::npos ? "" : name.substr(dot);
        if (joint + ".v" + suffix == linear.states[f + i].name) own.push_back(k);
      }
    }
    ASSERT_EQ(own.size(), f);
    // the motion before and after, disturbed and not
    constexpr double h = 1e-4, tau = 1e-3;
    const auto run_to = [&](std::vector<double> from, double t) {
      Mechanism one = m;
      std::copy_n(from.begin(), one.start.q.size(), one.start.q.begin());
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(one.start.q.size()), nv,
                  one.start.v.begin());
      RunOptions options;
      options.duration = t;
      options.rtol = options.atol = 1e-13;
      options.integrator = "dormand-prince";
      Simulation simulation(one, options);
      simulation.advance_to(t);
      return std::vector<double>(simulation.state().begin(), simulation.state().end());
    };
    const auto disturbed = [&](std::size_t column, double size) {
      Freedoms freedoms(m);
      EquationSlopes slopes(m);
      slopes.set_point({0.0, point.q, point.v, {}, {}, point.functions});
      slopes.along({});
      std::vector<double> phi(static_cast<std::size_t>(m.model.phi_values));
      for (std::size_t k = 0; k < phi.size(); ++k) phi[k] = slopes.phi_value(k);
      freedoms.look(phi);
      Eigen::MatrixXd rows(f, f);
      for (std::size_t i = 0; i < f; ++i)
        rows.row(static_cast<Eigen::Index>(i)) =
            freedoms.basis().row(static_cast<Eigen::Index>(own[i]));
      const Eigen::VectorXd way =
          freedoms.basis() * rows.inverse().col(static_cast<Eigen::Index>(column % f)) * size;
      std::vector<double> y = x;
      if (column < f) {
        std::vector<double> q(m.start.q.size());
        advance<double>(m.model, point.q, std::span<const double>(way.data(), nv), q);
        std::copy(q.begin(), q.end(), y.begin());
      } else {
        for (std::size_t k = 0; k < nv; ++k)
          y[m.start.q.size() + k] += way[static_cast<Eigen::Index>(k)];
      }
      EXPECT_TRUE(system.project(0.0, y).ok());
      return y;
    };
    const auto apart = [&](const std::vector<double>& from, const std::vector<double>& to) {
      std::vector<double> dx(system.tangent_size());
      system.difference(from, to, dx);
      Eigen::VectorXd out(2 * f);
      for (std::size_t i = 0; i < f; ++i) {
        out[static_cast<Eigen::Index>(i)] = dx[own[i]];
        out[static_cast<Eigen::Index>(f + i)] = dx[nv + own[i]];
      }
      return out;
    };
    // d/dt of the distance over 2 h, forward in time: second order in tau, extrapolated
    const auto slope = [&](std::size_t column, double t) {
      const std::vector<double> middle = run_to(x, t);
      const Eigen::VectorXd later = apart(middle, run_to(disturbed(column, h), t)) -
                                    apart(middle, run_to(disturbed(column, -h), t));
      const Eigen::VectorXd first =
          apart(x, disturbed(column, h)) - apart(x, disturbed(column, -h));
      return Eigen::VectorXd((later - first) / (2 * h * t));
    };
    const std::size_t column = seed % (2 * f);
    const Eigen::VectorXd one = slope(column, tau), two = slope(column, 2 * tau),
                          four = slope(column, 4 * tau);
    const Eigen::VectorXd found = (8.0 * one - 6.0 * two + four) / 3.0;
    const Eigen::VectorXd exact = eigen(linear.a).col(static_cast<Eigen::Index>(column));
    EXPECT_LT((found - exact).lpNorm<Eigen::Infinity>(),
              2e-4 * (1.0 + eigen(linear.a).lpNorm<Eigen::Infinity>()));
  }
}

// A spring that relaxes: z' = rate - z / T, the block feels k z.
TEST(Linearize, StatesOfForcesAreStates) {
  const Mechanism m = machine(R"("gravity": [0, 0, 0],
    "bodies": [{"name": "block", "mass": 2, "inertia": [1, 1, 1], "position": [1, 0, 0]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "block", "position": [1, 0, 0], "axis": [1, 0, 0]}],
    "forces": [{"name": "strut", "type": "spring", "from": {"body": "ground"}, "to": {"body": "block"},
      "length": 1, "stiffness": 30, "relaxation": {"stiffness": 50, "time": 0.25}}])");
  const Linearization linear = at_rest(m);
  ASSERT_EQ(linear.states.size(), 3u);
  EXPECT_EQ(linear.states[2].name, "strut.state");
  Eigen::Matrix3d expected;
  expected << 0, 1, 0, -15, 0, -25, 0, 1, -4;
  EXPECT_LT((eigen(linear.a) - expected).lpNorm<Eigen::Infinity>(), 1e-11);
}

// A driver that follows an input: its value and rate are states, its acceleration the input.
TEST(Linearize, DriverThatFollowsAnInput) {
  const Mechanism m = machine(R"("gravity": [0, 0, 0],
    "bodies": [{"name": "cart", "mass": 3, "inertia": [1, 1, 1]}, {"name": "load", "mass": 2, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "parent": "ground", "child": "cart", "position": [0, 0, 0], "axis": [1, 0, 0]},
      {"name": "slide", "type": "prismatic", "parent": "cart", "child": "load", "position": [0, 0, 0], "axis": [1, 0, 0],
       "spring": {"stiffness": 50}, "damping": 4}],
    "constraints": [{"name": "ram", "type": "driver", "joint": "rail", "function": {"type": "input", "name": "stroke"}}])");
  const Linearization linear = at_rest(m, {false, false, {"slide.q", "rail.q", "rail.v"}});
  ASSERT_EQ(linear.states.size(), 4u);
  ASSERT_EQ(linear.inputs.size(), 1u);
  EXPECT_EQ(linear.inputs[0].name, "stroke.acceleration");
  // slide'' = -25 slide - 2 slide' - stroke''
  EXPECT_NEAR(linear.a(1, 0), -25.0, 1e-10);
  EXPECT_NEAR(linear.a(1, 1), -2.0, 1e-10);
  EXPECT_NEAR(linear.b(1, 0), -1.0, 1e-10);
  EXPECT_NEAR(linear.a(2, 3), 1.0, 0.0);
  EXPECT_NEAR(linear.b(3, 0), 1.0, 0.0);
  EXPECT_NEAR(linear.c(1, 2), 1.0, 1e-9);
  EXPECT_NEAR(linear.c(2, 3), 1.0, 1e-9);
}

}  // namespace
}  // namespace treadle::test
