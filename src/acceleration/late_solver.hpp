// The solver behind a method that needs it only where something goes wrong: its plan may take much
// longer than a step of a large mechanism, so it is made when it is first asked.
#pragma once

#include "../solve/saddle.hpp"

#include <functional>
#include <memory>

namespace treadle {

class LateSolver final : public SaddleSolver<double> {
 public:
  using Make = std::function<std::unique_ptr<SaddleSolver<double>>()>;
  /// `make` gives nullptr where there is not enough memory for such a solver.
  explicit LateSolver(Make make) : make_(std::move(make)) {}

  void work_with(Crew* crew) override { crew_ = crew; }
  void leave_out(std::span<const int> dependent, std::span<const int> vanishing) override {
    if (made()) solver_->leave_out(dependent, vanishing);
  }
  Report factor(const SaddleMatrix<double>& matrix) override {
    if (!made()) return {Trouble::singular_constraint, -1, 0.0, 0};
    return solver_->factor(matrix);
  }
  void solve(std::span<const double> q, std::span<const double> gamma, std::span<double> qdd,
             std::span<double> lambda) override {
    solver_->solve(q, gamma, qdd, lambda);
  }

 private:
  bool made() {
    if (make_) {
      solver_ = std::exchange(make_, nullptr)();
      if (solver_) solver_->work_with(crew_);
    }
    return solver_ != nullptr;
  }

  Make make_;
  Crew* crew_ = nullptr;
  std::unique_ptr<SaddleSolver<double>> solver_;
};

}  // namespace treadle
