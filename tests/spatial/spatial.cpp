// Six-dimensional algebra: identities that do not know how it is written.
#include "src/spatial/spatial.hpp"

#include "src/spatial/quaternion.hpp"

#include <gtest/gtest.h>

#include <random>

namespace treadle {
namespace {

class Spatial : public ::testing::Test {
 protected:
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(dice); }
  Vec3<double> vec() { return {number(), number(), number()}; }
  Motion<double> motion() { return {vec(), vec()}; }
  Force<double> force() { return {vec(), vec()}; }
  Quaternion<double> turn() {
    return normalized(Quaternion<double>{number(), number(), number(), number()});
  }
  std::mt19937 dice{5};
};

double size(const Motion<double>& a) { return norm(a.lin) + norm(a.ang); }

TEST_F(Spatial, CrossProductsAreDual) {  // (v x a) . f = -a . (v x* f)
  for (int k = 0; k < 50; ++k) {
    const Motion<double> v = motion(), a = motion();
    const Force<double> f = force();
    EXPECT_NEAR(dot(cross(v, a), f), -dot(a, cross(v, f)), 1e-14);
    EXPECT_LT(size(cross(v, v)), 1e-15);
  }
}

TEST_F(Spatial, InertiaGivesTheEnergyOfItsParts) {
  for (int k = 0; k < 50; ++k) {
    const double mass = 2.0 + number();
    const Vec3<double> s = vec();
    const Sym3<double> jc{1.0, 2.0, 1.5, 0.1, -0.2, 0.3};
    const Motion<double> v = motion();
    const Vec3<double> vc = point_velocity(v, s);
    const double energy = 0.5 * mass * dot(vc, vc) + 0.5 * dot(v.ang, jc * v.ang);
    EXPECT_NEAR(0.5 * dot(v, inertia_at(mass, s, jc) * v), energy, 1e-13);
  }
}

TEST_F(Spatial, AForceDoesTheWorkOfItsPoint) {
  const Vec3<double> p = vec(), f = vec();
  const Motion<double> v = motion();
  EXPECT_NEAR(dot(v, force_at(p, f)), dot(f, point_velocity(v, p)), 1e-15);
}

TEST_F(Spatial, TransformsInvert) {
  const Transform<double> x{turn().matrix(), vec()};
  const Transform<double> one = x * inverse(x);
  EXPECT_LT(norm(one.p), 1e-15);
  EXPECT_LT(norm(one.r.x - Vec3<double>{1.0, 0.0, 0.0}), 1e-15);
}

TEST_F(Spatial, ExponentialAndLogarithmInvert) {
  for (const double length : {1e-9, 1e-6, 1e-4, 0.1, 1.0, 3.1}) {
    Vec3<double> theta = vec();
    theta = (length / norm(theta)) * theta;
    const Quaternion<double> q = exponential(theta);
    EXPECT_NEAR(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1.0, 4e-16);
    EXPECT_LT(norm(logarithm(q) - theta), 1e-14 * (1.0 + length)) << length;
  }
}

TEST_F(Spatial, QuaternionProductIsTheProductOfRotations) {
  const Quaternion<double> a = turn(), b = turn();
  const Mat3<double> left = (a * b).matrix(), right = a.matrix() * b.matrix();
  EXPECT_LT(norm(left.x - right.x) + norm(left.y - right.y) + norm(left.z - right.z), 2e-15);
}

// The rate of theta such that exp(theta) turns with w in its own axes, by a difference of fourth
// order.
TEST_F(Spatial, RotationVectorRateInvertsTheDifferentialOfTheExponential) {
  for (const double length : {1e-6, 5e-3, 9.9e-3, 1.01e-2, 0.1, 1.0, 2.5}) {
    Vec3<double> theta = vec();
    theta = (length / norm(theta)) * theta;
    const Vec3<double> w = vec();
    const Vec3<double> rate = rotation_vector_rate(theta, w);
    const double h = 1e-3;
    const auto turned = [&](double t) {
      return logarithm(conjugate(exponential(theta)) * exponential(theta + t * rate));
    };
    const Vec3<double> slope =
        (1.0 / (12.0 * h)) * (8.0 * (turned(h) - turned(-h)) - (turned(2 * h) - turned(-2 * h)));
    EXPECT_LT(norm(slope - w), 1e-10) << length;
  }
}

}  // namespace
}  // namespace treadle
