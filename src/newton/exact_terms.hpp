// K and D with all their terms, and how the equations of loops change: by forward differentiation
// of the whole evaluation (docs/theory/derivatives.md).
#pragma once

#include "../derivatives/equation_slopes.hpp"
#include "../linalg/matrix.hpp"

namespace treadle {

class ExactTerms {
 public:
  explicit ExactTerms(const Mechanism& mechanism);

  void look(const EquationPoint& point);

  Matrix<double> stiffness, damping;            ///< K, D                             (nv x nv)
  Matrix<double> loop_stiffness, loop_damping;  ///< of Phi a - gamma                 (rows x nv)

 private:
  EquationSlopes slopes_;
  std::vector<double> unit_;
};

}  // namespace treadle
