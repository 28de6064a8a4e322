#include "constraint_method.hpp"

#include <algorithm>

namespace treadle {

const std::vector<std::string>& constraint_method_names() {
  static const std::vector<std::string> names{"auto",      "closest",       "lu",         "qr",
                                              "svd",       "gram-schmidt",  "projection", "hybrid",
                                              "hybrid-qr", "hybrid-steady", "stabilized"};
  return names;
}

bool find_constraint_method(const std::string& name, ConstraintMethod& method) {
  const auto& names = constraint_method_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  method = static_cast<ConstraintMethod>(found - names.begin());
  return true;
}

}  // namespace treadle
