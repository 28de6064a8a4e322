// Bricard's linkage of six equal sides and right angles: three hinges turn by a, the others by b,
// and sin a + sin b + sin a sin b = 0 (Y. Chen, Z. You, T. Tarnai, Threefold-symmetric Bricard
// linkages, 2005, for a twist of 90 degrees).
#include "support.hpp"

namespace treadle {
namespace {

TEST(Bricard, MovesWithOneFreedomThoughItsEquationsForbidIt) {
  const Mechanism mechanism = build_mechanism(ready("bricard"));
  EXPECT_EQ(mechanism.model.nv(), 5);
  EXPECT_EQ(mechanism.model.rows(), 5);
  EXPECT_EQ(mechanism.redundancy.rows.size(), 1U);
  RunOptions options = options_of(mechanism.description.simulation);
  options.channels.names = {"A.q", "B.q", "C.q", "D.q", "E.q", "F.q"};
  Worst relation("relation"), alike("alike");
  double farthest = 0.0;
  Listener listener;
  listener.row = [&](std::span<const double> row) {
    const double a = std::sin(row[1]), b = std::sin(row[2]);
    relation.see(a + b + a * b);
    for (const std::size_t k : {3U, 5U}) alike.see(row[k] - row[1]);
    for (const std::size_t k : {4U, 6U}) alike.see(row[k] - row[2]);
    farthest = std::max(farthest, row[1]);
  };
  const RunResult result = run(mechanism, options, listener);
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  relation.check(1e-10);
  alike.check(1e-10);
  EXPECT_GT(farthest, 3.0);
  EXPECT_LT(result.steps, 1000);
  EXPECT_TRUE(result.singular_times.empty());
  Worst drift("energy drift");
  drift.see(result.energy_drift);
  drift.check(1e-7);

  // against a run at 1e-13
  options.rtol = options.atol = 1e-13;
  const RunResult truth = run(mechanism, options);
  Worst end("end");
  for (const auto& [joint, q] : truth.q) end.see(result.q.at(joint)[0] - q[0]);
  end.check(1e-8);
}

}  // namespace
}  // namespace treadle
