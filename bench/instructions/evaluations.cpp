// Evaluates a model's start many times, for programs that count instructions or take times; says
// the seconds that it took:
//   treadle_evaluations MODEL SOLVER TIMES [THREADS]
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int count, char** words) {
  using namespace treadle;
  if (count != 4 && count != 5) {
    std::fputs("treadle_evaluations MODEL SOLVER TIMES [THREADS]\n", stderr);
    return 2;
  }
  try {
    const Mechanism mechanism = build_mechanism(read_model(words[1]));
    MechanismSystem system(mechanism, words[2], ConstraintMethod::closest, 1e-3, nullptr, false,
                           count == 5 ? std::atoi(words[4]) : 1);
    const std::vector<double> x = system.start();
    std::vector<double> rate(system.tangent_size());
    double sum = 0.0;
    const auto begin = std::chrono::steady_clock::now();
    for (long k = std::atol(words[3]); k > 0; --k) {
      if (!system.rate(0.0, x, rate).ok()) return 3;
      sum += rate.back();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    std::printf("%.17g %.6f\n", sum, taken.count());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
