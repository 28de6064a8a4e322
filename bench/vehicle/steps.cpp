// How long steps of 1 ms take, in a run without outputs, beside evaluations of another model and an
// empty loop:
//   treadle_steps UNIT MODEL SOLVER STEPS [CONSTRAINTS]
// Rounds of evaluations of UNIT by generated code, of steps, and of the empty loop take turns, so
// that all see the same machine. Prints JSON: nanoseconds of an evaluation, of a step and of the
// empty loop, each as median, 99.9 % and worst.
#include "src/generate/generated.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>

namespace {

using namespace treadle;
using Clock = std::chrono::steady_clock;

constexpr int in_a_round = 64;

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

struct Times {
  std::vector<double> rounds, each;

  void print(const char* name, const char* end) {
    const auto at = [](std::vector<double>& list, double share) {
      const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(list.size() - 1));
      std::nth_element(list.begin(), list.begin() + place, list.end());
      return list[static_cast<std::size_t>(place)];
    };
    std::printf("\"%s\": {\"round\": %.1f, \"median\": %.1f, \"p999\": %.1f, \"worst\": %.1f}%s",
                name, at(rounds, 0.5), at(each, 0.5), at(each, 0.999), at(each, 1.0), end);
  }
};

// `one` so many times; each of them, and all together.
template <class F>
void round_of(Times& times, const F& one) {
  const auto begin = Clock::now();
  for (int k = 0; k < in_a_round; ++k) {
    const auto from = Clock::now();
    one();
    times.each.push_back(since(from));
  }
  times.rounds.push_back(since(begin) / in_a_round);
}

std::shared_ptr<Evaluator> code_of(const Mechanism& mechanism) {
  std::string message;
  auto evaluator = try_generated(mechanism, false, message);
  if (!evaluator) throw std::runtime_error(message);
  return evaluator;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5 && count != 6) {
    std::fputs("treadle_steps UNIT MODEL SOLVER STEPS [CONSTRAINTS]\n", stderr);
    return 2;
  }
  try {
    const Mechanism unit = build_mechanism(read_model(words[1])),
                    mechanism = build_mechanism(read_model(words[2]));
    const auto unit_code = code_of(unit);
    const auto functions = unit.functions_at(0.0);
    std::vector<double> qdd(unit.start.v.size()), rates(functions.size());
    RunOptions options;
    options.duration = std::numeric_limits<double>::infinity();
    options.integrator = "semi-implicit-euler";
    options.solver = words[3];
    options.channels.names = {"time"};
    if (count == 6) options.constraints = words[5];
    if (options.solver == "generated") options.evaluator = code_of(mechanism);
    Simulation simulation(mechanism, options);

    const long rounds = std::max(1L, std::atol(words[4]) / in_a_round);
    Times evaluations, steps, empty;
    for (Times* times : {&evaluations, &steps, &empty}) {
      times->each.reserve(static_cast<std::size_t>(rounds * in_a_round));
      times->rounds.reserve(static_cast<std::size_t>(rounds));
    }
    double sum = 0.0;
    bool goes_on = simulation.step();  // the first one prepares
    for (long k = 0; k < rounds && goes_on; ++k) {
      round_of(evaluations, [&] {
        double power = 0.0;
        if (!unit_code->accelerate({unit.start.q, unit.start.v, functions, {}}, qdd, rates, power))
          std::abort();
        sum += qdd.front();
      });
      round_of(steps, [&] { goes_on = goes_on && simulation.step(); });
      // as long as a step, and nothing to do
      const double wait = steps.rounds.back();
      round_of(empty, [&] {
        for (const auto from = Clock::now(); since(from) < wait;) {
        }
      });
    }
    if (!goes_on || !std::isfinite(sum)) {
      std::fprintf(stderr, "ended: %s\n", simulation.result().message.c_str());
      return 3;
    }
    std::printf("{\"steps\": %zu, ", steps.each.size());
    evaluations.print("evaluation", ", ");
    steps.print("step", ", ");
    empty.print("empty", "}\n");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
