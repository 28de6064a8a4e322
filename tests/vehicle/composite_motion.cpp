// Links between two bodies as one joint: the motion of closed forms and, in the limit, that of the
// loops with all their bodies.
#include "composite_support.hpp"

namespace treadle::composite_joint {
namespace {

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
    const double more = apart(joint.rows, run_of(built(text(1e-4)), seen, 0.4).rows);
    const double less = apart(joint.rows, run_of(built(text(1e-5)), seen, 0.4).rows);
    EXPECT_NEAR(more / less, 10.0, 0.2) << name << ": " << more << " and " << less;
  };
  check("five links", five_links, "carrier", 1);
  check("delta", delta, "platform", 3);
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

}  // namespace
}  // namespace treadle::composite_joint
