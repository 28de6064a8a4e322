// CVODE of SUNDIALS as an integrator, from a module of its own (modules/cvode.cpp).
#pragma once

#include "adaptive.hpp"

#include <memory>
#include <string>

namespace treadle {

enum class CvodeMethod { adams, bdf };

/// `treadle_module` of treadle_sundials.so.
class CvodeModule {
 public:
  virtual ~CvodeModule() = default;
  [[nodiscard]] virtual std::unique_ptr<AdaptiveIntegrator> make(CvodeMethod method,
                                                                 const System& system,
                                                                 const Tolerance& tolerance) = 0;
};

/// nullptr where there is no SUNDIALS.
std::unique_ptr<AdaptiveIntegrator> make_cvode(CvodeMethod method, const System& system,
                                               const Tolerance& tolerance);

}  // namespace treadle
