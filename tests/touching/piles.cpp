// Heaps of many bodies: flat loops, threads, implicit steps.
#include "support.hpp"

#include "src/base/crew.hpp"

#include <numeric>

namespace treadle::test {
namespace {

std::string pile(int count, const std::string& shape, const std::string& law) {
  return R"({"gravity": [0, 0, -9.81], "bodies": [{"name": "s", "position": [0, 0, 0.03],
    "shapes": [)" +
         shape + R"(], "repeat": {"count": )" + std::to_string(count) +
         R"(, "grid": [3, 3], "spacing": [0.101, 0.101, 0.101], "scatter": 0.003}}],
    "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"],
      "planes": [{"point": [0, 0, 0], "normal": [0, 0, 1]},
                 {"point": [-0.06, 0, 0], "normal": [1, 0, 0]},
                 {"point": [0.27, 0, 0], "normal": [-1, 0, 0]},
                 {"point": [0, -0.06, 0], "normal": [0, 1, 0]},
                 {"point": [0, 0.27, 0], "normal": [0, -1, 0]}], )" +
         law + "}]}";
}

const char* const stone_shape = R"({"type": "sphere", "radius": 0.05, "density": 2000})";
const char* const soft = R"("stiffness": 1e5, "damping": 1, "friction": 0.5)";

double farthest(std::span<const double> a, std::span<const double> b) {
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

std::string method_of(const RunResult& result) {
  std::string most;
  long answered = 0;
  for (const MethodCount& count : result.methods)
    if (count.answered > answered) {
      answered = count.answered;
      most = count.name;
    }
  return most;
}

// Bodies that spin about no principal axis, their origins beside the centre of mass: what flat
// loops say is what the augmented matrix says.
TEST(Piles, FlatLoopsAgreeWithTheAugmentedMatrix) {
  const Mechanism m =
      contact_model(pile(20, R"({"type": "box", "size": [0.05, 0.07, 0.04], "density": 2000,
                   "position": [0.01, 0.02, -0.005]},
                  {"type": "sphere", "radius": 0.02, "density": 3000,
                   "position": [-0.02, 0.01, 0.03]})",
                         R"("stiffness": 2e4, "damping": 1, "friction": 0.5)"));
  RunOptions options = fixed_options(0.1, 1e-4, "rk4");
  const RunResult flat = run(m, options);
  options.solver = "topology";
  const RunResult other = run(m, options);
  EXPECT_EQ(method_of(flat), "free bodies");
  EXPECT_EQ(method_of(other), "solver");
  ASSERT_TRUE(flat.contacts);
  EXPECT_GT(flat.contacts->most, 20);
  for (const auto& [joint, q] : flat.q) {
    EXPECT_LT(farthest(q, other.q.at(joint)), 1e-9) << joint;
    EXPECT_LT(farthest(flat.v.at(joint), other.v.at(joint)), 1e-6) << joint;
  }
}

TEST(Piles, TheSameBitsForAnyNumberOfThreads) {
  if (open_crews() == nullptr) GTEST_SKIP() << crew_refusal();
  const Mechanism m = contact_model(pile(300, stone_shape, soft));
  std::vector<double> first;
  for (const int threads : {1, 2, 3}) {
    RunOptions options = fixed_options(0.15, 1e-3);
    options.threads = threads;
    Simulation one(m, options);
    while (one.step()) {
    }
    if (first.empty()) first.assign(one.state().begin(), one.state().end());
    ASSERT_EQ(first.size(), one.state().size());
    for (std::size_t k = 0; k < first.size(); ++k)
      ASSERT_EQ(first[k], one.state()[k]) << threads << " threads, number " << k;
    EXPECT_GT(one.finish().contacts->most, 300);
  }
}

// At rest the floor carries all of the weight, whatever the steps are.
TEST(Piles, TheFloorCarriesTheWeight) {
  struct Way {
    const char *integrator, *jacobian;
    double step;
  };
  for (const Way& way :
       {Way{"semi-implicit-euler", "auto", 5e-4}, Way{"implicit-euler", "block-diagonal", 1e-3}}) {
    const Mechanism m =
        contact_model(pile(27, stone_shape, std::string(soft) + R"(, "rolling": 0.001)"));
    RunOptions options = fixed_options(3.0, way.step, way.integrator);
    options.jacobian = way.jacobian;
    Simulation run(m, options);
    double height = 0.0;
    while (run.step() && run.time() < 2.0) {
    }
    const std::vector<double> at_two(run.q().begin(), run.q().end());
    double crept = 0.0;
    while (run.step()) {
    }
    for (std::size_t k = 0; k < 27; ++k) {
      height = std::max(height, run.q()[7 * k + 2]);
      for (std::size_t i = 7 * k; i < 7 * k + 3; ++i)
        crept = std::max(crept, std::fabs(run.q()[i] - at_two[i]));
    }
    EXPECT_LT(crept, 1e-3) << way.integrator;
    EXPECT_GT(height, 0.2);  // three layers
    const RunResult result = run.finish();
    ASSERT_TRUE(result.contacts);
    const double weight = 27 * 4.0 / 3.0 * M_PI * std::pow(0.05, 3) * 2000 * 9.81;
    // no point is pressed by more than all of it
    EXPECT_GT(result.contacts->penetration, 0.1 * weight / 27 / 1e5);
    EXPECT_LT(result.contacts->penetration, weight / 1e5);
    if (std::string(way.integrator) == "implicit-euler") {
      EXPECT_EQ(result.jacobian, "block-diagonal");
      EXPECT_GT(result.newton.iterations, result.newton.factorizations);
    }
  }
}

// Implicit steps of many contacts agree with short explicit ones as both become short.
TEST(Piles, ImplicitStepsGoTheSameWay) {
  const auto height = [](const char* integrator, double step) {
    const Mechanism m = contact_model(pile(18, stone_shape, R"("stiffness": 2e4, "damping": 5)"));
    RunOptions options = fixed_options(0.12, step, integrator);
    options.jacobian = "block-diagonal";
    Simulation run(m, options);
    while (run.step()) {
    }
    double sum = 0.0;
    for (std::size_t k = 0; k < 18; ++k) sum += run.q()[7 * k + 2];
    return sum / 18;
  };
  const double right = height("rk4", 1e-5), far = std::fabs(height("implicit-euler", 4e-4) - right),
               near = std::fabs(height("implicit-euler", 1e-4) - right);
  EXPECT_LT(near, 0.35 * far);  // of first order: a quarter
  EXPECT_LT(far, 1e-3);
}

}  // namespace
}  // namespace treadle::test
