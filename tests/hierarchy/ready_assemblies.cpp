// Ready machines made of components: the double insulator chain, the long chain with its known
// answers, the HMMWV with four corners; by components as by joint coordinates.
#include "treadle.hpp"

#include "src/acceleration/component_method.hpp"
#include "src/acceleration/component_view.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace treadle::test {
namespace {

Description assembly(const std::string& name) {
  return read_model(models_folder() + "/" + name + ".json");
}

RunOptions finely(const std::string& formulation, double duration) {
  RunOptions options;
  options.duration = duration;
  options.formulation = formulation;
  options.rtol = options.atol = 1e-11;
  return options;
}

// By joint coordinates and by components, to 1e-8.
RunResult expect_same_motion(const Mechanism& m, double duration) {
  const RunResult joint = run(m, finely("joint", duration)),
                  component = run(m, finely("component", duration));
  EXPECT_EQ(component.end, RunEnd::done) << component.message;
  EXPECT_EQ(component.refused_answers, 0);
  for (const auto& [at, q] : joint.q) {
    for (std::size_t k = 0; k < q.size(); ++k)
      EXPECT_NEAR(component.q.at(at)[k], q[k], 1e-8 * (1.0 + std::fabs(q[k]))) << at;
  }
  for (const auto& [at, v] : joint.v) {
    for (std::size_t k = 0; k < v.size(); ++k)
      EXPECT_NEAR(component.v.at(at)[k], v[k], 1e-7 * (1.0 + std::fabs(v[k]))) << at;
  }
  return component;
}

TEST(DoubleInsulatorChain, MovesAsInJointCoordinates) {
  expect_same_motion(build_mechanism(assembly("insulator/double_chain")), 1.0);
}

TEST(DoubleInsulatorChain, SwingsForTenSeconds) {
  const Mechanism m = build_mechanism(assembly("insulator/double_chain"));
  RunOptions options;
  options.formulation = "component";
  options.channels.names = {"holder.pose.z"};
  double low = 0.0, high = -10.0;
  Listener listener;
  listener.row = [&](std::span<const double> row) {
    low = std::min(low, row.back());
    high = std::max(high, row.back());
  };
  const RunResult result = run(m, options, listener);
  EXPECT_EQ(result.end, RunEnd::done) << result.message;
  EXPECT_LT(result.energy_drift, 1e-6);
  EXPECT_LT(result.position_violation, 1e-10);
  // straight chains hold it as low as it gets
  const double spread = std::acos(-1.0) / 18.0;
  EXPECT_NEAR(low, -1.04 * std::cos(spread) - 0.185, 1e-6);
  EXPECT_GT(high, low + 1e-4);
}

// The matrix A of a chain whose insulators are in absolute coordinates: 24 x 15, 108 entries of
// 360, as Table 1 has it; the hinges of a chain do not depend on each other.
TEST(DoubleInsulatorChain, HasTheMatrixOfThePaper) {
  const Mechanism m = build_mechanism(assembly("insulator/double_chain"));
  Workspace<double> w(m.model, m.functions.size(), false);
  w.functions = m.functions_at(0.0);
  prepare_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts_of(m), {1, 100}), {});
  ASSERT_TRUE(
      hierarchy.solve({m.model, w.position, w.inertia, w.loads, w.loops, w.gamma}, w.qdd, w.lambda)
          .ok());
  int chains = 0;
  const std::vector<ComponentNode>& nodes = hierarchy.plan().nodes;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Hierarchy::Size size = hierarchy.size(static_cast<int>(n));
    if (nodes[n].parent < 0) {
      EXPECT_EQ(size.rank, size.columns - 3) << "the loop of parallel hinges";
      continue;
    }
    ++chains;
    EXPECT_EQ(size.rows, 24);
    EXPECT_EQ(size.columns, 15);
    EXPECT_EQ(size.rank, 15);
    EXPECT_LE(size.density, 0.30);
    EXPECT_EQ(nodes[n].border.size(), 2U);
  }
  EXPECT_EQ(chains, 2);
}

/// A rope without end that is pulled sideways and along: (F0 + Z v_z) along its turned axis.
struct EndlessRope : CustomForce {
  void apply(const ForceScene& scene, ForceSink& sink) const override {
    constexpr double tension = 2.3e5, area = 3.4e-4, density = 3325.0, modulus = 8e9;
    const double along = std::sqrt(modulus / density),
                 across = std::sqrt(tension / (area * density)), impedance = modulus * area / along;
    const BodyView spacer = scene.body("spacer");
    const Vec3<double> pin{0.0, 0.0, -0.37}, v = spacer.velocity(pin);
    const double beta = -std::atan(v.x / across), pull = tension + impedance * v.z;
    sink.push("spacer", spacer.point(pin), {pull * std::sin(beta), 0.0, -pull * std::cos(beta)});
  }
};

Mechanism long_chain() {
  Description d = assembly("insulator/long_chain");
  d.forces.clear();
  Mechanism m = build_mechanism(d);
  m.custom.push_back(std::make_shared<EndlessRope>());
  return m;
}

// Answers of a quadruple precision extrapolation method; the force at the top is that on the
// hanger.
TEST(LongInsulatorChain, HasItsKnownAnswers) {
  const Mechanism m = long_chain();
  struct Known {
    double t, rope_x, rope_z, spacer_turn;
  };
  for (const Known& known : {Known{0.01, -0.13120185385661, -7.07169825913729, 0.44075799311209},
                             Known{0.03, 0.00383202704335, -7.05680811351339, 0.52119219532807},
                             Known{0.05, -0.03617717507948, -7.05547865355509, 0.53012737933113},
                             Known{0.1, -0.03192693051713, -7.05461296319790, 0.53481610971613}}) {
    RunOptions options = finely("component", known.t);
    options.step = 1e-4;
    options.output_interval = known.t;
    options.channels.names = {"spacer.pose.x", "spacer.pose.z", "spacer.pose.qw", "spacer.pose.qy"};
    std::vector<double> last;
    Listener listener;
    listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
    const RunResult result = run(m, options, listener);
    ASSERT_EQ(result.end, RunEnd::done) << result.message;
    ASSERT_GE(last.size(), 4U);
    const double* pose = last.data() + last.size() - 4;
    const double turn = -2.0 * std::atan2(pose[3], pose[2]);  // about -y
    // the chain buckles and multiplies errors by about 1e7 until the end
    const double allowed = known.t < 0.04 ? 1e-8 : 1e-5;
    EXPECT_NEAR(turn, known.spacer_turn, allowed) << known.t;
    EXPECT_NEAR(pose[0] + 0.37 * std::sin(turn), known.rope_x, allowed) << known.t;
    EXPECT_NEAR(pose[1] - 0.37 * std::cos(turn), known.rope_z, allowed) << known.t;
  }
}

TEST(Corners, MoveAsTheCarInOnePiece) {
  const Mechanism corners = build_mechanism(assembly("hmmwv/corners")),
                  car = build_mechanism(assembly("hmmwv"));
  const RunResult by_corners = expect_same_motion(corners, 1.0),
                  whole = run(car, finely("joint", 1.0));
  for (std::size_t k = 0; k < 7; ++k)
    EXPECT_NEAR(by_corners.q.at("chassis")[k], whole.q.at("chassis")[k], 1e-8);
  std::vector<std::string> names;
  for (const ComponentView& view : view_components(corners)) {
    if (!view.name.empty()) names.push_back(view.name);
  }
  for (const char* name : {"front.left", "front.right", "rear.left", "rear.right"})
    EXPECT_TRUE(std::count(names.begin(), names.end(), name) == 1) << name;
}

}  // namespace
}  // namespace treadle::test
