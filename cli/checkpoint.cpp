#include "checkpoint.hpp"

#include "../src/base/sha256.hpp"

#include <cmath>
#include <cstdio>

namespace treadle::cli {

namespace {

std::string exact(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%a", x);
  return digits;
}

std::string exact(const std::optional<double>& x) { return x ? exact(*x) : "none"; }

}  // namespace

bool CheckpointPlan::is_due(double last, double at) const {
  return !to.empty() && std::floor(at / every) > std::floor(last / every);
}

std::string options_fingerprint(const RunOptions& o, const std::vector<std::string>& more) {
  std::string text = exact(o.duration) + "\n" + exact(o.step) + "\n" + exact(o.max_step) + "\n" +
                     exact(o.output_interval) + "\n" + exact(o.rtol) + "\n" + exact(o.atol) + "\n" +
                     o.integrator + "\n" + o.solver + "\n" + o.formulation + "\n" + o.constraints +
                     "\n" + o.jacobian + "\n" + exact(o.spectral_radius) + "\n" +
                     (o.channels.bodies ? "bodies\n" : "") +
                     (o.channels.reactions ? "reactions\n" : "");
  if (o.sleeping)
    text += "sleeping " + exact(o.sleeping->speed) + "\n" + exact(o.sleeping->time) + "\n" +
            exact(o.sleeping->acceleration) + "\n";
  for (const std::string& name : o.channels.names) text += name + "\n";
  for (const std::string& word : more) text += "+" + word + "\n";
  return sha256(text);
}

}  // namespace treadle::cli
