#include "curve.hpp"

namespace treadle {

LookupTable monotone_curve(std::span<const double> x, std::span<const double> y) {
  LookupTable table{{x.begin(), x.end()}, {y.begin(), y.end()}, std::vector<double>(x.size(), 0.0)};
  const std::size_t n = x.size();
  if (n < 2) return table;
  const auto rise = [&](std::size_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); };
  // inside: weighted harmonic mean of the neighbouring rises, level at extremes
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double a = rise(i - 1), b = rise(i);
    if (a * b <= 0.0) continue;
    const double left = x[i] - x[i - 1], right = x[i + 1] - x[i];
    const double w1 = 2.0 * right + left, w2 = right + 2.0 * left;
    table.slope[i] = (w1 + w2) / (w1 / a + w2 / b);
  }
  // ends: the rise of the first and last piece, so that the curve goes on straight
  table.slope[0] = rise(0);
  table.slope[n - 1] = rise(n - 2);
  return table;
}

Spline::Spline(std::span<const double> x, std::span<const double> y)
    : x_(x.begin(), x.end()), y_(y.begin(), y.end()), curvature_(x.size(), 0.0) {
  const std::size_t n = x_.size();
  if (n < 2) return;
  // tridiagonal system for the curvatures, level ends (Thomas)
  std::vector<double> diagonal(n), upper(n), right(n);
  const auto h = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
  const auto rise = [&](std::size_t i) { return (y_[i + 1] - y_[i]) / h(i); };
  diagonal[0] = 2.0 * h(0);
  right[0] = 6.0 * rise(0);
  for (std::size_t i = 1; i < n; ++i) {
    const bool last = i + 1 == n;
    const double below = h(i - 1);
    upper[i - 1] = h(i - 1);
    diagonal[i] = last ? 2.0 * h(i - 1) : 2.0 * (h(i - 1) + h(i));
    right[i] = 6.0 * ((last ? 0.0 : rise(i)) - rise(i - 1));
    const double factor = below / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) {
    curvature_[i] = (right[i] - (i + 1 < n ? upper[i] * curvature_[i + 1] : 0.0)) / diagonal[i];
  }
}

Spline::Values Spline::at(double x) const {
  if (x_.size() == 1 || !(x > x_.front())) return {y_.front(), 0.0, 0.0};
  if (x >= x_.back()) return {y_.back(), 0.0, 0.0};
  const auto i =
      static_cast<std::size_t>(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin()) - 1;
  const double h = x_[i + 1] - x_[i], a = (x_[i + 1] - x) / h, b = 1.0 - a;
  const double m0 = curvature_[i], m1 = curvature_[i + 1];
  return {a * y_[i] + b * y_[i + 1] + h * h / 6.0 * ((a * a * a - a) * m0 + (b * b * b - b) * m1),
          (y_[i + 1] - y_[i]) / h + h / 6.0 * ((1.0 - 3.0 * a * a) * m0 + (3.0 * b * b - 1.0) * m1),
          a * m0 + b * m1};
}

}  // namespace treadle
