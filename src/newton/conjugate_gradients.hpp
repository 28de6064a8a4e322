// Conjugate gradients along the loops: [S Phi^T; Phi 0] with a preconditioner [P Phi^T; Phi 0] that
// meets the loops exactly, so that all steps stay inside them (docs/theory/stiff.md).
#pragma once

#include "../base/report.hpp"

#include <algorithm>
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

  /// right := solution; multiply(x, y): y = S x; loops(x, y): y = Phi x; precondition(b): b :=
  /// solution with P. `guess` is where it begins, a share of the last solution: it becomes this
  /// one. Counts its steps. (J9, J24)
  template <class Multiply, class Loops, class Precondition>
  Report solve(std::span<double> right, std::vector<double>& guess, const Multiply& multiply,
               const Loops& loops, const Precondition& precondition, long& steps) {
    constexpr int most_steps = 400;
    constexpr double enough = 1e-9;  // of the whole, in the energy of P
    begin(right, guess, multiply, loops);
    precondition(std::span<double>(solved_));
    for (std::size_t i = 0; i < n_; ++i) x_[i] += solved_[i];
    double whole = 0.0;
    multiply(std::span<const double>(x_), std::span<double>(left_));
    for (std::size_t i = 0; i < n_; ++i) {
      whole += std::fabs(x_[i] * right[i]);
      left_[i] = right[i] - left_[i];
    }
    double before = 0.0, size = 0.0;
    for (int k = 0; k < most_steps; ++k) {
      std::copy(left_.begin(), left_.end(), solved_.begin());
      std::fill(solved_.begin() + static_cast<std::ptrdiff_t>(n_), solved_.end(), 0.0);
      precondition(std::span<double>(solved_));
      size = 0.0;
      for (std::size_t i = 0; i < n_; ++i) size += solved_[i] * left_[i];
      whole = std::fmax(whole, size);
      if (!(size > enough * enough * whole)) {
        if (std::isnan(size)) break;
        for (std::size_t i = 0; i < n_; ++i) right[i] = x_[i];
        guess = x_;
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
    // where most is left
    const auto most =
        std::max_element(solved_.begin(), solved_.begin() + static_cast<std::ptrdiff_t>(n_),
                         [](double a, double b) { return std::fabs(a) < std::fabs(b); });
    guess.clear();
    return {Trouble::unbalanced, static_cast<int>(most - solved_.begin()),
            std::sqrt(std::fabs(size / whole)), 0};
  }

 private:
  // The share of the guess with the least error in the energy of S, and what it leaves.
  template <class Multiply, class Loops>
  void begin(std::span<const double> right, const std::vector<double>& guess,
             const Multiply& multiply, const Loops& loops) {
    std::copy(right.begin(), right.end(), solved_.begin());
    std::fill(x_.begin(), x_.end(), 0.0);
    if (guess.size() != n_) return;
    multiply(std::span<const double>(guess), std::span<double>(left_));
    double along = 0.0, bend = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      along += guess[i] * right[i];
      bend += guess[i] * left_[i];
    }
    if (!(bend > 0.0) || !std::isfinite(along / bend)) return;
    const double share = along / bend;
    for (std::size_t i = 0; i < n_; ++i) {
      x_[i] = share * guess[i];
      solved_[i] -= share * left_[i];
    }
    const std::span<double> rows = std::span<double>(solved_).subspan(n_);
    if (rows.empty()) return;
    crossed_.resize(rows.size());
    loops(std::span<const double>(x_), std::span<double>(crossed_));
    for (std::size_t r = 0; r < rows.size(); ++r) rows[r] -= crossed_[r];
  }

  std::size_t n_ = 0;
  std::vector<double> x_, left_, product_, direction_, solved_, crossed_;
};

}  // namespace treadle
