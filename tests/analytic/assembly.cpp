// Assembly: what a person asks for is kept, the rest follows by closed forms; what cannot be closed
// is an error with a name.
#include "double_wishbone.hpp"
#include "four_bar.hpp"

namespace treadle {
namespace {

constexpr double kept = 1e-12;

// Closes the loops again when only the crank is asked for, far from the design position.
TEST(Assembly, four_bar_at_any_crank_angle) {
  const FourBar bars;
  const FourBar::Angles zero = four_bar_design();
  Worst asked("crank, rad"), gap("loops, m"), rocker("rocker, rad");
  for (int degrees = -60; degrees <= 60; degrees += 5) {
    Description d = ready("four_bar");
    const double angle = degrees * pi / 180.0;
    named(d.joints, "crank_pivot").start = {angle};
    Stepper s(d);
    asked.see(s.q("crank_pivot") - angle);
    gap.see(s.violation().position);
    rocker.see(turn_between(s.q("rocker_pivot") + zero.rocker, bars.at(zero.crank + angle).rocker));
    EXPECT_TRUE(s.mechanism().start.unmet.empty()) << degrees;
    EXPECT_TRUE(s.mechanism().warnings().empty()) << degrees;
  }
  asked.check(kept);
  gap.check(kept);
  rocker.check(1e-11);
}

// Further away it may also fold to the other side; both are closed and keep the crank.
TEST(Assembly, four_bar_all_around) {
  const FourBar bars;
  Worst asked("crank, rad"), gap("loops, m"), closed("rocker's pin, m");
  for (int degrees = 60; degrees <= 300; degrees += 15) {
    Description d = ready("four_bar");
    const double angle = degrees * pi / 180.0;
    named(d.joints, "crank_pivot").start = {angle};
    Stepper s(d);
    asked.see(s.q("crank_pivot") - angle);
    gap.see(s.violation().position);
    const Vector pin{0.8, 0.0, 0.9}, crank_pin{0.0, 0.0, 0.3};
    closed.see(norm(s.pose("rocker") * pin - s.pose("crank") * crank_pin) - bars.coupler);
  }
  asked.check(kept);
  gap.check(kept);
  closed.check(kept);
}

// The four-bar written with a frame on each body and all bars along x, which closes nowhere.
Description four_bar_by_frames(double crank_angle) {
  Description d = ready("four_bar");
  const Triple axis{0.0, -1.0, 0.0};
  const auto frame = [&](double x) { return JointFrame{{x, 0.0, 0.0}, axis, std::nullopt}; };
  const std::array<double, 3> lengths{0.3, 1.0, 0.9};
  for (std::size_t b = 0; b < 3; ++b) {
    const double l = lengths[b], transverse = d.bodies[b].mass * l * l / 12.0;
    d.bodies[b].center = {0.5 * l, 0.0, 0.0};
    d.bodies[b].inertia = {0.0, transverse, transverse, 0.0, 0.0, 0.0};
  }
  const std::array<std::array<double, 2>, 4> ends{{{0.0, 0.0}, {0.3, 0.0}, {1.0, 0.9}, {0.8, 0.0}}};
  for (std::size_t j = 0; j < 4; ++j) {
    d.joints[j].design.reset();
    d.joints[j].parent_frame = frame(ends[j][0]);
    d.joints[j].child_frame = frame(ends[j][1]);
  }
  d.joints[0].start = {crank_angle};
  return d;
}

TEST(Assembly, four_bar_from_frames_on_the_bodies) {
  const FourBar bars;
  Worst asked("crank, rad"), position("rocker, rad");
  for (int degrees = 0; degrees < 360; degrees += 20) {
    const double angle = degrees * pi / 180.0;
    Stepper s(four_bar_by_frames(angle));
    asked.see(s.q("crank_pivot") - angle);
    // the two closures are mirror images in the line from the crank's pin to the rocker's pivot
    const double line = std::atan2(-0.3 * std::sin(angle), 0.8 - 0.3 * std::cos(angle));
    const double one = bars.at(angle).rocker, found = s.q("rocker_pivot");
    const double other = 2.0 * line - one;
    position.see(
        std::min(std::fabs(turn_between(found, one)), std::fabs(turn_between(found, other))));
  }
  asked.check(kept);
  position.check(1e-11);
}

// The same machine, whether written by design position or by frames.
TEST(Assembly, frames_and_design_position_move_alike) {
  Description frames = four_bar_by_frames(0.5 * pi), design = ready("four_bar");
  named(frames.joints, "crank_pin").start = {std::atan2(0.6, 0.8) - 0.5 * pi};
  named(frames.joints, "rocker_pivot").start = {0.5 * pi};
  Stepper a(frames), b(design);
  Worst difference("crank, rad");
  for (int k = 0; k < 20; ++k) {
    a.advance(20);
    b.advance(20);
    difference.see(a.q("crank_pivot") - 0.5 * pi - b.q("crank_pivot"));
  }
  difference.check(1e-13);
}

TEST(Assembly, slider_crank_at_any_crank_angle) {
  Worst asked("crank, rad"), slider("slider, m");
  for (int degrees = -80; degrees <= 80; degrees += 10) {
    Description d = ready("slider_crank");
    const double t = degrees * pi / 180.0;
    named(d.joints, "crankshaft").start = {t};
    Stepper s(d);
    asked.see(s.q("crankshaft") - t);
    slider.see(s.q("guide") + 0.7 -
               (0.2 * std::cos(t) + std::sqrt(0.25 - std::pow(0.2 * std::sin(t), 2))));
  }
  asked.check(kept);
  slider.check(kept);
}

TEST(Assembly, double_wishbone_from_droop_to_bump) {
  const Corner corner;
  Worst asked("lower arm, rad"), upper("upper arm, rad"), wheel("wheel, m");
  for (int degrees = -18; degrees <= 10; degrees += 2) {
    Description d = ready("double_wishbone");
    const double angle = degrees * pi / 180.0;
    named(d.joints, "lower_pivot").start = {angle};
    Stepper s(d);
    asked.see(s.q("lower_pivot") - angle);
    upper.see(s.q("upper_pivot") - corner.upper_angle(angle));
    wheel.see(s.pose("wheel").p - corner.at(angle).upright(corner.wheel));
  }
  asked.check(kept);
  upper.check(1e-11);
  wheel.check(1e-11);
}

// Velocities: the one asked for stays, the others follow.
TEST(Assembly, start_velocities_follow) {
  const FourBar bars;
  const FourBar::Angles zero = four_bar_design();
  Worst asked("asked rate, rad/s"), others("other rates, rad/s");
  for (const double angle : {-0.9, 0.0, 0.4, 1.0}) {
    Description d = ready("four_bar");
    named(d.joints, "crank_pivot").start = {angle};
    named(d.joints, "crank_pivot").start_velocity = {7.0};
    const FourBar::Rates unit = bars.rates(bars.at(zero.crank + angle));
    Stepper by_crank(d);
    asked.see(by_crank.v("crank_pivot") - 7.0);
    others.see(by_crank.v("rocker_pivot") - 7.0 * unit.rocker);
    others.see(by_crank.v("crank_pin") - 7.0 * (unit.coupler - 1.0));

    named(d.joints, "crank_pivot").start_velocity.clear();
    named(d.joints, "rocker_pivot").start_velocity = {-2.0};
    Stepper by_rocker(d);
    asked.see(by_rocker.v("rocker_pivot") + 2.0);
    others.see(by_rocker.v("crank_pivot") + 2.0 / unit.rocker);
    EXPECT_TRUE(by_rocker.mechanism().start.unmet.empty());
  }
  asked.check(kept);
  others.check(1e-12);
}

TEST(Assembly, what_contradicts_itself_is_closed_and_said) {
  Description d = ready("four_bar");
  named(d.joints, "crank_pivot").start = {0.3};
  named(d.joints, "crank_pin").start = {0.3};
  named(d.joints, "rocker_pivot").start = {0.3};
  named(d.joints, "rocker_pivot").start_velocity = {9.0};
  Stepper s(d);
  EXPECT_LE(s.violation().position, kept);
  EXPECT_LE(s.violation().velocity, 1e-11);
  bool position = false, velocity = false;
  for (const Unmet& unmet : s.mechanism().start.unmet)
    (unmet.velocity ? velocity : position) = true;
  EXPECT_TRUE(position);
  EXPECT_TRUE(velocity);
  EXPECT_GE(s.mechanism().warnings().size(), 3U);
}

void expect_impossible(const Description& d, const std::string& where,
                       const std::vector<std::string>& words) {
  try {
    build_mechanism(d);
    FAIL() << "it was assembled";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where(), where);
    for (const std::string& word : words) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << word << " in: " << error.what();
    }
  }
}

// Crank, coupler and rocker together reach 2.2 m; the rocker's pivot is 5 m away.
TEST(Assembly, bars_too_short) {
  Description d = four_bar_by_frames(0.3);
  named(d.joints, "rocker_pivot").parent_frame->position = {5.0, 0.0, 0.0};
  expect_impossible(d, "joints[2]", {"'rocker_pin'", "'coupler'", "'rocker'", "2.8"});
}

// The coupler is longer than everything it could span.
TEST(Assembly, coupler_too_long) {
  Description d = four_bar_by_frames(0.3);
  named(d.joints, "rocker_pin").parent_frame->position = {3.0, 0.0, 0.0};
  expect_impossible(d, "joints[2]", {"'rocker_pin'"});
}

TEST(Assembly, rod_too_long) {
  Description d = ready("double_wishbone");
  d.constraints[0].length = 3.0;
  expect_impossible(d, "constraints[0]", {"'tie_rod'", "'upright'"});
}

}  // namespace
}  // namespace treadle
