// What the solvers cost on the 14-body vehicle, step by step, against the tables of Negrut, Serban
// and Potra (1997) and the recount in docs/solvers.md.
#include "src/acceleration/step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/count.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <map>

namespace treadle::test {
namespace {

class Hmmwv : public ::testing::Test {
 protected:
  SolverTally count(const std::string& solver) {
    return count_operations(solver, *mechanism.model.pattern,
                            {w.matrix.diagonal, w.matrix.lower, w.loops.phi}, w.q_force, w.gamma,
                            mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  }
  static std::map<std::string, Tally> by_step(const SolverTally& all) {
    std::map<std::string, Tally> steps;
    for (const StepTally& s : all.steps) steps[s.step] = s.tally;
    return steps;
  }
  void SetUp() override {
    w.functions = mechanism.functions_at(0.0);
    assemble_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                               mechanism.start.v, w);
  }

  Mechanism mechanism = build_mechanism(read_model(models_folder() + "/hmmwv.json"));
  Workspace<double> w{mechanism.model, mechanism.functions.size()};
};

using Steps = std::map<std::string, Tally>;

// Additions are those of the recount; a pivot is inverted once, so divisions by it are
// multiplications.
TEST_F(Hmmwv, TopologyCountsAsTheRecount) {
  const SolverTally all = count("topology");
  EXPECT_EQ(by_step(all), (Steps{{"1", {660, 660 + 165, 27, 27, 0}},
                                 {"2", {165, 165 + 27, 0, 0, 0}},
                                 {"3.1", {708, 804 + 174, 0, 0, 0}},
                                 {"3.2", {174, 174, 0, 0, 0}},
                                 {"3.3", {867, 1003, 0, 0, 0}},
                                 {"3.4", {920, 920 + 152, 16, 16, 0}},
                                 {"3.5", {147, 174, 0, 0, 0}},
                                 {"4", {192, 165 + 27, 0, 0, 0}}}));
  EXPECT_EQ(all.total, (Tally{3833, 4065 + 545, 43, 43, 0}));
}

// M is factored without fill-in in all three; what follows is done on full matrices by two of them.
TEST_F(Hmmwv, ListsAndBlocksFactorTheInertiaAsTopologyDoes) {
  for (const char* name : {"dbbd", "block-recursive"}) {
    const SolverTally all = count(name);
    EXPECT_EQ(by_step(all).at("1"), (Tally{660, 660 + 165, 27, 27, 0})) << name;
    const Tally dense = count("dense").total;
    EXPECT_LT(10 * (all.total.add + all.total.mul), 7 * (dense.add + dense.mul)) << name;
  }
}

// Without roots the pivots of a system are divided by once, not in both substitutions.
TEST_F(Hmmwv, RootFreeTopologyHasNoRootsAnd43Divisions) {
  const SolverTally all = count("topology-ldl");
  EXPECT_EQ(by_step(all), (Steps{{"1", {660, 660 + 165, 27, 0, 0}},
                                 {"2", {165, 165 + 27, 0, 0, 0}},
                                 {"3.1", {708, 804 + 174, 0, 0, 0}},
                                 {"3.2", {174, 174, 0, 0, 0}},
                                 {"3.3", {867, 1003, 0, 0, 0}},
                                 {"3.4", {920, 920 + 136, 16, 0, 0}},
                                 {"3.5", {147, 174, 0, 0, 0}},
                                 {"4", {192, 165, 0, 0, 0}}}));
  EXPECT_EQ(all.total, (Tally{3833, 4065 + 502, 43, 0, 0}));
}

TEST_F(Hmmwv, DenseCountsAsTable3) {
  const SolverTally all = count("dense");
  EXPECT_EQ(by_step(all), (Steps{{"1", {3276, 3276, 351, 27, 0}},
                                 {"2", {351, 351, 27, 0, 0}},
                                 {"3.1", {5616, 5616, 432, 0, 0}},
                                 {"3.2", {432, 432, 0, 0, 0}},
                                 {"3.3", {3536, 3672, 0, 0, 0}},
                                 {"3.4", {920, 920, 152, 16, 0}},
                                 {"3.5", {405, 432, 0, 0, 0}},
                                 {"4", {378, 351, 27, 0, 0}}}));
  EXPECT_EQ(all.total, (Tally{14914, 15050, 989, 43, 0}));
}

TEST_F(Hmmwv, GaussCountsAsTable1) {
  const SolverTally all = count("gauss");
  EXPECT_EQ(by_step(all), (Steps{{"factor", {25585, 25585, 903, 0, 0}},
                                 {"forward", {903, 903, 0, 0, 0}},
                                 {"backward", {903, 903, 43, 0, 0}}}));
  EXPECT_EQ(all.total, (Tally{27391, 27391, 946, 0, 0}));
}

// Half of LU: n(n-1)(2n-1)/12 + n(n-1)/4 additions for pivots of one (n = 43: 13244).
TEST_F(Hmmwv, SymmetricCostsHalfOfGauss) {
  const SolverTally all = count("symmetric");
  EXPECT_LE(all.total.add, 15200);
  EXPECT_GE(all.total.add, 13244 + 2 * 903 - 43);
  EXPECT_LE(all.total.mul, 16200);
  EXPECT_EQ(all.total.sqrt, 0);
}

TEST_F(Hmmwv, StepsSumToTheTotal) {
  for (const std::string solver : {"topology", "topology-ldl", "dense", "symmetric", "gauss"}) {
    const SolverTally all = count(solver);
    Tally rest = all.total;
    for (const StepTally& s : all.steps) rest = rest - s.tally;
    EXPECT_EQ(rest, Tally{}) << solver;
    EXPECT_TRUE(all.report.ok()) << solver;
  }
}

}  // namespace
}  // namespace treadle::test
