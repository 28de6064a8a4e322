// The smallest program on the installed library: hello MODEL.json
#include <cstdio>
#include <exception>
#include <treadle.hpp>

int main(int argc, char** argv) try {
  const treadle::Mechanism mechanism =
      treadle::build_mechanism(treadle::read_model(argc > 1 ? argv[1] : "four_bar.json"));
  treadle::RunOptions options = treadle::options_of(mechanism.description.simulation);
  options.duration = 1.0;
  const treadle::RunResult result = treadle::run(mechanism, options);
  std::printf("treadle %s: %s, %d degrees of freedom, energy drift %.1e\n", treadle::version(),
              mechanism.description.name.c_str(), mechanism.degrees_of_freedom(),
              result.energy_drift);
  for (const auto& [joint, q] : result.q) {
    std::printf("%-16s %+.9f\n", joint.c_str(), q.front());
  }
  return result.end == treadle::RunEnd::done ? 0 : 3;
} catch (const std::exception& error) {
  std::fprintf(stderr, "hello: %s\n", error.what());
  return 2;
}
