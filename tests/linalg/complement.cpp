// Bases of what is orthogonal to given columns.
#include "src/linalg/matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace treadle::test {
namespace {

Matrix<double> orthonormal(int n, int count, double seed) {
  Matrix<double> q(n, count);
  for (int c = 0; c < count; ++c) {
    for (int k = 0; k < n; ++k) q(k, c) = std::sin(seed + 1.7 * k + 3.1 * c * k + c);
    take_out(q, c, q, c);
    EXPECT_TRUE(normalize_column(q, c, 0.0));
  }
  return q;
}

void expect_complement(const Matrix<double>& q, int count, const Matrix<double>& basis) {
  double worst = 0.0;
  for (int i = 0; i < basis.cols; ++i) {
    for (int c = 0; c < count; ++c)
      worst = std::max(worst, std::fabs(column_product(q, c, basis, i)));
    for (int j = 0; j <= i; ++j)
      worst = std::max(worst, std::fabs(column_product(basis, i, basis, j) - (i == j ? 1.0 : 0.0)));
  }
  EXPECT_LT(worst, 1e-14 * basis.rows);
}

TEST(Complement, ByReflectionsIsOrthonormal) {
  for (const int count : {0, 1, 2, 5}) {
    for (const int n : {6, 40, 90}) {
      const Matrix<double> q = orthonormal(n, count, 0.3 * n);
      Matrix<double> basis(n, n - count);
      any_complement(q, count, basis);
      expect_complement(q, count, basis);
    }
  }
}

// Large or small, fresh or near what it was.
TEST(Complement, FollowsWhatItHeld) {
  for (const int n : {8, 120}) {
    Matrix<double> q = orthonormal(n, 3, 1.0), basis(n, n - 3);
    basis.set_zero();
    complement(q, 3, basis);
    expect_complement(q, 3, basis);
    const Matrix<double> before = basis;
    for (int k = 0; k < n; ++k) q(k, 0) += 1e-4 * std::cos(k);
    for (int c = 0; c < 3; ++c) {
      take_out(q, c, q, c);
      normalize_column(q, c, 0.0);
    }
    complement(q, 3, basis);
    expect_complement(q, 3, basis);
    double moved = 0.0;
    for (std::size_t i = 0; i < basis.a.size(); ++i)
      moved = std::max(moved, std::fabs(basis.a[i] - before.a[i]));
    EXPECT_LT(moved, 0.01);
  }
}

}  // namespace
}  // namespace treadle::test
