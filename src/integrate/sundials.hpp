// CVODE and IDA of SUNDIALS as integrators, from a module of their own (modules/).
#pragma once

#include "adaptive.hpp"

#include <memory>
#include <string>

namespace treadle {

enum class SundialsMethod { cvode_adams, cvode_bdf, ida };

/// `treadle_module` of treadle_sundials.so.
class SundialsModule {
 public:
  virtual ~SundialsModule() = default;
  [[nodiscard]] virtual std::unique_ptr<AdaptiveIntegrator> make(SundialsMethod method,
                                                                 const System& system,
                                                                 const Tolerance& tolerance) = 0;
};

/// nullptr where there is no SUNDIALS.
std::unique_ptr<AdaptiveIntegrator> make_sundials(SundialsMethod method, const System& system,
                                                  const Tolerance& tolerance);

}  // namespace treadle
