// Every element once in C++ and once in a file.
#include "../../src/builder/model_builder.hpp"
#include "../../src/io/reading/read_model.hpp"
#include "../../src/io/writing/write_model.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

// Adds the bodies that the elements refer to.
void add_bodies(ModelBuilder& m) {
  for (const char* name : {"a", "b"}) m.body(name).mass(1).inertia({1, 1, 1});
  m.frame("tip").on("a").at({1, 0, 0}).turned(about({0, 0, 1}, "90 deg"));
}

constexpr const char* bodies = R"("bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]},
  {"name": "b", "mass": 1, "inertia": [1, 1, 1]}], "frames": [{"name": "tip", "body": "a",
  "position": [1, 0, 0], "orientation": {"axis": [0, 0, 1], "angle": "90 deg"}}])";

template <class Build>
void expect_same(const std::string& text, Build build) {
  const std::string folder = tests_folder() + "/io/good";
  ModelBuilder m("m", folder);
  add_bodies(m);
  build(m);
  const Description read =
      read_model_text("{" + std::string(bodies) + ", " + text + "}", folder + "/m");
  const Description built = m.description();
  EXPECT_EQ(write_model(built), write_model(read));
  EXPECT_TRUE(built == read);
  Description again = read_model_text(write_model(read), folder + "/m");
  again.source = read.source;
  EXPECT_TRUE(again == read) << write_model(read);
}

TEST(EveryElement, joints) {
  expect_same(
      R"("joints": [
        {"name": "j1", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 1],
         "axis": [0, 1, 0], "start": "30 deg", "velocity": "60 rpm", "spring": {"stiffness": 2,
         "rest": "10 deg", "preload": "1 N m"}, "damping": 3, "limits": {"lower": -1, "upper": 1,
         "stiffness": 1000, "damping": 4}, "friction": {"coulomb": 1, "speed": 0.1, "stiction": 2,
         "stribeck_speed": 0.3}, "drive": {"type": "sine", "amplitude": 2, "frequency": "3 Hz"},
         "tree": "keep"},
        {"name": "j2", "type": "prismatic", "parent": "a", "child": "b", "parent_frame": "tip",
         "child_frame": {"position": [1, 2, 3], "axis": [1, 0, 0]}, "limits": {"upper": 2,
         "stiffness": 5, "damping": 0}},
        {"name": "j3", "type": "spherical", "parent": "ground", "child": "b", "position": [1, 0, 0],
         "start": [0.6, 0.8, 0, 0], "velocity": [1, 2, 3], "damping": 0.5, "tree": "cut"},
        {"name": "j4", "type": "free", "parent": "ground", "child": "a",
         "start": {"position": [1, 2, 3]}, "velocity": {"linear": [1, 0, 0]}},
        {"name": "j5", "type": "fixed", "parent": "a", "child": "b"},
        {"name": "j6", "type": "cylindrical", "parent": "a", "child": "b", "position": [0, 0, 0],
         "axis": [0, 0, 1], "start": {"displacement": "5 mm"}, "coordinates": {"angle":
         {"spring": {"stiffness": 3}, "friction": {"coulomb": 1, "speed": 2}}, "displacement":
         {"damping": 7, "limits": {"lower": -1, "stiffness": 5, "damping": 0}}}},
        {"name": "j7", "type": "universal", "parent": "a", "child": "b", "position": [0, 0, 0],
         "orientation": {"rpy": [0.1, 0.2, 0.3]}},
        {"name": "j8", "type": "planar", "parent": "a", "child": "b",
         "parent_frame": {"position": [0, 0, 0], "orientation": [0, 1, 0, 0]},
         "child_frame": {"position": [0, 0, 1], "axis": [0, 0, 1]}, "velocity": {"x": 1}},
        {"name": "j9", "type": "screw", "parent": "a", "child": "b", "position": [0, 0, 0],
         "axis": [0, 0, 1], "pitch": "2 mm"}])",
      [](ModelBuilder& m) {
        m.revolute("j1")
            .between("ground", "a")
            .at({0, 0, 1})
            .along({0, 1, 0})
            .start("30 deg")
            .velocity("60 rpm")
            .spring(2, "10 deg", "1 N m")
            .damping(3)
            .limits(-1, 1, 1000, 4)
            .friction(1, 0.1, 2, 0.3)
            .drive(Function::sine(2, "3 Hz"))
            .keep();
        m.prismatic("j2")
            .between("a", "b")
            .frames("tip", axis_frame({1, 2, 3}, {1, 0, 0}))
            .upper_limit(2, 5);
        m.spherical("j3")
            .between("ground", "b")
            .at({1, 0, 0})
            .start({0.6, 0.8, 0, 0})
            .velocity({1, 2, 3})
            .damping(0.5)
            .cut();
        m.free("j4")
            .between("ground", "a")
            .start("position", {1, 2, 3})
            .velocity("linear", {1, 0, 0});
        m.fixed("j5").between("a", "b");
        JointBuilder j6 = m.cylindrical("j6").between("a", "b").at({0, 0, 0}).along({0, 0, 1});
        j6.start("displacement", "5 mm").on("angle").spring(3).friction(1, 2);
        j6.on("displacement").damping(7).lower_limit(-1, 5);
        m.universal("j7").between("a", "b").at({0, 0, 0}).turned(roll_pitch_yaw(0.1, 0.2, 0.3));
        m.planar("j8")
            .between("a", "b")
            .frames(turned_frame({0, 0, 0}, {0, 1, 0, 0}), axis_frame({0, 0, 1}, {0, 0, 1}))
            .velocity("x", 1);
        m.screw("j9", "2 mm").between("a", "b").at({0, 0, 0}).along({0, 0, 1});
      });
}

TEST(EveryElement, laws_on_coordinates_and_angles) {
  expect_same(
      R"("joints": [
        {"name": "j1", "type": "revolute", "parent": "ground", "child": "a", "position": [0, 0, 1],
         "axis": [0, 1, 0], "spring": {"law": "2 N m/rad*stretch + 3 N m/rad^3*stretch^3",
         "rest": "10 deg"}, "damper_law": {"rate": [-1, 1], "force": ["-2 N m", 3]},
         "play": {"width": "2 deg", "stiffness": "3 kN m/rad", "dissipation": 0.1, "center": 0.2},
         "motor": {"law": "5 N m - 0.1 N m s*rate", "level": {"type": "ramp", "slope": 1}}},
        {"name": "j2", "type": "prismatic", "parent": "a", "child": "b", "position": [0, 0, 0],
         "axis": [1, 0, 0], "spring": {"law": {"stretch": [-1, 0, 1], "force": [-5, 0, "9 N"]},
         "rest": 0}, "damper_law": "3 N*sign(rate)*abs(rate/(1 m/s))^0.7",
         "play": {"width": "1 mm", "stiffness": "3 kN/m", "dissipation": 0, "center": 0},
         "motor": {"law": {"rate": [0, 1], "force": [4, 0]}, "level": 1}},
        {"name": "j3", "type": "spherical", "parent": "ground", "child": "b", "position": [1, 0, 0],
         "swing": {"limits": {"upper": "40 deg", "stiffness": 500, "damping": 0}},
         "twist": {"spring": {"law": "2 N m*stretch^3", "rest": 0}, "damping": 2},
         "turn": {"friction": {"coulomb": 1, "speed": 2}}},
        {"name": "j4", "type": "universal", "parent": "a", "child": "b", "position": [0, 0, 0],
         "axes": [[0, 1, 1], [3, 0, 0]]}])",
      [](ModelBuilder& m) {
        m.revolute("j1")
            .between("ground", "a")
            .at({0, 0, 1})
            .along({0, 1, 0})
            .spring_law("2 N m/rad*stretch + 3 N m/rad^3*stretch^3", "10 deg")
            .damper_law(rate_table({-1, 1}, {"-2 N m", 3}))
            .play("2 deg", "3 kN m/rad", 0.1, 0.2)
            .motor("5 N m - 0.1 N m s*rate", Function::ramp(1));
        m.prismatic("j2")
            .between("a", "b")
            .at({0, 0, 0})
            .along({1, 0, 0})
            .spring_law(stretch_table({-1, 0, 1}, {-5, 0, "9 N"}))
            .damper_law("3 N*sign(rate)*abs(rate/(1 m/s))^0.7")
            .play("1 mm", "3 kN/m")
            .motor(rate_table({0, 1}, {4, 0}));
        JointBuilder j3 = m.spherical("j3").between("ground", "b").at({1, 0, 0});
        j3.on_angle("swing").upper_limit("40 deg", 500);
        j3.on_angle("twist").spring_law("2 N m*stretch^3").damping(2);
        j3.on_angle("turn").friction(1, 2);
        m.universal("j4").between("a", "b").at({0, 0, 0}).axes({0, 1, 1}, {3, 0, 0});
      });
}

TEST(EveryElement, gears_and_couplers_that_give) {
  const char* joints =
      R"("joints": [{"name": "j", "type": "revolute", "parent": "ground", "child": "a",
          "position": [0, 0, 0], "axis": [0, 0, 1]}, {"name": "k", "type": "revolute",
          "parent": "ground", "child": "b", "position": [1, 0, 0], "axis": [0, 0, 1]}])";
  const auto add_joints = [](ModelBuilder& m) {
    m.revolute("j").between("ground", "a").at({0, 0, 0}).along({0, 0, 1});
    m.revolute("k").between("ground", "b").at({1, 0, 0}).along({0, 0, 1});
  };
  expect_same(joints + std::string(R"(, "constraints": [
        {"name": "g1", "type": "gear", "joints": ["j", "k"], "teeth": [20, 30], "mesh": "internal",
         "point": [-2, 0, 0], "pressure_angle": "14.5 deg", "helix_angle": "-10 deg", "offset": "1 mm"}],
      "forces": [
        {"name": "g2", "type": "gear", "joints": ["j", "k"], "teeth": [20, 30],
         "spring": {"stiffness": "2 kN/mm"}, "damping": 3},
        {"name": "f1", "type": "coupler", "coordinates": [{"joint": "j", "factor": "30 mm/rad"},
         {"joint": "k", "factor": "0.04 m/rad"}], "offset": "2 mm",
         "play": {"width": "0.1 mm", "stiffness": 1e6, "dissipation": 0, "center": 0}},
        {"name": "f2", "type": "coupler", "coordinates": [{"joint": "j", "factor": 1}, {"joint": "k",
         "factor": -2}], "damping": "3 N m s"}])"),
              [&](ModelBuilder& m) {
                add_joints(m);
                m.gear("g1")
                    .wheels("j", "k")
                    .teeth(20, 30)
                    .internal()
                    .at({-2, 0, 0})
                    .pressure_angle("14.5 deg")
                    .helix_angle("-10 deg")
                    .offset("1 mm");
                m.elastic_gear("g2").wheels("j", "k").teeth(20, 30).spring("2 kN/mm").damping(3);
                m.elastic_coupler("f1")
                    .add("j", "30 mm/rad")
                    .add("k", "0.04 m/rad")
                    .offset("2 mm")
                    .play("0.1 mm", 1e6);
                m.elastic_coupler("f2").add("j", 1).add("k", -2).damping("3 N m s");
              });
}

TEST(EveryElement, constraints) {
  expect_same(
      R"("joints": [{"name": "j", "type": "cylindrical", "parent": "ground", "child": "a",
          "position": [0, 0, 0], "axis": [0, 0, 1]}, {"name": "k", "type": "revolute",
          "parent": "ground", "child": "b", "position": [0, 0, 0], "axis": [0, 0, 1]}],
        "constraints": [
        {"name": "c1", "type": "distance", "from": "tip", "to": {"body": "b", "position": [1, 2, 3]},
         "length": "2 m"},
        {"name": "c2", "type": "coupler", "coordinates": [{"joint": "j", "coordinate": "angle",
         "factor": 2}, {"joint": "k", "factor": -1}], "offset": 0.5},
        {"name": "c3", "type": "driver", "joint": "k", "function": {"type": "ramp", "slope": "3 rpm",
         "offset": 1, "start": 1, "end": 2}},
        {"name": "c4", "type": "driver", "joint": "j", "coordinate": "displacement",
         "function": {"type": "step", "from": 0, "to": "5 mm", "start": 0, "end": 1}},
        {"name": "c5", "type": "driver", "from": "tip", "to": {"body": "b", "position": [0, 0, 0]},
         "function": {"type": "chirp", "amplitude": 1, "from": 2, "to": 3, "start": 0, "end": 4,
         "phase": "90 deg", "offset": 9}},
        {"name": "c6", "type": "point_on_line", "from": "tip", "to": {"body": "ground"},
         "axis": [1, 1, 0]},
        {"name": "c7", "type": "point_on_plane", "from": "tip", "to": {"body": "ground"},
         "normal": [1, 1, 1]},
        {"name": "c8", "type": "rolling", "from": "tip", "to": {"body": "ground"},
         "normal": [1, 1, 1], "radius": "30 cm", "axis": [0, 1, 0], "rim_radius": 0.02}])",
      [](ModelBuilder& m) {
        m.cylindrical("j").between("ground", "a").at({0, 0, 0}).along({0, 0, 1});
        m.revolute("k").between("ground", "b").at({0, 0, 0}).along({0, 0, 1});
        m.distance("c1").from("tip").to("b", {1, 2, 3}).length("2 m");
        m.coupler("c2").add("j", "angle", 2).add("k", -1).offset(0.5);
        m.driver("c3").joint("k").follows(Function::ramp("3 rpm").offset(1).start(1).end(2));
        m.driver("c4").joint("j", "displacement").follows(Function::step(0, "5 mm", 0, 1));
        m.driver("c5")
            .from("tip")
            .to("b", {0, 0, 0})
            .follows(Function::chirp(1, 2, 3, 0, 4).phase("90 deg").offset(9));
        m.point_on_line("c6").from("tip").to("ground", {0, 0, 0}).along({1, 1, 0});
        m.point_on_plane("c7").from("tip").to("ground", {0, 0, 0}).normal({1, 1, 1});
        m.rolling("c8")
            .from("tip")
            .to("ground", {0, 0, 0})
            .normal({1, 1, 1})
            .radius("30 cm")
            .along({0, 1, 0})
            .rim_radius(0.02);
      });
}

TEST(EveryElement, forces) {
  expect_same(
      R"("forces": [
        {"name": "f1", "type": "spring", "from": "tip", "to": {"body": "b", "position": [0, 0, 0]},
         "stiffness": "2 kN/m", "damping": 3, "rebound_damping": 4, "length": 1, "preload": 5,
         "end_damping": {"below": 0.6, "above": "1.9 m", "damping": 7, "rebound_damping": 8},
         "bump": {"length": 0.5, "stiffness": 9}, "rebound": {"length": 2, "law":
         {"penetration": [0, 0.1], "force": [0, 10]}}, "actuator": {"type": "table",
         "times": [0, 1, "2000 ms"], "values": [1, 2, 0]}},
        {"name": "f2", "type": "spring", "from": "tip", "to": {"body": "b", "position": [0, 0, 0]},
         "law": {"stretch": [-1, 0, 1], "force": [-5, 0, 5]}, "damper_law": {"rate": [-1, 1],
         "force": [-1, 1]}, "bump": {"length": 0.5, "law": {"penetration": [0, 1], "force": [0, 1]}},
         "rebound": {"length": 2, "stiffness": 9}},
        {"name": "f3", "type": "bushing", "from": "tip", "to": {"body": "b", "position": [0, 0, 0]},
         "from_orientation": [0, 1, 0, 0], "to_orientation": {"rpy": [1, 2, 3]},
         "stiffness": [1, 2, 3, 4, 5, 6], "damping": [1, 1, 1, 1, 1, 1], "preload": [0, 0, 1, 0, 0, 0]},
        {"name": "f4", "type": "plane", "from": "tip", "to": {"body": "ground",
         "position": [0, 0, 0]}, "normal": [0, 1, 1], "radius": 0.3, "stiffness": 100, "damping": 1},
        {"name": "f5", "type": "applied", "on": "tip", "direction": [1, 0, 0], "axes": "body",
         "force": 3, "torque": {"type": "table", "file": "torque.csv", "columns": ["time", "torque"],
         "units": ["ms", "N m"]}},
        {"name": "f6", "type": "applied", "on": {"body": "b", "position": [0, 0, 1]},
         "direction": [1, 0, 0], "force": {"type": "table", "file": "push.csv"}}])",
      [](ModelBuilder& m) {
        m.spring("f1")
            .from("tip")
            .to("b", {0, 0, 0})
            .stiffness("2 kN/m")
            .damping(3)
            .rebound_damping(4)
            .length(1)
            .preload(5)
            .end_damping(0.6, "1.9 m", 7, 8)
            .bump(0.5, 9)
            .rebound_law(2, {0, 0.1}, {0, 10})
            .actuator(Function::table({0, 1, "2000 ms"}, {1, 2, 0}));
        m.spring("f2")
            .from("tip")
            .to("b", {0, 0, 0})
            .law({-1, 0, 1}, {-5, 0, 5})
            .damper_law({-1, 1}, {-1, 1})
            .bump_law(0.5, {0, 1}, {0, 1})
            .rebound(2, 9);
        m.bushing("f3")
            .from("tip")
            .to("b", {0, 0, 0})
            .from_turned({0, 1, 0, 0})
            .to_turned(roll_pitch_yaw(1, 2, 3))
            .stiffness({1, 2, 3, 4, 5, 6})
            .damping({1, 1, 1, 1, 1, 1})
            .preload({0, 0, 1, 0, 0, 0});
        m.plane("f4")
            .from("tip")
            .to("ground", {0, 0, 0})
            .normal({0, 1, 1})
            .radius(0.3)
            .stiffness(100)
            .damping(1);
        m.applied("f5").on("tip").along({1, 0, 0}).in_body_axes().force(3).torque(
            Function::table_file("torque.csv").columns({"time", "torque"}).units({"ms", "N m"}));
        m.applied("f6").on("b", {0, 0, 1}).along({1, 0, 0}).force(Function::table_file("push.csv"));
      });
}

TEST(EveryElement, shapes_and_parts) {
  const std::string folder = tests_folder() + "/io/good";
  ModelBuilder m("shapes", folder);
  m.parameter("size", "2 m").gravity({0, 0, "-1.62 m/s^2"}).root_first();
  m.body("c")
      .shape(Shape::box({"size", 1, 1}).density(1000).color("red"))
      .shape(Shape::cylinder(0.1, 1).at({0, 0, 1}).turned({0, 1, 0, 0}).density("1 g/cm^3"))
      .shape(Shape::sphere(0.2))
      .shape(Shape::capsule(0.1, 0.5))
      .shape(Shape::tube(0.3, 0.2, 0.1))
      .shape(Shape::extrusion({{0, 0}, {1, 0}, {0, 1}}, 0.5))
      .shape(Shape::mesh("parts/block.stl", "mm").density(7850));
  m.body("d").mass(1).at({1, 2, 3}).turned(about({0, 0, 1}, 1)).kind("wing");
  m.include("parts/axle.json", "axle")
      .at({1, 0, 0})
      .turned({1, 0, 0, 0})
      .mirror("y")
      .ground("c")
      .port("rack", "d")
      .parameter("width", "size/4");
  const Description read = read_model_text(
      R"({"name": "shapes", "parameters": {"size": "2 m"}, "gravity": [0, 0, "-1.62 m/s^2"],
        "numbering": "root-first", "bodies": [{"name": "c", "shapes": [
        {"type": "box", "size": ["size", 1, 1], "density": 1000, "color": "red"},
        {"type": "cylinder", "radius": 0.1, "length": 1, "position": [0, 0, 1],
         "orientation": [0, 1, 0, 0], "density": "1 g/cm^3"},
        {"type": "sphere", "radius": 0.2}, {"type": "capsule", "radius": 0.1, "length": 0.5},
        {"type": "tube", "radius": 0.3, "inner_radius": 0.2, "length": 0.1},
        {"type": "extrusion", "outline": [[0, 0], [1, 0], [0, 1]], "length": 0.5},
        {"type": "mesh", "file": "parts/block.stl", "scale": "mm", "density": 7850}]},
        {"name": "d", "mass": 1, "position": [1, 2, 3], "orientation": {"axis": [0, 0, 1],
         "angle": 1}, "kind": "wing"}],
        "include": [{"file": "parts/axle.json", "name": "axle", "position": [1, 0, 0],
         "orientation": [1, 0, 0, 0], "mirror": "y", "ground": "c", "ports": {"rack": "d"},
         "parameters": {"width": "size/4"}}]})",
      folder + "/shapes");
  EXPECT_TRUE(m.description() == read);
  EXPECT_EQ(write_model(m.description()), write_model(read));
}

TEST(EveryElement, inputs_are_handed_to_parts) {
  const std::string folder = tests_folder() + "/../docs/model/examples";
  ModelBuilder m("m", folder);
  add_bodies(m);
  m.include("parts/corner.json", "corner")
      .port("rack", "a")
      .input("assist", Function::input("all").preset("2 N m").opposite());
  const Description read = read_model_text(
      "{" + std::string(bodies) + R"(, "include": [{"file": "parts/corner.json", "name": "corner",
        "ports": {"rack": "a"}, "inputs": {"assist": {"type": "input", "name": "all",
        "default": "2 N m", "direction": "opposite"}}}]})",
      folder + "/m");
  EXPECT_TRUE(m.description() == read);
  EXPECT_EQ(read.joints.at(0).forces.at(0).drive->input, "all");
}

// The objects that outputs and targets become; the reader says what they mean.
TEST(EveryElement, outputs_and_targets_are_objects_of_the_file) {
  Value item = Value::object();
  OutputBuilder(item)
      .joint("j", "angle")
      .of(on_body("a", {0, 0, 1}, {1, 0, 0, 0}))
      .seen_from("tip");
  OutputBuilder(item)
      .from("a", {1, 0, 0})
      .vertex("b", {0, 0, 0})
      .to("tip")
      .force("f")
      .energy("work");
  Value target = Value::object();
  TargetBuilder(target).priority(2).at({1, 2, 3}).turned({0, 1, 0, 0});
  EXPECT_EQ(print_value(target),
            "{\n  \"priority\": 2,\n  \"at\": {\"position\": [1, 2, 3], \"orientation\": [0, 1, 0, "
            "0]}\n}\n");
  const std::string text = print_value(item);
  for (const char* words :
       {R"("joint": "j")", R"("coordinate": "angle")", R"("seen_from": "tip")",
        R"("energy": "work")",
        R"("of": {"body": "a", "position": [0, 0, 1], "orientation": [1, 0, 0, 0]})",
        R"("vertex": {"body": "b", "position": [0, 0, 0]})"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << text;
  }
}

TEST(EveryElement, controllers) {
  expect_same(
      R"("controllers": [
        {"name": "c1", "type": "gain", "input": "time", "gain": "2 N", "offset": 1, "output": "push"},
        {"name": "c2", "type": "sum", "inputs": ["c1", "time"], "factors": [1, -2], "offset": 3},
        {"name": "c3", "type": "limit", "input": "c2", "lower": -1, "upper": "2 kN"},
        {"name": "c4", "type": "filter", "input": "c3", "frequency": "2 Hz", "damping": 0.7, "start": 1},
        {"name": "c5", "type": "filter", "input": "c3", "time_constant": "10 ms", "sample_time": "1 ms"},
        {"name": "c6", "type": "pid", "input": "c1", "setpoint": {"type": "ramp", "slope": "1 m/s"},
         "proportional": 1, "integral": 2, "derivative": 3, "derivative_time": "1 ms", "lower": -5,
         "upper": 5, "tracking_time": 2},
        {"name": "c7", "type": "pid", "input": "c1", "setpoint_from": "c2", "integral": 2},
        {"name": "c8", "type": "delay", "input": "c1", "delay": "6 ms", "sample_time": "2 ms", "start": 4},
        {"name": "c9", "type": "table", "input": "c1", "x": [0, "1 deg"], "y": [0, 1]},
        {"name": "c10", "type": "expression", "inputs": {"a": "c1", "t": "time"}, "expression": "a*t"},
        {"name": "c11", "type": "expression", "inputs": ["c1"], "expression": "u1^2"},
        {"name": "c12", "type": "function", "function": {"type": "sine", "amplitude": "5 mm", "frequency": 2}}])",
      [](ModelBuilder& m) {
        m.controller("c1", "gain").input("time").gain("2 N").offset(1).output("push");
        m.controller("c2", "sum").inputs({"c1", "time"}).factors({1, -2}).offset(3);
        m.controller("c3", "limit").input("c2").lower(-1).upper("2 kN");
        m.controller("c4", "filter").input("c3").frequency("2 Hz", 0.7).start(1);
        m.controller("c5", "filter").input("c3").time_constant("10 ms").sample_time("1 ms");
        m.controller("c6", "pid")
            .input("c1")
            .setpoint(Function::ramp("1 m/s"))
            .proportional(1)
            .integral(2)
            .derivative(3, "1 ms")
            .lower(-5)
            .upper(5)
            .tracking_time(2);
        m.controller("c7", "pid").input("c1").setpoint_from("c2").integral(2);
        m.controller("c8", "delay").input("c1").delay("6 ms").sample_time("2 ms").start(4);
        m.controller("c9", "table").input("c1").points({0, "1 deg"}, {0, 1});
        Value named = Value::object();
        named.set("a", "c1").set("t", "time");
        m.controller("c10", "expression").inputs(named).expression("a*t");
        m.controller("c11", "expression")
            .inputs(Value::list_of(std::vector<std::string>{"c1"}))
            .expression("u1^2");
        m.controller("c12", "function").function(Function::sine("5 mm", 2));
      });
}

TEST(EveryElement, events_and_tolerances) {
  ModelBuilder m("cart");
  m.body("cart").mass(1).inertia({0.1, 0.1, 0.1});
  m.prismatic("rail").between("ground", "cart").at({0, 0, 0}).along({1, 0, 0});
  m.spring("band").from("ground", {-1, 0, 0}).to("cart", {0, 0, 0}).stiffness(100).length(1);
  m.event("a", "rail.q").crosses("20 mm").up().times(3);
  m.event("b", "rail.v").down().switch_off("band");
  m.event("c", "rail.v").switch_on("band");
  m.event("d", "time").crosses("1 s").stop();
  m.simulation().max_step("20 ms").rtol(1e-6).atol(1e-9).integrator("dormand-prince");
  const Description d = m.description();
  EXPECT_EQ(d.events[0],
            (EventItem{"a", "rail.q", 0.02, "m", Crossing::up, EventAction::record, "", 3}));
  EXPECT_EQ(
      d.events[1],
      (EventItem{"b", "rail.v", 0.0, "", Crossing::down, EventAction::switch_off, "band", {}}));
  EXPECT_EQ(d.events[2].action, EventAction::switch_on);
  EXPECT_EQ(d.events[3],
            (EventItem{"d", "time", 1.0, "s", Crossing::both, EventAction::stop, "", {}}));
  EXPECT_EQ(d.simulation.max_step, 0.02);
  EXPECT_EQ(d.simulation.rtol, 1e-6);
  EXPECT_EQ(d.simulation.atol, 1e-9);
  EXPECT_EQ(read_model_text(write_model(d), "cart"), d);
}

}  // namespace
}  // namespace treadle
