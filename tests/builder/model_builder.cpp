// Models described in C++ are those of the files that say the same.
#include "../../src/builder/model_builder.hpp"

#include "../../src/base/error.hpp"
#include "../../src/io/reading/read_model.hpp"
#include "../../src/io/writing/write_model.hpp"
#include "../io/refusal.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace treadle {
namespace {

void expect_equal(Description built, const Description& read) {
  built.source = read.source;
  EXPECT_EQ(write_model(built), write_model(read));
  EXPECT_TRUE(built == read);
}

Description ready(const std::string& name) {
  return read_model(models_folder() + "/" + name + ".json");
}

TEST(ModelBuilder, four_bar) {
  const Description file = ready("four_bar");
  ModelBuilder m("four_bar");
  m.text(file.text);
  m.body("crank").mass("0.3 kg").center({0, 0, "150 mm"}).inertia({0.00225, 0.00225, 0});
  m.body("coupler")
      .mass("1 kg")
      .center({"400 mm", 0, "600 mm"})
      .inertia({0.03, 0.0833333333333333, 0.05333333333333334, 0, -0.04, 0});
  m.body("rocker").mass(0.9).center({0.8, 0, 0.45}).inertia({0.06075, 0.06075, 0});
  m.revolute("crank_pivot")
      .between("ground", "crank")
      .at({0, 0, 0})
      .along({0, -1, 0})
      .velocity("60 rpm");
  m.revolute("crank_pin").between("crank", "coupler").at({0, 0, 0.3}).along({0, -1, 0});
  m.revolute("rocker_pin").between("coupler", "rocker").at({0.8, 0, 0.9}).along({0, -1, 0});
  m.revolute("rocker_pivot").between("ground", "rocker").at({"800 mm", 0, 0}).along({0, -1, 0});
  m.simulation().duration(5).step("1 ms").output_interval("5 ms");
  expect_equal(m.description(), file);
}

TEST(ModelBuilder, double_wishbone) {
  const Description file = ready("double_wishbone");
  ModelBuilder m("double_wishbone");
  m.text(file.text);
  m.body("chassis")
      .mass("2086.52 kg")
      .center({"-1.632965 m", 0, "213 mm"})
      .inertia({1078.52, 2955.66, 3570.2});
  m.body("upper_arm")
      .mass("5.813 kg")
      .center({"-4.155 in", "23.176 in", "8.575 in"})
      .inertia({0.0326642815885293, 0.0317027422892693, 0.0611529761222014, -0.00064381051556213,
                -0.0061835980682339, 0.0030998384590233});
  m.body("lower_arm")
      .mass("23.965 kg")
      .center({0, "21.528 in", "-2.325 in"})
      .inertia({0.4469, 0.4724713122766163, 0.8682286877233837, 0, 0, 0.1037975310152972});
  m.body("upright")
      .mass("19.45 kg")
      .center({"-1.59 in", "29.5675 in", "-1.035 in"})
      .inertia({0.1656, 0.1934, 0.04367});
  const Value hub{"-1.59 in", "35.815 in", "-1.035 in"};
  m.body("wheel").mass("71.105 kg").inertia({4.34457, 7.38782, 4.34457}).at(hub);

  m.fixed("jig").between("ground", "chassis");
  m.revolute("upper_pivot")
      .between("chassis", "upper_arm")
      .at({"-6.223 in", "18.183 in", "8.665 in"})
      .along({8.6732, -1.251, 1.9316});
  m.revolute("lower_pivot").between("chassis", "lower_arm").at({0, "12.09 in", 0}).along({1, 0, 0});
  m.spherical("upper_ball")
      .between("upper_arm", "upright")
      .at({"-2.088 in", "28.17 in", "8.484 in"});
  m.spherical("lower_ball")
      .between("lower_arm", "upright")
      .at({"-1.4 in", "30.965 in", "-4.65 in"});
  m.fixed("hub").between("upright", "wheel").at(hub);
  m.distance("tie_rod")
      .from("chassis", {"-9.855 in", "17.655 in", "2.135 in"})
      .to("upright", {"-6.922 in", "32.327 in", "-0.643 in"});

  const Value eye{"3.827 in", "21.385 in", "-1.835 in"};
  m.spring("coil_spring")
      .from("chassis", {"4.095 in", "20.07 in", "7.775 in"})
      .to("lower_arm", eye)
      .stiffness("181.5 kN/m")
      .length("339 mm");
  m.spring("damper")
      .from("chassis", {"4.095 in", "19.598 in", "12.722 in"})
      .to("lower_arm", eye)
      .damping("71.5 lbf s/in");
  m.spring("tyre")
      .from("ground", {"-40 mm", "910 mm", "-490 mm"})
      .to("wheel", {0, 0, 0})
      .stiffness("411.12 kN/m")
      .damping("3931.7 N s/m")
      .length("469.9 mm");
  m.simulation().duration("1 s").step("0.5 ms").output_interval("2 ms");
  expect_equal(m.description(), file);
}

TEST(ModelBuilder, handles_stay_good) {
  ModelBuilder m("handles");
  SimulationBuilder simulation = m.simulation();
  BodyBuilder first = m.body("first");
  JointBuilder joint = m.cylindrical("joint").between("ground", "first");
  CoordinateBuilder angle = joint.on("angle");
  for (int i = 0; i < 100; ++i) m.body("b" + std::to_string(i)).mass(1);
  m.gravity({0, 0, 0}).text("late").parameter("load", "3 kg", "late too");
  joint.at({0, 0, 0}).along({0, 0, 1}).start("angle", 0.5).keep();
  joint.on("displacement").damping(3);
  angle.damping(2).spring(4, 0.1);
  first.mass("load");
  simulation.duration(7);
  const Description d = m.description();
  EXPECT_EQ(d.bodies[0].mass, 3.0);
  EXPECT_EQ(d.parameters[0].note, "late too");
  EXPECT_EQ(d.joints[0].forces[0].damping, 2.0);
  EXPECT_EQ(d.joints[0].forces[0].rest, 0.1);
  EXPECT_EQ(d.joints[0].forces[1].damping, 3.0);
  EXPECT_EQ(d.simulation.duration, 7.0);
  EXPECT_EQ(d.source, "handles");
}

TEST(ModelBuilder, refuses_as_the_reader_does) {
  const auto refused = [](auto build) {
    ModelBuilder m("wrong");
    m.body("arm").mass(1);
    build(m);
    return refusal_of([&] { static_cast<void>(m.description()); });
  };
  const Refusal unknown = refused([](ModelBuilder& m) {
    m.revolute("elbow").between("ground", "amr").at({0, 0, 0}).along({0, 0, 1});
  });
  EXPECT_EQ(unknown.where, "joints[0].child");
  EXPECT_TRUE(unknown.says("joint 'elbow': unknown body 'amr' (did you mean 'arm'?)"));
  EXPECT_TRUE(refused([](ModelBuilder& m) {
                m.body("arm").mass(2);
              }).says("the name 'arm' is already taken by bodies[0]"));
  EXPECT_TRUE(refused([](ModelBuilder& m) { m.body("leg").mass("2 m"); }).says("is a length"));
  EXPECT_TRUE(refused([](ModelBuilder& m) { m.body("leg"); }).says("body 'leg': mass is missing"));
  EXPECT_TRUE(refused([](ModelBuilder& m) {
                m.revolute("elbow").between("ground", "arm").at({0, 0}).along({0, 0, 1});
              }).says("joint 'elbow': position is (0, 0); an array of 3 numbers"));
  EXPECT_TRUE(refused([](ModelBuilder& m) {
                m.body("leg").mass(1).set("colour", "red");
              }).says("unknown key 'colour'"));
  const Refusal infinite = refused([](ModelBuilder& m) {
    m.body("leg").mass(1).center({0, std::numeric_limits<double>::infinity(), 0});
  });
  EXPECT_EQ(infinite.where, "bodies[1].center[1]");
  EXPECT_TRUE(infinite.says("'leg': bodies[1].center[1] is not a finite number"));
}

}  // namespace
}  // namespace treadle
