// Conjugate gradients along the loops: [S Phi^T; Phi 0] with a preconditioner [P Phi^T; Phi 0] that
// meets the loops exactly, so that all steps stay inside them (docs/theory/stiff.md).
#pragma once

#include "../base/report.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace treadle {

class ConjugateGradients {
 public:
  ConjugateGradients() = default;
  /// n unknowns and all rows of the loops.
  ConjugateGradients(std::size_t n, std::size_t rows)
      : n_(n), x_(n), left_(n), product_(n), direction_(n), solved_(n + rows) {}

  /// right := solution; multiply(x, y): y = S x; precondition(b): b := solution with P. Counts its
  /// steps. (J9)
  template <class Multiply, class Precondition>
  Report solve(std::span<double> right, const Multiply& multiply, const Precondition& precondition,
               long& steps) {
    constexpr int most_steps = 400;
    constexpr double enough = 1e-9;  // of the first correction, in the energy of P
    for (std::size_t i = 0; i < right.size(); ++i) solved_[i] = right[i];
    precondition(std::span<double>(solved_));
    std::copy_n(solved_.begin(), n_, x_.begin());
    double whole = 0.0;
    multiply(std::span<const double>(x_), std::span<double>(left_));
    for (std::size_t i = 0; i < n_; ++i) {
      whole += std::fabs(x_[i] * right[i]);
      left_[i] = right[i] - left_[i];
    }
    double before = 0.0;
    for (int k = 0; k < most_steps; ++k) {
      std::copy(left_.begin(), left_.end(), solved_.begin());
      std::fill(solved_.begin() + static_cast<std::ptrdiff_t>(n_), solved_.end(), 0.0);
      precondition(std::span<double>(solved_));
      double size = 0.0;
      for (std::size_t i = 0; i < n_; ++i) size += solved_[i] * left_[i];
      whole = std::fmax(whole, size);
      if (!(size > enough * enough * whole)) {
        if (std::isnan(size)) break;
        for (std::size_t i = 0; i < n_; ++i) right[i] = x_[i];
        return {};
      }
      ++steps;
      const double turn = k > 0 ? size / before : 0.0;
      for (std::size_t i = 0; i < n_; ++i) direction_[i] = solved_[i] + turn * direction_[i];
      multiply(std::span<const double>(direction_), std::span<double>(product_));
      double bend = 0.0;
      for (std::size_t i = 0; i < n_; ++i) bend += direction_[i] * product_[i];
      if (!(bend > 0.0)) break;
      const double far = size / bend;
      for (std::size_t i = 0; i < n_; ++i) {
        x_[i] += far * direction_[i];
        left_[i] -= far * product_[i];
      }
      before = size;
    }
    return {Trouble::not_converged, -1, 0.0, 0};
  }

 private:
  std::size_t n_ = 0;
  std::vector<double> x_, left_, product_, direction_, solved_;
};

}  // namespace treadle
