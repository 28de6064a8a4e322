// Talks with compare.py: accelerations first, then times whenever they are asked for.
#pragma once

#include <cstddef>
#include <functional>
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
// Then a line "name evaluations batches" on the input is answered by nanoseconds for each
// evaluation: the median of so many batches, each of so many evaluations, which go through the
// states in turn.
void serve(const std::string& version, size_t states, const std::vector<Method>& methods);

}  // namespace peers
