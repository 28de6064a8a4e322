// A build without SUNDIALS (Debian: libsundials-dev).
#include "registry.hpp"

#include "cvode.hpp"

namespace treadle {

bool has_cvode() { return false; }

std::unique_ptr<AdaptiveIntegrator> make_cvode(CvodeMethod /*method*/, const System& /*system*/,
                                               const Tolerance& /*tolerance*/) {
  return nullptr;
}

}  // namespace treadle
