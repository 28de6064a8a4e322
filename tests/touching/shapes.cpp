// Hulls, cylinders, meshes and heights in models; quick bodies; what is refused.
#include "support.hpp"

#include "src/base/error.hpp"
#include "src/contact/convex_library.hpp"

namespace treadle::test {
namespace {

#define NEEDS_LIBRARY() \
  if (!convex_library_refusal().empty()) GTEST_SKIP() << convex_library_refusal()

const char* octahedron =
    R"({"type": "hull", "density": 2600, "points": [[%, 0, 0], [-%, 0, 0], [0, %, 0], [0, -%, 0],
        [0, 0, %], [0, 0, -%]]})";

std::string with_size(std::string text, const char* size) {
  for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
    text.replace(at, 1, size);
  return text;
}

// A plate of 10 mm, and something that comes at 10 m/s: 10 mm in a step.
void expect_stopped(const std::string& shape, double start, const char* integrator,
                    const std::string& law) {
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, 0], "bodies": [
        {"name": "it", "position": [0, 0, )" +
      std::to_string(start) + R"(], "shapes": [)" + shape +
      R"(]}, {"name": "plate", "mass": 1, "shapes": [{"type": "box", "size": [1, 1, 0.01]}]}],
      "joints": [{"name": "flight", "type": "free", "parent": "ground", "child": "it",
                  "velocity": {"linear": [0.5, 0.2, -10]}},
                 {"name": "weld", "type": "fixed", "parent": "ground", "child": "plate"}],
      "contacts": [{"name": "hit", "of": ["it"], "with": ["plate"], )" +
      law + "}]}");
  Simulation run(m, fixed_options(0.1, 1e-3, integrator));
  double lowest = 1.0;
  while (run.step()) lowest = std::min(lowest, run.q()[2]);
  EXPECT_GT(run.q()[2], 0.005) << shape << " from " << start << " by " << integrator;
  EXPECT_GT(run.v()[2] * run.v()[2], 0.0);
  EXPECT_GT(lowest, -0.1);
  EXPECT_GT(run.finish().contacts->most, 0);
}

TEST(Shapes, QuickBodiesDoNotPassAPlate) {
  NEEDS_LIBRARY();
  const std::string ball = R"({"type": "sphere", "radius": 0.004, "density": 2600})",
                    stone = R"({"type": "sphere", "radius": 0.02, "density": 2600})",
                    cube = R"({"type": "box", "size": [0.007, 0.007, 0.007], "density": 2600})",
                    hull = with_size(octahedron, "0.006");
  for (const double start : {0.0503, 0.0529, 0.0554, 0.0581}) {
    // fixed steps: so soft that they are stable, and the body is far behind the plate before it
    // turns
    for (const char* integrator : {"semi-implicit-euler", "rk4"}) {
      expect_stopped(ball, start, integrator, R"("stiffness": 50)");
      // with corners only by rk4: see "What can go wrong" in docs/theory/contact.md
      for (const std::string& small : {cube, hull}) {
        if (std::string(integrator) == "rk4")
          expect_stopped(small, start, integrator, R"("stiffness": 50)");
      }
      expect_stopped(stone, start, integrator, R"("stiffness": 5e4)");
    }
    // steps of their own size: hard enough to stop it within the plate
    for (const char* integrator : {"adams", "dormand-prince"}) {
      for (const std::string& any : {ball, cube, hull, stone})
        expect_stopped(any, start, integrator,
                       R"("stiffness": 1e6, "restitution": 0.5, "friction": 0.3)");
    }
  }
}

// A hull of a cube slides and stops as the cube does.
TEST(Shapes, AHullOfABoxMovesAsTheBox) {
  const auto end_of = [](const std::string& shape) {
    const Mechanism m =
        contact_model(R"({"gravity": [0, 0, -9.81], )" +
                      free_body(shape, R"({"position": [0, 0, 0.05]})", "[2, 0, 0]") +
                      R"(, "contacts": [{"name": "floor", "of": ["it"],
        "planes": [{}], "stiffness": 1e5, "damping": 2, "friction": 0.5}]})");
    Simulation run(m, fixed_options(0.8, 2e-4));
    while (run.step()) {
    }
    return std::vector<double>(run.q().begin(), run.q().begin() + 3);
  };
  const auto box = end_of(R"({"type": "box", "size": [0.2, 0.2, 0.1], "density": 1000})");
  const auto hull = end_of(R"({"type": "hull", "density": 1000, "points": [[0.1, 0.1, 0.05],
    [0.1, 0.1, -0.05], [0.1, -0.1, 0.05], [0.1, -0.1, -0.05], [-0.1, 0.1, 0.05],
    [-0.1, 0.1, -0.05], [-0.1, -0.1, 0.05], [-0.1, -0.1, -0.05], [0, 0, 0], [0.1, 0.1, 0.05]]})");
  EXPECT_NEAR(box[0], 4.0 / (2.0 * 0.5 * 9.81), 5e-3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(hull[k], box[k], 1e-9) << k;
}

// A cylinder rolls down a slope of 20 degrees with 2/3 of g sin, on a plane and on a plate.
TEST(Shapes, ACylinderRollsOnAPlaneAndOnAPlate) {
  NEEDS_LIBRARY();
  for (const bool on_plate : {false, true}) {
    const Mechanism m =
        contact_model(std::string(R"({"gravity": [3.3552176, 0, -9.2183847], "bodies": [
          {"name": "it", "position": [-0.5, 0, 0.1], "orientation": {"axis": [1, 0, 0], "angle": "90 deg"},
           "shapes": [{"type": "cylinder", "radius": 0.1, "length": 0.2, "density": 500}]},
          {"name": "plate", "mass": 1, "position": [0, 0, -0.5],
           "shapes": [{"type": "box", "size": [4, 2, 1]}]}],
          "joints": [{"name": "weld", "type": "fixed", "parent": "ground", "child": "plate"}],
          "contacts": [{"name": "floor", "of": ["it"], )") +
                      (on_plate ? R"("with": ["plate"])" : R"("planes": [{}])") +
                      R"(, "stiffness": 1e5, "damping": 2, "friction": 0.5}]})");
    Simulation run(m, fixed_options(0.7, 2e-4));
    while (run.step()) {
    }
    EXPECT_NEAR(run.q()[0] + 0.5, 0.5 * (2.0 / 3.0) * 3.3552176 * 0.49, 4e-3) << on_plate;
    EXPECT_NEAR(run.q()[1], 0.0, 1e-6);
  }
}

// Stones of one hull in four sizes come to rest on the ground, against each other and walls.
TEST(Shapes, StonesComeToRest) {
  NEEDS_LIBRARY();
  const Mechanism m = contact_model(
      R"({"gravity": [0, 0, -9.81], "bodies": [
        {"name": "s", "position": [-0.06, -0.06, 0.1], "shapes": [)" +
      with_size(octahedron, "0.05") +
      R"(], "repeat": {"count": 4, "grid": [2, 2], "spacing": [0.12, 0.12, 0.12],
        "scatter": 0.004, "sizes": [0.8, 1.1], "turned": true}}],
        "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"], "planes": [{},
          {"point": [-0.15, 0, 0], "normal": [1, 0, 0]}, {"point": [0.15, 0, 0], "normal": [-1, 0, 0]},
          {"point": [0, -0.15, 0], "normal": [0, 1, 0]}, {"point": [0, 0.15, 0], "normal": [0, -1, 0]}],
          "stiffness": 1e5, "damping": 2, "friction": 0.5, "rolling": 0.001}]})");
  EXPECT_EQ(m.contacts.hulls.size(), 1U);  // one for all sizes
  Simulation run(m, fixed_options(4.0, 2e-4));
  run.advance_to(3.0);
  const std::vector<double> before(run.q().begin(), run.q().end());
  while (run.step()) {
  }
  for (std::size_t b = 0; b < 4; ++b) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(run.q()[7 * b + k], before[7 * b + k], 1e-5) << b;
    EXPECT_GT(run.q()[7 * b + 2], 0.01);
  }
}

std::string mesh(const std::string& points, const std::string& triangles) {
  return R"({"type": "mesh", "points": )" + points + R"(, "triangles": )" + triangles + "}";
}

std::string refusal(const std::string& shape) {
  try {
    contact_model(R"({"bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "shapes": [)" +
                  shape + R"(]}], "contacts": [{"name": "x", "of": ["a"], "planes": [{}],
                  "stiffness": 1}]})");
  } catch (const ModelError& error) {
    return error.where() + ": " + error.what();
  }
  return "accepted";
}

TEST(Shapes, WhatCannotTouchIsRefusedWithItsPlace) {
  const auto says = [](const std::string& shape, const std::string& place,
                       const std::string& words) {
    const std::string why = refusal(shape);
    EXPECT_EQ(why.rfind(place, 0), 0U) << why;
    EXPECT_NE(why.find(words), std::string::npos) << why;
  };
  const std::string corners = "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]",
                    sides = "[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]";
  EXPECT_EQ(refusal(mesh(corners, sides)), "accepted");
  // turned inside out its hull is the same
  EXPECT_EQ(refusal(mesh(corners, "[[0,1,2],[0,3,1],[1,3,2],[2,3,0]]")), "accepted");
  says(mesh("[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]", "[[0,1,2],[1,3,2]]"), "contacts[0].of",
       "one plane");
  says(mesh("[[0,0,0],[0,0,0],[0,0,0],[0,0,0]]", sides), "contacts[0].of", "one point");
  says(mesh("[[0,0,0],[2,0,0],[0,2,0],[0,0,2],[0.2,0.2,0.2]]",
            "[[0,2,1],[0,1,3],[2,0,3],[1,2,4],[2,3,4],[3,1,4]]"),
       "contacts[0].of", "not convex");
  says(R"({"type": "tube", "radius": 1, "inner_radius": 0.5, "length": 1})", "contacts[0].of",
       "hollow");
  says(R"({"type": "extrusion", "outline": [[0,0],[2,0],[2,2],[1,0.5]], "length": 1})",
       "contacts[0].of", "not convex");
  says(R"({"type": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]})",
       "bodies[0].shapes[0].points", "one plane");
  says(R"({"type": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[0,1,0]]})",
       "bodies[0].shapes[0].points", "differ");
  says(R"({"type": "heights", "heights": [[0,0,0],[0,0]], "spacing": [1,1]})",
       "bodies[0].shapes[0].heights[1]", "as many");
  // heights are a ground: on a body that moves they are a flat mesh
  says(R"({"type": "heights", "heights": [[0,0,0],[0,0,0],[0,0,0]], "spacing": [1,1]})",
       "contacts[0].of", "plane");
}

// Pieces of a mesh that do not hang together are a hull each: two blocks as a fork.
TEST(Shapes, AMeshOfConvexPiecesIsTheirUnion) {
  std::string points = "[", triangles = "[";
  for (int piece = 0; piece < 2; ++piece) {
    for (int k = 0; k < 8; ++k) {
      const double x = (k & 1) + 2.0 * piece, y = (k >> 1) & 1, z = k >> 2;
      points += (points.size() > 1 ? "," : "") + std::string("[") + std::to_string(x) + "," +
                std::to_string(y) + "," + std::to_string(z) + "]";
    }
    const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                             {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
      for (int t = 0; t < 2; ++t)
        triangles += (triangles.size() > 1 ? "," : "") + std::string("[") +
                     std::to_string(q[0] + 8 * piece) + "," + std::to_string(q[1 + t] + 8 * piece) +
                     "," + std::to_string(q[2 + t] + 8 * piece) + "]";
    }
  }
  const Mechanism m = contact_model(
      R"({"bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1], "shapes": [)" +
      mesh(points + "]", triangles + "]") +
      R"(]}], "contacts": [{"name": "x", "of": ["a"], "planes": [{}], "stiffness": 1}]})");
  ASSERT_EQ(m.contacts.shapes.size(), 3U);  // and the plane
  EXPECT_NEAR(m.contacts.shapes[0].shape.half.x, 0.5, 1e-12);
}

// A block on a ground of heights that is a slope: as on a plane. A bowl brings a ball to its
// middle.
TEST(Shapes, AGroundOfHeightsCarries) {
  std::string rows, bowl;
  for (int j = 0; j < 21; ++j) {
    rows += j > 0 ? ",[" : "[";
    bowl += j > 0 ? ",[" : "[";
    for (int i = 0; i < 21; ++i) {
      const double x = -2.0 + 0.2 * i, y = -2.0 + 0.2 * j;
      rows += (i > 0 ? "," : "") + std::to_string(-0.2 * x);
      bowl += (i > 0 ? "," : "") + std::to_string(0.1 * (x * x + y * y));
    }
    rows += "]";
    bowl += "]";
  }
  const auto end_of = [](const std::string& heights, const std::string& shape, const char* start,
                         const char* friction, const char* rolling, double duration) {
    const bool on_plane = heights.empty();
    const Mechanism m = contact_model(
        R"({"gravity": [0, 0, -9.81], "bodies": [
          {"name": "it", "position": )" +
        std::string(start) + R"(, "shapes": [)" + shape + R"(]},
          {"name": "field", "mass": 1, "shapes": [{"type": "heights", "spacing": [0.2, 0.2],
            "start": [-2, -2], "heights": [)" +
        (on_plane ? "[0,0,0],[0,0,0],[0,0,0]" : heights) + R"(]}]}],
          "joints": [{"name": "weld", "type": "fixed", "parent": "ground", "child": "field"}],
          "contacts": [{"name": "c", "of": ["it"], )" +
        (on_plane ? R"("planes": [{"normal": [0.2, 0, 1]}])" : R"("with": ["field"])") +
        R"(, "stiffness": 1e5, "damping": 2, "friction": )" + friction + R"(, "rolling": )" +
        rolling + "}]}");
    Simulation run(m, fixed_options(duration, 5e-4));
    while (run.step()) {
    }
    return std::vector<double>(run.q().begin(), run.q().begin() + 3);
  };
  const std::string block = R"({"type": "box", "size": [0.2, 0.2, 0.1], "density": 1000})";
  for (const char* friction : {"0.4", "0.1"}) {
    const auto on_heights = end_of(rows, block, "[0, 0, 0.07]", friction, "0", 0.5),
               on_plane = end_of("", block, "[0, 0, 0.07]", friction, "0", 0.5);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(on_heights[k], on_plane[k], 1e-5) << friction;
  }
  const auto ball = end_of(bowl, R"({"type": "sphere", "radius": 0.1, "density": 1000})",
                           "[0.6, 0.3, 0.16]", "0.5", "0.002", 30.0);
  EXPECT_LT(0.2 * std::hypot(ball[0], ball[1]), 0.02);  // the slope that b / r holds (U11)
}

// Nothing below: it falls, and nothing else happens.
TEST(Shapes, WhatFallsOutOfTheWorldFalls) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, -10], "bodies": [
    {"name": "a", "position": [5, 0, 0], "shapes": [{"type": "sphere", "radius": 0.1, "density": 1}]},
    {"name": "b", "position": [0, 0, 0.2], "shapes": [{"type": "sphere", "radius": 0.1, "density": 1}]},
    {"name": "table", "mass": 1, "shapes": [{"type": "box", "size": [1, 1, 0.2]}]}],
    "joints": [{"name": "weld", "type": "fixed", "parent": "ground", "child": "table"}],
    "contacts": [{"name": "c", "of": ["a", "b"], "with": ["a", "b", "table"], "stiffness": 20}]})");
  Simulation run(m, fixed_options(1000.0, 1e-2));
  while (run.step()) {
  }
  EXPECT_NEAR(run.q()[2] / -5e6, 1.0, 1e-4);
  EXPECT_NEAR(run.q()[9], 0.2, 0.01);  // on the table
}

// 1 g below 1000 kg: the deep spring of the light one is found by the step.
TEST(Shapes, AMassRatioOfAMillion) {
  const Mechanism m = contact_model(R"({"gravity": [0, 0, -10], "bodies": [
    {"name": "ball", "position": [0, 0, 0.01], "mass": 1e-3, "inertia": [4e-8, 4e-8, 4e-8],
     "shapes": [{"type": "sphere", "radius": 0.01}]},
    {"name": "block", "position": [0, 0, 0.52], "mass": 1000, "inertia": [160, 160, 160],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]}],
    "joints": [{"name": "b", "type": "free", "parent": "ground", "child": "ball"},
      {"name": "guide", "type": "prismatic", "parent": "ground", "child": "block",
       "position": [0, 0, 0.52], "axis": [0, 0, 1]}],
    "contacts": [{"name": "c", "of": ["ball"], "with": ["block"], "planes": [{}],
      "stiffness": 1e7, "friction": 0.3}]})");
  Simulation run(m, fixed_options(0.2, 2e-6));
  double lowest = 0.0;
  while (run.step()) {
    lowest = std::min(lowest, run.q()[7]);
    ASSERT_LT(run.q()[7], 1e-6);
    // both springs are equally deep, but for the quick motion of the ball between them
    if (run.q()[7] > -1e-3) continue;
    ASSERT_NEAR((run.q()[2] - 0.01) / run.q()[7], 0.5, 0.03);
  }
  EXPECT_NEAR(lowest, -4e-3, 1e-4);  // twice the sag of the weight on both
}

}  // namespace
}  // namespace treadle::test
