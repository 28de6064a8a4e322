// Alg-D: the steps of Alg-S on full matrices. No bookkeeping, all zeros multiplied; or with
// M in lists or blocks, or sparse, factored by a library (docs/theory/solvers.md).
#pragma once

#include "block_inertia.hpp"
#include "cholmod_inertia.hpp"
#include "full_inertia.hpp"
#include "list_inertia.hpp"
#include "saddle.hpp"

namespace treadle {

template <Decidable S, class Inertia = FullInertia<S>>
class DenseSolver final : public SaddleSolver<S> {
 public:
  /// What M needs besides the pattern.
  template <class... Library>
  explicit DenseSolver(const SaddlePattern& pattern, Library&... library)
      : pattern_(pattern),
        inertia_(pattern, library...),
        left_out_(static_cast<std::size_t>(pattern.m), 0),
        t_(static_cast<std::size_t>(pattern.n) * static_cast<std::size_t>(pattern.m)),
        product_(static_cast<std::size_t>(pattern.m) * static_cast<std::size_t>(pattern.m)),
        z_(static_cast<std::size_t>(pattern.n)),
        y_(static_cast<std::size_t>(pattern.n)),
        zm_(static_cast<std::size_t>(pattern.m)),
        start_(static_cast<std::size_t>(pattern.m)) {}

  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override;
  Report factor(const SaddleMatrix<S>& matrix) override;
  void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
             std::span<S> lambda) override;
  [[nodiscard]] std::optional<LibraryFacts> library() const override { return inertia_.facts(); }

 private:
  void fill(const SaddleMatrix<S>& matrix);  ///< Phi^T

  SaddlePattern pattern_;
  Inertia inertia_;
  std::vector<char> left_out_;
  int dropped_ = 0;
  std::vector<S> t_, product_;  ///< n x m, a row for each place of a coordinate; m x m
  std::vector<S> z_, y_, zm_;
  std::vector<double> start_;
};

}  // namespace treadle
