// Struts against their geometry and against differences of their own transform.
#include "src/joints/strut.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace treadle {
namespace {

using Frame = Transform<double>;
using Vec = Vec3<double>;

double apart(const Vec& a, const Vec& b) { return norm(a - b); }

StrutShape<double> random_shape(std::mt19937& dice) {
  std::uniform_real_distribution<double> n(-0.1, 0.1);
  StrutShape<double> s;
  s.top = {n(dice), n(dice), 0.6 + n(dice)};
  s.hinge = {n(dice), -0.35 + n(dice), n(dice)};
  s.hinge_axis = {1.0, n(dice), n(dice)};
  s.hinge_axis = (1.0 / norm(s.hinge_axis)) * s.hinge_axis;
  s.hinge -= dot(s.hinge, s.hinge_axis) * s.hinge_axis;
  // a link across the line from ball to top, far from where it could not hold the turn
  s.inner = {-0.2 + 0.3 * n(dice), -0.35 + 0.3 * n(dice), 0.3 * n(dice)};
  s.outer = {-0.2 + 0.3 * n(dice), 0.3 * n(dice), 0.3 * n(dice)};
  const Vec link = s.outer - s.inner;
  s.link_squared = dot(link, link);
  s.side = dot(s.inner, cross(s.top, s.outer)) < 0.0 ? -1.0 : 1.0;
  return s;
}

template <class Joint>
struct Moving {
  StrutShape<double> shape;
  Frame f;
  std::array<double, 2> q{}, v{};

  explicit Moving(std::mt19937& dice) : shape(random_shape(dice)) {
    std::uniform_real_distribution<double> n(-0.25, 0.25);
    f.r = turned_about_z(Mat3<double>{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, 9.0 * n(dice));
    f.p = {n(dice), 2.0, n(dice)};
    for (double& x : q) x = n(dice);
    for (double& x : v) x = 4.0 * n(dice);
  }
  [[nodiscard]] StrutPlace<double> place(double t) const {
    const std::array<double, 2> now{q[0] + t * v[0], q[1] + t * v[1]};
    return Joint::place(now.data(), shape);
  }
  [[nodiscard]] Frame at(double t) const {
    Frame x;
    Joint::put(place(t), f, x);
    return x;
  }
  [[nodiscard]] Motion<double> motion(double t) const {
    std::array<Motion<double>, 2> b{};
    const Frame x = at(t);
    Joint::subspace(place(t), f, x, b.data());
    return Joint::motion(x, b.data(), v.data());
  }
};

template <class Joint>
class EveryStrut : public testing::Test {};
using Struts = testing::Types<Strut, GuidedStrut>;
TYPED_TEST_SUITE(EveryStrut, Struts);

TYPED_TEST(EveryStrut, isWhereItWasDrawn) {
  std::mt19937 dice(3);
  for (int k = 0; k < 50; ++k) {
    Moving<TypeParam> m(dice);
    m.q = {};
    const Frame x = m.at(0.0);
    EXPECT_LT(apart(x.p, m.f.p) + apart(x.r.x, m.f.r.x) + apart(x.r.z, m.f.r.z), 1e-13);
  }
}

// The ball keeps to its circle, the top to the strut's axis, the link its length.
TYPED_TEST(EveryStrut, KeepsItsLoopClosed) {
  std::mt19937 dice(4);
  for (int k = 0; k < 50; ++k) {
    const Moving<TypeParam> m(dice);
    const Frame x = m.at(0.0);
    const Vec arm = x.p - m.f * m.shape.hinge, top = m.f * m.shape.top;
    EXPECT_NEAR(norm(arm), norm(m.shape.hinge), 1e-14);
    EXPECT_NEAR(dot(arm, m.f.r * m.shape.hinge_axis), 0.0, 1e-14);
    EXPECT_LT(norm(cross(top - x * m.shape.top, x.r.z)), 1e-14);
    EXPECT_LT(apart(cross(x.r.x, x.r.y), x.r.z), 1e-14);
    const Vec link = x * m.shape.outer - m.f * m.shape.inner;
    if (TypeParam::nv == 1) {
      EXPECT_NEAR(dot(link, link), m.shape.link_squared, 1e-13);
    }
  }
}

// Central differences err by h^2 times third derivatives, and by eps / h.
TYPED_TEST(EveryStrut, MovesAndAcceleratesAsItsTransformDoes) {
  constexpr double h = 1e-5, allowed = 2e-8;
  std::mt19937 dice(5);
  for (int k = 0; k < 50; ++k) {
    const Moving<TypeParam> m(dice);
    const Frame x = m.at(0.0), ahead = m.at(h), behind = m.at(-h);
    const auto rate = [&](const Vec& a, const Vec& b) { return (0.5 / h) * (a - b); };
    const Vec w = 0.5 * (cross(x.r.x, rate(ahead.r.x, behind.r.x)) +
                         cross(x.r.y, rate(ahead.r.y, behind.r.y)) +
                         cross(x.r.z, rate(ahead.r.z, behind.r.z)));
    const Motion<double> y = m.motion(0.0);
    EXPECT_LT(apart(y.ang, w), allowed);
    EXPECT_LT(apart(point_velocity(y, x.p), rate(ahead.p, behind.p)), allowed);
    const Motion<double> bias = TypeParam::bias(m.place(0.0), m.f, x, m.v.data());
    const Motion<double> up = m.motion(h), down = m.motion(-h);
    EXPECT_LT(apart(bias.lin, rate(up.lin, down.lin)), allowed);
    EXPECT_LT(apart(bias.ang, rate(up.ang, down.ang)), allowed);
  }
}

}  // namespace
}  // namespace treadle
