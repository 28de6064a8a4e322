// Solvers of libraries allocate by other ways than operator new: here malloc and its like are
// counted. Sanitizers have a malloc of their own.
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/solve/registry.hpp"

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
  const Mechanism mechanism =
      build_mechanism(read_model(std::string(TREADLE_MODELS) + "/" + model + ".json"));
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

}  // namespace
}  // namespace treadle::test
#endif
