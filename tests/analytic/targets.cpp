// Assembly with targets: closed forms, a brute-force search over the one freedom of a mechanism,
// priorities in conflict, an arm that reaches and one that does not.
#include "four_bar.hpp"
#include "support/random_mechanism.hpp"

#include <random>

namespace treadle {
namespace {

TargetItem coordinate(const std::string& joint, double value, int rank = 1) {
  TargetItem item;
  item.joint = joint;
  item.value = value;
  item.rank = rank;
  return item;
}

TargetItem point(const std::string& body, const Triple& on_body, const Triple& goal, int rank = 1) {
  TargetItem item;
  item.frame = {body, {on_body, {1.0, 0.0, 0.0, 0.0}}};
  item.position = goal;
  item.rank = rank;
  return item;
}

// The crank as a target instead of a start value: the same position by the closed form.
TEST(Targets, a_coordinate_of_the_four_bar) {
  const FourBar bars;
  const FourBar::Angles zero = four_bar_design();
  Worst asked("crank, rad"), gap("loops, m"), rocker("rocker, rad");
  for (int degrees = -60; degrees <= 60; degrees += 15) {
    Description d = ready("four_bar");
    const double angle = degrees * pi / 180.0;
    d.targets = {coordinate("crank_pivot", angle)};
    Stepper s(d);
    ASSERT_TRUE(s.mechanism().start.targets[0].met) << degrees;
    asked.see(s.q("crank_pivot") - angle);
    gap.see(s.violation().position);
    rocker.see(turn_between(s.q("rocker_pivot") + zero.rocker, bars.at(zero.crank + angle).rocker));
  }
  asked.check(1e-12);
  gap.check(1e-12);
  rocker.check(1e-11);
}

// The turn of the coupler in the world, asked for as an orientation, and the angle of each joint of
// the loop whether it was cut or not, read back from the poses of its bodies. Two positions of the
// crank may give the same angle; either will do.
TEST(Targets, an_orientation_of_the_coupler_and_angles_of_every_joint) {
  Worst turn("coupler, rad"), joint_angle("joints, rad"), gap("loops, m");
  for (const char* cut : {"rocker_pin", "crank_pin", "rocker_pivot"}) {
    for (const double angle : {-0.7, 0.3, 0.8}) {
      Description d = ready("four_bar");
      named(d.joints, cut).hint = TreeHint::cut;
      const auto angle_of = [&](Stepper& s, const std::string& joint) {
        const JointItem& item = named(d.joints, joint);
        const Mat3<double> turned =
            transpose_times(s.pose(item.parent).r, s.pose(item.child).r);  // about y or -y
        return ((*item.design->axis)[1] < 0.0 ? -1.0 : 1.0) * std::atan2(turned.z.x, turned.x.x);
      };
      Description given = d;
      named(given.joints, "crank_pivot").start = {angle};
      Stepper reference(given);
      const Mat3<double> coupler = reference.pose("coupler").r;
      Description by_pose = d;
      TargetItem asked;
      asked.frame.body = "coupler";
      asked.orientation = to_quaternion(coupler);
      by_pose.targets = {asked};
      Stepper s(by_pose);
      EXPECT_TRUE(s.mechanism().start.targets[0].met);
      turn.see(norm(s.pose("coupler").r.x - coupler.x));
      for (const char* joint : {"rocker_pin", "crank_pin", "rocker_pivot"}) {
        const double goal = angle_of(reference, joint);
        Description by_angle = d;
        by_angle.targets = {coordinate(joint, goal)};
        Stepper there(by_angle);
        EXPECT_TRUE(there.mechanism().start.targets[0].met) << cut << " " << joint << " " << angle;
        joint_angle.see(angle_of(there, joint) - goal);
        gap.see(there.violation().position);
      }
    }
  }
  turn.check(1e-11);
  joint_angle.check(1e-11);
  gap.check(1e-12);
}

// Two wishes of one priority that contradict each other: the least squares are those of a search
// over all positions of the crank.
TEST(Targets, the_best_compromise_is_that_of_a_search) {
  const FourBar bars;
  const FourBar::Angles zero = four_bar_design();
  Description d = ready("four_bar");
  const double crank_goal = 0.5, rocker_goal = -0.4;
  d.targets = {coordinate("crank_pivot", crank_goal), coordinate("rocker_pivot", rocker_goal)};
  Stepper s(d);
  const auto cost = [&](double crank) {
    const double rocker = turn_between(bars.at(zero.crank + crank).rocker, zero.rocker);
    return std::pow(crank - crank_goal, 2) + std::pow(rocker - rocker_goal, 2);
  };
  double best = 0.0;
  for (double a = -1.5; a < 1.5; a += 1e-4) best = cost(a) < cost(best) ? a : best;
  double low = best - 1e-4, high = best + 1e-4;  // the slope changes its sign here
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (cost(middle + 1e-5) - cost(middle - 1e-5) < 0.0 ? low : high) = middle;
  }
  EXPECT_NEAR(s.q("crank_pivot"), low, 1e-9);
  EXPECT_LE(s.violation().position, 1e-12);
  const TargetResult& first = s.mechanism().start.targets[0];
  EXPECT_FALSE(first.met);
  EXPECT_NEAR(first.angle_off, std::fabs(low - crank_goal), 1e-9);
  EXPECT_EQ(first.targets, std::vector<int>{1});
  EXPECT_EQ(s.mechanism().start.targets[1].targets, std::vector<int>{0});
}

// With priorities, the first is met and the second gets what is left: here nothing.
TEST(Targets, a_smaller_priority_comes_first) {
  for (const bool crank_first : {true, false}) {
    Description d = ready("four_bar");
    d.targets = {coordinate("crank_pivot", 0.5, crank_first ? 1 : 2),
                 coordinate("rocker_pivot", -0.1, crank_first ? 2 : 1)};
    Stepper s(d);
    EXPECT_NEAR(s.q(crank_first ? "crank_pivot" : "rocker_pivot"), crank_first ? 0.5 : -0.1, 1e-12);
    const std::vector<TargetResult>& results = s.mechanism().start.targets;
    EXPECT_EQ(results[0].met, crank_first);
    EXPECT_EQ(results[1].met, !crank_first);
    const TargetResult& second = results[crank_first ? 1 : 0];
    EXPECT_EQ(second.targets, std::vector<int>{crank_first ? 0 : 1});
    const std::string excuse = s.mechanism().target_excuse(second);
    EXPECT_NE(excuse.find(crank_first ? "target 1 comes first" : "target 2 comes first"),
              std::string::npos)
        << excuse;
  }
}

// A point of the coupler asked to be where it cannot go: the nearest point of its curve.
TEST(Targets, the_nearest_point_of_a_coupler_curve) {
  Description d = ready("four_bar");
  const Triple goal{0.3, 0.0, 1.1}, on_body{0.4, 0.0, 0.7};
  d.targets = {point("coupler", on_body, goal)};
  Stepper s(d);
  const TargetResult result = s.mechanism().start.targets[0];
  ASSERT_FALSE(result.met);
  double best = 1e9, at = 0.0;
  const auto off = [&](double crank) {
    Description given = ready("four_bar");
    named(given.joints, "crank_pivot").start = {crank};
    Stepper there(given);
    return norm(there.pose("coupler") * vector(on_body) - vector(goal));
  };
  for (double a = -1.2; a <= 1.2; a += 0.02) {
    if (const double f = off(a); f < best) {
      best = f;
      at = a;
    }
  }
  double low = at - 0.02, high = at + 0.02;
  for (int k = 0; k < 40; ++k) {
    const double third = (high - low) / 3.0;
    (off(low + third) < off(high - third) ? high : low) =
        off(low + third) < off(high - third) ? high - third : low + third;
  }
  EXPECT_LE(result.position_off, off(0.5 * (low + high)) + 1e-9);
  EXPECT_FALSE(result.loops.empty());
  const std::string excuse = s.mechanism().target_excuse(result);
  EXPECT_NE(excuse.find("loop"), std::string::npos) << excuse;
}

// Six hinges in a row with oblique axes.
Description arm() {
  Description d;
  const std::vector<Triple> axes{{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
  const std::vector<Triple> points{{0, 0, 0},     {0, 0, 0.4},   {0, 0, 1.0},
                                   {0.3, 0, 1.0}, {0.7, 0, 1.0}, {0.8, 0, 1.0}};
  for (std::size_t k = 0; k < 6; ++k) {
    BodyItem body;
    body.name = "link" + std::to_string(k + 1);
    body.mass = 1.0;
    body.center = points[k];
    body.inertia = {0.01, 0.01, 0.01, 0.0, 0.0, 0.0};
    d.bodies.push_back(body);
    JointItem joint;
    joint.name = "j" + std::to_string(k + 1);
    joint.parent = k == 0 ? ground_name : "link" + std::to_string(k);
    joint.child = body.name;
    joint.design = JointFrame{points[k], axes[k], std::nullopt};
    d.joints.push_back(joint);
  }
  return d;
}

TEST(Targets, an_arm_of_six_hinges_reaches_a_pose) {
  std::mt19937 dice(3);
  std::uniform_real_distribution<double> angle(-0.6, 0.6);
  Worst position("tool, m"), turn("tool, rad");
  for (int k = 0; k < 10; ++k) {
    Description d = arm();
    Description given = d;
    for (JointItem& joint : given.joints) joint.start = {angle(dice)};
    given.joints[2].start = {0.5 + 0.3 * angle(dice)};
    const Frame goal = Stepper(given).pose("link6");
    TargetItem target = point("link6", {0.9, 0.0, 1.0}, {});
    const Vector tip = goal * Vector{0.9, 0.0, 1.0};
    target.position = Triple{tip.x, tip.y, tip.z};
    target.orientation = to_quaternion(goal.r);
    d.targets = {target};
    Stepper s(d);
    EXPECT_TRUE(s.mechanism().start.targets[0].met) << k;
    position.see(s.mechanism().start.targets[0].position_off);
    turn.see(s.mechanism().start.targets[0].angle_off);
  }
  position.check(1e-11);
  turn.check(1e-11);
}

// A point out of reach: the arm stretches towards it, up to the boundary of its workspace; the wish
// of a later priority, which would bend it again, gets nothing.
TEST(Targets, out_of_reach_is_the_boundary_of_the_workspace) {
  Description d;
  for (int k = 0; k < 2; ++k) {
    BodyItem body;
    body.name = k == 0 ? "upper" : "lower";
    body.mass = 1.0;
    body.center = {0.5 + k, 0.0, 0.0};
    body.inertia = {0.01, 0.1, 0.1, 0.0, 0.0, 0.0};
    d.bodies.push_back(body);
    JointItem joint;
    joint.name = k == 0 ? "shoulder" : "elbow";
    joint.parent = k == 0 ? ground_name : "upper";
    joint.child = body.name;
    joint.design = JointFrame{{1.0 * k, 0.0, 0.0}, Triple{0.0, 0.0, 1.0}, std::nullopt};
    d.joints.push_back(joint);
  }
  for (const bool bend : {false, true}) {
    d.targets = {point("lower", {1.7, 0.0, 0.0}, {3.0, 4.0, 0.0})};  // reach 1.7, asked 5
    if (bend) d.targets.push_back(coordinate("elbow", 0.5, 2));
    Stepper s(d);
    const TargetResult& result = s.mechanism().start.targets[0];
    EXPECT_NEAR(result.position_off, 5.0 - 1.7, 1e-10);
    EXPECT_NEAR(s.q("elbow"), 0.0, 1e-7);
    EXPECT_NEAR(s.q("shoulder"), std::atan2(4.0, 3.0), 1e-7);
    const std::string excuse = s.mechanism().target_excuse(result);
    EXPECT_NE(excuse.find("reach no further"), std::string::npos) << excuse;
  }
  // within reach but seen from a stretched arm, where the slope vanishes: it bends
  d.targets = {point("lower", {1.7, 0.0, 0.0}, {1.2, 0.0, 0.0})};
  Stepper s(d);
  EXPECT_TRUE(s.mechanism().start.targets[0].met);
  EXPECT_GT(std::fabs(s.q("elbow")), 0.5);
}

// Freedom that targets leave is used to stay near the design position: of all ways to put the tip
// of three equal bars on a point, the least sum of squared angles, found by a search.
TEST(Targets, what_is_left_stays_near_the_design_position) {
  Description d;
  for (int k = 0; k < 3; ++k) {
    BodyItem body;
    body.name = "bar" + std::to_string(k);
    body.mass = 1.0;
    body.center = {0.5 + k, 0.0, 0.0};
    body.inertia = {0.01, 0.1, 0.1, 0.0, 0.0, 0.0};
    d.bodies.push_back(body);
    JointItem joint;
    joint.name = "j" + std::to_string(k);
    joint.parent = k == 0 ? ground_name : "bar" + std::to_string(k - 1);
    joint.child = body.name;
    joint.design = JointFrame{{1.0 * k, 0.0, 0.0}, Triple{0.0, 0.0, 1.0}, std::nullopt};
    d.joints.push_back(joint);
  }
  const double x = 1.9, y = 1.1;
  d.targets = {point("bar2", {3.0, 0.0, 0.0}, {x, y, 0.0})};
  Stepper s(d);
  ASSERT_TRUE(s.mechanism().start.targets[0].met);
  const auto cost = [&](double a, double sign) {
    const double dx = x - std::cos(a), dy = y - std::sin(a), r = std::hypot(dx, dy);
    if (r > 2.0) return 1e9;
    const double half = std::acos(0.5 * r), way = std::atan2(dy, dx);
    const double b = way - sign * half - a, c = 2.0 * sign * half;
    return a * a + b * b + c * c;
  };
  double best = 1e9;
  for (double a = -pi; a < pi; a += 1e-5) best = std::min({best, cost(a, 1.0), cost(a, -1.0)});
  const double found = std::pow(s.q("j0"), 2) + std::pow(s.q("j1"), 2) + std::pow(s.q("j2"), 2);
  EXPECT_NEAR(found, best, 1e-8);
}

// The other branch of the four-bar, asked for from this one: by the rocker, by a point, by the
// crank in another rank, with start values that stay on this branch.
TEST(Targets, the_other_branch_is_reached_whatever_start_values_say) {
  std::mt19937 dice(7);
  std::uniform_real_distribution<double> turn(-3.0, 3.0);
  for (int k = 0; k < 6; ++k) {
    const double crank = turn(dice), x = -0.3 * std::sin(crank), z = 0.3 * std::cos(crank);
    // the pin on the other side of the line from the crank's tip to the rocker's pivot
    const double dx = 0.8 - x, dz = -z, e = std::hypot(dx, dz),
                 along = (e * e + 1.0 - 0.81) / (2.0 * e), up = std::sqrt(1.0 - along * along);
    const Triple pin{x + (along * dx + up * dz) / e, 0.0, z + (along * dz - up * dx) / e};
    const double rocker = std::atan2(0.8 - pin[0], pin[2]);
    const Triple on_rocker{0.8, 0.0, 0.9};
    const std::vector<std::pair<std::map<std::string, double>, std::vector<TargetItem>>> cases{
        {{{"crank_pivot", crank}}, {coordinate("rocker_pivot", rocker, 2)}},
        {{{"crank_pivot", 0.0}, {"rocker_pivot", 0.0}}, {coordinate("rocker_pivot", rocker)}},
        {{{"crank_pivot", 0.0}},
         {point("rocker", on_rocker, pin), coordinate("crank_pivot", crank, 2)}},
        {{{"rocker_pivot", 0.0}},
         {coordinate("crank_pivot", crank), point("rocker", on_rocker, pin, 2)}}};
    for (std::size_t c = 0; c < cases.size(); ++c) {
      Description d = ready("four_bar");
      for (const auto& [joint, start] : cases[c].first) named(d.joints, joint).start = {start};
      d.targets = cases[c].second;
      Stepper s(d);
      const auto& results = s.mechanism().start.targets;
      // a point, and a crank of the second rank beside it, may be met by two positions of the crank
      for (std::size_t t = 0; t < results.size(); ++t)
        EXPECT_TRUE(results[t].met)
            << k << " " << c << " " << s.mechanism().target_excuse(results[t]);
      EXPECT_LE(s.violation().position, 1e-12);
    }
  }
}

// What a target is not met for: another target that comes before it and not the loop, which would
// allow it; the loop where it would not. A start value gives way.
TEST(Targets, a_loop_is_blamed_only_where_it_is_to_blame) {
  Description d = ready("four_bar");
  d.targets = {coordinate("crank_pivot", 0.5), coordinate("rocker_pivot", 0.5, 2)};
  const Mechanism both = build_mechanism(d);
  ASSERT_FALSE(both.start.targets[1].met);
  EXPECT_TRUE(both.start.targets[1].loops.empty()) << both.target_excuse(both.start.targets[1]);
  EXPECT_EQ(both.start.targets[1].targets, std::vector<int>{0});
  named(d.joints, "crank_pivot").start = {0.5};
  d.targets = {coordinate("rocker_pivot", 0.5, 2)};
  EXPECT_TRUE(build_mechanism(d).start.targets[0].met);
  d.targets = {coordinate("rocker_pivot", 1.2)};  // 0.7297 is the most
  const Mechanism far = build_mechanism(d);
  ASSERT_FALSE(far.start.targets[0].met);
  EXPECT_FALSE(far.start.targets[0].loops.empty());
}

TEST(Targets, do_not_see_where_the_world_is) {
  Description bars = ready("four_bar"), reach = arm(), far = arm();
  bars.targets = {point("coupler", {0.4, 0.0, 0.7}, {0.3, 0.0, 1.1}),
                  coordinate("rocker_pivot", 0.2, 2)};
  reach.targets = {point("link6", {0.9, 0.0, 1.0}, {0.5, 0.4, 0.8}), coordinate("j4", 0.3, 2)};
  far.targets = {point("link6", {0.9, 0.0, 1.0}, {2.0, 1.0, 3.0})};
  std::mt19937 dice(5);
  for (const Description& d : {bars, reach, far}) {
    const Mechanism here = build_mechanism(d);
    for (int k = 0; k < 4; ++k) {
      const Mechanism there = build_mechanism(test::moved(d, test::random_pose(dice, 3.0)));
      for (std::size_t i = 0; i < here.start.q.size(); ++i)
        EXPECT_NEAR(here.start.q[i], there.start.q[i], 1e-6) << i;
      for (std::size_t i = 0; i < here.start.targets.size(); ++i)
        EXPECT_NEAR(here.start.targets[i].position_off, there.start.targets[i].position_off, 1e-10);
    }
  }
}

}  // namespace
}  // namespace treadle
