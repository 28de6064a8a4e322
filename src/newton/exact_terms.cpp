#include "exact_terms.hpp"

namespace treadle {

ExactTerms::ExactTerms(const Mechanism& mechanism)
    : stiffness(mechanism.model.nv(), mechanism.model.nv()),
      damping(mechanism.model.nv(), mechanism.model.nv()),
      loop_stiffness(mechanism.model.rows(), mechanism.model.nv()),
      loop_damping(mechanism.model.rows(), mechanism.model.nv()),
      slopes_(mechanism),
      unit_(static_cast<std::size_t>(mechanism.model.nv())) {}

void ExactTerms::look(const EquationPoint& point) {
  slopes_.set_point(point);
  const auto put = [&](Matrix<double>& equations, Matrix<double>& loops, int column) {
    for (int k = 0; k < equations.rows; ++k)
      equations(k, column) = slopes_.residual(static_cast<std::size_t>(k));
    for (int r = 0; r < loops.rows; ++r)
      loops(r, column) = slopes_.acceleration(static_cast<std::size_t>(r));
  };
  for (int k = 0; k < stiffness.cols; ++k) {
    double& one = unit_[static_cast<std::size_t>(k)];
    one = 1.0;
    slopes_.along({.q = unit_});
    put(stiffness, loop_stiffness, k);
    slopes_.along({.v = unit_});
    put(damping, loop_damping, k);
    one = 0.0;
  }
}

}  // namespace treadle
