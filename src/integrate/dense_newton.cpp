#include "dense_newton.hpp"

#include "../linalg/dense.hpp"

#include <cmath>

namespace treadle {

namespace {

// Of a tangent increment: rounding and curvature of the rate lose about as much.
constexpr double difference_step = 1e-7;

}  // namespace

System::System() = default;
System::~System() = default;
System::System(const System& other) : newton_counts_(other.newton_counts_) {}

Report System::linearize(double t, std::span<const double> x, std::span<const double> dx) {
  if (!dense_) dense_ = std::make_unique<DenseNewton>(*this);
  ++newton_counts_.evaluations;
  return dense_->linearize(*this, t, x, dx);
}

Report System::factor_newton(double c_q, double c_v) {
  ++newton_counts_.factorizations;
  return dense_->factor(c_q, c_v);
}

Report System::solve_newton(std::span<double> r) {
  ++newton_counts_.iterations;
  dense_->solve(r);
  return {};
}

DenseNewton::DenseNewton(const System& system)
    : positions_(system.positions()),
      rest_(system.tangent_size() - system.positions() - system.quadratures()),
      slopes_(rest_ * (positions_ + rest_)),
      matrix_(rest_ * rest_),
      pivots_(rest_),
      step_(system.tangent_size()),
      state_(system.state_size()),
      rate_(system.tangent_size()),
      right_(rest_) {}

Report DenseNewton::linearize(System& system, double t, std::span<const double> x,
                              std::span<const double> dx) {
  const std::size_t columns = positions_ + rest_;
  std::fill(step_.begin(), step_.end(), 0.0);
  for (std::size_t c = 0; c < columns; ++c) {
    // the increment of a velocity is measured by the velocity, which is the rate of its position
    const double size = c >= positions_ && c < 2 * positions_ ? std::fabs(dx[c - positions_]) : 0.0;
    const double delta = difference_step * (1.0 + size);
    step_[c] = delta;
    system.advance(x, step_, state_);
    step_[c] = 0.0;
    const Report report = system.rate(t, state_, rate_);
    if (!report.ok()) return report;
    for (std::size_t r = 0; r < rest_; ++r)
      slopes_[r * columns + c] = (rate_[positions_ + r] - dx[positions_ + r]) / delta;
  }
  return {};
}

// 1 - c_v J_v - c_q J_q (J3)
Report DenseNewton::factor(double c_q, double c_v) {
  c_q_ = c_q;
  c_v_ = c_v;
  const std::size_t columns = positions_ + rest_;
  for (std::size_t r = 0; r < rest_; ++r) {
    const double* slopes = slopes_.data() + r * columns;
    double* row = matrix_.data() + r * rest_;
    for (std::size_t c = 0; c < rest_; ++c) {
      row[c] = (r == c ? 1.0 : 0.0) - c_v * slopes[positions_ + c];
      if (c < positions_) row[c] -= c_q * slopes[c];
    }
  }
  const int stuck = lu_factor<double>(matrix_, static_cast<int>(rest_), pivots_, 0.0);
  if (stuck < 0) return {};
  return {Trouble::singular_inertia, stuck, 0.0, 0};
}

void DenseNewton::solve(std::span<double> r) {
  const std::size_t columns = positions_ + rest_;
  for (std::size_t i = 0; i < rest_; ++i) {
    double sum = 0.0;
    for (std::size_t c = 0; c < positions_; ++c) sum += slopes_[i * columns + c] * r[c];
    right_[i] = r[positions_ + i] + c_v_ * sum;
  }
  const int n = static_cast<int>(rest_);
  lu_forward<double>(matrix_, n, pivots_, right_);
  lu_backward<double>(matrix_, n, right_);
  std::copy(right_.begin(), right_.end(), r.begin() + static_cast<std::ptrdiff_t>(positions_));
  for (std::size_t i = 0; i < positions_; ++i) r[i] += c_q_ / c_v_ * right_[i];
}

}  // namespace treadle
