// The matrix of implicit steps against dense differences of the rate, where what it leaves out
// vanishes; local Jacobians against differences of each force; a pair in free fall.
#include "src/newton/newton_matrix.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace treadle {
namespace {

using Vector = std::vector<double>;

// Two arms, a slider and a rod that closes their loop; forces of all kinds between them, without
// weight and preload: all at rest, so that only stiffness and damping are left.
std::string machine(const std::string& loop, const std::string& forces) {
  return R"({"treadle": 1, "name": "machine", "gravity": [0, 0, 0],
  "bodies": [
    {"name": "a", "mass": 2, "inertia": [0.1, 0.2, 0.3], "center": [0.5, 0, 0]},
    {"name": "b", "mass": 1, "inertia": [0.2, 0.1, 0.15], "position": [1, 0, 0], "center": [0.4, 0.1, 0]},
    {"name": "c", "mass": 3, "inertia": [0.3, 0.2, 0.1], "position": [1, 1, 0.5]},
    {"name": "d", "mass": 1.5, "inertia": [0.1, 0.1, 0.2], "position": [0, 2, 0.2]}
  ],
  "joints": [
    {"name": "ja", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 0], "axis": [0, 0.6, 0.8]},
    {"name": "jb", "type": "spherical", "parent": "a", "child": "b", "position": [1, 0, 0]},
    {"name": "jc", "type": "prismatic", "parent": "ground", "child": "c", "position": [1, 1, 0.5], "axis": [1, 2, 2]}
  ],
  "constraints": [)" +
         loop + R"(], "forces": [)" + forces + "]}";
}

const std::string rod =
    R"({"name": "rod", "type": "distance", "from": {"body": "b", "position": [1, 0.5, 0.2]}, "to": {"body": "c"}})";
const std::string some_forces = R"(
    {"name": "k1", "type": "bushing", "from": {"body": "b"}, "to": {"body": "d", "position": [1, -2, -0.2]},
     "stiffness": [3e5, 2e5, 1e5, 300, 200, 100], "damping": [30, 20, 10, 3, 2, 1]},
    {"name": "k2", "type": "spring", "from": {"body": "a", "position": [0.5, 0, 0]}, "to": {"body": "c"},
     "stiffness": 1e5, "damping": 200})";

Mechanism built(const std::string& text) { return build_mechanism(read_model_text(text, "test")); }

Vector random_vector(std::size_t size, unsigned seed) {
  std::mt19937 dice(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Vector out(size);
  for (double& x : out) x = number(dice);
  return out;
}

// k of (J2) at the start with one kind of Jacobian.
Vector solved(const Mechanism& mechanism, JacobianKind kind, double c_q, double c_v,
              const Vector& right) {
  MechanismSystem system(mechanism, "auto", ConstraintMethod::automatic, 1e-3);
  system.set_jacobian(kind);
  const Vector x = system.start();
  Vector rate(system.tangent_size()), k = right;
  EXPECT_TRUE(system.rate(0.0, x, rate).ok());
  EXPECT_TRUE(system.linearize(0.0, x, rate).ok());
  EXPECT_TRUE(system.factor_newton(c_q, c_v).ok());
  EXPECT_TRUE(system.solve_newton(k).ok());
  return k;
}

double apart(const Vector& a, const Vector& b) {
  double most = 0.0, off = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::fmax(most, std::fabs(a[i]));
    off = std::fmax(off, std::fabs(a[i] - b[i]));
  }
  return off / most;
}

TEST(NewtonMatrix, IsThatOfDifferencesWhereForcesAreAll) {
  for (const std::string& loop : {std::string(), rod}) {
    const Mechanism mechanism = built(machine(loop, some_forces));
    MechanismSystem system(mechanism, "auto", ConstraintMethod::automatic, 1e-3);
    Vector right = random_vector(system.tangent_size(), 3);
    right.back() = 0.0;
    for (const auto& [c_q, c_v] : {std::pair{1e-8, 1e-4}, {1e-4, 1e-2}, {3e-5, 4e-3}}) {
      const Vector witness = solved(mechanism, JacobianKind::differences, c_q, c_v, right);
      for (const JacobianKind kind :
           {JacobianKind::approximate, JacobianKind::approximate_symmetric,
            JacobianKind::block_diagonal}) {
        EXPECT_LT(apart(solved(mechanism, kind, c_q, c_v, right), witness), 1e-5)
            << jacobian_names()[static_cast<std::size_t>(kind)] << " " << c_v << " " << loop;
      }
    }
  }
}

// With weight, preload, speed and multipliers: all terms.
TEST(NewtonMatrix, TheExactOneIsThatOfDifferencesInMotion) {
  std::string text = machine(rod, some_forces);
  text.replace(text.find("\"gravity\": [0, 0, 0],"), 22, "");
  const std::string slack = "\"stiffness\": 1e5,";
  text.replace(text.find(slack), slack.size(), "\"length\": 0.3, \"stiffness\": 1e3,");
  const Mechanism mechanism = built(text);
  std::vector<Vector> found;
  for (const JacobianKind kind : {JacobianKind::differences, JacobianKind::exact}) {
    MechanismSystem system(mechanism, "auto", ConstraintMethod::closest, 1e-3);
    system.set_jacobian(kind);
    Vector x = system.start();
    const Vector speeds = random_vector(x.size(), 5);
    for (std::size_t k = 0; k < system.v(x).size(); ++k)
      x[system.layout().nq + k] = 3.0 * speeds[k];
    ASSERT_TRUE(system.project(0.0, x).ok());
    Vector rate(system.tangent_size());
    ASSERT_TRUE(system.rate(0.0, x, rate).ok());
    ASSERT_TRUE(system.linearize(0.0, x, rate).ok());
    for (const double c : {1e-3, 1e-2, 0.1}) {
      ASSERT_TRUE(system.factor_newton(c * c, c).ok());
      Vector k = random_vector(system.tangent_size(), 3);
      k.back() = 0.0;
      ASSERT_TRUE(system.solve_newton(k).ok());
      found.push_back(k);
    }
  }
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(apart(found[i], found[i + 3]), 1e-4) << i;
}

// Each force alone: generalized forces change as its local Jacobian says.
TEST(LocalJacobian, IsThatOfDifferencesForEachKindOfForce) {
  const std::vector<std::string> forces{
      R"({"name": "f", "type": "spring", "from": {"body": "a", "position": [0.5, 0, 0]}, "to": {"body": "d"},
          "stiffness": 300, "length": 1, "damping": 20})",
      R"({"name": "f", "type": "bushing", "from": {"body": "b"}, "to": {"body": "d"},
          "stiffness": [30, 20, 10, 3, 2, 1], "damping": [3, 2, 1, 0.3, 0.2, 0.1]})",
      R"({"name": "f", "type": "plane", "from": {"body": "d"}, "to": {"body": "ground"},
          "radius": 0.5, "stiffness": 100, "damping": 5})"};
  for (const std::string& force : forces) {
    const Mechanism m = built(machine("", force));
    const Model<double>& model = m.model;
    LocalJacobians local(m.forces, m.functions, model.links.size(), model.groups.size(),
                         LocalForm::exact);
    PositionStage<double> at(model);
    VelocityStage<double> moving(model);
    const std::vector<FunctionValue<double>> functions = m.functions_at(0.0);
    const Vector v = random_vector(static_cast<std::size_t>(model.nv()), 7);
    place_bodies<double>(model, m.start.q, at);
    move_bodies<double>(model, v, at, moving);
    local.look({m.start.q, v, functions, at, moving});
    ASSERT_EQ(local.pairs().size(), 1U);
    const PairJacobian& pair = local.pairs()[0];
    const BodyId body = pair.from.valid() ? pair.from : pair.to;
    // the wrench with the body moved, or faster, along one of six motions
    const auto wrench = [&](std::size_t k, double way, double speed) {
      PositionStage<double> there = at;
      VelocityStage<double> then = moving;
      const auto one = [&](std::size_t i) { return i == k ? 1.0 : 0.0; };
      const Motion<double> by{{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
      Transform<double>& x = there.x[body.index()];
      const auto turned = [&](const Vec3<double>& a) {  // to second order
        const Vec3<double> d = cross(way * by.ang, a);
        return a + d + 0.5 * cross(way * by.ang, d);
      };
      x = {{turned(x.r.x), turned(x.r.y), turned(x.r.z)}, turned(x.p) + way * by.lin};
      then.v[body.index()] += speed * by;
      std::vector<Force<double>> loads(model.links.size());
      std::vector<double> joints(static_cast<std::size_t>(model.nv())), rates(functions.size());
      apply_forces<double>(m.forces, {m.start.q, v, functions, there, then},
                           {loads, joints, rates});
      const Force<double>& f = loads[body.index()];
      return std::array<double, 6>{f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z};
    };
    constexpr double step = 1e-5;
    double largest = 0.0;
    for (const double x : pair.stiffness) largest = std::fmax(largest, std::fabs(x));
    for (std::size_t k = 0; k < 6; ++k) {
      const auto ahead = wrench(k, step, 0.0), behind = wrench(k, -step, 0.0);
      const auto faster = wrench(k, 0.0, step), slower = wrench(k, 0.0, -step);
      for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(pair.stiffness[6 * i + k], -(ahead[i] - behind[i]) / (2.0 * step),
                    1e-6 * largest)
            << force << i << k;
        EXPECT_NEAR(pair.damping[6 * i + k], -(faster[i] - slower[i]) / (2.0 * step),
                    1e-6 * largest)
            << force << i << k;
      }
    }
  }
}

// Every kind of Jacobian: two masses joined by 1e8 N/m fall with g.
TEST(NewtonMatrix, AStiffPairFallsWithG) {
  const Mechanism mechanism = built(R"({"treadle": 1, "name": "pair", "bodies": [
    {"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.1]},
    {"name": "b", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 1]}],
    "forces": [{"name": "k", "type": "spring", "from": {"body": "a"}, "to": {"body": "b"},
                "stiffness": 1e8}]})");
  for (const char* kind :
       {"approximate", "approximate-symmetric", "block-diagonal", "differences", "exact"}) {
    for (const char* integrator : {"implicit", "bdf", "generalized-alpha", "implicit-euler"}) {
      RunOptions options;
      options.duration = 0.5;
      options.step = 1e-3;
      options.rtol = options.atol = 1e-5;
      options.integrator = integrator;
      options.jacobian = kind;
      const RunResult result = run(mechanism, options);
      ASSERT_EQ(result.end, RunEnd::done) << kind << " " << integrator << ": " << result.message;
      for (const auto& [joint, v] : result.v)
        EXPECT_NEAR(v[2], -9.80665 * 0.5, 1e-3) << kind << " " << integrator << " " << joint;
      EXPECT_LT(result.steps, 1000) << kind << " " << integrator;
      EXPECT_GT(result.newton.factorizations, 0);
    }
  }
}

}  // namespace
}  // namespace treadle
