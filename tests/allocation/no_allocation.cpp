// After the first step nothing is allocated: counted by replacing the global operators.
#include "src/acceleration/twins.hpp"
#include "src/contact/broad_phase.hpp"
#include "src/contact/narrow_phase.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/scalar/lanes.hpp"
#include "src/simulation/sampler.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>

namespace {
std::atomic<long> allocations{0};
}

// NOLINTBEGIN: the replacements of the standard operators
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {  // of lanes
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(unit, (size / unit + 1) * unit)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
// NOLINTEND

namespace treadle::test {
namespace {

TEST(Allocation, TheCounterCounts) {
  const long before = allocations;
  auto* p = new std::vector<double>(100);
  EXPECT_GE(allocations - before, 2);
  delete p;
  const long aligned = allocations;
  const std::vector<Lanes> lanes(3);
  EXPECT_EQ(allocations - aligned, 1);
}

TEST(Allocation, NoneAfterTheFirstStep) {
  int with_loops = 0;
  for (const char* integrator_name : {"rk4", "semi-implicit-euler", "explicit-euler"}) {
    for (const char* solver : {"topology", "clustered", "gauss"}) {
      for (const ConstraintMethod method :
           {ConstraintMethod::automatic, ConstraintMethod::closest, ConstraintMethod::lu,
            ConstraintMethod::qr, ConstraintMethod::svd, ConstraintMethod::gram_schmidt,
            ConstraintMethod::projection, ConstraintMethod::hybrid, ConstraintMethod::hybrid_steady,
            ConstraintMethod::stabilized}) {
        for (unsigned seed = 0; seed < 6; ++seed) {
          RandomChoice choice;
          choice.loops = 2;
          choice.free_root = seed % 2 == 0;
          const Mechanism mechanism = build_mechanism(random_mechanism(seed, choice).description);
          with_loops += mechanism.model.rows() > 0 ? 1 : 0;
          MechanismSystem system(mechanism, solver, method, 1e-4);
          const auto integrator = make_integrator(integrator_name, system);
          std::vector<double> x = system.start();
          ASSERT_TRUE(integrator->step(system, 0.0, 1e-4, x).ok());
          const long before = allocations;
          for (int k = 1; k < 20; ++k) {
            ASSERT_TRUE(integrator->step(system, k * 1e-4, 1e-4, x).ok());
            system.accepted({(k + 1) * 1e-4, 1e-4, 1e-4, 1e-4, 0}, x);
          }
          system.energy(0.0, x);
          system.violation(0.0, x);
          EXPECT_EQ(allocations - before, 0)
              << integrator_name << " " << solver << " seed " << seed;
        }
      }
    }
  }
  EXPECT_GT(with_loops, 20);
}

TEST(Allocation, NoneWhereEqualBranchesGoSideBySide) {
  for (const char* name : {"hmmwv", "hmmwv_tables", "quadruped"}) {
    const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    ASSERT_FALSE(find_twins(mechanism, mechanism.model).sets.empty());
    MechanismSystem system(mechanism, "clustered", ConstraintMethod::automatic, 1e-3);
    const auto integrator = make_integrator("rk4", system);
    std::vector<double> x = system.start();
    ASSERT_TRUE(integrator->step(system, 0.0, 1e-3, x).ok());
    const long before = allocations;
    for (int k = 1; k < 50; ++k) {
      ASSERT_TRUE(integrator->step(system, k * 1e-3, 1e-3, x).ok());
      system.accepted({(k + 1) * 1e-3, 1e-3, 1e-3, 1e-3, 0}, x);
    }
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

TEST(Allocation, NoneInComponents) {
  for (const char* name : {"hmmwv/corners", "insulator/double_chain", "insulator/long_chain"}) {
    const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
    MechanismSystem system(mechanism, "auto", ConstraintMethod::automatic, 1e-4, nullptr, false, 1,
                           true);
    const auto integrator = make_integrator("rk4", system);
    std::vector<double> x = system.start();
    ASSERT_TRUE(integrator->step(system, 0.0, 1e-4, x).ok());
    const long before = allocations;
    for (int k = 1; k < 50; ++k) {
      ASSERT_TRUE(integrator->step(system, k * 1e-4, 1e-4, x).ok());
      system.accepted({(k + 1) * 1e-4, 1e-4, 1e-4, 1e-4, 0}, x);
    }
    EXPECT_EQ(allocations - before, 0) << name;
  }
}

TEST(Allocation, NoneInStepsOfTheirOwnSize) {
  for (const char* name :
       {"adams", "dormand-prince", "auto", "implicit", "bdf", "generalized-alpha"}) {
    for (unsigned seed = 0; seed < 6; ++seed) {
      RandomChoice choice;
      choice.loops = 2;
      choice.free_root = seed % 2 == 0;
      const Mechanism mechanism = build_mechanism(random_mechanism(seed, choice).description);
      MechanismSystem system(mechanism, "topology", ConstraintMethod::closest, 1e-4);
      // the ladder of Jacobians, one after the other
      system.set_jacobian(static_cast<JacobianKind>(1 + seed % 5));
      const auto integrator = make_adaptive(name, system, {1e-6, 1e-6, 1e-2});
      std::vector<double> x = system.start();
      ASSERT_TRUE(integrator->start(system, 0.0, x).ok());
      ASSERT_TRUE(integrator->step(system, 1.0).ok());
      const long before = allocations;
      for (int k = 1; k < 20; ++k) {
        ASSERT_TRUE(integrator->step(system, 1.0).ok());
        integrator->interpolate(system, 0.5 * (integrator->earlier() + integrator->time()), x);
      }
      EXPECT_EQ(allocations - before, 0) << name << " seed " << seed;
    }
  }
}

TEST(Allocation, NoneOnTheWayThroughASingularPosition) {
  const std::string name = models_folder() + "/parallel_four_bar.json";
  std::ifstream file(name);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text.insert(text.find("\"simulation\":"),
              R"("constraints": [{"name": "motor", "type": "driver", "joint": "left_pivot",
                  "function": {"type": "sine", "amplitude": "-20 deg", "frequency": "1 Hz",
                               "offset": "10 deg"}}],)");
  for (const Mechanism& mechanism :
       {build_mechanism(read_model(name)), build_mechanism(read_model_text(text, name, {}))}) {
    MechanismSystem system(mechanism, "topology", ConstraintMethod::automatic, 1e-3);
    const auto integrator = make_integrator("rk4", system);
    std::vector<double> x = system.start();
    ASSERT_TRUE(integrator->step(system, 0.0, 1e-3, x).ok());
    const long before = allocations;
    for (int k = 1; k < 250; ++k) {
      ASSERT_TRUE(integrator->step(system, k * 1e-3, 1e-3, x).ok());
      system.accepted({(k + 1) * 1e-3, 1e-3, 1e-3, 1e-3, 0}, x);
    }
    EXPECT_EQ(allocations - before, 0);
    EXPECT_LT(x[2], 0.0);  // the coordinate of the left pivot, past the flat position
  }
}

// Tyres, struts, driver and cones included, rows too.
TEST(Allocation, NoneInACarWithItsDriver) {
  const Mechanism mechanism =
      build_mechanism(read_model(models_folder() + "/vehicle/lane_change.json"));
  Listener listener;
  listener.row = [](std::span<const double>) {};
  for (const char* solver : {"auto", "clustered", "dbbd", "block-recursive"}) {
    RunOptions options = options_of(mechanism.description.simulation);
    options.solver = solver;
    Simulation simulation(mechanism, options, listener);
    for (int k = 0; k < 20; ++k) ASSERT_TRUE(simulation.step());
    const long before = allocations;
    for (int k = 0; k < 2500; ++k) ASSERT_TRUE(simulation.step());  // into the first change
    EXPECT_EQ(allocations - before, 0) << solver;
  }
}

TEST(Allocation, NoneWhileAllChannelsAreSampled) {
  int seen = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    RandomChoice choice;
    choice.loops = 2;
    choice.free_root = seed % 2 == 0;
    const Mechanism mechanism = build_mechanism(random_mechanism(seed, choice).description);
    if (!mechanism.redundancy.rows.empty()) continue;  // least reactions are found on the heap
    ++seen;
    MechanismSystem system(mechanism, "topology", ConstraintMethod::closest, 1e-4);
    Sampler sampler(mechanism, system, {false, false, {"*"}});
    std::vector<double> row(sampler.columns().size());
    const std::vector<double> x = system.start();
    const long before = allocations;
    sampler.sample(0.0, x, row);
    sampler.follow(0.0, x);
    EXPECT_EQ(allocations - before, 0);
    EXPECT_GT(row.size(), 100U);
  }
  EXPECT_GT(seen, 2);
}

// Balls that roll about and meet again and again: their list changes, its memory does not.
TEST(Allocation, NoneWhilePairsComeAndGo) {
  const Mechanism m = build_mechanism(read_model_text(R"({"gravity": [3, 2, -9.81],
    "bodies": [{"name": "s", "position": [0, 0, 0.05],
      "shapes": [{"type": "sphere", "radius": 0.05, "density": 2000}],
      "repeat": {"count": 40, "grid": [7, 7], "spacing": [0.13, 0.13, 0.13], "scatter": 0.02}}],
    "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"],
      "planes": [{}, {"point": [-0.1, 0, 0], "normal": [1, 0, 0]},
                 {"point": [1, 0, 0], "normal": [-1, 0, 0]},
                 {"point": [0, -0.1, 0], "normal": [0, 1, 0]},
                 {"point": [0, 1, 0], "normal": [0, -1, 0]}],
      "stiffness": 1e4, "restitution": 0.95, "friction": 0.1}]})",
                                                      "balls.json"));
  RunOptions options;
  options.duration = 3.0;
  options.step = 1e-3;
  options.output_interval = 3.0;
  options.integrator = "semi-implicit-euler";
  Simulation run(m, options);
  while (run.time() < 0.5 && run.step()) {
  }
  const std::vector<double> then(run.q().begin(), run.q().end());
  const long before = allocations;
  while (run.time() < 1.4 && run.step()) {
  }
  EXPECT_EQ(allocations - before, 0);
  double way = 0.0;
  for (std::size_t k = 0; k < 40; ++k) way += std::fabs(run.q()[7 * k] - then[7 * k]);
  EXPECT_GT(way / 40, 0.02);  // several times what makes the list anew
}

// Factors of contacts while the same bodies touch.
TEST(Allocation, NoneInImplicitStepsOfAStackAtRest) {
  const Mechanism m = build_mechanism(read_model_text(R"({"gravity": [0, 0, -9.81],
    "bodies": [{"name": "s", "position": [0, 0, 0.05],
      "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1], "density": 2000}],
      "repeat": {"count": 6, "grid": [1, 1], "spacing": [0.1, 0.1, 0.1]}}],
    "contacts": [{"name": "c", "of": ["s*"], "with": ["s*"], "planes": [{}],
      "stiffness": 1e5, "damping": 2, "friction": 0.5}]})",
                                                      "stack.json"));
  for (const char* jacobian : {"exact", "approximate", "approximate-symmetric", "block-diagonal"}) {
    RunOptions options;
    options.duration = 1.0;
    options.step = 1e-3;
    options.output_interval = 1.0;
    options.integrator = "implicit-euler";
    options.jacobian = jacobian;
    Simulation run(m, options);
    while (run.time() < 0.5 && run.step()) {
    }
    const long before = allocations;
    while (run.time() < 0.9 && run.step()) {
    }
    EXPECT_EQ(allocations - before, 0) << jacobian;
  }
}

TEST(Allocation, NoneInContactsThatHaveBeenFound) {
  std::vector<Transform<double>> at(500);
  std::vector<Bounds> bounds(at.size());
  std::vector<ContactShape> shapes(at.size(), box_shape({0.5, 0.5, 0.5}));
  shapes[0] = plane_shape();
  BroadPhase broad;
  long found = 0, before = 0;
  for (int step = 0; step < 10; ++step) {
    if (step == 1) before = allocations;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const double n = static_cast<double>(k), t = 1e-3 * step;
      at[k].p = {std::fmod(n, 10.0) * (0.9 + t), std::floor(n / 10.0) * 0.9, 0.4};
      bounds[k] = bounds_of(shapes[k], at[k], 0.01);
    }
    for (const IndexPair pair : broad.pairs(bounds)) {
      const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
      Manifold m;
      found += touch(shapes[a], at[a], shapes[b], at[b], 0.0, m) ? 1 : 0;
    }
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(found, 10000);
}

// Solved positions inside are kept in places made before.
TEST(Allocation, NoneByCompositeJoints) {
  const Mechanism mechanism = build_mechanism(read_model_text(R"({"bodies": [
      {"name": "crank", "mass": 0}, {"name": "rocker", "mass": 0, "position": [0.5, 0, 0]},
      {"name": "coupler", "mass": 2, "inertia": [0.1, 0.1, 0.1], "position": [0, 0.1, 0], "center": [0.3, 0, 0]}],
    "joints": [
      {"name": "A", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 0, 1], "velocity": 60},
      {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler", "position": [0, 0.1, 0], "axis": [0, 0, 1]},
      {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker", "position": [0.45, 0.4, 0], "axis": [0, 0, 1]},
      {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker", "position": [0.5, 0, 0], "axis": [0, 0, 1]},
      {"name": "linkage", "type": "composite", "parent": "ground", "child": "coupler", "links": ["crank", "rocker"], "independent": ["A"]}]})",
                                                              "linkage"));
  for (const char* solver : {"topology", "clustered"}) {
    MechanismSystem system(mechanism, solver, ConstraintMethod::automatic, 1e-3);
    const auto integrator = make_integrator("rk4", system);
    std::vector<double> x = system.start();
    ASSERT_TRUE(integrator->step(system, 0.0, 1e-3, x).ok());
    const long before = allocations;
    for (int k = 1; k < 50; ++k) ASSERT_TRUE(integrator->step(system, k * 1e-3, 1e-3, x).ok());
    EXPECT_EQ(allocations - before, 0) << solver;
  }
}

}  // namespace
}  // namespace treadle::test
