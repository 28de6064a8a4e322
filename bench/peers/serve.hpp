// Talks with compare.py: accelerations first, then batches of evaluations whenever they are asked
// for.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace peers {

// One way to find accelerations: evaluate(state) does the whole work and keeps the result,
// answer(state) gives it in the order and axes of the problem.
struct Method {
  std::string name;
  std::function<void(size_t)> evaluate;
  std::function<std::vector<double>(size_t)> answer;
};

// Writes the version, and for each method its name and a line of accelerations for each state.
// Then a line "name sweeps batches" on the input is answered by nanoseconds for each evaluation:
// the median of so many batches, each of so many sweeps over all states.
inline void serve(const std::string& version, size_t states, const std::vector<Method>& methods) {
  std::printf("version %s\n", version.c_str());
  for (const auto& method : methods) {
    std::printf("method %s\n", method.name.c_str());
    for (size_t k = 0; k < states; ++k) {
      method.evaluate(k);
      std::printf("a");
      for (const double a : method.answer(k)) std::printf(" %.17g", a);
      std::printf("\n");
    }
  }
  std::printf("ready\n");
  std::fflush(stdout);
  std::string name;
  for (int sweeps = 0, batches = 0; std::cin >> name >> sweeps >> batches;) {
    for (const auto& method : methods) {
      if (method.name != name) continue;
      std::vector<double> times;
      for (int b = 0; b < batches; ++b) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < sweeps; ++i)
          for (size_t k = 0; k < states; ++k) method.evaluate(k);
        const std::chrono::duration<double, std::nano> time =
            std::chrono::steady_clock::now() - start;
        times.push_back(time.count() / (static_cast<double>(sweeps) * static_cast<double>(states)));
      }
      const auto half = times.begin() + batches / 2;
      std::nth_element(times.begin(), half, times.end());
      std::printf("%.3f\n", *half);
      std::fflush(stdout);
    }
  }
}

}  // namespace peers
