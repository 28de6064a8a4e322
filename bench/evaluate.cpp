// One acceleration evaluation on every ready model with every solver: the answer is proved first,
// then timed.
//
// Proof: the equations M qdd + Phi^T lambda = Q and Phi qdd = gamma hold to rounding, and the
// solver agrees with the dense reference at states along a short run. A benchmark whose proof fails
// reports an error, no time.
#include "src/acceleration/step.hpp"
#include "src/integrate/fixed_step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"
#include "src/solve/registry.hpp"
#include "timed/timed_solvers.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace treadle;

// States along the model's own motion.
std::vector<std::vector<double>> states_of(const Mechanism& mechanism) {
  MechanismSystem system(mechanism, "topology", ConstraintMethod::closest, 1e-3);
  const auto integrator = make_integrator("rk4", system);
  std::vector<double> x = system.start();
  std::vector<std::vector<double>> states{x};
  for (int k = 0; k < 160; ++k) {
    if (!integrator->step(system, 1e-3 * k, 1e-3, x).ok()) break;
    if (k % 10 == 9) states.push_back(x);
  }
  return states;
}

struct Bench {
  explicit Bench(const Mechanism& m, const std::string& solver_name)
      : mechanism(m),
        work(m.model, m.functions.size()),
        solver(make_solver<double>(solver_name, *m.model.pattern)) {
    if (solver == nullptr) solver = make_timed_solver(solver_name, *m.model.pattern);
    solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
    work.functions = m.functions_at(0.0);
  }
  bool evaluate_at(const std::vector<double>& x) {
    const std::span<const double> all(x);
    const auto nq = static_cast<std::size_t>(mechanism.model.nq()),
               nv = static_cast<std::size_t>(mechanism.model.nv());
    return evaluate<double>(mechanism.model, mechanism.forces, *solver, {}, all.first(nq),
                            all.subspan(nq, nv), work)
        .ok();
  }
  const Mechanism& mechanism;
  Workspace<double> work;
  std::unique_ptr<SaddleSolver<double>> solver;
};

double worst_difference(const Mechanism& mechanism, const std::string& solver,
                        const std::vector<std::vector<double>>& states) {
  Bench one(mechanism, solver), reference(mechanism, "gauss");
  double worst = 0.0;
  for (const auto& x : states) {
    if (!one.evaluate_at(x) || !reference.evaluate_at(x)) return HUGE_VAL;
    double scale = 1.0, difference = 0.0;
    for (std::size_t k = 0; k < one.work.qdd.size(); ++k) {
      scale = std::max(scale, std::fabs(reference.work.qdd[k]));
      difference = std::max(difference, std::fabs(one.work.qdd[k] - reference.work.qdd[k]));
    }
    worst = std::max(worst, difference / scale);
  }
  return worst;
}

void run_bench(benchmark::State& state, const std::string& path, const std::string& solver) {
  const Mechanism mechanism = build_mechanism(read_model(path));
  const auto states = states_of(mechanism);
  const double worst = worst_difference(mechanism, solver, states);
  if (!(worst < 1e-9)) {
    state.SkipWithError("the answer is wrong");
    return;
  }
  Bench bench(mechanism, solver);
  std::size_t k = 0;
  for (auto _ : state) {
    bench.evaluate_at(states[k]);
    benchmark::DoNotOptimize(bench.work.qdd.data());
    k = k + 1 == states.size() ? 0 : k + 1;
  }
  state.counters["n"] = mechanism.model.nv();
  state.counters["m"] = mechanism.model.rows();
  state.counters["difference"] = worst;
}

const bool registered = [] {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(TREADLE_MODELS)) {
    if (entry.path().extension() == ".json") models.push_back(entry.path());
  }
  std::sort(models.begin(), models.end());
  for (const auto& path : models) {
    std::vector<std::string> names = usable_solvers();
    names.insert(names.end(), timed_solver_names().begin(), timed_solver_names().end());
    for (const std::string& solver : names) {
      benchmark::RegisterBenchmark((path.stem().string() + "/" + solver).c_str(),
                                   [file = path.string(), solver](benchmark::State& state) {
                                     run_bench(state, file, solver);
                                   });
    }
  }
  return true;
}();

}  // namespace
