#include "drawn_machines.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace treadle::test {

namespace {

constexpr double degree = std::numbers::pi / 180.0;

Triple sum(const Triple& a, const Triple& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Triple times(double s, const Triple& a) { return {s * a[0], s * a[1], s * a[2]}; }
Triple middle(const Triple& a, const Triple& b) { return times(0.5, sum(a, b)); }
Triple cross_of(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Triple unit_of(const Triple& a) { return times(1.0 / std::hypot(a[0], a[1], a[2]), a); }

class Drawing {
 public:
  explicit Drawing(std::string name) {
    d_.name = std::move(name);
    d_.simulation.output_interval = 0.05;
  }
  void body(const std::string& name, double mass, const Triple& center, double radius = 0.2) {
    BodyItem b;
    b.name = name;
    b.mass = mass;
    b.center = center;
    const double i = mass * radius * radius;
    b.inertia = {i, 0.9 * i, 0.8 * i, 0.0, 0.0, 0.0};
    d_.bodies.push_back(b);
  }
  JointItem& joint(JointType type, const std::string& name, const std::string& parent,
                   const std::string& child, const Triple& place, const Triple& axis) {
    JointItem j;
    j.name = name;
    j.type = type;
    j.parent = parent;
    j.child = child;
    j.design = JointFrame{place, axis, {}};
    d_.joints.push_back(j);
    return d_.joints.back();
  }
  JointItem& hinge(const std::string& name, const std::string& parent, const std::string& child,
                   const Triple& place, const Triple& axis) {
    return joint(JointType::revolute, name, parent, child, place, axis);
  }
  void rod(const std::string& name, const std::string& a, const Triple& p, const std::string& b,
           const Triple& q) {
    ConstraintItem c;
    c.name = name;
    c.from = {a, p};
    c.to = {b, q};
    d_.constraints.push_back(c);
  }
  void spring(const std::string& name, const std::string& a, const Triple& p, const std::string& b,
              const Triple& q, double stiffness, double damping = 0.0) {
    ForceItem f;
    f.name = name;
    f.from = {a, p};
    f.to = {b, q};
    f.stiffness = stiffness;
    f.damping = damping;
    d_.forces.push_back(f);
  }
  Description d_;
};

constexpr Triple x{1.0, 0.0, 0.0}, y{0.0, 1.0, 0.0}, z{0.0, 0.0, 1.0};

DrawnMachine four_bar() {
  Drawing w("four-bar");
  const Triple a{0, 0, 0}, b{0, 0, 0.3}, c{0.8, 0, 0.9}, e{0.8, 0, 0};
  w.body("crank", 0.3, middle(a, b));
  w.body("coupler", 1.0, middle(b, c));
  w.body("rocker", 0.9, middle(c, e));
  w.hinge("A", "ground", "crank", a, y).start_velocity = {6.0};
  w.hinge("B", "crank", "coupler", b, y);
  w.hinge("C", "coupler", "rocker", c, y);
  w.hinge("D", "ground", "rocker", e, y);
  return {"four-bar", w.d_, 1, "A", 1.0};
}

DrawnMachine guided_slider() {
  Drawing w("slider with revolute guide");
  const Triple a{0, 0, 0}, b{0.1, 0, 0.25}, g{0.7, 0, 0};
  const Triple along = unit_of(sum(g, times(-1.0, b)));
  w.body("crank", 0.5, middle(a, b));
  w.body("rod", 1.0, middle(b, g));
  w.body("guide", 0.4, g, 0.1);
  w.hinge("A", "ground", "crank", a, y).start_velocity = {5.0};
  w.hinge("B", "crank", "rod", b, y);
  w.joint(JointType::prismatic, "slide", "rod", "guide", g, along);
  w.hinge("pivot", "ground", "guide", g, y);
  return {"guided slider", w.d_, 1, "A", 1.0};
}

// Axes of a chain of Denavit-Hartenberg links: z turns by theta, then x by alpha over length a.
struct Axis {
  Triple place, along;
};
std::vector<Axis> chain_of(const std::vector<double>& theta, const std::vector<double>& length,
                           const std::vector<double>& twist) {
  std::vector<Axis> out;
  Triple p{0, 0, 0}, ex{1, 0, 0}, ez{0, 0, 1};
  for (std::size_t i = 0; i < theta.size(); ++i) {
    out.push_back({p, ez});
    const Triple ey = cross_of(ez, ex);
    ex = sum(times(std::cos(theta[i]), ex), times(std::sin(theta[i]), ey));
    p = sum(p, times(length[i], ex));
    ez = sum(times(std::cos(twist[i]), ez), times(std::sin(twist[i]), cross_of(ex, ez)));
  }
  out.push_back({p, ez});
  return out;
}

Description ring(const std::string& name, const std::vector<Axis>& axes) {
  Drawing w(name);
  const std::size_t n = axes.size();
  for (std::size_t i = 0; i + 1 < n; ++i)
    w.body("link" + std::to_string(i + 1), 1.0, middle(axes[i].place, axes[i + 1].place));
  for (std::size_t i = 0; i < n; ++i) {
    const std::string parent = i == 0 ? "ground" : "link" + std::to_string(i);
    const std::string child = i + 1 == n ? "ground" : "link" + std::to_string(i + 1);
    JointItem& j =
        i + 1 == n
            ? w.hinge("J" + std::to_string(i + 1), "ground", parent, axes[i].place, axes[i].along)
            : w.hinge("J" + std::to_string(i + 1), parent, child, axes[i].place, axes[i].along);
    if (i == 0) j.start_velocity = {2.0};
  }
  return w.d_;
}

// sin(alpha) / a = sin(beta) / b; tan(t1/2) tan(t2/2) = sin((b+a)/2) / sin((b-a)/2) of the twists
DrawnMachine bennett(const std::string& name, double a, double alpha, double b, double beta) {
  (void)b;
  const double other = a * std::sin(beta) / std::sin(alpha);
  const double t1 = 70.0 * degree;
  const double k = std::sin(0.5 * (beta + alpha)) / std::sin(0.5 * (beta - alpha));
  const double t2 = 2.0 * std::atan(k / std::tan(0.5 * t1));
  // links a, b, a, b with twists alpha, beta, alpha, beta; angles t1, t2, -t1, -t2
  std::vector<Axis> axes =
      chain_of({t1, t2, 2.0 * std::numbers::pi - t1}, {a, other, a}, {alpha, beta, alpha});
  return {name, ring(name, axes), 1, "J1", 1.0};
}

// Threefold symmetric, orthogonal: cos t1 + cos t2 + cos t1 cos t2 = 0
DrawnMachine bricard() {
  const double t1 = 80.0 * degree, t2 = std::acos(-std::cos(t1) / (1.0 + std::cos(t1)));
  const double h = 0.5 * std::numbers::pi;
  const std::vector<Axis> axes =
      chain_of({t1, t2, t1, t2, t1}, {0.5, 0.5, 0.5, 0.5, 0.5}, {h, -h, h, -h, h});
  return {"bricard", ring("bricard", axes), 1, "J1", 1.0};
}

DrawnMachine scissor(int stages) {
  Drawing w("scissor");
  const double angle = 35.0 * degree, half = 0.5;
  const double dx = 2.0 * half * std::cos(angle), dz = 2.0 * half * std::sin(angle);
  const auto name = [](char side, int i) { return std::string(1, side) + std::to_string(i); };
  for (int i = 0; i < stages; ++i) {
    const Triple c{0.5 * dx, 0, (i + 0.5) * dz};
    w.body(name('a', i), 1.0, c, 0.3);  // from lower left to upper right
    w.body(name('b', i), 1.0, c, 0.3);  // from lower right to upper left
  }
  w.body("slider", 0.5, {dx, 0, 0}, 0.1);
  w.hinge("foot", "ground", "a0", {0, 0, 0}, y);
  w.joint(JointType::prismatic, "slide", "ground", "slider", {dx, 0, 0}, x);
  w.hinge("shoe", "slider", "b0", {dx, 0, 0}, y);
  for (int i = 0; i < stages; ++i) {
    w.hinge(name('c', i), name('a', i), name('b', i), {0.5 * dx, 0, (i + 0.5) * dz}, y);
    if (i == 0) continue;
    w.hinge(name('l', i), name('b', i - 1), name('a', i), {0, 0, i * dz}, y);
    w.hinge(name('r', i), name('a', i - 1), name('b', i), {dx, 0, i * dz}, y);
  }
  w.spring("lift", "ground", {0.2, 0, -0.3}, name('a', 0), {0.5 * dx, 0, 0.5 * dz}, 4e3, 60.0);
  return {"scissor", w.d_, 1, "foot", 0.6};
}

DrawnMachine delta() {
  Drawing w("delta");
  const Triple down{0, 0, -0.75};
  w.body("platform", 1.0, down, 0.15);
  for (int k = 0; k < 3; ++k) {
    const double turn = 120.0 * degree * k;
    const Triple out{std::cos(turn), std::sin(turn), 0}, side{-std::sin(turn), std::cos(turn), 0};
    const std::string n = std::to_string(k);
    const auto at = [&](double r, double s, double h) {
      return sum(sum(times(r, out), times(s, side)), Triple{0, 0, h});
    };
    const Triple shoulder = at(0.3, 0, 0), elbow = at(0.55, 0, -0.15), wrist = at(0.12, 0, -0.75);
    const Triple bar = sum(wrist, times(-1.0, elbow)), normal = unit_of(cross_of(side, bar));
    const Triple half = times(0.15, side), other = times(-0.15, side);
    w.body("arm" + n, 0.5, middle(shoulder, elbow));
    w.body("upper" + n, 0.2, elbow, 0.1);
    w.body("left" + n, 0.2, middle(sum(elbow, half), sum(wrist, half)));
    w.body("right" + n, 0.2, middle(sum(elbow, other), sum(wrist, other)));
    w.body("lower" + n, 0.2, wrist, 0.1);
    w.hinge("motor" + n, "ground", "arm" + n, shoulder, side).start_velocity = {0.8 - 0.5 * k};
    w.hinge("elbow" + n, "arm" + n, "upper" + n, elbow, side);
    w.hinge("ul" + n, "upper" + n, "left" + n, sum(elbow, half), normal);
    w.hinge("ur" + n, "upper" + n, "right" + n, sum(elbow, other), normal);
    w.hinge("ll" + n, "left" + n, "lower" + n, sum(wrist, half), normal);
    w.hinge("lr" + n, "right" + n, "lower" + n, sum(wrist, other), normal);
    w.hinge("wrist" + n, "lower" + n, "platform", wrist, side);
    w.spring("s" + n, "ground", at(0.5, 0, 0.4), "arm" + n, elbow, 200.0);
  }
  return {"delta", w.d_, 3, "motor0", 0.5};
}

// Each arm on two hinges, ball joints at the knuckle, a tie rod; `rake` tilts the upper axis.
Description wishbone(bool two_hinges, double rake, double offset) {
  Drawing w("double wishbone");
  const Triple lower{0.0, 0.8, 0.2}, upper{0.02, 0.75, 0.5};
  w.body("lower_arm", 3.0, {0, 0.55, 0.2});
  w.body("upper_arm", 2.0, {0, 0.55, 0.5});
  w.body("knuckle", 15.0, {0, 0.82, 0.33});
  const Triple along_lower = unit_of({1.0, 0.0, -rake});
  const Triple along_upper = unit_of({1.0, offset, rake});
  const Triple lp{0, 0.3, 0.2}, up{0, 0.38, 0.48};
  w.hinge("lower_front", "ground", "lower_arm", sum(lp, times(0.2, along_lower)), along_lower);
  if (two_hinges)
    w.hinge("lower_rear", "ground", "lower_arm", sum(lp, times(-0.2, along_lower)), along_lower);
  w.hinge("upper_front", "ground", "upper_arm", sum(up, times(0.15, along_upper)), along_upper);
  if (two_hinges)
    w.hinge("upper_rear", "ground", "upper_arm", sum(up, times(-0.15, along_upper)), along_upper);
  w.joint(JointType::spherical, "lower_ball", "lower_arm", "knuckle", lower, z);
  w.joint(JointType::spherical, "upper_ball", "upper_arm", "knuckle", upper, z);
  w.rod("tie_rod", "ground", {-0.15, 0.35, 0.28}, "knuckle", {-0.15, 0.78, 0.28});
  w.spring("spring", "ground", {0, 0.5, 0.75}, "lower_arm", {0, 0.6, 0.2}, 2e4, 500.0);
  return w.d_;
}

// A crank and a rocker about skew axes, joined by a rod with balls.
DrawnMachine ball_linkage(double skew) {
  Drawing w("RSSR");
  const Triple a{0, 0, 0}, b{0, 0.02, 0.3}, c{0.8, 0, 0.9}, e{0.8, 0, 0};
  w.body("crank", 0.3, middle(a, b));
  w.body("rocker", 0.9, middle(c, e));
  w.hinge("A", "ground", "crank", a, y).start_velocity = {6.0};
  w.hinge("D", "ground", "rocker", e, unit_of({std::sin(skew), std::cos(skew), 0.3 * skew}));
  w.rod("rod", "crank", b, "rocker", c);
  return {"RSSR", w.d_, 1, "A", 1.0};
}

DrawnMachine cylinder_linkage(double skew) {
  Drawing w("RCCC");
  const Triple a{0, 0, 0}, b{0, 0, 0.3}, c{0.8, 0, 0.9}, e{0.8, 0, 0};
  w.body("crank", 0.3, middle(a, b));
  w.body("coupler", 1.0, middle(b, c));
  w.body("rocker", 0.9, middle(c, e));
  w.hinge("A", "ground", "crank", a, y).start_velocity = {0.1};
  w.joint(JointType::cylindrical, "B", "crank", "coupler", b, unit_of({skew, 1, 0}));
  w.joint(JointType::cylindrical, "C", "coupler", "rocker", c, unit_of({0, 1, 0.7 * skew}));
  w.joint(JointType::cylindrical, "D", "rocker", "ground", e, unit_of({-skew, 1, -0.5 * skew}));
  return {"RCCC", w.d_, 1, "A", 0.2};
}

// A slider-crank whose rod has a ball and a universal joint; the slider's way is skewed and offset.
DrawnMachine skew_slider(double skew, double offset) {
  Drawing w("skew slider");
  const Triple a{0, 0, 0}, b{0.1, 0, 0.25}, c{0.9, offset, 0};
  w.body("crank", 0.5, middle(a, b));
  w.body("rod", 1.0, middle(b, c));
  w.body("piston", 0.8, c, 0.1);
  w.hinge("A", "ground", "crank", a, y).start_velocity = {6.0};
  w.joint(JointType::spherical, "B", "crank", "rod", b, z);
  w.joint(JointType::universal, "C", "rod", "piston", c, z);
  w.joint(JointType::prismatic, "way", "ground", "piston", c,
          unit_of({1, std::sin(skew), 0.5 * std::sin(skew)}));
  return {"skew slider", w.d_, 1, "A", 1.0};
}

// Strut, lower arm, tie rod; the strut leans by a caster and a kingpin angle.
DrawnMachine strut(double lean) {
  Drawing w("strut");
  const Triple top{-std::sin(lean), 0.6, 0.9}, low{0, 0.8, 0.2};
  const Triple along = unit_of(sum(top, times(-1.0, Triple{0, 0.75, 0.3})));
  w.body("arm", 3.0, {0, 0.55, 0.2});
  w.body("knuckle", 15.0, {0, 0.8, 0.35});
  w.body("rod", 2.0, {0, 0.65, 0.8});
  w.hinge("arm", "ground", "arm", {0, 0.3, 0.2}, unit_of({1, std::sin(lean), 0}));
  w.joint(JointType::spherical, "ball", "arm", "knuckle", low, z);
  w.joint(JointType::spherical, "top", "ground", "rod", top, z);
  w.joint(JointType::cylindrical, "strut", "rod", "knuckle", {0, 0.75, 0.3}, along);
  w.rod("tie_rod", "ground", {-0.15, 0.35, 0.28}, "knuckle", {-0.15, 0.78, 0.28});
  w.spring("spring", "ground", top, "knuckle", {0, 0.75, 0.3}, 2e4, 500.0);
  return {"strut", w.d_, 2, "arm", 0.5};
}

// Two shafts, one a little off, joined by a shaft with two crosses and a slide.
DrawnMachine cardan(double off, double shift) {
  Drawing w("cardan shaft");
  w.body("in", 1.0, {0, 0, 0}, 0.1);
  w.body("first", 0.5, {0.3, 0, 0}, 0.1);
  w.body("second", 0.5, {0.6, 0, 0}, 0.1);
  w.body("out", 1.0, {1.0, 0, 0}, 0.1);
  w.hinge("in", "ground", "in", {0, 0, 0}, x).start_velocity = {5.0};
  const std::array<double, 4> cross{std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};  // about z and y
  w.joint(JointType::universal, "u1", "in", "first", {0.1, 0, 0}, z).design =
      JointFrame{{0.1, 0, 0}, {}, cross};
  w.joint(JointType::prismatic, "slip", "first", "second", {0.5, 0, 0}, unit_of({0.8, shift, 0}));
  w.joint(JointType::universal, "u2", "second", "out", {0.9, shift, 0}, z).design =
      JointFrame{{0.9, shift, 0}, {}, cross};
  w.hinge("out", "ground", "out", {1.0, shift, 0}, unit_of({1, std::sin(off), 0}));
  return {"cardan shaft", w.d_, 1, "in", 1.0};
}

// Four axes that meet far away: a spherical linkage of small angles.
DrawnMachine far_sphere(double rake) {
  DrawnMachine m = four_bar();
  m.name = "far sphere";
  const Triple apex{0.3, 1.0 / std::tan(rake), 0.4};
  for (JointItem& j : m.exact.joints)
    j.design->axis = unit_of(sum(apex, times(-1.0, j.design->position)));
  return m;
}

}  // namespace

std::vector<DrawnMachine> redundant_machines() {
  return {four_bar(),
          guided_slider(),
          bennett("bennett", 0.5, 40.0 * degree, 0.0, 75.0 * degree),
          bricard(),
          scissor(6),
          delta(),
          {"double wishbone", wishbone(true, 0.0, 0.0), 1, "lower_front", 0.5}};
}

std::vector<DrawnMachine> machines_meant_to_be_off() {
  return {ball_linkage(0.1 * degree),
          ball_linkage(2.0 * degree),
          cylinder_linkage(1.0 * degree),
          cylinder_linkage(0.1 * degree),
          skew_slider(0.3 * degree, 0.01),
          {"raked wishbone", wishbone(false, 1.5 * degree, 0.2 * degree), 1, "lower_front", 0.5},
          strut(0.5 * degree),
          cardan(0.1 * degree, 0.0),
          bennett("flat bennett", 0.5, 1.0 * degree, 0.0, 2.0 * degree),
          far_sphere(0.2 * degree)};
}

Description with_errors(const Description& exact, double error, unsigned seed) {
  std::mt19937 generator(seed);
  const auto dice = [&] {  // the same on every machine
    return error * (2.0 * static_cast<double>(generator()) / 4294967295.0 - 1.0);
  };
  const auto shake = [&](Triple& t) {
    for (double& number : t) number += dice();
  };
  Description d = exact;
  for (JointItem& j : d.joints) {
    for (auto* frame : {&j.design, &j.parent_frame, &j.child_frame}) {
      if (!*frame) continue;
      shake((*frame)->position);
      if ((*frame)->axis) {
        shake(*(*frame)->axis);
        (*frame)->axis = unit_of(*(*frame)->axis);
      }
    }
  }
  for (ConstraintItem& c : d.constraints) {
    shake(c.from.position);
    shake(c.to.position);
    if (c.length) *c.length += dice();
  }
  return d;
}

Description with_two_frames(const Description& exact) {
  Description d = exact;
  for (JointItem& j : d.joints) {
    if (!j.design) continue;
    j.parent_frame = j.child_frame = j.design;  // all bodies have the world's frame
    j.design.reset();
  }
  return d;
}

}  // namespace treadle::test
