// Evaluates a model's start many times, for programs that count instructions:
//   treadle_evaluations MODEL SOLVER TIMES
#include "src/io/reading/read_model.hpp"
#include "src/simulation/mechanism_system.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int count, char** words) {
  using namespace treadle;
  if (count != 4) {
    std::fputs("treadle_evaluations MODEL SOLVER TIMES\n", stderr);
    return 2;
  }
  try {
    const Mechanism mechanism = build_mechanism(read_model(words[1]));
    MechanismSystem system(mechanism, words[2], ConstraintMethod::closest, 1e-3);
    const std::vector<double> x = system.start();
    std::vector<double> rate(system.tangent_size());
    double sum = 0.0;
    for (long k = std::atol(words[3]); k > 0; --k) {
      if (!system.rate(0.0, x, rate).ok()) return 3;
      sum += rate.back();
    }
    std::printf("%.17g\n", sum);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
