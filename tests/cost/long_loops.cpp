// Operations of the recursion on long mechanisms with loops, counted: linear in their length.
#include "src/acceleration/step.hpp"
#include "src/mechanism/mechanism.hpp"
#include "support/long_mechanisms.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace treadle::test
