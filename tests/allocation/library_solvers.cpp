// Solvers of libraries allocate by other ways than operator new: here malloc and its like are
// counted. Sanitizers have a malloc of their own.
#include "compiled/pairs.hpp"
#include "src/acceleration/compiled_parts.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TREADLE_MALLOC_IS_TAKEN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define TREADLE_MALLOC_IS_TAKEN
#endif

#ifndef TREADLE_MALLOC_IS_TAKEN
namespace {
std::atomic<long> blocks{0};
}

// NOLINTBEGIN: the replacements of the functions of C
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* malloc(std::size_t size) {
  ++blocks;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++blocks;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++blocks;
  return __libc_realloc(block, size);
}
}
// NOLINTEND

namespace treadle::test {
namespace {

long blocks_in_steps(const std::string& solver, const char* model) {
  const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/" + model + ".json"));
  MechanismSystem system(mechanism, solver, ConstraintMethod::closest, 1e-4);
  const auto integrator = make_integrator("rk4", system);
  std::vector<double> x = system.start();
  EXPECT_TRUE(integrator->step(system, 0.0, 1e-4, x).ok());
  const long before = blocks;
  for (int k = 1; k < 20; ++k) EXPECT_TRUE(integrator->step(system, k * 1e-4, 1e-4, x).ok());
  return blocks - before;
}

TEST(LibraryAllocation, OnlyMumpsAllocates) {
  const long before = blocks;
  std::free(std::malloc(100));
  ASSERT_GE(blocks - before, 1);
  for (const char* model : {"hmmwv", "four_bar"}) {
    for (const std::string& solver : usable_solvers()) {
      if (solver == "sparse-symmetric") {
        EXPECT_GT(blocks_in_steps(solver, model), 0) << "then docs/theory/solvers.md is wrong";
      } else {
        EXPECT_EQ(blocks_in_steps(solver, model), 0) << solver << " " << model;
      }
    }
  }
}

class CompiledAllocation : public CompiledPair {};

// A loop inside and one across the border, an event, a controller, something shown.
TEST_F(CompiledAllocation, NoneInAStep) {
  const std::string part = write("part.json", R"({
    "bodies": [{"name": "crank", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 0.5]},
               {"name": "rocker", "mass": 1.5, "inertia": [0.1, 0.1, 0.1], "position": [2, 0, 0.5]},
               {"name": "coupler", "mass": 2, "inertia": [0.2, 0.3, 0.2], "position": [1, 0, 1]}],
    "joints": [{"name": "A", "type": "revolute", "parent": "ground", "child": "crank", "position": [0, 0, 0], "axis": [0, 1, 0],
                "drive": {"type": "input", "name": "push"}},
               {"name": "B", "type": "revolute", "parent": "crank", "child": "coupler", "position": [0, 0, 1], "axis": [0, 1, 0]},
               {"name": "C", "type": "revolute", "parent": "coupler", "child": "rocker", "position": [2, 0, 1], "axis": [0, 1, 0]},
               {"name": "D", "type": "revolute", "parent": "ground", "child": "rocker", "position": [2, 0, 0], "axis": [0, 1, 0]}],
    "forces": [{"name": "band", "type": "spring", "from": {"body": "ground", "position": [0, 0, 2]}, "to": {"body": "coupler"}, "stiffness": 9}],
    "controllers": [{"name": "hold", "type": "pid", "input": "A.q", "output": "push", "proportional": 50, "integral": 10}],
    "events": [{"name": "pull", "when": "coupler.acceleration.x", "crosses": 1e6, "action": "switch on", "force": "band"}]})");
  const std::string keys = publish(part, "part.so", {{"coupler"}, {}, {{"A.q", "rad"}}});
  const Mechanism mechanism = build_mechanism(read_model(write("model.json", R"({
    "bodies": [{"name": "bob", "mass": 3, "inertia": [0.1, 0.1, 0.1], "position": [1.5, 0.3, 0.4]}],
    "include": [{)" + keys + R"(, "name": "base"}],
    "joints": [{"name": "ball", "type": "spherical", "parent": "base.coupler", "child": "bob", "position": [1.2, 0, 1.1]}],
    "constraints": [{"name": "rod", "type": "distance", "from": {"body": "bob"}, "to": {"body": "base.coupler", "position": [1, 1, 0]}}]})")));
  MechanismSystem system(mechanism, "auto", ConstraintMethod::closest, 1e-4, nullptr, false, 1,
                         true);
  for (const char* name : {"rk4", "semi-implicit-euler"}) {
    const auto integrator = make_integrator(name, system);
    std::vector<double> x = system.start(), height(1), shown(1);
    const auto step = [&](int k) {
      const double t = k * 1e-4;
      bool jumped = false;
      const auto states = [&] { return system.layout().states(std::span<const double>(x)); };
      EXPECT_TRUE(integrator->step(system, t, 1e-4, x).ok());
      EXPECT_TRUE(system.prepare_parts(t + 1e-4, x).ok());
      EXPECT_TRUE(system.parts()->heights(t + 1e-4, states(), height));
      EXPECT_TRUE(system.parts()->show(t + 1e-4, states(), shown));
      EXPECT_TRUE(system.parts()->step(t + 1e-4, states(), jumped));
    };
    step(0);
    const long before = blocks;
    for (int k = 1; k < 20; ++k) step(k);
    EXPECT_EQ(blocks - before, 0) << name;
  }
}

}  // namespace
}  // namespace treadle::test
#endif
