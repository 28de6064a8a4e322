#include "weakest_strength.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int iterations = 5;
constexpr double singular = 1e-13;  // of the trace

// G = L L^T in place; false where a pivot vanishes.
bool factor(Envelope& g, double least) {
  for (std::size_t i = 0; i < g.rows(); ++i) {
    double* row = g.row(i);
    for (std::size_t j = g.first[i]; j <= i; ++j) {
      const double* other = g.row(j);
      double sum = row[j];
      for (std::size_t k = std::max(g.first[i], g.first[j]); k < j; ++k) sum -= row[k] * other[k];
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

void solve(const Envelope& g, std::vector<double>& x) {
  for (std::size_t i = 0; i < g.rows(); ++i) {
    const double* row = g.row(i);
    for (std::size_t k = g.first[i]; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (std::size_t i = g.rows(); i-- > 0;) {
    const double* row = g.row(i);
    x[i] /= row[i];
    for (std::size_t k = g.first[i]; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

}  // namespace

void WeakestStrength::reserve(int rows) {
  const auto m = static_cast<std::size_t>(rows);
  left_.assign(m, 0.0);
  right_.resize(m);
  entries_.resize(m);  // not reserved: a copy would have no room
}

void WeakestStrength::reserve(const KeptRows& rows) {
  gram_.first = rows.shape().first;
  gram_.make_room();
}

double WeakestStrength::of(const Matrix<double>& phi, std::span<const int> rows) {
  const std::size_t m = rows.size();
  if (left_.size() != m) reserve(static_cast<int>(m));
  // rows of a column that has entries begin no later than the first of them
  const auto each_column = [&](auto&& with) {
    for (int c = 0; c < phi.cols; ++c) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < m; ++i) {
        if (phi(rows[i], c) != 0.0) entries_[count++] = i;
      }
      with(c, count);
    }
  };
  gram_.first.resize(m);
  for (std::size_t i = 0; i < m; ++i) gram_.first[i] = i;
  each_column([&](int /*c*/, std::size_t count) {
    for (std::size_t e = 0; e < count; ++e)
      gram_.first[entries_[e]] = std::min(gram_.first[entries_[e]], entries_[0]);
  });
  gram_.make_room();
  std::fill(gram_.a.begin(), gram_.a.end(), 0.0);
  each_column([&](int c, std::size_t count) {
    for (std::size_t e = 0; e < count; ++e) {
      double* const row = gram_.row(entries_[e]);
      for (std::size_t k = 0; k <= e; ++k)
        row[entries_[k]] += phi(rows[entries_[e]], c) * phi(rows[entries_[k]], c);
    }
  });
  return weakest();
}

double WeakestStrength::of(KeptRows& rows, std::span<const double> phi) {
  if (left_.size() != rows.shape().rows()) reserve(static_cast<int>(rows.shape().rows()));
  if (gram_.start != rows.shape().start) reserve(rows);
  rows.products(phi, gram_);
  return weakest();
}

double WeakestStrength::weakest() {
  const std::size_t m = gram_.rows();
  double trace = 0.0;
  for (std::size_t i = 0; i < m; ++i) trace += gram_.row(i)[i];
  if (!factor(gram_, singular * trace)) return 0.0;
  // the direction of the last time, and a little of all others
  for (std::size_t i = 0; i < m; ++i)
    right_[i] = left_[i] + 0.3 * std::cos(1.0 + 2.3 * static_cast<double>(i * (i + 1)));
  double length = 1.0;
  for (int k = 0; k < iterations; ++k) {
    double square = 0.0;
    for (const double x : right_) square += x * x;
    for (double& x : right_) x /= std::sqrt(square);
    solve(gram_, right_);
    square = 0.0;
    for (const double x : right_) square += x * x;
    length = std::sqrt(square);
  }
  for (std::size_t i = 0; i < m; ++i) left_[i] = right_[i] / length;
  return 1.0 / std::sqrt(length);
}

}  // namespace treadle
