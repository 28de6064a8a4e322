// What each joint says of itself, held against its own transform: reading, rates, axes, reversal.
#include "src/joints/dispatch.hpp"

#include "src/describe/names.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace treadle {
namespace {

using Frame = Transform<double>;
using Numbers = std::array<double, 7>;

constexpr double pitch = 0.7;

double distance(const Vec3<double>& a, const Vec3<double>& b) { return norm(a - b); }

double distance(const Frame& a, const Frame& b) {
  return distance(a.p, b.p) + distance(a.r.x, b.r.x) + distance(a.r.y, b.r.y) +
         distance(a.r.z, b.r.z);
}

template <class Joint>
struct State {
  Numbers q{}, v{};
  Frame x;  // of the child, seen from the parent
};

template <class Joint>
State<Joint> random_state(std::mt19937& dice) {
  std::uniform_real_distribution<double> number(-1.2, 1.2);
  State<Joint> s;
  Numbers start{}, along{};
  for (double& x : along) x = number(dice);
  for (double& x : s.v) x = number(dice);
  Joint::neutral(start.data());
  Joint::advance(start.data(), along.data(), s.q.data());
  Joint::transform(s.q.data(), Frame{}, pitch, s.x);
  return s;
}

// check(joint, type, dice) for many states of every type.
template <class F>
void for_every_joint(const F& check) {
  for (const std::string& name : joint_names()) {
    SCOPED_TRACE(name);
    JointType type{};
    ASSERT_TRUE(find_joint_type(name, type));
    std::mt19937 dice(11);
    for (int k = 0; k < 50; ++k) {
      with_joint(type, [&](auto joint) {  // struts have their own tests (strut.cpp)
        if constexpr (!HasShape<decltype(joint)> && !HasInside<decltype(joint)>)
          check(joint, type, dice);
      });
    }
  }
}

TEST(EveryJoint, isReadWhereItIs) {
  for_every_joint([](auto joint, JointType, std::mt19937& dice) {
    const auto s = random_state<decltype(joint)>(dice);
    Numbers read{};
    joint.read(s.x, pitch, s.q.data(), read.data());
    for (std::size_t k = 0; k < joint.nq; ++k) EXPECT_NEAR(read[k], s.q[k], 1e-14) << k;
  });
}

// The motion that the subspace makes of v has the components v.
TEST(EveryJoint, projectsItsOwnMotion) {
  for_every_joint([](auto joint, JointType, std::mt19937& dice) {
    const auto s = random_state<decltype(joint)>(dice);
    std::array<Motion<double>, 6> b{};
    joint.subspace(Frame{}, s.x, pitch, b.data());
    const Motion<double> m = joint.motion(s.x, b.data(), s.v.data());
    Numbers out{};
    joint.project(s.x.r, m.lin + cross(m.ang, s.x.p), m.ang, out.data());
    for (std::size_t k = 0; k < joint.nv; ++k) {
      EXPECT_NEAR(out[k], s.v[k], 1e-14) << k;
      const bool turns = norm(b[k].ang) > 0.5;
      EXPECT_LT(
          distance(turns ? b[k].ang : b[k].lin, joint.axis(static_cast<int>(k), Frame{}.r, s.x.r)),
          1e-15);
    }
  });
}

TEST(EveryJoint, movesItsNumbersWithTheirPlainRate) {
  for_every_joint([](auto joint, JointType, std::mt19937& dice) {
    const auto s = random_state<decltype(joint)>(dice);
    constexpr double h = 1e-5;
    Numbers ahead{}, behind{}, step{}, back{}, rate{};
    for (std::size_t k = 0; k < joint.nv; ++k) back[k] = -(step[k] = h * s.v[k]);
    joint.advance(s.q.data(), step.data(), ahead.data());
    joint.advance(s.q.data(), back.data(), behind.data());
    joint.plain_rate(s.q.data(), s.v.data(), rate.data());
    for (std::size_t k = 0; k < joint.nq; ++k)
      EXPECT_NEAR(rate[k], (ahead[k] - behind[k]) / (2.0 * h), 2e-10) << k;
  });
}

TEST(EveryJoint, keepsItsQuaternionWhereItSays) {
  for_every_joint([](auto joint, JointType type, std::mt19937& dice) {
    const auto s = random_state<decltype(joint)>(dice);
    const int at = traits_of(type).quaternion_at;
    EXPECT_EQ(at >= 0, joint.nq > joint.nv);
    double square = 0.0;
    for (int k = at; at >= 0 && k < at + 4; ++k)
      square += s.q[static_cast<std::size_t>(k)] * s.q[static_cast<std::size_t>(k)];
    EXPECT_NEAR(square, at >= 0 ? 1.0 : 0.0, 1e-15);
  });
}

// From the other end: a twin, turned axes, or other coordinates give the inverse motion.
TEST(EveryJoint, looksInvertedFromItsOtherEnd) {
  for_every_joint([](auto joint, JointType type, std::mt19937& dice) {
    const auto s = random_state<decltype(joint)>(dice);
    Numbers q = s.q, v = s.v;
    joint.reverse(q.data(), v.data());
    const Frame flip{{{1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, -1.0}}, {}};
    const bool flips = traits_of(type).flips_axis;
    Frame x;
    Motion<double> m;
    with_joint(type, true, [&](auto reversed) {
      if constexpr (!HasShape<decltype(reversed)> && !HasInside<decltype(reversed)>) {
        std::array<Motion<double>, 6> b{};
        reversed.transform(q.data(), flips ? flip : Frame{}, pitch, x);
        reversed.subspace(flips ? flip : Frame{}, x, pitch, b.data());
        m = reversed.motion(x, b.data(), v.data());
      }
    });
    EXPECT_LT(distance(flips ? x * flip : x, inverse(s.x)), 1e-14);
    // velocity of the parent seen from the child: minus that of the child, in its axes
    std::array<Motion<double>, 6> b{};
    joint.subspace(Frame{}, s.x, pitch, b.data());
    const Motion<double> forth = joint.motion(s.x, b.data(), s.v.data());
    EXPECT_LT(distance(m.ang, -transpose_times(s.x.r, forth.ang)), 1e-14);
    EXPECT_LT(distance(m.lin, -transpose_times(s.x.r, forth.lin + cross(forth.ang, s.x.p))), 1e-14);
    joint.reverse(q.data(), v.data());
    for (std::size_t k = 0; k < joint.nq; ++k) EXPECT_NEAR(q[k], s.q[k], 1e-14) << k;
    for (std::size_t k = 0; k < joint.nv; ++k) EXPECT_NEAR(v[k], s.v[k], 1e-14) << k;
  });
}

}  // namespace
}  // namespace treadle
