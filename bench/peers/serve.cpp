// The loop of a peer's program: prove, then time.
#include "serve.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>

namespace peers {
namespace {

void show_answers(size_t states, const Method& method) {
  std::printf("method %s\n", method.name.c_str());
  for (size_t k = 0; k < states; ++k) {
    method.evaluate(k);
    std::printf("a");
    for (const double a : method.answer(k)) std::printf(" %.17g", a);
    std::printf("\n");
  }
}

// Batches are short, so that most of them are not interrupted by what else the machine does.
double time(size_t states, const Method& method, int evaluations, int batches) {
  std::vector<double> times;
  size_t state = 0;
  for (int b = 0; b < batches; ++b) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < evaluations; ++i) {
      method.evaluate(state);
      state = state + 1 < states ? state + 1 : 0;
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    times.push_back(taken.count() / evaluations);
  }
  const auto half = times.begin() + batches / 2;
  std::nth_element(times.begin(), half, times.end());
  return *half;
}

}  // namespace

void serve(const std::string& version, size_t states, const std::vector<Method>& methods) {
  std::printf("version %s\n", version.c_str());
  for (const auto& method : methods) show_answers(states, method);
  std::printf("ready\n");
  std::fflush(stdout);
  std::string name;
  for (int evaluations = 0, batches = 0; std::cin >> name >> evaluations >> batches;) {
    for (const auto& method : methods) {
      if (method.name != name) continue;
      std::printf("%.3f\n", time(states, method, evaluations, batches));
      std::fflush(stdout);
    }
  }
}

}  // namespace peers
