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

// A spring between two points as a person would write it in C++.
struct OwnSpring final : CustomForce {
  explicit OwnSpring(bool tells_bodies) : tells(tells_bodies) {}
  void apply(const ForceScene& scene, ForceSink& sink) const override {
    const BodyView a = scene.body("a"), c = scene.body("c");
    const Vec3<double> from = a.point({0.5, 0, 0}), to = c.point({0, 0, 0}), gap = to - from;
    const double distance = std::sqrt(dot(gap, gap));
    const Vec3<double> line = (1.0 / distance) * gap;
    const double rate = dot(line, c.velocity({0, 0, 0}) - a.velocity({0.5, 0, 0}));
    const Vec3<double> pull = (1e5 * (distance - std::sqrt(1.5)) + 200.0 * rate) * line;
    sink.push("a", from, pull);
    sink.push("c", to, -pull);
  }
  [[nodiscard]] std::vector<std::string> bodies() const override {
    if (!tells) return {};
    return {"a", "c", "ground", "a"};
  }
  bool tells;
};

// The same spring as an element of the file and in C++: the same matrix where it has no tension.
TEST(OpaqueJacobian, OfAForceInCppIsThatOfTheSameElement) {
  const std::string spring =
      R"({"name": "k2", "type": "spring", "from": {"body": "a", "position": [0.5, 0, 0]}, "to": {"body": "c"},
       "stiffness": 1e5, "damping": 200})";
  for (const std::string& loop : {std::string(), rod}) {
    const Mechanism element = built(machine(loop, spring));
    Mechanism own = built(machine(loop, ""));
    own.custom.push_back(std::make_shared<OwnSpring>(true));
    Vector right = random_vector(
        MechanismSystem(own, "auto", ConstraintMethod::automatic, 1e-3).tangent_size(), 9);
    right.back() = 0.0;
    for (const double c : {1e-4, 1e-2}) {
      const Vector a = solved(element, JacobianKind::approximate, c * c, c, right);
      EXPECT_LT(apart(a, solved(own, JacobianKind::approximate, c * c, c, right)), 1e-6) << c;
      EXPECT_LT(apart(a, solved(own, JacobianKind::differences, c * c, c, right)), 1e-4) << c;
    }
  }
}

// Who tells the bodies gets matrices of that force alone, and the same motion.
TEST(OpaqueJacobian, RunsWithForcesInCpp) {
  Vector ends;
  for (const bool tells : {false, true}) {
    Mechanism mechanism = built(machine(rod, ""));
    mechanism.custom.push_back(std::make_shared<OwnSpring>(tells));
    RunOptions options;
    options.duration = 0.2;
    options.rtol = options.atol = 1e-7;
    options.integrator = "implicit";
    mechanism.start.v[0] = 1.0;
    const RunResult result = run(mechanism, options);
    ASSERT_EQ(result.end, RunEnd::done) << result.message;
    EXPECT_EQ(result.jacobian, tells ? "approximate" : "differences");
    ends.push_back(result.q.at("ja")[0]);
  }
  EXPECT_NEAR(ends[0], ends[1], 1e-5);
}

// A wheel with its tyre that is dropped: the implicit run with a matrix of the tyre is that of
// Adams.
TEST(OpaqueJacobian, OfATyre) {
  const Mechanism mechanism = built(R"({"treadle": 1, "bodies": [
    {"name": "post", "mass": 300, "inertia": [10, 10, 10], "position": [0, 0, 0.32]},
    {"name": "rim", "mass": 20, "inertia": [0.6, 1.1, 0.6], "position": [0, 0, 0.32]}],
  "joints": [
    {"name": "ride", "type": "planar", "parent": "ground", "child": "post", "position": [0, 0, 0.32], "axis": [0, 1, 0],
     "velocity": {"x": 10}},
    {"name": "bearing", "type": "revolute", "parent": "post", "child": "rim", "position": [0, 0, 0.32], "axis": [0, 1, 0],
     "velocity": 30}],
  "forces": [{"name": "tyre", "type": "tyre", "wheel": {"body": "rim"}, "axis": [0, 1, 0], "radius": 0.32, "stiffness": 2e5,
    "damping": 500, "cornering_stiffness": 6e4, "slip_stiffness": 8e4, "friction": 0.9, "relaxation": [0.2, 0.4]}]})");
  RunOptions options;
  options.duration = 0.2;
  options.rtol = options.atol = 1e-7;
  options.integrator = "adams";
  const RunResult witness = run(mechanism, options);
  ASSERT_EQ(witness.end, RunEnd::done) << witness.message;
  options.integrator = "implicit";
  options.rtol = options.atol = 1e-6;
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_EQ(result.jacobian, "approximate");
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(result.q.at("ride")[k], witness.q.at("ride")[k], 1e-4) << k;
}

}  // namespace
}  // namespace treadle
