// CVODE of SUNDIALS as an integrator, where the build found it: cvode.cpp, or without_cvode.cpp.
#pragma once

#include "adaptive.hpp"

#include <memory>

namespace treadle {

enum class CvodeMethod { adams, bdf };

/// nullptr in a build without SUNDIALS.
std::unique_ptr<AdaptiveIntegrator> make_cvode(CvodeMethod method, const System& system,
                                               const Tolerance& tolerance);

}  // namespace treadle
