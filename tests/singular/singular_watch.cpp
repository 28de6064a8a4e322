// The watch for singular positions looks seldom and misses nothing: along a path that is known in
// closed form, its verdicts are compared with all singular values in every place.
#include "linkages.hpp"

#include "src/singular/singular_watch.hpp"
#include "support/sanitized.hpp"

#include <Eigen/SVD>

namespace treadle::test {
namespace {

constexpr double drawn_at = 0.9;  // angle of the cranks, above the horizontal

// Cranks at this angle, couplers that do not turn.
std::vector<double> row_at(const Mechanism& mechanism, double angle) {
  std::vector<double> q(static_cast<std::size_t>(mechanism.model.nq()));
  for (const TreeBody& body : mechanism.topology().bodies) {
    const double turn = body.joint.starts_with("left") ? drawn_at - angle : angle - drawn_at;
    q[static_cast<std::size_t>(body.q_at)] = turn;
  }
  return q;
}

double weakest_of(const Matrix<double>& phi, int rank) {
  Eigen::MatrixXd dense(phi.rows, phi.cols);
  for (int r = 0; r < phi.rows; ++r) {
    for (int c = 0; c < phi.cols; ++c) dense(r, c) = phi(r, c);
  }
  return Eigen::JacobiSVD<Eigen::MatrixXd>(dense).singularValues()[rank - 1];
}

class Watched : public ::testing::TestWithParam<int> {};

// Long at rest but for a tremble, which teaches the watch that nothing changes; then there and back
// through the flat position, slowly and in leaps.
TEST_P(Watched, VerdictsAreThoseOfAllSingularValues) {
  const Mechanism mechanism = build_mechanism(parallel_row(GetParam(), drawn_at));
  const Model<double>& model = mechanism.model;
  const std::vector<ScaledIsland> islands = scaled_islands(model, mechanism.redundancy.rows);
  ASSERT_EQ(islands.size(), 1U);
  SingularWatch watch(model, islands, {}, mechanism.redundancy.q);
  std::vector<double> path;
  for (int k = 0; k < 300; ++k) path.push_back(drawn_at + 0.001 * std::sin(0.7 * k));
  for (const double stride : {0.002, 0.02, 0.1}) {
    for (double a = drawn_at; a > -0.6; a -= stride) path.push_back(a);
    for (double a = -0.6; a < drawn_at; a += stride) path.push_back(a);
  }
  PositionStage<double> position(model);
  LoopStage<double> loops(model);
  Matrix<double> phi;
  double regular = 0.0;
  int looks_at_rest = 0, near = 0;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const std::vector<double> q = row_at(mechanism, path[k]);
    place_bodies<double>(model, q, position);
    close_loops<double>(model, q, {}, position, loops);
    ASSERT_LT(treadle::largest<double>(loops.residual), 1e-12) << path[k];
    if (watch.must_look(q)) {
      watch.look(q, loops.phi);
      looks_at_rest += k < 300 ? 1 : 0;
    }
    fill_scaled<double>(model, islands[0], loops.phi, phi);
    const double strength = weakest_of(phi, islands[0].rank);
    regular = std::max(regular, strength);
    // thresholds are a tenth, and a hundredth with some way to come out again; the watch has seen
    // nearly the largest strength, not quite
    EXPECT_TRUE(watch.any_weak() || strength >= 0.085 * regular) << path[k];
    EXPECT_FALSE(watch.any_weak() && strength > 0.11 * regular) << path[k];
    const double window = watch.window(0);
    EXPECT_TRUE(watch.any_near() || strength >= 0.99 * window) << path[k];
    EXPECT_FALSE(watch.any_near() && strength > 1.6 * window) << path[k];
    near += watch.any_near() ? 1 : 0;
  }
  EXPECT_GT(near, 5);
  EXPECT_LE(looks_at_rest, 1);
}

INSTANTIATE_TEST_SUITE_P(Rows, Watched, ::testing::Values(1, 4, sanitized ? 7 : 12));

}  // namespace
}  // namespace treadle::test
