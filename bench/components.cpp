// Accelerations of chains of N bodies by a hierarchy of components, beside the recursion over the
// same chain: time for each body. Answers are compared before anything is timed.
#include "src/acceleration/step.hpp"
#include "src/hierarchy/hierarchy.hpp"
#include "src/mechanism/mechanism.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace {

using namespace treadle;

// Links of 0.3 m on hinges that turn every which way, hung at one end and swinging.
const Mechanism& chain_of(int count) {
  static std::map<int, std::unique_ptr<Mechanism>> made;
  std::unique_ptr<Mechanism>& chain = made[count];
  if (chain) return *chain;
  Description d;
  d.name = "chain";
  for (int k = 0; k < count; ++k) {
    BodyItem body;
    body.name = "b" + std::to_string(k);
    body.mass = 1.0;
    body.inertia = {0.01, 0.02, 0.02, 0.0, 0.0, 0.0};
    body.pose.position = {0.3 * k, 0.0, 0.0};
    body.center = {0.15, 0.01, 0.0};
    JointItem joint;
    joint.name = "j" + std::to_string(k);
    joint.parent = k == 0 ? ground_name : "b" + std::to_string(k - 1);
    joint.child = body.name;
    joint.design = JointFrame{{0.3 * k, 0.0, 0.0},
                              k % 2 == 0 ? Triple{0.0, 1.0, 0.3} : Triple{0.0, -0.2, 1.0},
                              std::nullopt};
    joint.start = {0.1};
    joint.start_velocity = {0.2};
    d.bodies.push_back(std::move(body));
    d.joints.push_back(std::move(joint));
  }
  chain = std::make_unique<Mechanism>(build_mechanism(d));
  return *chain;
}

struct ByBoth {
  explicit ByBoth(int count, const HierarchyChoice& choice = {})
      : mechanism(chain_of(count)),
        work(mechanism.model, mechanism.functions.size(), false),
        recursion(mechanism.model, mechanism.redundancy.vanishing),
        hierarchy(mechanism.model, plan_hierarchy(mechanism.model, {}, choice)) {}

  bool by_recursion() {
    return evaluate_by_recursion<double>(mechanism.model, mechanism.forces, recursion, {},
                                         mechanism.start.q, mechanism.start.v, false, work)
        .ok();
  }
  bool by_components() {
    prepare_equations<double>(mechanism.model, mechanism.forces, mechanism.start.q,
                              mechanism.start.v, work);
    return hierarchy
        .solve({mechanism.model, work.position, work.inertia, work.loads, work.loops, work.gamma},
               work.qdd, work.lambda)
        .ok();
  }
  // Long chains amplify rounding by the square of their length.
  bool agree() {
    if (!by_recursion()) return false;
    const std::vector<double> one = work.qdd;
    if (!by_components()) return false;
    double scale = 0.0, off = 0.0;
    for (std::size_t k = 0; k < one.size(); ++k) {
      scale = std::max(scale, std::fabs(one[k]));
      off = std::max(off, std::fabs(one[k] - work.qdd[k]));
    }
    const auto n = static_cast<double>(one.size());
    return off <= 1e-13 * n * n * scale;
  }

  const Mechanism& mechanism;
  Workspace<double> work;
  Recursion<double> recursion;
  Hierarchy hierarchy;
};

template <class Once>
void time_bodies(benchmark::State& state, ByBoth& both, const Once& once) {
  if (!both.agree()) {
    state.SkipWithError("components and recursion do not agree");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(once());
  const auto bodies = static_cast<double>(state.range(0));
  state.counters["per_body"] = benchmark::Counter(
      bodies, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void chain_by_recursion(benchmark::State& state) {
  ByBoth both(static_cast<int>(state.range(0)));
  time_bodies(state, both, [&] { return both.by_recursion(); });
}
// range(1): bodies of a fragment; range(2): pieces of a component.
void chain_by_components(benchmark::State& state) {
  ByBoth both(static_cast<int>(state.range(0)),
              {static_cast<int>(state.range(1)), static_cast<int>(state.range(2))});
  time_bodies(state, both, [&] { return both.by_components(); });
}

BENCHMARK(chain_by_recursion)->Arg(8)->Arg(64)->Arg(512)->Arg(8192)->Arg(65536);
BENCHMARK(chain_by_components)
    ->ArgNames({"bodies", "fragment", "pieces"})
    ->ArgsProduct({{8, 64, 512, 8192, 65536}, {16}, {2}})
    ->ArgsProduct({{512, 8192}, {8, 16, 32}, {3}})
    ->ArgsProduct({{512, 8192, 65536}, {24}, {2}})
    ->ArgsProduct({{512, 8192}, {1}, {4}});

}  // namespace
