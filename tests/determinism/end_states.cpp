// The same input gives the same bits: end states of every ready model with every integrator and
// every solver, twice, and against what is stored in end_states.txt. Stored are those of a build
// that is not tuned to a machine (TREADLE_NATIVE=OFF), where gcc and clang have equal bits at any
// level of optimisation; other builds only compare two runs. After a change that moves bits on
// purpose:
//
//   make end-states        writes tests/determinism/end_states.txt; say in CHANGELOG.md what moved
//   them
#include "src/base/sha256.hpp"
#include "src/integrate/registry.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"
#include "treadle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

namespace treadle::determinism {
namespace {

const std::string stored_at = tests_folder() + "/determinism/end_states.txt";

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Those of SUNDIALS are left out: their bits are those of the library that is installed. So are
/// implicit ones so far, whose prints are not stored yet.
std::vector<std::string> integrators() {
  std::vector<std::string> names = integrator_names();
  std::erase_if(names,
                [](const std::string& name) { return needs_sundials(name) || is_implicit(name); });
  return names;
}

void add_bits(double number, std::string& bytes) {
  char raw[sizeof number];
  std::memcpy(raw, &number, sizeof number);
  bytes.append(raw, sizeof number);
}

/// Steps, time, coordinates, velocities and the drift of energy, to the last bit.
std::string print_of(const RunResult& result) {
  std::string bytes = std::to_string(result.steps) + " " + std::to_string(result.evaluations);
  add_bits(result.time, bytes);
  add_bits(result.energy_drift, bytes);
  for (const auto* side : {&result.q, &result.v}) {
    for (const auto& [joint, numbers] : *side) {
      bytes += joint;
      for (const double number : numbers) add_bits(number, bytes);
    }
  }
  return sha256(bytes).substr(0, 16);
}

/// By "model integrator solver".
using Prints = std::map<std::string, std::string>;

Prints compute(const std::string& name) {
  Prints prints;
  const Mechanism mechanism = build_mechanism(read_model(models_folder() + "/" + name + ".json"));
  RunOptions options = options_of(mechanism.description.simulation);
  for (const std::string& integrator : integrators()) {
    for (const std::string& solver : usable_solvers()) {
      options.integrator = integrator;
      options.solver = solver;
      options.duration = 50.0 * options.step;
      const RunResult result = run(mechanism, options);
      EXPECT_EQ(result.end, RunEnd::done) << name << " " << result.message;
      prints[name + " " + integrator + " " + solver] = print_of(result);
    }
  }
  return prints;
}

/// Computed once.
const Prints& prints_of(const std::string& name) {
  static std::map<std::string, Prints> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, compute(name)).first->second;
}

/// Whether the bits are ours; those of solvers of others are those of the library that is
/// installed.
bool stays(const std::string& key) { return !of_a_library(key.substr(key.rfind(' ') + 1)); }

Prints stored() {
  Prints prints;
  std::ifstream file(stored_at);
  for (std::string print, model, integrator, solver;
       file >> print >> model >> integrator >> solver;)
    prints[model + " " + integrator + " " + solver] = print;
  return prints;
}

/// Writes the file anew before the tests, where that is asked for.
class Writer : public testing::Environment {
 public:
  void SetUp() override {
    if (std::getenv("TREADLE_WRITE_END_STATES") == nullptr) return;
    ASSERT_FALSE(TREADLE_TUNED) << "of a build with TREADLE_NATIVE=OFF, please";
    std::ofstream file(stored_at);
    for (const std::string& name : models()) {
      for (const auto& [key, print] : prints_of(name)) {
        if (stays(key)) file << print << " " << key << "\n";
      }
    }
    ASSERT_TRUE(file.good()) << stored_at;
  }
};
const auto* const writer = testing::AddGlobalTestEnvironment(new Writer);

class EndStates : public testing::TestWithParam<std::string> {};

TEST_P(EndStates, AreTheSameTwice) { EXPECT_EQ(prints_of(GetParam()), compute(GetParam())); }

INSTANTIATE_TEST_SUITE_P(models, EndStates, testing::ValuesIn(models()),
                         [](const auto& p) { return p.param; });

TEST(StoredEndStates, AreThoseOfThisBuild) {
  if (TREADLE_TUNED) GTEST_SKIP() << "this build is tuned to its machine";
  const Prints expected = stored();
  std::size_t count = 0;
  for (const std::string& name : models()) {
    for (const auto& [key, print] : prints_of(name)) {
      if (!stays(key)) continue;
      ++count;
      const auto found = expected.find(key);
      EXPECT_EQ(print, found == expected.end() ? "nothing" : found->second) << key;
    }
  }
  EXPECT_EQ(count, expected.size()) << "what is stored and no longer there: make end-states";
}

// Two bits apart is apart: the print sees the last bit of each number.
TEST(StoredEndStates, SeeTheLastBit) {
  RunResult one;
  one.q["pin"] = {1.0, 0.0};
  RunResult other = one;
  EXPECT_EQ(print_of(one), print_of(other));
  other.q["pin"][0] = std::nextafter(1.0, 2.0);
  EXPECT_NE(print_of(one), print_of(other));
  other.q["pin"] = {1.0, -0.0};
  EXPECT_NE(print_of(one), print_of(other));
}

}  // namespace
}  // namespace treadle::determinism
