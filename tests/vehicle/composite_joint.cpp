// Composite joints: derivatives, solvers, runs that go on, dead points, refusals.
#include "composite_support.hpp"

#include "src/analyses/follow_drive.hpp"
#include "src/generate/generated.hpp"

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

// What one look at the equations finds is what Newton finds, within cells and at their borders, and
// with derivatives of any order that the series has.
TEST(Composite, SeriesIsWhatNewtonFinds) {
  const Mechanism m = built(wishbones(false, 0.0));
  const auto& inside = m.model.links[composite_link(m)].inside;
  CompositeStage<double> quick(inside);
  InsideSolve<double> slow(*inside);
  InsideNodes nodes(*inside);
  slow.take_rows(nodes.solve().rows(), nodes.solve().scales());
  std::mt19937 dice(11);
  std::uniform_real_distribution<double> angle(-0.3, 0.3), way(-0.04, 0.04);
  double most = 0.0;
  for (int k = 0; k < 300; ++k) {
    std::array<double, 6> y{angle(dice), way(dice)};
    if (k % 3 == 0) y[0] = inside->cell[0] * (std::round(y[0] / inside->cell[0]) + 0.5);
    quick.solve(y.data());
    const InsideNodes::Node* node = nodes.creep(*nodes.find(y), y);
    ASSERT_NE(node, nullptr);
    std::copy_n(nodes.positions(*node), slow.q.size(), slow.q.begin());
    slow.look();
    const LoopEnd<double>& end = inside->carried.front();
    const auto body = static_cast<std::size_t>(end.body);
    const auto group = static_cast<std::size_t>(slow.model.links[body].group);
    const Transform<double> x = slow.here.group[group] * (slow.here.x[body] * end.frame);
    most = std::max({most, norm(x.p - inside->origin - quick.child().p),
                     norm(x.r.x - quick.child().r.x), norm(x.r.z - quick.child().r.z)});
  }
  EXPECT_LT(most, 2e-15);  // of lengths of 1 m
}

TEST(Composite, RefusalsNameWhatIsInside) {
  const std::string rear = wishbones(true, 0.0);
  const auto with = [&](const std::string& output) -> std::string {
    try {
      const Mechanism m =
          built(replaced(rear, R"("forces": [)", R"("outputs": [)" + output + R"(], "forces": [)"));
      all_channels(m.description, m.model, m.placement, m.forces);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "taken";
  };
  EXPECT_NE(with(R"({"name": "a", "type": "reaction", "constraint": "tie_rod"})")
                .find("constraint 'tie_rod' is inside composite 'corner'"),
            std::string::npos);
  EXPECT_NE(with(R"({"name": "a", "type": "reaction", "joint": "lower_ball"})")
                .find("joint 'lower_ball' is inside composite 'corner'"),
            std::string::npos);
  EXPECT_NE(
      refusal(
          replaced(
              rear, R"(, {"name": "corner")",
              R"(, {"name": "other", "type": "composite", "parent": "chassis", "child": "knuckle", "links": [], "independent": ["lower_hinge"]}, {"name": "corner")"))
          .find("are joined by composite 'other' already"),
      std::string::npos);
  const Mechanism m = built(rear);
  DriveOptions drive;
  drive.joint = "lower_hinge";
  drive.to = 0.1;
  try {
    with_drive(m.description, drive);
    ADD_FAILURE() << "taken";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.what(), std::string("joint 'lower_hinge' is inside composite 'corner'; drive "
                                        "'corner' instead"));
  }
}

// A file goes on with the same bits, the code of composites declines with words.
TEST(Composite, GeneratedCodeDeclines) {
  const Mechanism m = built(wishbones(true, 0.0));
  std::string message;
  EXPECT_EQ(try_generated(m, false, message), nullptr);
  EXPECT_NE(message.find("composite"), std::string::npos) << message;
}

}  // namespace
}  // namespace treadle::composite_joint
