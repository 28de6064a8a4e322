#include "equation_matrices.hpp"

namespace treadle {

namespace {

// Writes one column of all kinds of rows; `which` picks q, v, z or u.
void put_column(const EquationSlopes& slopes, Matrix<double> RowsBy::*which, int column,
                EquationMatrices& out) {
  const auto put = [&](RowsBy& rows, const auto& slope) {
    Matrix<double>& to = rows.*which;
    for (int k = 0; k < to.rows; ++k) to(k, column) = slope(static_cast<std::size_t>(k));
  };
  put(out.residual, [&](std::size_t k) { return slopes.residual(k); });
  put(out.loop_position, [&](std::size_t k) { return slopes.position(k); });
  put(out.loop_velocity, [&](std::size_t k) { return slopes.velocity(k); });
  put(out.loop_excess, [&](std::size_t k) { return slopes.acceleration(k); });
  put(out.state_rate, [&](std::size_t k) { return slopes.state_rate(k); });
}

void shape(const Mechanism& m, EquationMatrices& out) {
  const int nv = m.model.nv(), rows = m.model.rows(),
            nz = static_cast<int>(m.functions.states().size()),
            nu = static_cast<int>(m.functions.inputs().size());
  const auto one = [&](RowsBy& by, int count) {
    by.q.shape(count, nv);
    by.v.shape(count, nv);
    by.z.shape(count, nz);
    by.u.shape(count, nu);
  };
  one(out.residual, nv);
  one(out.loop_position, rows);
  one(out.loop_velocity, rows);
  one(out.loop_excess, rows);
  one(out.state_rate, nz);
}

}  // namespace

// Functions that follow an input are proportional to it.
std::vector<FunctionValue<double>> along_input(const Functions& functions, std::size_t input,
                                               const FunctionValue<double>& change) {
  std::vector<FunctionValue<double>> with(functions.size()), without(functions.size());
  std::vector<InputValue> inputs(functions.inputs().size());
  const std::vector<double> states(functions.states().size(), 0.0);
  functions.evaluate(0.0, inputs, states, without);
  inputs[input] = {change.value, change.rate, change.acceleration, 0.0};
  functions.evaluate(0.0, inputs, states, with);
  for (std::size_t f = 0; f < with.size(); ++f) {
    with[f].value -= without[f].value;
    with[f].rate -= without[f].rate;
    with[f].acceleration -= without[f].acceleration;
  }
  return with;
}

void fill_matrices(EquationSlopes& slopes, const WantedColumns& wanted, EquationMatrices& out) {
  const Mechanism& m = slopes.mechanism();
  shape(m, out);
  std::vector<double> unit(static_cast<std::size_t>(m.model.nv()), 0.0);
  const auto each_velocity = [&](const auto& visit) {
    for (std::size_t k = 0; k < unit.size(); ++k) {
      unit[k] = 1.0;
      visit(static_cast<int>(k));
      unit[k] = 0.0;
    }
  };
  if (wanted.q) {
    each_velocity([&](int k) {
      slopes.along({.q = unit});
      put_column(slopes, &RowsBy::q, k, out);
    });
  }
  if (wanted.v) {
    each_velocity([&](int k) {
      slopes.along({.v = unit});
      put_column(slopes, &RowsBy::v, k, out);
    });
  }
  std::vector<FunctionValue<double>> moved(m.functions.size());
  const std::vector<std::size_t>& states = m.functions.states();
  for (std::size_t z = 0; wanted.z && z < states.size(); ++z) {
    moved[states[z]].value = 1.0;
    slopes.along({.functions = moved});
    put_column(slopes, &RowsBy::z, static_cast<int>(z), out);
    moved[states[z]].value = 0.0;
  }
  for (std::size_t u = 0; wanted.u && u < m.functions.inputs().size(); ++u) {
    slopes.along({.functions = along_input(m.functions, u, {1.0, 0.0, 0.0})});
    put_column(slopes, &RowsBy::u, static_cast<int>(u), out);
  }
}

}  // namespace treadle
