// Operations on long mechanisms with loops, counted: linear in their length with the recursion, and
// close to the least of all solvers with the one that is chosen.
#include "src/acceleration/choose_solver.hpp"
#include "src/acceleration/step.hpp"
#include "src/mechanism/mechanism.hpp"
#include "src/solve/registry.hpp"
#include "support/long_mechanisms.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

std::vector<Counted> counted(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

// One whole evaluation with multipliers.
double operations(const Description& description) {
  const Mechanism m = build_mechanism(description);
  const Model<Counted> model = cast<Counted>(m.model);
  const Forces<Counted> forces = cast<Counted>(m.forces);
  Workspace<Counted> w(model, m.functions.size(), false);
  Recursion<Counted> recursion(m.model, m.redundancy.vanishing);
  EXPECT_TRUE(recursion.carries());
  recursion.leave_out(m.redundancy.rows);
  const std::vector<Counted> q = counted(m.start.q), v = counted(m.start.v);
  const Tally before = Counted::tally();
  EXPECT_TRUE(evaluate_by_recursion<Counted>(model, forces, recursion, {}, q, v, true, w).ok());
  const Tally taken = Counted::tally() - before;
  return static_cast<double>(taken.add + taken.mul + taken.div + taken.sqrt);
}

TEST(LongLoops, CostTwiceAsMuchWhereTheyAreTwiceAsLong) {
  EXPECT_LE(operations(LongMechanism::chain(100, false)),
            2.2 * operations(LongMechanism::chain(50, false)));
  EXPECT_LE(operations(LongMechanism::chain(100, true)),
            2.2 * operations(LongMechanism::chain(50, true)));
  EXPECT_LE(operations(LongMechanism::ring(100)), 2.2 * operations(LongMechanism::ring(50)));
  EXPECT_LE(operations(LongMechanism::scissor_lift(60)),
            2.2 * operations(LongMechanism::scissor_lift(30)));
  EXPECT_LE(operations(LongMechanism::ladder(60)), 2.2 * operations(LongMechanism::ladder(30)));
}

// A whole evaluation with a solver, the second one: splits are chosen in the first. Weighed as in
// docs/theory/solvers.md.
double cost_with(const Mechanism& m, const std::string& name) {
  const Model<Counted> model = cast<Counted>(m.model);
  const Forces<Counted> forces = cast<Counted>(m.forces);
  Workspace<Counted> w(model, m.functions.size());
  Recursion<Counted> recursion(m.model, m.redundancy.vanishing);
  recursion.leave_out(m.redundancy.rows);
  const auto solver = make_solver<Counted>(name, *m.model.pattern);
  solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
  const std::vector<Counted> q = counted(m.start.q), v = counted(m.start.v);
  Tally taken{};
  for (int pass = 0; pass < 2; ++pass) {
    const Tally before = Counted::tally();
    const Report report =
        name == "clustered"
            ? evaluate_by_recursion<Counted>(model, forces, recursion, {}, q, v, true, w)
            : evaluate<Counted>(model, forces, *solver, {}, q, v, w);
    if (!report.ok()) return HUGE_VAL;
    taken = Counted::tally() - before;
  }
  return static_cast<double>(taken.add + taken.mul + 8 * taken.div + 10 * taken.sqrt);
}

TEST(LongLoops, AutoIsCloseToTheCheapest) {
  for (const int size : {10, 20, 40, 80}) {
    for (const Description& d :
         {LongMechanism::chain(size, false), LongMechanism::chain(size, true),
          LongMechanism::ring(size), LongMechanism::scissor_lift(size / 2),
          LongMechanism::ladder(size / 3)}) {
      const Mechanism m = build_mechanism(d);
      double least = HUGE_VAL;
      for (const char* name : {"topology", "topology-ldl", "clustered"})
        least = std::min(least, cost_with(m, name));
      const SolverChoice choice = choose_solver(m);
      EXPECT_LE(cost_with(m, choice.name), 1.2 * least)
          << m.model.nv() << " coordinates, " << m.model.rows() << " equations: " << choice.name
          << ", " << choice.reason;
    }
  }
}

}  // namespace
}  // namespace treadle::test
