// The double wishbone corner against its hard points: closures, rest position, and the motion of
// its one degree of freedom by Lagrange's equation.
#include "double_wishbone.hpp"

namespace treadle {
namespace {

struct Mass {
  double mass;
  Vector center;
  std::array<double, 6> inertia;
};

Vector times(const std::array<double, 6>& j, const Vector& w) {
  return {j[0] * w.x + j[3] * w.y + j[4] * w.z, j[3] * w.x + j[1] * w.y + j[5] * w.z,
          j[4] * w.x + j[5] * w.y + j[2] * w.z};
}

/// Inertia, potential and damping as functions of the lower arm's angle.
class Reduced {
 public:
  explicit Reduced(Description d)
      : coil_(named(d.forces, "coil_spring")),
        tyre_(named(d.forces, "tyre")),
        damper_(named(d.forces, "damper")) {
    for (const char* name : {"lower_arm", "upper_arm", "upright", "wheel"}) {
      const BodyItem& body = named(d.bodies, name);
      masses_.push_back(
          {body.mass, vector(body.pose.position) + vector(body.center), body.inertia});
    }
  }

  [[nodiscard]] double potential(double angle) const {
    const Corner::Pose pose = corner_.at(angle);
    double sum = 0.0;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      sum += gravity * masses_[i].mass * body(pose, i)(masses_[i].center).z;
    }
    const double coil = coil_length(angle) - *coil_.length,
                 tyre = tyre_length(angle) - *tyre_.length;
    return sum + 0.5 * (coil_.stiffness * coil * coil + tyre_.stiffness * tyre * tyre);
  }
  [[nodiscard]] double inertia(double angle) const {
    const Corner::Pose pose = corner_.at(angle);
    std::vector<Corner::Pose> around;  // for the slopes
    for (const int k : {-3, -2, -1, 1, 2, 3}) around.push_back(corner_.at(angle + k * reach));
    const auto slope_of = [&](const auto& f) {
      return (1.0 / (60.0 * reach)) *
             (45.0 * (f(around[3]) - f(around[2])) - 9.0 * (f(around[4]) - f(around[1])) +
              1.0 * (f(around[5]) - f(around[0])));
    };
    double sum = 0.0;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      const Mass& m = masses_[i];
      const Vector way = slope_of([&](const Corner::Pose& p) { return body(p, i)(m.center); });
      Vector w{0.0, 0.0, 0.0};  // rotation for each unit of the angle's rate
      for (Vector Turn::*axis : {&Turn::x, &Turn::y, &Turn::z}) {
        const Vector turning =
            slope_of([&](const Corner::Pose& p) { return body(p, i).turn.*axis; });
        w += 0.5 * cross(body(pose, i).turn.*axis, turning);
      }
      const Vector own = transpose_times(body(pose, i).turn, w);
      sum += m.mass * dot(way, way) + dot(own, times(m.inertia, own));
    }
    return sum;
  }
  [[nodiscard]] double force(double angle) const {
    return -slope([&](double x) { return potential(x); }, angle, reach);
  }
  [[nodiscard]] double acceleration(double angle, double rate) const {
    const double damper = slope([&](double x) { return damper_length(x); }, angle, reach);
    const double tyre = slope([&](double x) { return tyre_length(x); }, angle, reach);
    const double slope_j = slope([&](double x) { return inertia(x); }, angle, reach);
    const double loss = damper_.damping * damper * damper + tyre_.damping * tyre * tyre;
    return (force(angle) - 0.5 * slope_j * rate * rate - loss * rate) / inertia(angle);
  }
  /// Where no force is left.
  [[nodiscard]] double rest() const {
    return root([&](double x) {
      const double value = force(x), far = force(x + 1e-4), near = force(x - 1e-4);
      return std::pair{value, (far - near) / 2e-4};
    });
  }

 private:
  static constexpr double reach = 2e-3;  // of the differences, in rad

  static const Corner::Body& body(const Corner::Pose& pose, std::size_t i) {
    return i == 0 ? pose.lower_arm : i == 1 ? pose.upper_arm : pose.upright;
  }
  [[nodiscard]] double coil_length(double angle) const {
    return norm(corner_.at(angle).lower_arm(corner_.spring_arm) - corner_.spring_chassis);
  }
  [[nodiscard]] double damper_length(double angle) const {
    return norm(corner_.at(angle).lower_arm(corner_.spring_arm) - corner_.damper_chassis);
  }
  [[nodiscard]] double tyre_length(double angle) const {
    return norm(corner_.at(angle).upright(corner_.wheel) - vector(tyre_.from.position));
  }

  Corner corner_;
  ForceItem coil_, tyre_, damper_;
  std::vector<Mass> masses_;
};

TEST(DoubleWishbone, all_loops_stay_closed_and_the_wheel_follows) {
  Stepper s(ready("double_wishbone"));
  const Corner corner;
  Worst balls("balls, m"), rod("tie rod, m"), upper("upper arm, rad"), wheel("wheel, m"),
      axle("axle");
  while (s.time() < 0.5) {
    const Frame lower_arm = s.pose("lower_arm"), upper_arm = s.pose("upper_arm"),
                upright = s.pose("upright");
    balls.see(lower_arm * corner.lower_ball - upright * corner.lower_ball);
    balls.see(upper_arm * corner.upper_ball - upright * corner.upper_ball);
    rod.see(norm(upright * corner.tie_outer - corner.tie_inner) -
            norm(corner.tie_outer - corner.tie_inner));
    const double angle = s.q("lower_pivot");
    const Corner::Pose pose = corner.at(angle);
    upper.see(s.q("upper_pivot") - corner.upper_angle(angle));
    wheel.see(s.pose("wheel").p - pose.upright(corner.wheel));
    axle.see(s.pose("wheel").r.y - pose.upright.turn.y);
    s.advance(5);
  }
  balls.check(2e-13);
  rod.check(1e-13);
  upper.check(1e-12);
  wheel.check(1e-12);
  axle.check(1e-12);
}

TEST(DoubleWishbone, rests_where_no_force_is_left) {
  const Description d = ready("double_wishbone");
  const double rest = Reduced(d).rest();
  const Corner corner;
  Stepper s(d);
  s.advance(2000);
  EXPECT_NEAR(s.q("lower_pivot"), rest, 1e-12);
  EXPECT_LE(norm(s.pose("wheel").p - corner.at(rest).upright(corner.wheel)), 1e-12);
  // as the text of the model says
  EXPECT_NEAR(corner.wheel.z - corner.at(rest).upright(corner.wheel).z, 0.014, 5e-4);
  RecordProperty("rest of the lower arm, rad", std::to_string(rest));
}

TEST(DoubleWishbone, motion_equals_lagrange_with_one_freedom) {
  const Reduced reduced(ready("double_wishbone"));
  const auto f = [&](const std::array<double, 2>& x) {
    return std::array<double, 2>{x[1], reduced.acceleration(x[0], x[1])};
  };
  Stepper s(ready("double_wishbone"), 2.5e-4);
  std::array<double, 2> x{0.0, 0.0};
  Worst angle("lower arm, rad"), rate("lower arm, rad/s"), second("lower arm, rad/s^2");
  for (int k = 0; k < 20; ++k) {
    s.advance(20);
    for (int j = 0; j < 40; ++j) x = runge_kutta(f, x, 1.25e-4);
    angle.see(s.q("lower_pivot") - x[0]);
    rate.see(s.v("lower_pivot") - x[1]);
    second.see(s.a("lower_pivot") - reduced.acceleration(s.q("lower_pivot"), s.v("lower_pivot")));
  }
  angle.check(1e-10);
  rate.check(5e-9);
  second.check(1e-9);
}

}  // namespace
}  // namespace treadle
