// Links between two bodies as one joint: the motion of closed forms and, in the limit, that of the
// loops with all their bodies.
#include "src/base/error.hpp"
#include "src/derivatives/equation_slopes.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/composite_stage.hpp"
#include "src/scalar/dual.hpp"
#include "src/simulation/simulation.hpp"
#include "src/solve/registry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace treadle::composite_joint {
namespace {

using Rows = std::vector<std::vector<double>>;

// A drawing that is turned and shifted as a whole.
class Drawing {
 public:
  Drawing() = default;
  explicit Drawing(unsigned seed) {
    std::mt19937 dice(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const Vec3<double> a{number(dice), number(dice), number(dice)};
    const Vec3<double> b{number(dice), number(dice), number(dice)};
    r.x = (1.0 / norm(a)) * a;
    const Vec3<double> z = cross(a, b);
    r.z = (1.0 / norm(z)) * z;
    r.y = cross(r.z, r.x);
    shift = {3.0 * number(dice), 3.0 * number(dice), 3.0 * number(dice)};
  }
  [[nodiscard]] std::string point(double x, double y, double z) const {
    return written(r * Vec3<double>{x, y, z} + shift);
  }
  [[nodiscard]] std::string along(double x, double y, double z) const {
    return written(r * Vec3<double>{x, y, z});
  }

  Mat3<double> r = Mat3<double>::identity();
  Vec3<double> shift{0.0, 0.0, 0.0};

 private:
  static std::string written(const Vec3<double>& a) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "[%.17g, %.17g, %.17g]", a.x, a.y, a.z);
    return text.data();
  }
};

// Where a body's frame is turned with the drawing, points on it are written in the drawing.
std::string body(const Drawing& w, const std::string& name, double mass,
                 const std::string& rest = "") {
  const Vec3<double>&x = w.r.x, &y = w.r.y, &z = w.r.z;
  const auto q = to_quaternion(Mat3<double>{x, y, z});
  std::array<char, 200> pose{};
  std::snprintf(pose.data(), pose.size(),
                R"("position": [%.17g, %.17g, %.17g], "orientation": [%.17g, %.17g, %.17g, %.17g])",
                w.shift.x, w.shift.y, w.shift.z, q[0], q[1], q[2], q[3]);
  const std::string m = std::to_string(mass);
  return R"({"name": ")" + name + R"(", "mass": )" + m + R"(, "inertia": [)" + m + "," + m + "," +
         m + "], " + pose.data() + rest + "}";
}

struct Motions {
  Rows rows;
  RunResult result;
};

Motions run_of(const Mechanism& m, const std::vector<std::string>& channels, double duration,
               const std::string& integrator = "adams", const std::string& solver = "auto",
               double tolerance = 1e-12) {
  RunOptions options;
  options.duration = duration;
  options.output_interval = duration / 20;
  options.rtol = options.atol = tolerance;
  options.integrator = integrator;
  options.solver = solver;
  options.channels.names = channels;
  Motions out;
  Listener listener;
  listener.row = [&](std::span<const double> row) {
    out.rows.emplace_back(row.begin(), row.end());
  };
  out.result = run(m, options, listener);
  return out;
}

double apart(const Rows& a, const Rows& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k)
      most = std::max(most, std::fabs(a[i][k] - b[i][k]));
  return most;
}

Mechanism built(const std::string& text) {
  return build_mechanism(read_model_text(text, "composite"));
}

const std::string knuckle =
    R"({"name": "knuckle", "mass": 35, "position": [0, 0.77, 0.3], "center": [0.01, -0.05, 0.02], "inertia": [0.9, 1.3, 0.8]})";
const std::string what_acts = R"(
  "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "ground", "position": [-0.04, 0.58, 0.8]},
     "to": {"body": "knuckle", "position": [-0.015, -0.13, 0.05]}, "stiffness": 27000, "damping": 300},
    {"name": "rod", "type": "spring", "from": {"body": "ground", "position": [-0.13, 0.33, 0.22]},
     "to": {"body": "knuckle", "position": [-0.13, -0.095, -0.08]}, "stiffness": 20000, "damping": 30, "length": 0.37},
    {"name": "push", "type": "applied", "on": {"body": "knuckle", "position": [0.1, 0, -0.3]}, "direction": [0.2, 0.1, 1],
     "force": {"type": "sine", "amplitude": 900, "frequency": 3}}]})";

std::string closed_form(bool guided) {
  return R"({"bodies": [)" + knuckle + R"(], "joints": [{"name": "strut", "type": ")" +
         (guided ? "guided_strut" : "strut") +
         R"(", "parent": "ground", "child": "knuckle", "position": [0, 0.7, 0.19], "axis": [0.05, 0.1, -0.9],
      "top": [-0.04, 0.58, 0.8], "arm_position": [0.3, 0.36, 0.2], "arm_axis": [1, 0.05, 0.1], )" +
         (guided
              ? R"("link_from": [-0.16, 0.35, 0.21], "link_to": [-0.16, 0.69, 0.2], "start": 0.06, "velocity": 0.4)"
              : R"("start": {"jounce": 0.06}, "velocity": {"jounce": 0.4})") +
         "}]," + what_acts;
}

// Guided: the strut is a point on a line. Else it is a tube that hangs on a universal joint.
std::string as_composite(bool guided) {
  const std::string shared = R"(
    {"name": "hinge", "type": "revolute", "parent": "ground", "child": "arm", "position": [0.3, 0.36, 0.2], "axis": [1, 0.05, 0.1], "start": 0.06, "velocity": 0.4},
    {"name": "ball", "type": "spherical", "parent": "arm", "child": "knuckle", "position": [0, 0.7, 0.19]},)";
  if (guided)
    return R"({"bodies": [{"name": "arm", "mass": 0, "position": [0, 0.5, 0.2]}, )" + knuckle +
           R"(], "joints": [)" + shared + R"(
      {"name": "strut", "type": "composite", "parent": "ground", "child": "knuckle", "links": ["arm"], "independent": ["hinge"]}],
    "constraints": [{"name": "slide", "type": "point_on_line", "from": {"body": "ground", "position": [-0.04, 0.58, 0.8]},
      "to": {"body": "knuckle", "position": [-0.04, -0.19, 0.5]}, "axis": [0.05, 0.1, -0.9]},
      {"name": "link", "type": "distance", "from": {"body": "ground", "position": [-0.16, 0.35, 0.21]},
      "to": {"body": "knuckle", "position": [-0.16, -0.08, -0.1]}}],)" +
           what_acts;
  return R"({"bodies": [{"name": "arm", "mass": 0, "position": [0, 0.5, 0.2]}, {"name": "tube", "mass": 0, "position": [-0.04, 0.58, 0.8]}, )" +
         knuckle + R"(], "joints": [)" + shared + R"(
      {"name": "top", "type": "universal", "parent": "ground", "child": "tube", "position": [-0.04, 0.58, 0.8], "axes": [[1, 0, 0.0555555555555556], [0, 1, 0]]},
      {"name": "slide", "type": "cylindrical", "parent": "tube", "child": "knuckle", "position": [-0.04, 0.58, 0.8], "axis": [0.05, 0.1, -0.9]},
      {"name": "strut", "type": "composite", "parent": "ground", "child": "knuckle", "links": ["arm", "tube"],
       "independent": ["hinge", "slide.angle"]}],)" +
         what_acts;
}

const std::vector<std::string> knuckle_motion{"knuckle.pose", "knuckle.velocity",
                                              "knuckle.angular_velocity", "knuckle.acceleration",
                                              "knuckle.angular_acceleration"};

// The closed form is a witness of another kind: it iterates nothing.
TEST(Composite, IsTheGuidedStrut) {
  const Mechanism composite = built(as_composite(true)), strut = built(closed_form(true));
  EXPECT_EQ(composite.model.nv(), 1);
  EXPECT_EQ(composite.model.rows(), 0);
  const Motions a = run_of(composite, knuckle_motion, 0.5), b = run_of(strut, knuckle_motion, 0.5);
  EXPECT_EQ(a.result.end, RunEnd::done) << a.result.message;
  ASSERT_FALSE(a.rows.empty());
  for (std::size_t k = 0; k < a.rows[0].size(); ++k)
    EXPECT_NEAR(a.rows[0][k], b.rows[0][k], 1e-10) << k;
  EXPECT_LT(apart(a.rows, b.rows), 1e-8);  // after half a second, accelerations of 10 to 100
}

// Its steer counts otherwise, so that both begin with the turn of the drawing at rest, and move on
// as they will.
TEST(Composite, IsTheStrut) {
  const auto drawn = [](std::string text) {
    for (const char* key : {R"(, "start": 0.06, "velocity": 0.4)",
                            R"("start": {"jounce": 0.06}, "velocity": {"jounce": 0.4})"}) {
      const std::size_t at = text.find(key);
      if (at == std::string::npos) continue;
      text.replace(at, std::string(key).size(), "");
      while (text[text.find_last_not_of(' ', at - 1)] == ',')
        text.erase(text.find_last_not_of(' ', at - 1), 1);
    }
    return text;
  };
  const Mechanism composite = built(drawn(as_composite(false))),
                  strut = built(drawn(closed_form(false)));
  EXPECT_EQ(composite.model.nv(), 2);
  const Motions a = run_of(composite, knuckle_motion, 0.5), b = run_of(strut, knuckle_motion, 0.5);
  EXPECT_EQ(a.result.end, RunEnd::done) << a.result.message;
  EXPECT_LT(apart(a.rows, b.rows), 1e-8);
}

// Double wishbones with a tie rod, on a chassis that moves. With `rear` the rod ends on the
// chassis, else on a rack. The spring stands on the lower arm. `mass` of each link; 0: a composite.
std::string wishbones(bool rear, double mass, const Drawing& w = {}, const std::string& more = "") {
  const auto p = [&](double x, double y, double z) { return w.point(x, y, z); };
  const auto n = [&](double x, double y, double z) { return w.along(x, y, z); };
  const auto on = [](double x, double y, double z) {  // a point on a body, in the drawing
    return Drawing().point(x, y, z);
  };
  std::string text =
      R"({"gravity": )" + n(0, 0, -9.81) + R"(, "bodies": [)" +
      body(w, "chassis", 400, R"(, "center": [0.1, 0, 0.5])") + "," +
      body(w, "lower", mass, R"(, "center": [0, 0.55, 0.2])") + "," +
      body(w, "upper", mass, R"(, "center": [0, 0.6, 0.5])") + "," +
      (rear ? "" : body(w, "rack", mass, R"(, "center": [-0.15, 0.35, 0.28])") + ",") +
      body(w, "knuckle", 30, R"(, "center": [0, 0.77, 0.32])") + R"(], "joints": [
    {"name": "seat", "type": "free", "parent": "ground", "child": "chassis"},
    {"name": "lower_hinge", "type": "revolute", "parent": "chassis", "child": "lower", "position": )" +
      p(0.1, 0.35, 0.2) + R"(, "axis": )" + n(1, 0.03, 0.02) +
      R"(, "velocity": 0.5},
    {"name": "upper_hinge", "type": "revolute", "parent": "chassis", "child": "upper", "position": )" +
      p(0.05, 0.42, 0.48) + R"(, "axis": )" + n(1, -0.02, 0.06) + R"(},
    {"name": "lower_ball", "type": "spherical", "parent": "lower", "child": "knuckle", "position": )" +
      p(0.01, 0.75, 0.19) + R"(},
    {"name": "upper_ball", "type": "spherical", "parent": "upper", "child": "knuckle", "position": )" +
      p(-0.01, 0.7, 0.5) + "}";
  if (!rear)
    text +=
        R"(, {"name": "rack_guide", "type": "prismatic", "parent": "chassis", "child": "rack", "position": )" +
        p(-0.15, 0.35, 0.28) + R"(, "axis": )" + n(0, 1, 0) +
        R"(, "velocity": 0.02, "spring": {"stiffness": 40000}, "damping": 200})";
  if (mass == 0.0)
    text +=
        std::string(
            R"(, {"name": "corner", "type": "composite", "parent": "chassis", "child": "knuckle", "links": ["lower", "upper")") +
        (rear ? "" : R"(, "rack")") + R"(], "independent": ["lower_hinge")" +
        (rear ? "" : R"(, "rack_guide")") + "]}";
  return text + R"(], "constraints": [{"name": "tie_rod", "type": "distance", "from": {"body": ")" +
         (rear ? "chassis" : "rack") + R"(", "position": )" + on(-0.15, 0.36, 0.28) +
         R"(}, "to": {"body": "knuckle", "position": )" + on(-0.14, 0.72, 0.29) +
         R"(}}], "forces": [
    {"name": "spring", "type": "spring", "from": {"body": "chassis", "position": )" +
         on(0, 0.5, 0.75) + R"(}, "to": {"body": "lower", "position": )" + on(0.02, 0.6, 0.2) +
         R"(}, "stiffness": 40000, "damping": 300, "preload": 3000},
    {"name": "ground_spring", "type": "spring", "from": {"body": "ground", "position": )" +
         p(0, 0.77, -1) + R"(}, "to": {"body": "knuckle", "position": )" + on(0, 0.77, 0.02) +
         R"(}, "stiffness": 20000, "preload": 2000}])" + more + "}";
}

const std::vector<std::string> corner_motion{"chassis.pose", "knuckle.pose",  "lower.pose",
                                             "upper.pose",   "lower_hinge.v", "upper_hinge.v"};

// The links' inertia disturbs in proportion to it; forces on links and their channels included.
TEST(Composite, IsTheLoopsWithLightLinks) {
  for (const bool rear : {true, false}) {
    const Mechanism composite = built(wishbones(rear, 0.0));
    EXPECT_EQ(composite.model.nv(), rear ? 7 : 8);
    EXPECT_EQ(composite.model.rows(), 0);
    const Motions joint = run_of(composite, corner_motion, 0.3);
    EXPECT_EQ(joint.result.end, RunEnd::done) << joint.result.message;
    const Motions heavy = run_of(built(wishbones(rear, 1e-2)), corner_motion, 0.3);
    const Motions light = run_of(built(wishbones(rear, 1e-3)), corner_motion, 0.3);
    const double more = apart(joint.rows, heavy.rows), less = apart(joint.rows, light.rows);
    EXPECT_NEAR(more / less, 10.0, 0.5) << more << " and " << less;
    EXPECT_LT(less, 2e-3);  // of velocities of some 5 rad/s
  }
}

// Five links, four of them rods: the carrier floats inside and is held by its distances.
std::string five_links(double mass) {
  std::string text = R"({"bodies": [)" +
                     body(Drawing(), "carrier", 30, R"(, "center": [0, 0.75, 0.3])") + "," +
                     body(Drawing(), "arm", mass, R"(, "center": [-0.1, 0.5, 0.18])") + R"(],
    "joints": [
      {"name": "bush", "type": "universal", "parent": "ground", "child": "arm", "position": [-0.2, 0.33, 0.19], "axis": [1, 0.1, 0], "velocity": {"angle1": 0.5}},
      {"name": "ball", "type": "spherical", "parent": "arm", "child": "carrier", "position": [-0.01, 0.76, 0.17]})";
  if (mass == 0.0)
    text +=
        R"(, {"name": "corner", "type": "composite", "parent": "ground", "child": "carrier", "links": ["arm"], "independent": ["bush.angle1"]})";
  text += R"(], "constraints": [)";
  int k = 0;
  for (
      const char* ends :
      {R"("position": [0.2, 0.35, 0.45]}, "to": {"body": "carrier", "position": [0.05, 0.7, 0.45]})",
       R"("position": [-0.2, 0.36, 0.47]}, "to": {"body": "carrier", "position": [-0.02, 0.69, 0.48]})",
       R"("position": [0.25, 0.3, 0.2]}, "to": {"body": "carrier", "position": [0.03, 0.75, 0.18]})",
       R"("position": [-0.15, 0.3, 0.25]}, "to": {"body": "carrier", "position": [-0.14, 0.72, 0.27]})"}) {
    text += std::string(k > 0 ? ", " : "") + R"({"name": "rod)" + std::to_string(k) +
            R"(", "type": "distance", "from": {"body": "ground", )" + ends + "}";
    ++k;
  }
  return text +
         R"(], "forces": [{"name": "spring", "type": "spring", "from": {"body": "ground", "position": [0, 0.5, 0.8]},
      "to": {"body": "carrier", "position": [0, 0.7, 0.25]}, "stiffness": 20000, "damping": 300}]})";
}

// Three arms and six rods carry a platform: three coordinates.
std::string delta(double mass) {
  std::string bodies = body(Drawing(), "platform", 1, R"(, "center": [0, 0, -0.5])"), joints, rods,
              arms, hinges;
  for (int i = 0; i < 3; ++i) {
    Drawing w;  // turned about the vertical
    const double t = 2.0943951023931953 * i, c = std::cos(t), s = std::sin(t);
    w.r = {{c, s, 0.0}, {-s, c, 0.0}, {0.0, 0.0, 1.0}};
    const std::string n = std::to_string(i);
    bodies += "," + body(Drawing(), "arm" + n, mass);
    joints += R"({"name": "hinge)" + n +
              R"(", "type": "revolute", "parent": "ground", "child": "arm)" + n +
              R"(", "position": )" + w.point(0.2, 0, 0) + R"(, "axis": )" + w.along(0, 1, 0) +
              R"(, "spring": {"stiffness": 30}, "damping": 0.2, "velocity": )" +
              std::to_string(0.3 * (i - 1)) + "}";
    if (i < 2 || mass == 0.0) joints += ",";
    arms += (i > 0 ? ", \"arm" : "\"arm") + n + "\"";
    hinges += (i > 0 ? ", \"hinge" : "\"hinge") + n + "\"";
    for (const double side : {-0.05, 0.05})
      rods += std::string(rods.empty() ? "" : ",") + R"({"name": "rod)" + n +
              (side < 0 ? "a" : "b") + R"(", "type": "distance", "from": {"body": "arm)" + n +
              R"(", "position": )" + w.point(0.42, side, -0.05) +
              R"(}, "to": {"body": "platform", "position": )" + w.point(0.06, side, -0.5) + "}}";
  }
  if (mass == 0.0)
    joints +=
        R"({"name": "robot", "type": "composite", "parent": "ground", "child": "platform", "links": [)" +
        arms + R"(], "independent": [)" + hinges + "]}";
  return R"({"bodies": [)" + bodies + R"(], "joints": [)" + joints + R"(], "constraints": [)" +
         rods + "]}";
}

TEST(Composite, IsOtherLinkagesToo) {
  const auto check = [](const std::string& name, const auto& text, const std::string& carried,
                        int count) {
    const std::vector<std::string> seen{carried + ".pose", carried + ".velocity"};
    const Mechanism composite = built(text(0.0));
    EXPECT_EQ(composite.model.nv(), count) << name;
    const Motions joint = run_of(composite, seen, 0.4);
    EXPECT_EQ(joint.result.end, RunEnd::done) << name << joint.result.message;
    const double more = apart(joint.rows, run_of(built(text(1e-3)), seen, 0.4).rows);
    const double less = apart(joint.rows, run_of(built(text(1e-4)), seen, 0.4).rows);
    EXPECT_NEAR(more / less, 10.0, 0.2) << name << ": " << more << " and " << less;
  };
  check("five links", five_links, "carrier", 1);
  check("delta", delta, "platform", 3);
}

// What turns and shifts the whole drawing turns and shifts the motion.
TEST(Composite, LooksTheSameFromEverywhere) {
  const std::vector<std::string> seen{"lower_hinge.q", "rack_guide.q", "upper_hinge.q",
                                      "lower_hinge.a", "energy.total"};
  const Motions first = run_of(built(wishbones(false, 0.0)), seen, 0.3);
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Drawing w(seed);
    Motions turned = run_of(built(wishbones(false, 0.0, w)), seen, 0.3);
    ASSERT_EQ(turned.result.end, RunEnd::done) << turned.result.message;
    for (std::size_t i = 0; i < first.rows.size(); ++i)
      for (std::size_t k = 1; k + 1 < first.rows[i].size(); ++k)
        EXPECT_NEAR(turned.rows[i][k], first.rows[i][k], 1e-7) << seed << " " << i << " " << k;
  }
}

TEST(Composite, AllSolversAgree) {
  for (const bool rear : {true, false}) {
    const Mechanism m = built(wishbones(rear, 0.0));
    const Motions first = run_of(m, corner_motion, 0.2, "adams", "topology");
    for (const std::string& solver : usable_solvers()) {
      if (solver == "topology") continue;
      const Motions other = run_of(m, corner_motion, 0.2, "adams", solver);
      EXPECT_EQ(other.result.end, RunEnd::done) << solver << ": " << other.result.message;
      EXPECT_LT(apart(first.rows, other.rows), 1e-9) << solver;
    }
    for (const std::string& integrator : {"dormand-prince", "implicit"}) {
      const Motions other = run_of(m, corner_motion, 0.2, integrator, "auto", 1e-10);
      EXPECT_EQ(other.result.end, RunEnd::done) << integrator << ": " << other.result.message;
      EXPECT_LT(apart(first.rows, other.rows), 1e-5) << integrator;
    }
  }
}

// The only Link of a mechanism that is a composite joint.
std::size_t composite_link(const Mechanism& m) {
  for (std::size_t i = 0; i < m.model.links.size(); ++i)
    if (m.model.links[i].inside) return i;
  ADD_FAILURE() << "no composite joint";
  return 0;
}

// Columns against differences of poses; what is left at even velocities against differences of
// velocities; derivative numbers against both.
TEST(Composite, DerivativesAreThoseOfItsPoses) {
  const Mechanism m = built(wishbones(false, 0.0, Drawing(7)));
  const std::size_t link = composite_link(m);
  CompositeStage<double> stage(m.model.links[link].inside);
  CompositeStage<Dual> dual(m.model.links[link].inside);
  const std::array<double, 2> y{0.13, -0.021}, rate{0.7, 0.11};
  const Transform<double> f{Drawing(3).r, {0.1, -0.4, 0.2}};
  const auto pose = [&](double h) {
    const std::array<double, 2> at_h{y[0] + h * rate[0], y[1] + h * rate[1]};
    stage.solve(at_h.data());
    Transform<double> x;
    std::array<Motion<double>, 2> b;
    stage.place(f, x, b.data());
    return std::pair{x, rate[0] * b[0] + rate[1] * b[1]};
  };
  const double h = 1e-4;
  const auto [x, m0] = pose(0.0);
  const Motion<double> bias = stage.move(rate.data());
  const auto fore = pose(h), back = pose(-h), fore2 = pose(2 * h), back2 = pose(-2 * h);
  const auto rate_of = [&](const auto& part) {
    return (1.0 / (12 * h)) * (8.0 * (part(fore) - part(back)) - (part(fore2) - part(back2)));
  };
  const Vec3<double> speed = rate_of([](const auto& s) { return s.first.p; });
  const Vec3<double> turn = rate_of([](const auto& s) { return s.first.r.x; });
  EXPECT_LT(norm(speed - (m0.lin + cross(m0.ang, x.p))), 1e-10);
  EXPECT_LT(norm(turn - cross(m0.ang, x.r.x)), 1e-10);
  EXPECT_LT(norm(rate_of([](const auto& s) { return s.second.lin; }) - bias.lin), 1e-9);
  EXPECT_LT(norm(rate_of([](const auto& s) { return s.second.ang; }) - bias.ang), 1e-9);

  const std::array<Dual, 2> along{Dual(y[0], rate[0]), Dual(y[1], rate[1])};
  dual.solve(along.data());
  Transform<Dual> xd;
  std::array<Motion<Dual>, 2> bd;
  dual.place(cast_numbers<Transform<Dual>>(f), xd, bd.data());
  const Vec3<double> dual_speed{xd.p.x.slope(), xd.p.y.slope(), xd.p.z.slope()};
  EXPECT_LT(norm(dual_speed - (m0.lin + cross(m0.ang, x.p))), 1e-12);
  const auto slope_of = [&](const auto& part) {
    return rate[0] * part(bd[0]).slope() + rate[1] * part(bd[1]).slope();
  };
  EXPECT_NEAR(slope_of([](const auto& b) { return b.lin.x; }), bias.lin.x, 1e-11);
  EXPECT_NEAR(slope_of([](const auto& b) { return b.ang.z; }), bias.ang.z, 1e-11);
}

// A position is the same whichever way led there, to the last bit.
TEST(Composite, PositionsDependOnCoordinatesAlone) {
  const Mechanism m = built(wishbones(false, 0.0));
  const auto& inside = m.model.links[composite_link(m)].inside;
  CompositeStage<double> one(inside), other(inside);
  std::mt19937 dice(5);
  std::uniform_real_distribution<double> angle(-0.3, 0.3), way(-0.04, 0.04);
  for (int k = 0; k < 200; ++k) {
    const std::array<double, 2> y{angle(dice), way(dice)};
    one.solve(y.data());
    CompositeStage<double> fresh(inside);
    fresh.solve(y.data());
    EXPECT_EQ(one.child().p.x, fresh.child().p.x);
    EXPECT_EQ(one.child().r.y.z, fresh.child().r.y.z);
    EXPECT_TRUE(std::isfinite(one.child().p.x));
  }
}

TEST(Composite, RunsThatGoOnGiveTheSameBits) {
  const Mechanism m = built(wishbones(false, 0.0));
  for (const char* integrator : {"adams", "rk4"}) {
    RunOptions options;
    options.duration = 0.2;
    options.step = 1e-3;
    options.output_interval = 0.02;
    options.integrator = integrator;
    const auto go = [&](bool stops) {
      Rows rows;
      Listener listener;
      listener.row = [&](std::span<const double> row) {
        rows.emplace_back(row.begin(), row.end());
      };
      auto simulation = std::make_unique<Simulation>(m, options, listener);
      for (long k = 1; simulation->step(); ++k) {
        if (!stops || k % 7 != 0) continue;
        const std::vector<std::byte> here = simulation->save();
        simulation = std::make_unique<Simulation>(m, options, listener);
        simulation->restore(here);
      }
      return rows;
    };
    EXPECT_EQ(go(false), go(true)) << integrator;
  }
}

// A four-bar linkage whose coupler has the mass; its crank turns round and round.
TEST(Composite, FourBarFollowsItsClosedForm) {
  const std::string text = R"({"gravity": [0, 0, 0], "bodies": [
      {"name": "crank", "mass": 0}, {"name": "rocker", "mass": 0, "position": [0.5, 0, 0]},
      {"name": "coupler", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0, 0.1, 0], "center": [0.3, 0, 0]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": 6},
      {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler", "position": [0, 0.1, 0], "axis": [0, 0, 1]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker", "position": [0.45, 0.4, 0], "axis": [0, 0, 1]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker", "position": [0.5, 0, 0], "axis": [0, 0, 1]},
      {"name": "linkage", "type": "composite", "parent": "ground", "child": "coupler", "links": ["crank", "rocker"], "independent": ["A"]}]})";
  const Mechanism m = built(text);
  const Motions run = run_of(m, {"A.q", "C.q", "coupler.pose", "energy.total"}, 30.0);
  ASSERT_EQ(run.result.end, RunEnd::done) << run.result.message;
  EXPECT_LT(run.result.energy_drift, 1e-9);
  EXPECT_GT(run.result.q.at("linkage").front(), 100.0);  // many turns
  const double a = 0.1, b = std::hypot(0.45, 0.3), c = std::hypot(0.05, 0.4), d = 0.5;
  const auto coupler_angle = [&](double crank) {
    const double x = d - a * std::cos(crank), y = -a * std::sin(crank), e = std::hypot(x, y);
    const double open = std::acos((b * b + e * e - c * c) / (2 * b * e));
    return std::atan2(y, x) + open;
  };
  for (const double crank : {0.0, 0.7, 2.5, -4.0, 41.0}) {
    CompositeStage<double> stage(m.model.links[composite_link(m)].inside);
    stage.solve(&crank);
    const double turn = std::atan2(stage.child().r.x.y, stage.child().r.x.x);
    const double start = coupler_angle(1.5707963267948966);
    EXPECT_NEAR(std::remainder(turn - (coupler_angle(1.5707963267948966 + crank) - start),
                               2 * 3.141592653589793),
                0.0, 1e-12);
  }
}

std::string refusal(const std::string& text) {
  try {
    built(text);
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "taken";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

TEST(Composite, KeepsItsEnergy) {
  std::string text = wishbones(false, 0.0);
  for (const char* what : {R"(, "damping": 200)", R"(, "damping": 300)", R"(, "preload": 3000)",
                           R"(, "preload": 2000)", "-9.8100000000000005"})
    text = replaced(text, what, what[0] == '-' ? "0" : "");
  const Motions run = run_of(built(text), {"energy.total"}, 20.0);
  ASSERT_EQ(run.result.end, RunEnd::done) << run.result.message;
  EXPECT_LT(run.result.energy_drift, 1e-9);
}

// A slider that drives a crank stops where both are in line, and says so.
TEST(Composite, EndsAtADeadPoint) {
  const std::string text = R"({"gravity": [0, 0, 0], "bodies": [
      {"name": "rod", "mass": 0, "position": [0.05, 0, 0.05]}, {"name": "slider", "mass": 0, "position": [0.3, 0, 0]},
      {"name": "crank", "mass": 1, "inertia": [0.01, 0.01, 0.01], "center": [0.01, 0, 0]}],
    "joints": [
      {"name": "shaft", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 1, 0]},
      {"name": "pin", "type": "revolute", "parent": "crank", "child": "rod", "position": [0.05, 0, 0.05], "axis": [0, 1, 0]},
      {"name": "wrist", "type": "revolute", "parent": "rod", "child": "slider", "position": [0.3, 0, 0], "axis": [0, 1, 0]},
      {"name": "guide", "type": "prismatic", "parent": "ground", "child": "slider", "position": [0.3, 0, 0], "axis": [1, 0, 0], "velocity": 0.4},
      {"name": "engine", "type": "composite", "parent": "ground", "child": "crank", "links": ["rod", "slider"], "independent": ["guide"]}]})";
  for (const char* integrator : {"adams", "dormand-prince", "implicit", "rk4"}) {
    const Motions run = run_of(built(text), {"guide.q"}, 2.0, integrator, "auto", 1e-8);
    EXPECT_EQ(run.result.end, RunEnd::trouble) << integrator;
    EXPECT_NE(run.result.message.find("'engine'"), std::string::npos) << run.result.message;
    EXPECT_NE(run.result.message.find("dead point"), std::string::npos) << run.result.message;
    EXPECT_FALSE(run.rows.empty());
  }
}

TEST(Composite, IsRefusedWhereItCannotBe) {
  const std::string good = wishbones(false, 0.0);
  EXPECT_EQ(refusal(good), "taken");
  const auto expect = [&](const std::string& what, const std::string& by, const std::string& where,
                          const std::string& said) {
    const std::string told = refusal(replaced(good, what, by));
    EXPECT_NE(told.find(where), std::string::npos) << told;
    EXPECT_NE(told.find(said), std::string::npos) << told;
  };
  const std::string names = R"(["lower_hinge", "rack_guide"])";
  const std::string acts = R"(, "velocity": 0.02, "spring": {"stiffness": 40000}, "damping": 200)";
  EXPECT_NE(refusal(replaced(replaced(good, names, R"(["lower_hinge"])"), acts, ""))
                .find("do not settle joint"),
            std::string::npos);
  expect(names, R"(["lower_hinge"])", "joints[5].velocity", "'corner'");
  expect(names, R"(["lower_hinge", "rack_guide", "upper_hinge"])", "joints[6].independent",
         "cannot be chosen");
  expect(names, R"(["lower_hinge", "nothing"])", "joints[6].independent", "'nothing'");
  expect(names, R"(["lower_hinge", "lower_hinge"])", "joints[6].independent", "twice");
  expect(names, R"(["lower_hinge", "seat"])", "joints[6].independent", "'seat'");
  expect(R"(["lower", "upper", "rack"])", R"(["lower", "upper"])", "bodies[3].mass",
         "greater than 0");
  expect(R"(["lower", "upper", "rack"])", R"(["lower", "upper", "rack", "nobody"])",
         "joints[6].links", "'nobody'");
  expect(R"({"name": "upper_ball", "type": "spherical", "parent": "upper", "child": "knuckle")",
         R"({"name": "upper_ball", "type": "spherical", "parent": "upper", "child": "ground")",
         "joints[6].links", "'upper_ball' leads from a link to 'ground'");
  expect(R"(["lower", "upper", "rack"])", R"(["lower", "upper", "rack", "chassis"])",
         "joints[6].links", "'chassis'");
  expect(R"("name": "lower", "mass": 0.000000)", R"("name": "lower", "mass": 2)", "joints[6].links",
         "\"ignored\"");
  expect(R"("name": "upper_hinge", )", R"("name": "upper_hinge", "start": 0.1, )",
         "joints[2].start", "follows from its independent coordinates");
  expect(R"("name": "upper_hinge", )", R"("name": "upper_hinge", "spring": {"stiffness": 10}, )",
         "joints[2]", "'corner'");
}

TEST(Composite, IgnoresMassesWhenTold) {
  const std::string good = wishbones(true, 0.0);
  std::string heavy = replaced(
      good, R"("name": "lower", "mass": 0.000000, "inertia": [0.000000,0.000000,0.000000])",
      R"("name": "lower", "mass": 2, "inertia": [1,1,1])");
  heavy = replaced(heavy, R"("links":)", R"("mass": "ignored", "links":)");
  EXPECT_EQ(apart(run_of(built(good), corner_motion, 0.1).rows,
                  run_of(built(heavy), corner_motion, 0.1).rows),
            0.0);
}

}  // namespace
}  // namespace treadle::composite_joint
