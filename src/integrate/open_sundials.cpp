#include "../base/module.hpp"
#include "registry.hpp"
#include "sundials.hpp"

namespace treadle {

namespace {

struct OpenedSundials {
  std::string why;
  SundialsModule* module;
  OpenedSundials() : module(open_module<SundialsModule>("treadle_sundials", why)) {}
};

const OpenedSundials& opened_sundials() {
  static const OpenedSundials once;
  return once;
}

}  // namespace

bool has_sundials() { return opened_sundials().module != nullptr; }

std::string sundials_refusal() {
  if (has_sundials()) return {};
  return "there is no SUNDIALS (Debian: libsundials-dev, when treadle is built): " +
         opened_sundials().why;
}

std::unique_ptr<AdaptiveIntegrator> make_sundials(SundialsMethod method, const System& system,
                                                  const Tolerance& tolerance) {
  return has_sundials() ? opened_sundials().module->make(method, system, tolerance) : nullptr;
}

}  // namespace treadle
