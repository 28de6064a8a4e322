// What default steps do to the energy, on every ready model: each accepted state is carried on by
// another integrator with another solver, a hundred thousand times as fine, to the end of the step.
// The drift that a run reports is no more than the sum of what its steps did.
#include "src/acceleration/constraint_method.hpp"
#include "src/integrate/registry.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/simulation/simulation.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace treadle::energy_of_steps {
namespace {

std::vector<std::string> ready_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(models_folder())) {
    if (file.path().extension() == ".json") names.push_back(file.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class EnergyOfSteps : public testing::TestWithParam<std::string> {};

TEST_P(EnergyOfSteps, AddUpToTheDrift) {
  const Mechanism m = build_mechanism(read_model(models_folder() + "/" + GetParam() + ".json"));
  RunOptions options = options_of(m.description.simulation);
  options.duration = std::min(options.duration, 1.0);
  MechanismSystem system(m, "topology", ConstraintMethod::automatic, options.step);
  const auto balance = [&](double t, std::span<const double> x) {
    return system.energy(t, x, false).total() - system.work(x);
  };
  Simulation simulation(m, options);
  std::vector<double> x(simulation.state().begin(), simulation.state().end());
  double t = 0.0, changes = 0.0, kinetic = 0.0, terms = 0.0;
  for (bool goes_on = true; goes_on;) {
    goes_on = simulation.step();
    if (simulation.time() == t) continue;
    const auto witness =
        make_adaptive("dormand-prince", system, {1e-13, 1e-13, options.step, options.step});
    ASSERT_TRUE(witness->start(system, t, x).ok());
    while (witness->time() < simulation.time())
      ASSERT_TRUE(witness->step(system, simulation.time()).ok());
    const std::span<const double> here = simulation.state(), truth = witness->state();
    t = simulation.time();
    changes += std::fabs(balance(t, here) - balance(t, truth));
    const Energy energy = system.energy(t, truth, false);
    kinetic = std::max(kinetic, energy.kinetic);
    terms = std::max(terms,
                     energy.kinetic + std::fabs(energy.potential) + std::fabs(system.work(truth)));
    x.assign(here.begin(), here.end());
  }
  const RunResult result = simulation.finish();
  ASSERT_EQ(result.end, RunEnd::done) << result.message;
  // sums of energies are rounded at every step; the witness may be off by its own tolerance
  const auto steps = static_cast<double>(result.steps);
  EXPECT_LE(result.energy_drift * kinetic, changes + steps * 1e-12 * (1.0 + terms));
}

INSTANTIATE_TEST_SUITE_P(Ready, EnergyOfSteps, testing::ValuesIn(ready_names()),
                         [](const auto& p) { return p.param; });

}  // namespace
}  // namespace treadle::energy_of_steps
