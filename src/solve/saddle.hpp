// What every solver of the augmented system offers: [M Phi^T; Phi 0] [qdd; lambda] = [Q; gamma].
#pragma once

#include "../base/crew.hpp"
#include "../base/keep.hpp"
#include "../base/report.hpp"
#include "../scalar/real.hpp"
#include "../topology/pattern.hpp"
#include "sparse_library.hpp"

#include <optional>
#include <span>
#include <vector>

namespace treadle {

/// Entries of the augmented matrix in the order of the pattern.
template <Real S>
struct SaddleMatrix {
  std::span<const S> diagonal;  ///< of M                                           (n)
  std::span<const S> lower;  ///< strictly lower triangle of M by columns        (inertia.entries())
  std::span<const S> phi;    ///< loop by loop, column by column, row by row     (phi_values)
};

/// Told when a solver is done with a step, for tallies and profiles. Steps bear the numbers of the
/// paper (1, 2, 3.1 to 3.5, 4) where a method has them. A step that is worked on in several places
/// is told several times: what was counted or timed since the last call adds up under its name.
class StepWatch {
 public:
  virtual ~StepWatch() = default;
  virtual void done(const char* step) = 0;
};

/// Analyses the pattern when it is made; factoring and solving never allocate. Knows no bodies.
template <Real S>
class SaddleSolver {
 public:
  virtual ~SaddleSolver() = default;

  /// What is known of the rows beforehand: those that depend on others wherever the mechanism goes,
  /// and of these the ones that vanish altogether. A solver that finds dependent rows by itself
  /// leaves out the vanishing ones only, since which of several dependent rows says nothing new may
  /// change along the way.
  virtual void leave_out(std::span<const int> dependent, std::span<const int> vanishing) = 0;

  virtual Report factor(const SaddleMatrix<S>& matrix) = 0;
  virtual void solve(std::span<const S> q, std::span<const S> gamma, std::span<S> qdd,
                     std::span<S> lambda) = 0;

  /// Whether solve() fills lambda in any case; if not, an empty span leaves the multipliers out.
  [[nodiscard]] virtual bool needs_multipliers() const { return true; }

  /// What does not depend on each other may be worked on side by side by this crew, which outlives
  /// the solver; numbers stay the same to the last bit.
  virtual void work_with(Crew* /*crew*/) {}

  /// Choices that outlive a factorization.
  virtual void keep(Keep& /*keep*/) {}

  /// What a library says of the factors it made; none where it is all our own.
  [[nodiscard]] virtual std::optional<LibraryFacts> library() const { return {}; }

  /// nullptr: nobody watches.
  void watch(StepWatch* watch) { watch_ = watch; }

 protected:
  void mark(const char* step) const {
    if (watch_ != nullptr) [[unlikely]]
      watch_->done(step);
  }

 private:
  StepWatch* watch_ = nullptr;
};

}  // namespace treadle
