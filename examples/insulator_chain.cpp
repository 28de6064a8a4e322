// A force written in C++: the rope that jerks a chain of insulators (insulator_chain.hpp). The
// position after 0.1 s is compared with an extrapolation in quadruple precision.
#include "insulator_chain.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <span>

int main() try {
  const treadle::Mechanism chain = insulator_chain::with_rope(insulator_chain::hanging());

  // the row of the last output time: time, then the channels asked for
  treadle::RunOptions options = treadle::options_of(chain.description.simulation);
  options.channels.names = {"rope.pose.x", "rope.pose.y", "spacer.pose.x", "spacer.pose.y"};
  std::vector<double> last;
  treadle::Listener listener;
  listener.row = [&](std::span<const double> row) { last.assign(row.begin(), row.end()); };
  const treadle::RunResult result = treadle::run(chain, options, listener);
  if (result.end != treadle::RunEnd::done) {
    std::fprintf(stderr, "insulator_chain: %s\n", result.message.c_str());
    return 3;
  }

  const double reference[] = {-0.031926930517129, -7.054612963197900, -0.220509579750861,
                              -6.736278886467200};
  std::printf("%d angles, %ld steps, energy balance to %.0e\n", chain.degrees_of_freedom(),
              result.steps, result.energy_drift);
  double worst = 0.0;
  for (std::size_t k = 0; k < std::size(reference); ++k) {
    const double error = last[k + 1] - reference[k];
    std::printf("%-14s %14.10f m, off by %8.1e\n", options.channels.names[k].c_str(), last[k + 1],
                error);
    worst = std::max(worst, std::fabs(error));
  }
  return worst < 1e-7 ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "insulator_chain: %s\n", error.what());
  return 2;
}
