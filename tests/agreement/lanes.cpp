// Equal branches side by side in lanes, in the recursion and in the saddle form, against an LU of
// the dense equations at the same states.
#include "random_loads.hpp"
#include "src/acceleration/lane_accelerations.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace treadle::test {
namespace {

void rename(Description& d, const std::string& end, const std::string& base) {
  const auto name = [&](std::string& n) { n = n == ground_name ? base : n + end; };
  for (BodyItem& b : d.bodies) b.name += end;
  for (JointItem& j : d.joints) {
    j.name += end;
    name(j.parent);
    name(j.child);
  }
  for (ConstraintItem& c : d.constraints) {
    c.name += end;
    name(c.from.body);
    name(c.to.body);
  }
  for (ForceItem& f : d.forces) {
    f.name += end;
    name(f.from.body);
    name(f.to.body);
    for (CoordinateRef& ref : f.coordinates) ref.joint += end;
    if (!f.gear) continue;
    for (std::string& joint : f.gear->joints) joint += end;
  }
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Copies of a random mechanism, elsewhere and with other numbers, on a body that floats or on the
// ground.
Description copies(unsigned seed, int count, bool on_hub) {
  RandomChoice choice;
  choice.bodies = 2 + static_cast<int>(seed % 5);
  choice.loops = static_cast<int>(seed % 4);
  Description one = random_mechanism(seed + 4000, choice).description;
  std::mt19937 dice(seed);
  load(one, dice);
  Description d;
  d.gravity = one.gravity;
  const std::string base = on_hub ? "hub" : ground_name;
  if (on_hub) {
    BodyItem hub;
    hub.name = "hub";
    hub.mass = 7.0;
    hub.inertia = {1.0, 2.0, 2.5, 0.1, 0.2, 0.3};
    hub.center = {0.1, -0.2, 0.3};
    d.bodies.push_back(hub);
    JointItem joint;
    joint.name = "hub_free";
    joint.type = JointType::free;
    joint.parent = ground_name;
    joint.child = "hub";
    d.joints.push_back(joint);
  }
  for (int k = 0; k < count; ++k) {
    Description copy = moved(one, random_pose(dice));
    rename(copy, "_" + std::to_string(k), base);
    vary(copy, 1.0 + 0.2 * k);
    append(d.bodies, copy.bodies);
    append(d.joints, copy.joints);
    append(d.constraints, copy.constraints);
    append(d.forces, copy.forces);
  }
  return d;
}

std::size_t at_body(const Mechanism& mechanism, std::size_t body) {
  return static_cast<std::size_t>(mechanism.model.links[body].q_at);
}

struct Compared {
  std::size_t sets = 0, lanes = 0;
  int refused = 0, states = 0;
  double error = 0.0, power = 0.0;
  double saddle = 0.0;  // of the saddle form, multipliers included
  double steps = 0.0;   // towards closed loops, with the factors of an evaluation
  std::array<std::size_t, force_kinds> in_lanes{}, elsewhere{};  // forces of each kind
};

// Largest difference, relative to the largest number.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double scale = 0.0, worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    scale = std::max(scale, std::fabs(b[k]));
    worst = std::max(worst, std::fabs(a[k] - b[k]));
  }
  return worst / (1.0 + scale);
}

// Steps towards closed loops with the factors of an evaluation that both have just made. (R11)
double steps_error(const Model<double>& model, SaddleSolver<double>& solver,
                   LaneAccelerations& lanes, const Workspace<double>& w, std::mt19937& dice) {
  std::vector<double> any(w.qdd.size()), step(any.size()), x(any.size());
  const std::vector<double> zero(any.size(), 0.0);
  for (double& a : any) a = uniform(dice);
  std::vector<double> gaps(w.gamma.size()), drift(gaps.size()), lambda(gaps.size());
  loop_rate<double>(model, w.loops, any, gaps);
  loop_rate<double>(model, w.loops, zero, drift);
  for (std::size_t r = 0; r < gaps.size(); ++r) gaps[r] -= drift[r];
  solver.solve(zero, gaps, step, lambda);
  lanes.solve_again(gaps, x);
  return difference(x, step);
}

// At random states around the start: the equations are linear wherever the loops are. Redundant
// ones must be closed and at rest, or it would matter which of them are left out.
Compared compare(const Mechanism& mechanism, unsigned seed, int states) {
  Model<double> model = mechanism.model;
  turn_about_group_axes(model);
  Compared out;
  const auto lanes = LaneAccelerations::make(mechanism, model);
  if (!lanes) return out;
  out.sets = lanes->twins().sets.size();
  for (const auto& set : lanes->twins().sets) {
    out.lanes += set.size();
    for (const Excerpt& e : set)
      for_each_field([](auto& sum, const auto& taken) { sum += taken.size(); }, out.in_lanes,
                     e.taken);
  }
  for_each_field([](auto& sum, const auto& list) { sum += list.size(); }, out.elsewhere,
                 lanes->twins().rest.forces);
  const auto solver = make_solver<double>("gauss", *mechanism.model.pattern);
  solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  const auto clustered = make_solver<double>("clustered", *mechanism.model.pattern);
  clustered->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  Workspace<double> w(mechanism.model, mechanism.functions.size()), other = w;
  std::mt19937 dice(seed);
  std::vector<double> q = mechanism.start.q, v = mechanism.start.v, qdd(v.size());
  std::vector<double> rates(w.functions.size());
  for (int s = 0; s < states; ++s) {
    const bool redundant = !mechanism.redundancy.rows.empty();
    const double size = s == 0 || redundant ? 0.0 : 0.05;
    for (std::size_t k = 0; k < q.size(); ++k)
      q[k] = mechanism.start.q[k] + uniform(dice, -size, size);
    for (double& x : v) x = redundant ? 0.0 : uniform(dice);
    for (const Link<double>& link : mechanism.model.links) {
      const int at = link.type == JointType::free ? 3 : link.type == JointType::spherical ? 0 : -1;
      if (at < 0) continue;
      double* p = q.data() + link.q_at + at;
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      for (int k = 0; k < 4; ++k) p[k] /= length;
    }
    w.functions = mechanism.functions_at(0.1 * s);
    for (const std::size_t f : mechanism.functions.states())
      w.functions[f].value = uniform(dice, -0.5, 0.5);
    if (!evaluate<double>(mechanism.model, mechanism.forces, *solver, {}, q, v, w).ok()) continue;
    ++out.states;
    other.functions = w.functions;
    EXPECT_TRUE(
        evaluate<double>(mechanism.model, mechanism.forces, *clustered, {}, q, v, other).ok());
    out.saddle = std::max(out.saddle, difference(other.qdd, w.qdd));
    if (!redundant) out.saddle = std::max(out.saddle, difference(other.lambda, w.lambda));
    double power = 0.0;
    if (lanes->accelerate(q, v, w.functions, true, qdd, rates, power) != RefusalReason::none) {
      ++out.refused;
      continue;
    }
    out.error = std::max(out.error, difference(qdd, w.qdd));
    for (const std::size_t f : mechanism.functions.states())
      out.error = std::max(out.error, std::fabs(rates[f] - w.rates[f]));
    out.steps = std::max(out.steps, steps_error(mechanism.model, *solver, *lanes, w, dice));
    out.power = std::max(out.power, std::fabs(power - w.power) / (1.0 + std::fabs(w.power)));
  }
  return out;
}

TEST(LanesAgreement, CopiesOfRandomMechanismsOnAHub) {
  int refused = 0, states = 0, found = 0;
  std::array<std::size_t, force_kinds> in_lanes{}, elsewhere{};
  for (unsigned seed = 0; seed < 120; ++seed) {
    const int count = 2 + static_cast<int>(seed % 4);
    const Mechanism mechanism = build_mechanism(copies(seed, count, true));
    const Compared c = compare(mechanism, seed, 4);
    found += c.sets > 0 ? 1 : 0;  // not where all branches of a copy are small
    EXPECT_LT(c.error, 1e-9) << "seed " << seed;
    EXPECT_LT(c.steps, 1e-9) << "seed " << seed;
    EXPECT_LT(c.saddle, 1e-9) << "seed " << seed;
    EXPECT_LT(c.power, 1e-11) << "seed " << seed;
    refused += c.refused;
    states += c.states;
    const auto add = [](std::size_t& sum, std::size_t more) { sum += more; };
    for_each_field(add, in_lanes, c.in_lanes);
    for_each_field(add, elsewhere, c.elsewhere);
  }
  for (std::size_t kind = 0; kind < force_kinds; ++kind) {
    EXPECT_GT(in_lanes[kind], 200u) << "kind " << kind;
    EXPECT_GT(elsewhere[kind], 20u) << "kind " << kind;
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(states, 400);
  EXPECT_LT(refused, states / 20);
}

TEST(LanesAgreement, CopiesOfRandomMechanismsOnTheGround) {
  int lanes = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Mechanism mechanism = build_mechanism(copies(seed, 3, false));
    const Compared c = compare(mechanism, seed, 3);
    EXPECT_LT(c.error, 1e-9) << "seed " << seed;
    EXPECT_LT(c.steps, 1e-9) << "seed " << seed;
    EXPECT_LT(c.saddle, 1e-9) << "seed " << seed;
    EXPECT_LT(c.power, 1e-11) << "seed " << seed;
    lanes += static_cast<int>(c.lanes);
  }
  EXPECT_GT(lanes, 100);
}

TEST(LanesAgreement, FourCornersOfAVehicleAreOneSet) {
  for (const char* name : {"hmmwv", "hmmwv_tables"}) {
    const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    const Compared c = compare(mechanism, 5, 20);
    if (std::string(name) == "hmmwv") {
      EXPECT_EQ(c.sets, 1u);
    }
    EXPECT_EQ(c.lanes, 4u);
    EXPECT_EQ(c.refused, 0);
    EXPECT_EQ(c.states, 20);
    EXPECT_LT(c.error, 1e-11);
    EXPECT_LT(c.steps, 1e-11);
    EXPECT_LT(c.saddle, 1e-11);
    EXPECT_LT(c.power, 1e-12);
  }
}

// Any coordinate that is off, in a lane or outside, leaves a force that nothing carries. (P6)
TEST(LanesAgreement, ForcesThatDoNotBalanceAreSeen) {
  const Mechanism mechanism = build_mechanism(read_model(tests_folder() + "/../models/hmmwv.json"));
  RunOptions options;
  options.duration = 0.5;
  const RunResult result = run(mechanism, options);
  ASSERT_EQ(result.end, RunEnd::done);
  ASSERT_EQ(result.methods[1].name, "lanes");
  EXPECT_GT(result.methods[1].answered, 100);
  EXPECT_EQ(result.methods[1].unproved(), 0);

  const auto lanes = LaneAccelerations::make(mechanism, mechanism.model);
  std::vector<double> v = mechanism.start.v, qdd(v.size());
  double power = 0.0, most = 1.0;
  ASSERT_EQ(lanes->accelerate(mechanism.start.q, v, {}, true, qdd, {}, power), RefusalReason::none);
  EXPECT_TRUE(lanes->is_balanced(qdd));
  for (const double a : qdd) most = std::max(most, std::fabs(a));
  for (double& a : qdd) {
    const double right = a;
    a += 0.1 * most;
    EXPECT_FALSE(lanes->is_balanced(qdd)) << &a - qdd.data();
    a = right;
  }
  EXPECT_TRUE(lanes->is_balanced(qdd));
}

// Three parallelograms on the ground, the last one flat: no split suits its lane.
TEST(LanesAgreement, RefuseWhereOneLaneIsSingular) {
  const Description one = read_model(models_folder() + "/parallel_four_bar.json");
  Description d;
  d.gravity = one.gravity;
  for (int k = 0; k < 3; ++k) {
    Description copy = one;
    rename(copy, "_" + std::to_string(k), ground_name);
    append(d.bodies, copy.bodies);
    append(d.joints, copy.joints);
  }
  const Mechanism mechanism = build_mechanism(d);
  const auto lanes = LaneAccelerations::make(mechanism, mechanism.model);
  ASSERT_NE(lanes, nullptr);
  std::vector<double> q = mechanism.start.q, v = mechanism.start.v, qdd(v.size());
  double power = 0.0;
  EXPECT_EQ(lanes->accelerate(q, v, {}, false, qdd, {}, power), RefusalReason::none);
  for (std::size_t i = 6; i < 9; ++i) q[at_body(mechanism, i)] = 0.0;
  EXPECT_NE(lanes->accelerate(q, v, {}, false, qdd, {}, power), RefusalReason::none);
  EXPECT_EQ(lanes->accelerate(mechanism.start.q, v, {}, false, qdd, {}, power),
            RefusalReason::none);
  // left alone for a while where it never works
  for (int k = 0; k < 8; ++k)
    EXPECT_NE(lanes->accelerate(q, v, {}, false, qdd, {}, power), RefusalReason::none);
  EXPECT_NE(lanes->accelerate(mechanism.start.q, v, {}, false, qdd, {}, power),
            RefusalReason::none);
  // the whole system does not mind
  MechanismSystem system(mechanism, "clustered", ConstraintMethod::closest, 1e-3);
  MechanismSystem witness(mechanism, "topology", ConstraintMethod::closest, 1e-3);
  std::vector<double> x = system.start(), a(system.tangent_size()), b(a.size());
  for (std::size_t i = 6; i < 9; ++i) x[at_body(mechanism, i)] = 1e-12;
  ASSERT_TRUE(system.rate(0.0, x, a).ok());
  ASSERT_TRUE(witness.rate(0.0, x, b).ok());
  EXPECT_LT(difference(a, b), 1e-9);
}

// Motors and actuators that follow functions of time of their own.
TEST(LanesAgreement, BranchesMayFollowDifferentFunctions) {
  std::size_t lanes = 0;
  int functions = 0;
  for (unsigned seed = 0; seed < 30; ++seed) {
    Description d = copies(seed, 4, seed % 2 == 0);
    double height = 1.0;
    const auto next = [&] {
      TimeFunction f;
      f.kind = FunctionKind::sine;
      f.amplitude = height += 0.37;
      f.frequency = 1.0 + 0.1 * height;
      f.offset = -height;
      return f;
    };
    for (JointItem& j : d.joints) {
      const bool plain = j.type == JointType::revolute || j.type == JointType::prismatic;
      if (plain && !j.name.starts_with("cut")) j.on().drive = next();
    }
    for (ForceItem& f : d.forces) {
      if (f.kind == ForceKind::spring) f.actuator = next();
    }
    const Mechanism mechanism = build_mechanism(d);
    const Compared c = compare(mechanism, seed, 4);
    functions += static_cast<int>(mechanism.functions.size());
    lanes += c.lanes;
    EXPECT_LT(c.error, 1e-9) << "seed " << seed;
    EXPECT_LT(c.steps, 1e-9) << "seed " << seed;
    EXPECT_LT(c.power, 1e-11) << "seed " << seed;
  }
  EXPECT_GT(functions, 100);
  EXPECT_GT(lanes, 60u);
}

// Legs on the ground; the loops of some end on a sleeve there, those of others on the ground
// itself.
TEST(LanesAgreement, AnInterfaceOnTheGroundStandsForTheGround) {
  const auto at = [](int k, double x, double y, double z) {
    const double c = std::cos(1.6 * k), s = std::sin(1.6 * k);
    return "[" + std::to_string(c * x - s * y) + ", " + std::to_string(s * x + c * y) + ", " +
           std::to_string(z) + "]";
  };
  const auto add = [](std::string& list, const std::string& item) {
    list += (list.empty() ? "{" : ", {") + item + "}";
  };
  for (const int ending : {1, 3, 5}) {  // of six, on the sleeve
    std::string bodies, joints, rods;
    add(bodies,
        R"("name": "sleeve", "mass": 1, "inertia": [0.1, 0.2, 0.2], "position": [0, 0, 1])");
    add(joints, R"("name": "sleeve", "type": "cylindrical", "parent": "ground", "child": "sleeve",
      "position": [0, 0, 0.5], "axis": [0, 1, 0])");
    for (int k = 0; k < 6; ++k) {
      const std::string n = std::to_string(k), mass = std::to_string(1.0 + 0.1 * k);
      add(bodies, "\"name\": \"u" + n + "\", \"mass\": " + mass +
                      ", \"inertia\": [0.01, 0.02, 0.02], \"position\": " + at(k, 0.5, 0, 0.2));
      add(bodies, "\"name\": \"w" + n + "\", \"mass\": " + mass +
                      ", \"inertia\": [0.01, 0.01, 0.02], \"position\": " + at(k, 0.3, 0, 0.7));
      add(joints, "\"name\": \"ju" + n +
                      "\", \"type\": \"universal\", \"parent\": \"ground\", \"child\": \"u" + n +
                      "\", \"position\": " + at(k, 0.4, 0, 0) + ", \"axis\": " + at(k, 0, 1, 0));
      add(joints, "\"name\": \"jw" + n + "\", \"type\": \"spherical\", \"parent\": \"u" + n +
                      "\", \"child\": \"w" + n + "\", \"position\": " + at(k, 0.5, 0, 0.5));
      const bool ends = k < ending;
      add(rods, "\"name\": \"a" + n + R"(", "type": "rod", "to": {"body": "w)" + n +
                    R"("}, "from": {"body": ")" + (ends ? "sleeve" : "ground") +
                    "\", \"position\": " + at(k, 0.1, 0, ends ? 0.1 : 1.1) + "}");
      add(rods, "\"name\": \"b" + n + R"(", "type": "rod", "to": {"body": "w)" + n +
                    R"(", "position": [0.1, 0.2, 0]}, "from": {"body": "ground", "position": )" +
                    at(k, 0.1, 0.3, 1.1) + "}");
    }
    const Mechanism mechanism =
        build_mechanism(read_model_text("{\"bodies\": [" + bodies + "], \"joints\": [" + joints +
                                            "], \"constraints\": [" + rods + "]}",
                                        "legs"));
    const Compared c = compare(mechanism, 3, 10);
    EXPECT_GE(c.lanes, 4u) << ending;
    EXPECT_EQ(c.states, 10);
    EXPECT_LT(c.refused, 5) << ending;
    EXPECT_LT(c.error, 1e-10) << ending;
    EXPECT_LT(c.steps, 1e-10) << ending;
    EXPECT_LT(c.power, 1e-11) << ending;
  }
}

TEST(LanesAgreement, AllReadyModelsThatHaveEqualBranches) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() != ".json") continue;
    const Compared c = compare(build_mechanism(read_model(entry.path().string())), 11, 5);
    if (c.sets == 0) continue;
    ++found;
    EXPECT_LT(c.refused, c.states) << entry.path();
    EXPECT_LT(c.error, 1e-10) << entry.path();
    EXPECT_LT(c.steps, 1e-10) << entry.path();
    EXPECT_LT(c.saddle, 1e-10) << entry.path();
    EXPECT_LT(c.power, 1e-11) << entry.path();
  }
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace treadle::test
