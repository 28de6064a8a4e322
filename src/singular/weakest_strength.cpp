#include "weakest_strength.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int iterations = 5;
constexpr double singular = 1e-13;  // of the trace

// G = L L^T in place, lower triangle by rows; false where a pivot vanishes.
bool factor(std::vector<double>& g, std::size_t m, double least, std::vector<std::size_t>& first) {
  for (std::size_t i = 0; i < m; ++i) {
    double* row = g.data() + i * m;
    first[i] = 0;  // what is left of the first entry stays zero
    while (first[i] < i && row[first[i]] == 0.0) ++first[i];
    for (std::size_t j = first[i]; j <= i; ++j) {
      const double* other = g.data() + j * m;
      double sum = row[j];
      for (std::size_t k = std::max(first[i], first[j]); k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else {
        if (!(sum > least)) return false;
        row[i] = std::sqrt(sum);
      }
    }
  }
  return true;
}

void solve(const std::vector<double>& g, std::size_t m, const std::vector<std::size_t>& first,
           std::vector<double>& x) {
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t k = first[i]; k < i; ++k) x[i] -= g[i * m + k] * x[k];
    x[i] /= g[i * m + i];
  }
  for (std::size_t i = m; i-- > 0;) {
    x[i] /= g[i * m + i];
    for (std::size_t k = first[i]; k < i; ++k) x[k] -= g[i * m + k] * x[i];
  }
}

}  // namespace

void WeakestStrength::reserve(int rows) {
  const auto m = static_cast<std::size_t>(rows);
  left_.assign(m, 0.0);
  right_.resize(m);
  gram_.resize(m * m);
  first_.resize(m);
  entries_.resize(m);  // not reserved: a copy would have no room
}

double WeakestStrength::of(const Matrix<double>& phi, std::span<const int> rows) {
  const std::size_t m = rows.size();
  if (left_.size() != m) reserve(static_cast<int>(m));
  gram_.assign(m * m, 0.0);
  for (int c = 0; c < phi.cols; ++c) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < m; ++i) {
      if (phi(rows[i], c) == 0.0) continue;
      entries_[count++] = i;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t j = entries_[k];
        gram_[i * m + j] += phi(rows[i], c) * phi(rows[j], c);
      }
    }
  }
  double trace = 0.0;
  for (std::size_t i = 0; i < m; ++i) trace += gram_[i * m + i];
  if (!factor(gram_, m, singular * trace, first_)) return 0.0;
  // the direction of the last time, and a little of all others
  for (std::size_t i = 0; i < m; ++i)
    right_[i] = left_[i] + 0.3 * std::cos(1.0 + 2.3 * static_cast<double>(i * (i + 1)));
  double length = 1.0;
  for (int k = 0; k < iterations; ++k) {
    double square = 0.0;
    for (const double x : right_) square += x * x;
    for (double& x : right_) x /= std::sqrt(square);
    solve(gram_, m, first_, right_);
    square = 0.0;
    for (const double x : right_) square += x * x;
    length = std::sqrt(square);
  }
  for (std::size_t i = 0; i < m; ++i) left_[i] = right_[i] / length;
  return 1.0 / std::sqrt(length);
}

}  // namespace treadle
