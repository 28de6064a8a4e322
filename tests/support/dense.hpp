// The augmented system as dense Eigen matrices, for witnesses.
#pragma once

#include "src/acceleration/step.hpp"
#include "src/mechanism/mechanism.hpp"

#include <Eigen/Core>

namespace treadle::test {

template <class S>
Eigen::MatrixXd dense_inertia(const Model<S>& model, const InertiaMatrix<S>& m) {
  const LowerPattern& p = model.pattern->inertia;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(p.n, p.n);
  for (int j = 0; j < p.n; ++j) {
    out(j, j) = value(m.diagonal[static_cast<std::size_t>(j)]);
    for (int s = p.begin[static_cast<std::size_t>(j)]; s < p.begin[static_cast<std::size_t>(j) + 1];
         ++s) {
      const int i = p.rows[static_cast<std::size_t>(s)];
      out(i, j) = out(j, i) = value(m.lower[static_cast<std::size_t>(s)]);
    }
  }
  return out;
}

template <class S>
Eigen::MatrixXd dense_phi(const Model<S>& model, const std::vector<S>& phi) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(model.rows(), model.nv());
  for (const LoopPattern& loop : model.pattern->loops) {
    for (std::size_t k = 0; k < loop.columns.size(); ++k) {
      for (int r = 0; r < loop.rows; ++r) {
        out(loop.first_row + r, loop.columns[k]) = value(
            phi[static_cast<std::size_t>(loop.values_at + static_cast<int>(k) * loop.rows + r)]);
      }
    }
  }
  return out;
}

inline Eigen::VectorXd dense_vector(std::span<const double> x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

}  // namespace treadle::test
