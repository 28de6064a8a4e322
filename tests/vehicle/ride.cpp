// Ride and wheel hop: the linearized car against a small model of its own, written here.
#include "src/linearize/linearize.hpp"
#include "src/statics/rest_row.hpp"
#include "vehicle/support.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

namespace treadle {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double damper = 1100.0, fall = 9.80665;

// A strut in the plane of y and z, its drawing leaned to the front no more: the arm turns about P
// by t and carries the ball B, a line of the knuckle slides through the top T.
struct PlaneStrut {
  Vector2d arm, ball, top, axis, hub, spring;  // axis of the slide; lower end of the spring
  double x, stiffness, preload, bar;

  [[nodiscard]] static Vector2d turned(const Vector2d& v, double angle) {
    return Eigen::Rotation2Dd(angle) * v;
  }
  [[nodiscard]] Vector2d ball_at(double t) const { return arm + turned(ball - arm, t); }
  [[nodiscard]] double lean(double t) const {
    const Vector2d b = ball_at(t);
    const auto gap = [&](double angle) {
      const Vector2d across = top - b - turned(top - ball, angle), along = turned(axis, angle);
      return across.x() * along.y() - across.y() * along.x();
    };
    double angle = 0.0;
    for (int k = 0; k < 30; ++k)
      angle -= gap(angle) * 2e-6 / (gap(angle + 1e-6) - gap(angle - 1e-6));
    return angle;
  }
  // Where a point of the knuckle, given from its hub, has gone.
  [[nodiscard]] Vector2d carried(const Vector2d& from_hub, double t) const {
    return ball_at(t) + turned(hub + from_hub - ball, lean(t));
  }
  [[nodiscard]] double length(double t) const { return (carried(spring - hub, t) - top).norm(); }
};

const PlaneStrut front_strut{{0.36, 0.2},  {0.7, 0.19}, {0.58, 0.8}, {-0.05, 0.45}, {0.77, 0.298},
                             {0.63, 0.35}, 1.2,         27e3,        3860.0,        2600.0};
const PlaneStrut rear_strut{{0.34, 0.2},   {0.69, 0.19}, {0.58, 0.82}, {-0.05, 0.45}, {0.77, 0.301},
                            {0.63, 0.353}, -1.5,         26e3,         3060.0,        900.0};

// Coordinates: place of the chassis (x, y, z), pitch, roll, and the turns of four arms.
constexpr int freedoms = 9;
constexpr double middle = 0.55;

struct Corner {
  Vector3d knuckle, wheel;
  double lean, strut, depth;
};

Eigen::Matrix3d chassis_turn(const VectorXd& q) {
  return (Eigen::AngleAxisd(q[3], Vector3d::UnitY()) * Eigen::AngleAxisd(q[4], Vector3d::UnitX()))
      .toRotationMatrix();
}

Corner corner(const VectorXd& q, int k) {
  const PlaneStrut& s = k < 2 ? front_strut : rear_strut;
  const double side = k % 2 == 0 ? 1.0 : -1.0, t = q[5 + k];
  const Eigen::Matrix3d turn = chassis_turn(q);
  const auto placed = [&](const Vector2d& p) -> Vector3d {
    return q.head<3>() + turn * Vector3d(s.x, side * p.x(), p.y() - middle);
  };
  Corner c;
  c.knuckle = placed(s.carried({-0.07, 0.0}, t));
  c.wheel = placed(s.carried({0.0, 0.0}, t));
  c.lean = q[4] + side * s.lean(t);
  c.strut = s.length(t);
  const Vector3d axle = turn * Vector3d(0.0, std::cos(s.lean(t)), side * std::sin(s.lean(t)));
  c.depth = 0.315 - c.wheel.z() / std::sqrt(1.0 - axle.z() * axle.z());
  return c;
}

double potential(const VectorXd& q) {
  const Vector3d rack = q.head<3>() + chassis_turn(q) * Vector3d(1.07, 0.0, 0.22 - middle);
  double v = fall * (1345.0 * q[2] + 3.0 * rack.z());
  for (int k = 0; k < 4; ++k) {
    const PlaneStrut& s = k < 2 ? front_strut : rear_strut;
    const Corner c = corner(q, k);
    const double shorter = s.length(0.0) - c.strut;
    v += fall * (18.0 * c.knuckle.z() + 20.0 * c.wheel.z()) + s.preload * shorter +
         0.5 * s.stiffness * shorter * shorter + 0.5 * 230e3 * c.depth * c.depth;
  }
  for (const int k : {5, 7}) v += 0.5 * (k == 5 ? 2600.0 : 900.0) * std::pow(q[k] - q[k + 1], 2);
  return v;
}

VectorXd gradient(const std::function<double(const VectorXd&)>& f, const VectorXd& q) {
  VectorXd g(freedoms);
  for (int i = 0; i < freedoms; ++i) {
    const VectorXd e = 1e-4 * VectorXd::Unit(freedoms, i);
    g[i] = (8.0 * (f(q + e) - f(q - e)) - (f(q + 2.0 * e) - f(q - 2.0 * e))) / 12e-4;
  }
  return g;
}

MatrixXd hessian(const VectorXd& q) {
  MatrixXd h(freedoms, freedoms);
  for (int i = 0; i < freedoms; ++i) {
    const VectorXd e = 1e-3 * VectorXd::Unit(freedoms, i);
    h.col(i) = (gradient(potential, q + e) - gradient(potential, q - e)) / 2e-3;
  }
  return 0.5 * (h + h.transpose());
}

// M and C are sums of squares of speeds: each adds `weight * J J^T`.
void add_square(const std::function<double(const VectorXd&)>& of, const VectorXd& q, double weight,
                MatrixXd& sum) {
  const VectorXd j = gradient(of, q);
  sum += weight * j * j.transpose();
}

std::vector<std::complex<double>> swinging(std::vector<std::complex<double>> all) {
  std::erase_if(all, [](const std::complex<double>& e) {
    const double hertz = std::abs(e) / (2.0 * std::numbers::pi);
    return e.imag() <= 0.0 || hertz < 0.8 || hertz > 20.0;
  });
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return std::abs(a) < std::abs(b); });
  return all;
}

std::vector<std::complex<double>> small_model() {
  VectorXd q = VectorXd::Zero(freedoms);
  q[2] = middle;
  for (int k = 0; k < 20; ++k)  // nothing resists x and y
    q.tail(7) -=
        hessian(q).bottomRightCorner(7, 7).fullPivLu().solve(gradient(potential, q).tail(7));
  EXPECT_LT(gradient(potential, q).norm(), 1e-2);  // N, by differences
  MatrixXd m = MatrixXd::Zero(freedoms, freedoms), c = m;
  for (int axis = 0; axis < 3; ++axis) {
    add_square([&](const VectorXd& p) { return p[axis]; }, q, 1345.0, m);
    add_square(
        [&](const VectorXd& p) {
          return p[axis] + (chassis_turn(p) * Vector3d(1.07, 0.0, 0.22 - middle))[axis];
        },
        q, 3.0, m);
  }
  m(3, 3) += 2250.0 + 0.01 + 4.0 * 0.3;  // wheels spin: they do not pitch with the chassis
  m(4, 4) += 520.0 + 0.1;
  for (int k = 0; k < 4; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      add_square([&](const VectorXd& p) { return corner(p, k).knuckle[axis]; }, q, 18.0, m);
      add_square([&](const VectorXd& p) { return corner(p, k).wheel[axis]; }, q, 20.0, m);
    }
    add_square([&](const VectorXd& p) { return corner(p, k).lean; }, q, 0.35 + 0.6, m);
    add_square([&](const VectorXd& p) { return corner(p, k).strut; }, q, damper, c);
    add_square([&](const VectorXd& p) { return corner(p, k).depth; }, q, 250.0, c);
  }
  MatrixXd a = MatrixXd::Zero(2 * freedoms, 2 * freedoms);
  a.topRightCorner(freedoms, freedoms).setIdentity();
  a.bottomLeftCorner(freedoms, freedoms) = -m.llt().solve(hessian(q));
  a.bottomRightCorner(freedoms, freedoms) = -m.llt().solve(c);
  const Eigen::VectorXcd all = a.eigenvalues();
  return swinging({all.begin(), all.end()});
}

// Dampers alike both ways, for they have no slope at rest otherwise, and tyres that hold nothing
// along the road: the small model has vertical forces alone.
TEST(Ride, AndWheelHopAreThoseOfASmallModel) {
  Overrides calm{{"car.locking", "1e-6"}};
  for (const char* corner : {"front.left", "front.right", "rear.left", "rear.right"}) {
    const std::string of = std::string("car.") + corner;
    calm.insert(calm.end(), {{of + ".compression", "1.1 kN s/m"},
                             {of + ".rebound", "1.1 kN s/m"},
                             {of + ".cornering", "0.01 N/rad"},
                             {of + ".slip", "0.01 N"}});
  }
  const Mechanism m = car_with("{}", "0", "0", "0", "", calm);
  const Equilibrium rest = find_equilibrium(m);
  ASSERT_TRUE(rest.found) << rest.message;
  const auto car = swinging(linearize(m, known_at_rest(m, rest)).eigenvalues);
  const auto small = small_model();
  ASSERT_EQ(small.size(), 7U);  // heave, pitch, roll, four wheels
  ASSERT_EQ(car.size(), 7U);
  for (std::size_t k = 0; k < 7; ++k) {
    // Left out: struts that lean by 1/18 (front) and 1/45 to the rear, whose squares are 0.3 %, the
    // elastic tie rod, the toe link, yaw.
    EXPECT_NEAR(std::abs(car[k]), std::abs(small[k]), 0.005 * std::abs(small[k])) << k;
    EXPECT_NEAR(car[k].real(), small[k].real(), 0.005 * std::abs(small[k])) << k;
  }
}

}  // namespace
}  // namespace treadle
