// Solvers that rest on libraries of others: pivots that wear out, rows that say nothing, what they
// tell of their factors.
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/count.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle::test {
namespace {

bool can(const char* name) { return solver_refusal(name).empty(); }

/// Two coordinates that nothing but a full M joins, and so many equations that see both.
SaddlePattern pair_pattern(int equations) {
  SaddlePattern pattern;
  pattern.n = 2;
  pattern.inertia = pattern.factor = {2, {0, 1, 1}, {1}};
  pattern.m = equations;
  pattern.phi_values = 2 * equations;
  if (equations > 0) pattern.loops = {{0, equations, {0, 1}, 0, {0, 1}}};
  return pattern;
}

struct Pair {
  double x, y;
};

Pair solve_pair(SaddleSolver<double>& solver, double a, double b, double c) {
  const std::vector<double> diagonal{a, c}, lower{b}, q{1.0, 2.0};
  std::vector<double> x(2);
  EXPECT_TRUE(solver.factor({diagonal, lower, {}}).ok());
  solver.solve(q, {}, x, {});
  return {x[0], x[1]};
}

// One equation over two coordinates, of which now the one and now the other can follow: what was a
// good pivot is none later. Used again it costs all digits.
TEST(Sparse, PivotsThatWearOutAreChosenAnew) {
  const SaddlePattern pattern = pair_pattern(1);
  const std::vector<double> diagonal{2.0, 3.0}, lower{0.5}, q{1.0, -1.0}, gamma{0.3};
  for (const char* name : {"sparse", "sparse-symmetric"}) {
    if (!can(name)) continue;
    const auto solver = make_solver<double>(name, pattern);
    std::vector<double> x(2), lambda(1);
    for (const double turn : {0.0, 1.0, 1e-13, 1.0 - 1e-13, 0.5, 0.0}) {
      const std::vector<double> phi{1.0 - turn, turn};
      ASSERT_TRUE(solver->factor({diagonal, lower, phi}).ok()) << name << " " << turn;
      solver->solve(q, gamma, x, lambda);
      EXPECT_NEAR(phi[0] * x[0] + phi[1] * x[1], 0.3, 1e-14) << name << " " << turn;
      EXPECT_NEAR(2.0 * x[0] + 0.5 * x[1] + phi[0] * lambda[0], 1.0, 1e-14) << name << " " << turn;
      EXPECT_NEAR(0.5 * x[0] + 3.0 * x[1] + phi[1] * lambda[0], -1.0, 1e-14) << name << " " << turn;
    }
  }
}

// With a_00 = 1, a_11 = 2 the second coordinate has nothing small; then the Schur complement does.
TEST(Sparse, TwoByTwo) {
  for (const char* name : {"sparse", "sparse-symmetric", "dense-cholmod"}) {
    if (!can(name)) continue;
    const auto solver = make_solver<double>(name, pair_pattern(0));
    for (const double c : {2.0, 1.0 + 1e-6, 100.0}) {
      const Pair found = solve_pair(*solver, 1.0, 1.0, c);
      EXPECT_NEAR(found.y, 1.0 / (c - 1.0), 1e-15 * c / ((c - 1.0) * (c - 1.0))) << name;
      EXPECT_NEAR(found.x, 1.0 - found.y, 1e-14 * (1.0 + std::fabs(found.y))) << name;
    }
  }
}

// Nobody said that the second equation repeats the first.
TEST(Sparse, UnknownDependenceIsDroppedOrRefusedByName) {
  const SaddlePattern pattern = pair_pattern(2);
  const std::vector<double> diagonal{2.0, 3.0}, lower{0.5}, phi{1.0, 1.0, 2.0, 2.0};
  if (can("sparse")) {
    const Report report = make_solver<double>("sparse", pattern)->factor({diagonal, lower, phi});
    EXPECT_EQ(report.trouble, Trouble::singular_constraint);
    EXPECT_TRUE(report.index == 0 || report.index == 1) << report.index;
  }
  if (can("sparse-symmetric")) {
    const Report report =
        make_solver<double>("sparse-symmetric", pattern)->factor({diagonal, lower, phi});
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(report.dropped, 1);
  }
}

TEST(Sparse, RowsMayBeLeftOutLaterAndTakenBack) {
  const SaddlePattern pattern = pair_pattern(1);
  const std::vector<double> diagonal{2.0, 3.0}, lower{0.5}, phi{1.0, 2.0}, q{1.0, -1.0}, gamma{0.3};
  const std::vector<int> first{0};
  for (const char* name : {"sparse", "sparse-symmetric"}) {
    if (!can(name)) continue;
    const auto solver = make_solver<double>(name, pattern);
    std::vector<double> qdd(2), lambda(1);
    for (const bool free : {false, true, false}) {
      solver->leave_out(free ? std::span<const int>(first) : std::span<const int>{}, {});
      ASSERT_TRUE(solver->factor({diagonal, lower, phi}).ok()) << name;
      solver->solve(q, gamma, qdd, lambda);
      if (free) {
        EXPECT_NEAR(2.0 * qdd[0] + 0.5 * qdd[1], 1.0, 1e-14) << name;
        EXPECT_EQ(lambda[0], 0.0) << name;
      } else {
        EXPECT_NEAR(qdd[0] + 2.0 * qdd[1], 0.3, 1e-14) << name;
      }
    }
  }
}

TEST(Sparse, NumbersThatAreNoneAreRefused) {
  const SaddlePattern pattern = pair_pattern(1);
  const std::vector<double> diagonal{2.0, std::numeric_limits<double>::quiet_NaN()}, lower{0.5},
      phi{1.0, 2.0};
  for (const char* name : {"sparse", "sparse-symmetric"}) {
    if (!can(name)) continue;
    EXPECT_FALSE(make_solver<double>(name, pattern)->factor({diagonal, lower, phi}).ok()) << name;
  }
}

SolverTally tally_of(const Mechanism& m, const char* name) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  assemble_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  return count_operations(name, *m.model.pattern, {w.matrix.diagonal, w.matrix.lower, w.loops.phi},
                          w.q_force, w.gamma, m.redundancy.rows, m.redundancy.vanishing);
}

// The vehicle: M has 27 + 165 entries in its lower triangle, and so has its factor, whatever order
// a good library takes (Lemma 2 gives one without fill-in). Phi has those of its loops.
TEST(Sparse, LibrariesTellWhatTheirFactorsTake) {
  const Mechanism m = build_mechanism(read_model(models_folder() + "/hmmwv.json"));
  const SaddlePattern& pattern = *m.model.pattern;
  const double half = pattern.n + pattern.inertia.entries(), phi = pattern.phi_values;
  if (can("dense-cholmod")) {
    const SolverTally tally = tally_of(m, "dense-cholmod");
    ASSERT_TRUE(tally.library);
    EXPECT_EQ(tally.library->matrix, half);
    EXPECT_EQ(tally.library->entries, half);
    // additions, multiplications, divisions and roots of step 1 of Alg-S, which divides at each
    // entry
    EXPECT_EQ(tally.library->operations, 660.0 + 660.0 + 165.0 + 27.0);
    // 3.3 on are those of Alg-D, but for divisions that became multiplications
    const SolverTally full = tally_of(m, "dense");
    for (const StepTally& step : tally.steps) {
      const auto same = std::find_if(full.steps.begin(), full.steps.end(),
                                     [&](const StepTally& s) { return s.step == step.step; });
      ASSERT_NE(same, full.steps.end()) << step.step;
      const bool is_dense = step.step.starts_with("3.") && step.step != "3.1";
      EXPECT_EQ(is_dense, step.tally == same->tally) << step.step;
    }
  }
  if (can("sparse")) {
    const SolverTally tally = tally_of(m, "sparse");
    ASSERT_TRUE(tally.library);
    EXPECT_EQ(tally.library->matrix, 2 * half - pattern.n + 2 * phi);
    EXPECT_GE(tally.library->entries, tally.library->matrix - 1.0);
    EXPECT_GT(tally.library->operations, tally.library->entries);
    EXPECT_LT(tally.library->operations, 2.0 * 27391.0);  // of Gauss
    EXPECT_EQ(tally.total, Tally{});
  }
  if (can("sparse-symmetric")) {
    const SolverTally tally = tally_of(m, "sparse-symmetric");
    ASSERT_TRUE(tally.library);
    EXPECT_EQ(tally.library->matrix, half + phi);
    EXPECT_GE(tally.library->entries, half + phi);
    EXPECT_GT(tally.library->operations, 0.0);
    EXPECT_LT(tally.library->operations, 2.0 * 27391.0);
  }
}

TEST(Sparse, WhatIsMissingSaysWhatToInstall) {
  for (const std::string& name : solver_names()) {
    const std::string refusal = solver_refusal(name);
    if (refusal.empty()) continue;
    EXPECT_TRUE(of_a_library(name)) << name;
    EXPECT_NE(refusal.find("(Debian: lib"), std::string::npos) << refusal;
    EXPECT_EQ(make_solver<double>(name, pair_pattern(0)), nullptr) << name;
  }
}

}  // namespace
}  // namespace treadle::test
