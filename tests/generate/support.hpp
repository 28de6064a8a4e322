// Shared by the tests of generated code: the numeric core's answer and the backward error of
// another one.
#pragma once

#include "src/acceleration/solve_proof.hpp"
#include "src/acceleration/step.hpp"
#include "src/generate/trace.hpp"
#include "src/solve/registry.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace treadle::test {

/// A state with all that generated code reads.
struct Given {
  std::vector<double> q, v, u, p;
  double time = 0.0;

  [[nodiscard]] std::array<std::span<const double>, 4> arrays() const { return {q, v, u, p}; }
};

inline Given given_at(const Mechanism& m, double time, unsigned seed) {
  std::mt19937 dice(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Given given{m.start.q, m.start.v, {}, {}, time};
  // redundant equations have an answer only where velocities obey them
  for (double& v : given.v) v += m.redundancy.rows.empty() ? number(dice) : 0.0;
  for (const FunctionValue<double>& f : m.functions_at(time)) {
    given.u.push_back(f.value);
    given.u.push_back(f.rate);
    given.u.push_back(f.acceleration);
  }
  return given;
}

inline StateEquations equations(const Mechanism& m, const Given& g) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(g.time);
  assemble_equations<double>(m.model, m.forces, g.q, g.v, w);
  return {g.time, g.q, g.v, w.matrix.diagonal, w.matrix.lower, w.loops.phi, w.q_force, w.gamma};
}

inline std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(models_folder())) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A folder that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "treadle-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string path(const std::string& name = "") const {
    return name.empty() ? path_ : path_ + "/" + name;
  }

 private:
  std::string path_;
};

}  // namespace treadle::test
