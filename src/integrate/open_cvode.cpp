#include "../base/module.hpp"
#include "cvode.hpp"
#include "registry.hpp"

namespace treadle {

namespace {

struct OpenedCvode {
  std::string why;
  CvodeModule* module;
  OpenedCvode() : module(open_module<CvodeModule>("treadle_sundials", why)) {}
};

const OpenedCvode& opened_cvode() {
  static const OpenedCvode once;
  return once;
}

}  // namespace

bool has_cvode() { return opened_cvode().module != nullptr; }

std::string cvode_refusal() {
  if (has_cvode()) return {};
  return "there is no SUNDIALS (Debian: libsundials-dev, when treadle is built): " +
         opened_cvode().why;
}

std::unique_ptr<AdaptiveIntegrator> make_cvode(CvodeMethod method, const System& system,
                                               const Tolerance& tolerance) {
  return has_cvode() ? opened_cvode().module->make(method, system, tolerance) : nullptr;
}

}  // namespace treadle
