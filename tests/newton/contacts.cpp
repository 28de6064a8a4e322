// Jacobians of contacts: the exact one against differences of the rate, the others where what they
// leave out vanishes, runs with each of them, stacks and large mass ratios.
#include "src/contact/convex_library.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/newton/newton_matrix.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"
#include "src/simulation/simulation.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>
#include <random>

namespace treadle::contact_jacobians {
namespace {

using Numbers = std::vector<double>;

Mechanism touching(const std::string& text) {
  return build_mechanism(read_model_text(text, "contacts.json"));
}

std::string body(const std::string& name, const std::string& shape, const std::string& place) {
  return R"({"name": ")" + name + R"(", "position": )" + place + R"(, "shapes": [)" + shape + "]}";
}

const std::string
    ball = R"({"type": "sphere", "radius": 0.1, "density": 2000})",
    brick = R"({"type": "box", "size": [0.3, 0.2, 0.1], "density": 2000})",
    capsule = R"({"type": "capsule", "radius": 0.05, "length": 0.3, "density": 2000,
   "orientation": {"axis": [0, 1, 0], "angle": "90 deg"}})",
    hull =
        R"({"type": "hull", "points": [[0.05, 0.05, 0.095], [-0.05, 0.05, 0.095], [-0.05, -0.05, 0.095],
   [0.05, -0.05, 0.095], [0.06, 0.04, -0.095], [-0.06, 0.04, -0.095], [-0.06, -0.04, -0.095], [0.06, -0.04, -0.095]], "density": 2000})";

// Three bodies over each other on a plane, each pressed into what is below it, and a lever that
// leans on the highest.
std::string heap(const std::string& shape, double high, double deep, const std::string& law,
                 bool lever, double aside = 0.01, double gravity = 9.81) {
  std::string bodies;
  for (int k = 0; k < 3; ++k) {
    const std::string place = "[" + std::to_string(1.3 * aside * k) + ", " +
                              std::to_string(0.7 * aside * k) + ", " +
                              std::to_string((0.5 + k) * high - (k + 1) * deep) + "]";
    bodies += (k > 0 ? "," : "") + body("stone" + std::to_string(k), shape, place);
  }
  std::string joints;
  if (lever) {
    const double z = 3.0 * high - 4.0 * deep;
    bodies += "," + body("lever", ball, "[0, 0, " + std::to_string(z + 0.1) + "]");
    bodies +=
        R"(, {"name": "arm", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [-0.5, 0, 0.5]})";
    joints = R"({"name": "pivot", "type": "revolute", "parent": "ground", "child": "arm",
       "position": [-0.5, 0, 0.5], "axis": [0, 1, 0]},
      {"name": "hinge", "type": "spherical", "parent": "arm", "child": "lever", "position": [-0.2, 0, 0.6]})";
  }
  return R"({"treadle": 1, "name": "heap", "gravity": [0, 0, )" + std::to_string(-gravity) +
         R"(], "bodies": [)" + bodies + R"(], "joints": [)" + joints +
         R"(], "contacts": [{"name": "touch", "of": ["*"], "with": ["*"],
     "planes": [{"point": [0, 0, 0], "normal": [0, 0, 1]}], )" +
         law + "}]}";
}

// A state where the memory of points was drawn a little and all moves.
struct Moved {
  MechanismSystem system;
  Numbers x, right;

  Moved(const Mechanism& mechanism, JacobianKind kind, double moved, double speed)
      : system(mechanism, "auto", ConstraintMethod::automatic, 1e-3), x(system.start()) {
    system.set_jacobian(kind);
    const Numbers start = x;
    system.settle_contacts(0.0, start, false);
    std::mt19937 dice(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Numbers step(system.tangent_size());
    const std::size_t nv = system.layout().nv;
    for (std::size_t i = 0; i < 2 * nv; ++i) step[i] = (i < nv ? moved : speed) * number(dice);
    system.advance(start, step, x);
    right.resize(step.size());
    for (std::size_t i = 0; i + 1 < right.size(); ++i) right[i] = number(dice);
  }

  // k of (J2)
  Numbers solve(double c) {
    Numbers k = right, rate(k.size());
    EXPECT_TRUE(system.rate(0.0, x, rate).ok());
    EXPECT_TRUE(system.linearize(0.0, x, rate).ok());
    EXPECT_TRUE(system.factor_newton(c * c, c).ok());
    EXPECT_TRUE(system.solve_newton(k).ok());
    return k;
  }

  // The same by central differences of the rate: friction that begins to slip bends within 0.1 mm.
  Numbers solve_by_differences(double c) {
    constexpr double h = 1e-7;
    const std::size_t n = right.size() - 1;  // without the work
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(static_cast<long>(n), static_cast<long>(n));
    Numbers step(right.size()), there(x.size()), ahead(right.size()), behind(right.size());
    for (std::size_t k = 0; k < n; ++k) {
      step[k] = h;
      system.advance(x, step, there);
      EXPECT_TRUE(system.rate(0.0, there, ahead).ok());
      step[k] = -h;
      system.advance(x, step, there);
      EXPECT_TRUE(system.rate(0.0, there, behind).ok());
      step[k] = 0.0;
      for (std::size_t i = system.layout().nv; i < n; ++i)
        matrix(static_cast<long>(i), static_cast<long>(k)) -=
            c * (ahead[i] - behind[i]) / (2.0 * h);
    }
    for (std::size_t i = 0; i < system.layout().nv; ++i)
      matrix(static_cast<long>(i), static_cast<long>(i + system.layout().nv)) -= c;
    const Eigen::VectorXd k = matrix.partialPivLu().solve(
        Eigen::Map<const Eigen::VectorXd>(right.data(), static_cast<long>(n)));
    Numbers out(k.data(), k.data() + k.size());
    out.push_back(0.0);
    return out;
  }
};

double apart(const Numbers& a, const Numbers& b) {
  double most = 0.0, off = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::fmax(most, std::fabs(a[i]));
    off = std::fmax(off, std::fabs(a[i] - b[i]));
  }
  return off / most;
}

struct Case {
  std::string name, shape;
  double high;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"spheres", ball, 0.2},
                                     {"boxes", brick, 0.1},
                                     {"capsules", capsule, 0.1},
                                     {"hulls", hull, 0.19}};
  return all;
}

TEST(ContactJacobian, TheExactOneIsThatOfDifferencesInMotion) {
  for (const Case& one : cases()) {
    if (one.shape == hull && !convex_library_refusal().empty()) continue;
    for (const bool lever : {false, true}) {
      for (const char* law :
           {R"("stiffness": 1e5, "damping": 0.5, "friction": 0.6)",
            R"("stiffness": 1e5, "damping": 0.5, "friction": 0.05, "rolling": 0.003)"}) {
        const Mechanism m = touching(heap(one.shape, one.high, 2e-3, law, lever));
        for (const double c : {1e-3, 1e-2}) {
          Moved moved(m, JacobianKind::exact, 2e-4, 0.02);
          EXPECT_LT(apart(moved.solve(c), moved.solve_by_differences(c)), 1e-5)
              << one.name << lever << " " << law << c;
        }
      }
    }
  }
}

// What the others leave out goes with the depth over the size, and with what bodies weigh.
TEST(ContactJacobian, AllAreEqualWhereTouchIsShallow) {
  const std::string law = R"("stiffness": 1e5, "damping": 0.5, "friction": 0.6)";
  for (const Case& one : cases()) {
    if (one.shape == hull && !convex_library_refusal().empty()) continue;
    const Mechanism m = touching(heap(one.shape, one.high, 1e-6, law, one.shape == ball, 0.0, 0.0));
    const Numbers exact = Moved(m, JacobianKind::exact, 0.0, 0.0).solve(1e-2);
    for (const JacobianKind kind : {JacobianKind::approximate, JacobianKind::approximate_symmetric,
                                    JacobianKind::block_diagonal})
      EXPECT_LT(apart(Moved(m, kind, 0.0, 0.0).solve(1e-2), exact), 1e-4)
          << one.name << " " << jacobian_names()[static_cast<std::size_t>(kind)];
  }
}

RunResult ran(const Mechanism& m, const char* integrator, const char* jacobian, double step,
              double duration) {
  RunOptions options;
  options.duration = duration;
  options.output_interval = duration;
  options.step = step;
  options.rtol = options.atol = 1e-6;
  options.integrator = integrator;
  options.jacobian = jacobian;
  const RunResult result = run(m, options);
  EXPECT_EQ(result.end, RunEnd::done) << integrator << " " << jacobian << result.message;
  return result;
}

// Stones that fall on each other, with every Jacobian.
TEST(ContactJacobian, RunsAgree) {
  const std::string law = R"("stiffness": 1e5, "damping": 1, "friction": 0.5)";
  const Mechanism m = touching(heap(ball, 0.2, -1e-3, law, true));
  const RunResult witness = ran(m, "rk4", "auto", 2e-5, 0.1);
  for (const char* kind : {"exact", "approximate", "approximate-symmetric", "block-diagonal"}) {
    const RunResult fixed = ran(m, "implicit-euler", kind, 1e-4, 0.1);
    const RunResult own = ran(m, "implicit", kind, 1e-3, 0.1);
    EXPECT_EQ(fixed.jacobian, kind);
    EXPECT_GT(fixed.jacobian_fill.matrix, 0);
    EXPECT_GE(fixed.jacobian_fill.factors, fixed.jacobian_fill.matrix);
    for (const auto& [joint, q] : witness.q) {
      for (std::size_t k = 0; k < q.size(); ++k) {
        EXPECT_NEAR(fixed.q.at(joint)[k], q[k], 3e-3) << kind << joint << k;
        EXPECT_NEAR(own.q.at(joint)[k], q[k], 1e-4) << kind << joint << k;
      }
    }
  }
}

// A hard stack rests at steps of a millisecond; along another axis of the world too.
TEST(ContactJacobian, AStackOfTwentyBoxesRests) {
  for (const bool along_x : {false, true}) {
    std::string bodies;
    for (int k = 0; k < 20; ++k) {
      const std::string h = std::to_string(0.05 + 0.1 * k);
      bodies +=
          (k > 0 ? "," : "") + body("b" + std::to_string(k),
                                    R"({"type": "box", "size": [0.1, 0.1, 0.1], "density": 1000})",
                                    along_x ? "[" + h + ", 0, 0]" : "[0, 0, " + h + "]");
    }
    const std::string up = along_x ? "[1, 0, 0]" : "[0, 0, 1]",
                      gravity = along_x ? "[-9.81, 0, 0]" : "[0, 0, -9.81]";
    const Mechanism m = touching(
        R"({"treadle": 1, "name": "stack", "gravity": )" + gravity + R"(, "bodies": [)" + bodies +
        R"(], "contacts": [{"name": "c", "of": ["b*"], "with": ["b*"], "planes": [{"point": [0, 0, 0], "normal": )" +
        up + R"(}], "stiffness": 1e8, "damping": 1, "friction": 0.5}]})");
    for (const char* kind : {"approximate", "approximate-symmetric"}) {
      const RunResult result = ran(m, "implicit-euler", kind, 1e-3, 0.5);
      const Numbers& q = result.q.begin()->second;
      for (const auto& [joint, place] : result.q)
        EXPECT_NEAR(place[along_x ? 1 : 0], 0.0, 1e-6) << joint;
      EXPECT_LT(result.contacts->penetration, 2e-5) << kind;  // 200 N on 4 points of 1e8 N/m: 5e-7
      EXPECT_FALSE(q.empty());
    }
  }
}

// A plate of a million times their mass on four stones.
TEST(ContactJacobian, AHeavyPlateRestsOnSmallStones) {
  std::string bodies =
      body("plate", R"({"type": "box", "size": [1, 1, 0.1], "density": 335100})", "[0, 0, 0.09]");
  for (const char* place :
       {"[0.4, 0.4, 0.02]", "[-0.4, 0.4, 0.02]", "[-0.4, -0.4, 0.02]", "[0.4, -0.4, 0.02]"})
    bodies += "," + body(std::string("s") + std::to_string(bodies.size()),
                         R"({"type": "sphere", "radius": 0.02, "density": 1000})", place);
  const Mechanism m = touching(
      R"({"treadle": 1, "name": "plate", "gravity": [0, 0, -9.81], "bodies": [)" + bodies +
      R"(], "contacts": [{"name": "c", "of": ["*"], "with": ["*"], "planes": [{"point": [0, 0, 0], "normal": [0, 0, 1]}],
      "stiffness": 1e9, "damping": 1, "friction": 0.5}]})");
  for (const char* kind : {"exact", "approximate", "approximate-symmetric", "block-diagonal"}) {
    const RunResult result = ran(m, "implicit-euler", kind, 1e-3, 0.5);
    // a quarter of the weight on each stone, above and below
    const double depth = 33510 * 9.81 / 4 / 1e9;
    EXPECT_NEAR(result.contacts->penetration, depth, 0.01 * depth) << kind;
  }
}

// Patterns and first guesses are those of the state, not of what came before.
TEST(ContactJacobian, ASavedRunGoesOnWithTheSameBits) {
  const Mechanism m = touching(
      heap(ball, 0.2, -0.01, R"("stiffness": 1e5, "damping": 1, "friction": 0.5)", true, 0.02));
  for (const char* kind : {"exact", "approximate", "approximate-symmetric", "block-diagonal"}) {
    RunOptions options;
    options.duration = 0.4;
    options.output_interval = 0.4;
    options.step = 1e-3;
    options.integrator = "implicit-euler";
    options.jacobian = kind;
    Simulation whole(m, options), later(m, options);
    while (whole.time() < 0.2 && whole.step()) {
    }
    later.restore(whole.save());
    while (whole.step()) {
    }
    while (later.step()) {
    }
    EXPECT_TRUE(std::equal(whole.q().begin(), whole.q().end(), later.q().begin())) << kind;
    const RunResult result = whole.finish();
    EXPECT_EQ(result.end, RunEnd::done);
    EXPECT_GT(result.contacts->count, 0);
  }
}

// Conjugate gradients that begin with the last solution need fewer steps for the next one, and a
// matrix without stiffness along some way is told with the coordinate where most is left.
TEST(ConjugateGradients, BeginWithAShareOfTheLastSolutionAndTellWhereTheyFail) {
  const std::size_t n = 200;
  Numbers diagonal(n), guess;
  for (std::size_t i = 0; i < n; ++i) diagonal[i] = 1.0 + static_cast<double>(i);
  const auto multiply = [&](std::span<const double> x, std::span<double> y) {
    for (std::size_t i = 0; i < n; ++i) y[i] = diagonal[i] * x[i];
  };
  const auto loops = [](std::span<const double>, std::span<double>) {};
  const auto as_it_is = [](std::span<double>) {};
  ConjugateGradients iteration(n, 0);
  std::array<long, 2> steps{};
  for (long& count : steps) {
    Numbers right(n, 1.0);
    right[7] += 1e-4 * static_cast<double>(&count - steps.data());
    ASSERT_TRUE(iteration.solve(right, guess, multiply, loops, as_it_is, count).ok());
    EXPECT_NEAR(right[99], 0.01, 1e-9);
  }
  EXPECT_LT(steps[1], steps[0]);
  diagonal[3] = -5.0;
  Numbers right(n, 0.0);
  right[3] = 1.0;
  guess.clear();
  long count = 0;
  const Report report = iteration.solve(right, guess, multiply, loops, as_it_is, count);
  EXPECT_EQ(report.trouble, Trouble::unbalanced);
  EXPECT_EQ(report.index, 3);
}

}  // namespace
}  // namespace treadle::contact_jacobians
