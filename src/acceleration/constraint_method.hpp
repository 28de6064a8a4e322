// The ways to keep loops closed, by name.
#pragma once

#include <string>
#include <vector>

namespace treadle {

/// In the order of the names.
enum class ConstraintMethod {
  automatic,
  closest,
  lu,
  qr,
  svd,
  gram_schmidt,
  projection,
  hybrid,
  hybrid_qr,
  hybrid_steady,
  stabilized
};

const std::vector<std::string>& constraint_method_names();
bool find_constraint_method(const std::string& name, ConstraintMethod& method);

}  // namespace treadle
