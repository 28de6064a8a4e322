#include "jacobian_kind.hpp"

#include <algorithm>

namespace treadle {

const std::vector<std::string>& jacobian_names() {
  static const std::vector<std::string> names{
      "auto", "exact", "approximate", "approximate-symmetric", "block-diagonal", "differences"};
  return names;
}

bool find_jacobian(std::string_view name, JacobianKind& kind) {
  const auto& names = jacobian_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  kind = static_cast<JacobianKind>(found - names.begin());
  return true;
}

}  // namespace treadle
