// Loops closed by components: the same states as by factors of the augmented matrix, for every way
// to cut, with new factors and with old ones.
#include "src/acceleration/component_method.hpp"
#include "src/acceleration/component_steps.hpp"
#include "src/kinematics/advance.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace treadle::test {
namespace {

struct State {
  std::vector<double> q, v;
};

// A little beside the start, at some speed that the loops do not allow.
State beside(const Mechanism& m, double gap, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<double> step(static_cast<std::size_t>(m.model.nv()));
  for (double& x : step) x = gap * number(random);
  State s{m.start.q, step};
  advance<double>(m.model, m.start.q, step, s.q);
  for (double& x : s.v) x = number(random);
  return s;
}

// Whether there was something to compare.
bool expect_same_projection(const Mechanism& m, const HierarchyChoice& choice, double gap,
                            const std::string& what) {
  if (m.model.rows() == 0) return false;
  const auto functions = m.functions_at(0.0);
  ProjectionStage<double> stage(m.model);
  const double length = length_scale(m.model);
  const auto solver = make_solver<double>("symmetric", *m.model.pattern);
  solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
  FactoredSteps<double> factored(m.model, *solver);
  Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts_of(m), choice), m.redundancy.rows);
  const Loads<double> nothing(m.model);
  ComponentSteps components(m.model, hierarchy, nothing);
  State one = beside(m, gap, 7), other = one;
  if (!project_closest<double>(m.model, factored, length, functions, stage, one.q, one.v).ok())
    return false;  // the gap was too large
  const Report report =
      project_closest<double>(m.model, components, length, functions, stage, other.q, other.v);
  EXPECT_TRUE(report.ok()) << what;
  // both stop at 1e-13; what they leave is turned into coordinates by the loops
  for (std::size_t k = 0; k < one.q.size(); ++k)
    EXPECT_NEAR(other.q[k], one.q[k], 1e-9) << what << ", q " << k;
  double speed = 1.0;
  for (const double v : one.v) speed = std::max(speed, std::fabs(v));
  for (std::size_t k = 0; k < one.v.size(); ++k)
    EXPECT_NEAR(other.v[k], one.v[k], 1e-8 * speed) << what << ", v " << k;
  return true;
}

TEST(ComponentProjection, EqualsThatOfTheAugmentedMatrix) {
  int compared = 0, all = 0;
  for (const char* name : {"four_bar", "slider_crank", "hmmwv", "quadruped", "double_wishbone",
                           "bricard", "insulator/double_chain", "hmmwv/corners"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    for (const HierarchyChoice choice : {HierarchyChoice{}, {1, 2}, {1, 100}, {4, 3}}) {
      for (const double gap : {1e-3, 1e-4, 1e-5}) {
        ++all;
        compared += expect_same_projection(m, choice, gap, name) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(compared, all / 2);
}

// Old factors: x of (H9) fulfils Phi x = right to the last digits, and M x lies in the range of
// Phi^T, which the same system solved anew gives.
TEST(ComponentProjection, OldFactorsServeOtherRightSides) {
  const Mechanism m = build_mechanism(read_model(models_folder() + "/hmmwv/corners.json"));
  Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts_of(m)), m.redundancy.rows);
  const Loads<double> nothing(m.model);
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  ASSERT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
          .ok());
  std::vector<double> right(w.gamma.size()), again(w.qdd.size()), anew(w.qdd.size());
  for (std::size_t r = 0; r < right.size(); ++r) right[r] = std::sin(1.0 + static_cast<double>(r));
  hierarchy.solve_again(m.model, right, again);
  ASSERT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, nothing, w.loops, right}, anew, w.lambda)
          .ok());
  for (std::size_t k = 0; k < anew.size(); ++k)
    EXPECT_NEAR(again[k], anew[k], 1e-12 * (1.0 + std::fabs(anew[k]))) << k;
  std::vector<double> moved(right.size());
  loop_rate<double>(m.model, w.loops, again, moved);
  for (std::size_t r = 0; r < right.size(); ++r) EXPECT_NEAR(moved[r], right[r], 1e-10) << r;
}

TEST(ComponentProjection, RunsCloseTheirLoopsByIt) {
  for (const char* name : {"hmmwv/corners", "insulator/double_chain", "double_wishbone"}) {
    const Mechanism m = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    RunOptions options;
    options.duration = 0.2;
    options.formulation = "component";
    const RunResult result = run(m, options);
    long by_components = 0, all = 0;
    for (const MethodCount& count : result.methods) {
      all += count.projected;
      if (count.name == "components") by_components = count.projected;
    }
    EXPECT_GT(by_components, 5) << name;
    EXPECT_EQ(by_components, all) << name;
    EXPECT_LT(result.position_violation, 1e-11) << name;
    EXPECT_LT(result.velocity_violation, 1e-11) << name;
  }
}

}  // namespace
}  // namespace treadle::test
