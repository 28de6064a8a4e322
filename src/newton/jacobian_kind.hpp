// The ladder of Jacobians, from what is true to what is cheap (docs/theory/stiff.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treadle {

enum class JacobianKind {
  automatic,
  exact,                  ///< all terms, by forward differentiation
  approximate,            ///< forces alone, with their exact local Jacobians
  approximate_symmetric,  ///< forces alone, what pulls back
  block_diagonal,         ///< its part inside of bodies is factored, the rest is iterated
  differences,            ///< dense, by differences of the rate
};

/// In the order of the enumerators.
const std::vector<std::string>& jacobian_names();
/// False for an unknown name.
bool find_jacobian(std::string_view name, JacobianKind& kind);

}  // namespace treadle
