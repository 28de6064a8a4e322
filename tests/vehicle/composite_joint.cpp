// Composite joints: derivatives, solvers, runs that go on, dead points, refusals.
#include "composite_support.hpp"

namespace treadle::composite_joint {
namespace {

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
    for (const char* const integrator : {"dormand-prince", "implicit"}) {
      const Motions other = run_of(m, corner_motion, 0.2, integrator, "auto", 1e-10);
      EXPECT_EQ(other.result.end, RunEnd::done) << integrator << ": " << other.result.message;
      EXPECT_LT(apart(first.rows, other.rows), 1e-5) << integrator;
    }
  }
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
