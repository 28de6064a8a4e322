// Inside the window of a singular position: right answers pass, and none that is wrong along the
// branch, in an equation, or along the direction that the lost equation no longer holds.
#include "src/acceleration/window_proof.hpp"

#include "parallelogram.hpp"
#include "src/acceleration/accelerations.hpp"
#include "src/acceleration/loop_keeper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace treadle::test {
namespace {

constexpr double speed = 2.0;

/// The parallelogram at an angle, held to its branch.
struct Held {
  explicit Held(double angle)
      : mechanism(parallelogram()),
        keeper(mechanism, ConstraintMethod::automatic),
        work(mechanism.model, mechanism.functions.size()),
        balance(mechanism.model) {
    const std::vector<double> x = turned(mechanism, angle, speed);
    const auto nq = static_cast<std::ptrdiff_t>(mechanism.model.nq());
    q.assign(x.begin(), x.begin() + nq);
    v.assign(x.begin() + nq, x.begin() + nq + mechanism.model.nv());
    work.functions = mechanism.functions_at(0.0);
    EXPECT_TRUE(keeper.takes_over(work.functions, q, v)) << angle;
    EXPECT_TRUE(keeper.in_window()) << angle;
    assemble_equations<double>(mechanism.model, mechanism.forces, q, v, work);
    EXPECT_TRUE(keeper.accelerate(work, false).ok());
  }
  Trouble proof() { return keeper.prove_in_window(v, 0.0, balance, work).trouble; }
  void add(const std::vector<double>& direction, double part) {
    for (std::size_t k = 0; k < direction.size(); ++k) work.qdd[k] += part * direction[k];
  }
  /// The other way on from the flat position: the right crank turns against the left one. The
  /// coupler is twice as long as they are.
  [[nodiscard]] std::vector<double> crossed() const {
    std::vector<double> out(v.size());
    for (const TreeBody& body : mechanism.topology().bodies) {
      const double rate = body.joint == "A"   ? 1.0
                          : body.joint == "B" ? -2.0
                          : body.joint == "D" ? -1.0
                                              : 0.0;
      out[static_cast<std::size_t>(body.v_at)] = rate;
    }
    return out;
  }

  Mechanism mechanism;
  LoopKeeper keeper;
  Workspace<double> work;
  BalanceProof balance;
  std::vector<double> q, v;
};

const std::vector<double> angles{0.0, 1e-9, 1e-6, 1e-4, 1e-3};

// A pendulum for both cranks, that carries the coupler.
TEST(WindowProof, RightAnswersPass) {
  for (const double angle : angles) {
    Held held(angle);
    const double inertia = 2.0 * (0.1 + 0.25) + 2.0;
    const auto first = static_cast<std::size_t>(held.mechanism.topology().bodies[BodyId{0}].v_at);
    EXPECT_NEAR(held.work.qdd[first] * held.v[first] / speed,
                -3.0 * 9.81 * std::cos(angle) / inertia, 1e-7)
        << angle;
    EXPECT_EQ(held.proof(), Trouble::none) << angle;
  }
}

TEST(WindowProof, ForcesThatDoNotBalanceAreSeen) {
  for (const double angle : angles) {
    Held held(angle);
    held.add(held.v, 1e-3);
    EXPECT_EQ(held.proof(), Trouble::unbalanced) << angle;
  }
}

TEST(WindowProof, EquationsThatAreNotMetAreSeen) {
  for (const double angle : angles) {
    for (std::size_t k = 0; k < 3; ++k) {
      Held held(angle);
      held.work.qdd[k] += 1e-2;
      EXPECT_EQ(held.proof(), Trouble::unproved) << angle;
    }
  }
}

// No equation holds it in the flat position, and hardly one near by.
TEST(WindowProof, TheLostDirectionIsLookedAt) {
  for (const double angle : angles) {
    Held held(angle);
    held.add(held.crossed(), 1e-2);
    EXPECT_EQ(held.proof(), Trouble::unproved) << angle;
  }
}

// Whoever is refused leaves it to others where rounding allows that, and to nobody elsewhere.
TEST(WindowProof, OthersServeWhereRoundingAllows) {
  EXPECT_TRUE(Held(1e-3).keeper.let_go());
  EXPECT_FALSE(Held(1e-9).keeper.let_go());
}

}  // namespace
}  // namespace treadle::test
