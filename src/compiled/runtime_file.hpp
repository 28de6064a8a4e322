// The shared library that compiled components are made of.
#pragma once

#include <string>

namespace treadle {

/// Its bytes: found as modules are (base/module.hpp). Throws EnvironmentError where it is missing.
std::string component_runtime();

}  // namespace treadle
