// Derivatives of the equations: against differences of an evaluation that forms M, with every kind
// of force on random mechanisms, and against closed forms.
#include "agreement/random_loads.hpp"
#include "src/derivatives/equation_matrices.hpp"
#include "src/io/reading/read_model.hpp"
#include "support/states.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

using Functionals = std::vector<FunctionValue<double>>;

/// A point of the equations with numbers of its own for all that they depend on.
struct Place {
  Numbers q, v, a, lambda;
  Functionals functions;
};

/// Everything of (E1) at a place, with M: r, Phi, its rate, Phi a - gamma, rates of states.
Eigen::VectorXd equations_at(const Mechanism& m, const Place& p) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = p.functions;
  assemble_equations<double>(m.model, m.forces, p.q, p.v, w, [&](Workspace<double>& to) {
    const ForceScene scene(m.model, m.placement, 0.0, to.position, to.velocity);
    ForceSink sink(m.model, m.placement, to.position, to.velocity, to.loads.body);
    for (const auto& force : m.custom) force->apply(scene, sink);
  });
  const Eigen::MatrixXd inertia = dense_inertia(m.model, w.matrix),
                        phi = dense_phi(m.model, w.loops.phi);
  const Eigen::VectorXd a = dense_vector(p.a);
  const std::vector<std::size_t>& states = m.functions.states();
  Eigen::VectorXd rates(static_cast<Eigen::Index>(states.size()));
  for (std::size_t z = 0; z < states.size(); ++z)
    rates[static_cast<Eigen::Index>(z)] = w.rates[states[z]];
  Eigen::VectorXd out(inertia.rows() + 3 * phi.rows() + rates.size());
  out << inertia * a + phi.transpose() * dense_vector(p.lambda) - dense_vector(w.q_force),
      dense_vector(w.loops.residual), phi * dense_vector(p.v) + dense_vector(w.loops.drift),
      phi * a - dense_vector(w.gamma), rates;
  return out;
}

Eigen::VectorXd slopes_of(const EquationSlopes& s) {
  const Model<double>& model = s.mechanism().model;
  const auto nv = static_cast<std::size_t>(model.nv()),
             rows = static_cast<std::size_t>(model.rows()),
             nz = s.mechanism().functions.states().size();
  Eigen::VectorXd out(static_cast<Eigen::Index>(nv + 3 * rows + nz));
  Eigen::Index next = 0;
  for (std::size_t k = 0; k < nv; ++k) out[next++] = s.residual(k);
  for (std::size_t r = 0; r < rows; ++r) out[next++] = s.position(r);
  for (std::size_t r = 0; r < rows; ++r) out[next++] = s.velocity(r);
  for (std::size_t r = 0; r < rows; ++r) out[next++] = s.acceleration(r);
  for (std::size_t z = 0; z < nz; ++z) out[next++] = s.state_rate(z);
  return out;
}

Place random_place(const Mechanism& m, std::mt19937& dice) {
  Place p{m.start.q, random_numbers(dice, m.model.nv()), random_numbers(dice, m.model.nv()),
          random_numbers(dice, m.model.rows()), m.functions_at(0.37)};
  p.q = moved(m.model, p.q, random_numbers(dice, m.model.nv()), 0.3);
  return p;
}

// Wrong by h^4 f(5) / 30 and by rounding / h. Where a stop, a contact or a play begins within a
// step, one that is a thousand times shorter sees one side of it alone, with more rounding.
constexpr double step = 1e-5, by_step = 2e-8, short_step = 1e-8, by_short_step = 2e-6;

void expect_slopes(const Mechanism& m, const Place& p, const EquationDirection& d) {
  EquationSlopes slopes(m);
  slopes.set_point({0.0, p.q, p.v, p.a, p.lambda, p.functions});
  slopes.along(d);
  const Eigen::VectorXd exact = slopes_of(slopes);
  const auto at = [&](double h) {
    Place there = p;
    if (!d.q.empty()) there.q = moved(m.model, p.q, Numbers(d.q.begin(), d.q.end()), h);
    for (std::size_t k = 0; k < d.v.size(); ++k) there.v[k] += h * d.v[k];
    for (std::size_t k = 0; k < d.functions.size(); ++k) {
      there.functions[k].value += h * d.functions[k].value;
      there.functions[k].rate += h * d.functions[k].rate;
      there.functions[k].acceleration += h * d.functions[k].acceleration;
    }
    return equations_at(m, there);
  };
  const auto off = [&](double h) {
    const Eigen::VectorXd found = (8.0 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12.0 * h);
    return (exact - found).lpNorm<Eigen::Infinity>();
  };
  const double size = 1.0 + exact.lpNorm<Eigen::Infinity>() + at(0.0).lpNorm<Eigen::Infinity>();
  if (off(step) < by_step * size) return;
  EXPECT_LT(off(short_step), by_short_step * size);
}

TEST(Derivatives, AgreeWithDifferencesForEveryForce) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 dice(seed);
    Description d = pick(seed).description;
    load(d, dice);
    const Mechanism m = build_mechanism(d);
    const Place p = random_place(m, dice);
    const Numbers dq = random_numbers(dice, m.model.nv()), dv = random_numbers(dice, m.model.nv());
    Functionals df(m.functions.size());
    for (auto& f : df) f = {uniform(dice), uniform(dice), uniform(dice)};
    expect_slopes(m, p, {.q = dq});
    expect_slopes(m, p, {.v = dv});
    expect_slopes(m, p, {.functions = df});
    expect_slopes(m, p, {dq, dv, df});
  }
}

TEST(Derivatives, MatricesHaveTheSlopesAsColumns) {
  for (const unsigned seed : {3u, 7u, 9u}) {
    std::mt19937 dice(seed);
    Description d = pick(seed).description;
    load(d, dice);
    const Mechanism m = build_mechanism(d);
    const Place p = random_place(m, dice);
    EquationSlopes slopes(m);
    slopes.set_point({0.0, p.q, p.v, p.a, p.lambda, p.functions});
    EquationMatrices matrices;
    fill_matrices(slopes, {}, matrices);
    const Numbers dq = random_numbers(dice, m.model.nv()), dv = random_numbers(dice, m.model.nv());
    slopes.along({.q = dq, .v = dv});
    const Eigen::VectorXd whole = slopes_of(slopes);
    Eigen::Index next = 0;
    for (const RowsBy* by : {&matrices.residual, &matrices.loop_position, &matrices.loop_velocity,
                             &matrices.loop_excess, &matrices.state_rate}) {
      for (int k = 0; k < by->q.rows; ++k) {
        double sum = 0.0;
        for (int j = 0; j < by->q.cols; ++j)
          sum += by->q(k, j) * dq[static_cast<std::size_t>(j)] +
                 by->v(k, j) * dv[static_cast<std::size_t>(j)];
        EXPECT_NEAR(sum, whole[next], 1e-12 * (1.0 + whole.lpNorm<Eigen::Infinity>()));
        ++next;
      }
    }
    // Phi is the slope of the loops' positions
    Workspace<double> w(m.model, m.functions.size());
    w.functions = p.functions;
    assemble_equations<double>(m.model, m.forces, p.q, p.v, w);
    const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
    for (int r = 0; r < m.model.rows(); ++r) {
      for (int j = 0; j < m.model.nv(); ++j)
        EXPECT_NEAR(matrices.loop_position.q(r, j), phi(r, j), 1e-12);
    }
  }
}

struct Wind : CustomForce {
  void apply(const ForceScene& scene, ForceSink& sink) const override {
    const BodyView b = scene.body("b0");
    const Vec3<double> at = b.point({0.1, 0.2, 0.3}), speed = b.velocity({0.1, 0.2, 0.3});
    sink.push("b0", at, -0.5 * dot(speed, speed) * speed - 3.0 * dot(at, at) * at);
  }
};

TEST(Derivatives, ForcesWrittenInCppAreDifferencesOfThemselves) {
  for (const unsigned seed : {3u, 4u}) {
    std::mt19937 dice(seed);
    Description d = pick(seed).description;
    d.bodies.front().name = "b0";
    for (JointItem& joint : d.joints) {
      for (std::string* end : {&joint.parent, &joint.child}) {
        if (*end == pick(seed).description.bodies.front().name) *end = "b0";
      }
    }
    d.forces.clear();
    d.constraints.clear();
    Mechanism m = build_mechanism(d);
    m.custom.push_back(std::make_shared<Wind>());
    const Place p = random_place(m, dice);
    const Numbers dq = random_numbers(dice, m.model.nv()), dv = random_numbers(dice, m.model.nv());
    expect_slopes(m, p, {.q = dq, .v = dv});
  }
}

// r = m l^2 a + k q + c v + m g l sin q (+ preload): K = m g l cos q + k, D = c.
TEST(Derivatives, PendulumInClosedForm) {
  const Mechanism m = build_mechanism(read_model_text(R"({"treadle": 1, "gravity": [0, 0, -10],
    "bodies": [{"name": "bob", "mass": 2, "inertia": [0, 0.001, 0.001], "position": [0, 0, -0.5]}],
    "joints": [{"name": "pivot", "type": "revolute", "parent": "ground", "child": "bob",
      "position": [0, 0, 0], "axis": [0, 1, 0], "spring": {"stiffness": 3}, "damping": 0.7}]})",
                                                      "test"));
  EquationSlopes slopes(m);
  EquationMatrices by;
  const double angle = 0.6;
  const Numbers q{angle}, v{0.4}, a{5.0};
  slopes.set_point({0.0, q, v, a, {}, m.functions_at(0.0)});
  fill_matrices(slopes, {}, by);
  EXPECT_NEAR(by.residual.q(0, 0), 2 * 10 * 0.5 * std::cos(angle) + 3, 1e-12);
  EXPECT_NEAR(by.residual.v(0, 0), 0.7, 1e-14);
  EXPECT_NEAR(slopes.residual_value(0),
              (2 * 0.25 + 0.001) * 5.0 + 3 * angle + 0.7 * 0.4 + 10 * std::sin(angle), 1e-12);
}

// A free body of velocity (v, w) in its own axes: the linear residual is m (a + w x v) - R^T m g,
// so D = m [w]x along v, and -m [v]x along w.
TEST(Derivatives, FreeBodyInClosedForm) {
  const Mechanism m = build_mechanism(read_model_text(R"({"treadle": 1, "gravity": [0, 0, 0],
    "bodies": [{"name": "top", "mass": 2, "inertia": [2, 3, 4]}],
    "joints": [{"name": "top", "type": "free", "parent": "ground", "child": "top"}]})",
                                                      "test"));
  EquationSlopes slopes(m);
  EquationMatrices by;
  const Numbers v{0.3, -0.2, 0.5, 0.7, 1.1, -0.4}, a{0, 0, 0, 0, 0, 0};
  slopes.set_point({0.0, m.start.q, v, a, {}, m.functions_at(0.0)});
  fill_matrices(slopes, {}, by);
  const double wx = v[3], wy = v[4], wz = v[5];
  const double cross_w[3][3] = {{0, -wz, wy}, {wz, 0, -wx}, {-wy, wx, 0}};
  const double cross_v[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
  // d(w x J w)/dw
  const double turn[3][3] = {{0, (4 - 3) * wz, (4 - 3) * wy},
                             {(2 - 4) * wz, 0, (2 - 4) * wx},
                             {(3 - 2) * wy, (3 - 2) * wx, 0}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(by.residual.v(i, j), 2 * cross_w[i][j], 1e-14);
      EXPECT_NEAR(by.residual.v(i, 3 + j), -2 * cross_v[i][j], 1e-14);
      EXPECT_NEAR(by.residual.v(3 + i, 3 + j), turn[i][j], 1e-14);
    }
    for (int j = 0; j < 6; ++j)
      EXPECT_NEAR(by.residual.q(i, j), 0.0, 1e-14);  // no place is special
  }
}

}  // namespace
}  // namespace treadle::test
