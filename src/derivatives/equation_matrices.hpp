// The derivatives of the equations as matrices: one column for each direction. (E3)
#pragma once

#include "../linalg/matrix.hpp"
#include "equation_slopes.hpp"

namespace treadle {

/// Rows of one kind against all that they depend on.
struct RowsBy {
  Matrix<double> q, v;  ///< along tangent increments; along velocities     (rows x nv)
  Matrix<double> z;     ///< along states that forces own                   (rows x states)
  Matrix<double> u;     ///< along values of inputs                         (rows x inputs)
};

/// r = M a + Phi^T lambda - Q; phi, its rate and Phi a - gamma; rates of states.
struct EquationMatrices {
  RowsBy residual;                                   ///< K is residual.q, D is residual.v
  RowsBy loop_position, loop_velocity, loop_excess;  ///< Phi is loop_position.q
  RowsBy state_rate;
};

/// Which columns are wanted.
struct WantedColumns {
  bool q = true, v = true, z = true, u = true;
};

/// The direction of all functions that follow an input.
std::vector<FunctionValue<double>> along_input(const Functions& functions, std::size_t input,
                                               const FunctionValue<double>& change);

/// At the point that was set; what is not wanted keeps its numbers. Shapes once, then allocates
/// nothing.
void fill_matrices(EquationSlopes& slopes, const WantedColumns& wanted, EquationMatrices& out);

}  // namespace treadle
