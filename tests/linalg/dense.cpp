// Dense factorizations: right, and with exactly the textbook's operation counts.
#include "src/linalg/dense.hpp"

#include "src/linalg/symmetric.hpp"
#include "src/scalar/counted.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <vector>

namespace treadle {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class S>
std::vector<S> to_array(const Rows& a) {
  return std::vector<S>(a.data(), a.data() + a.size());
}

Rows random_matrix(int n, unsigned seed) {
  std::srand(seed);
  return Rows::Random(n, n);
}

template <class F>
Tally count(F&& f) {
  const Tally before = Counted::tally();
  f();
  return Counted::tally() - before;
}

TEST(Dense, LuSolves) {
  for (int n = 1; n < 30; ++n) {
    const Rows a = random_matrix(n, static_cast<unsigned>(n));
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1.0, 2.0), b = a * x;
    std::vector<double> factors = to_array<double>(a), y(b.data(), b.data() + n);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    ASSERT_EQ(lu_factor<double>(factors, n, pivots, 0.0), -1);
    lu_solve<double>(factors, n, pivots, y);
    const double condition =
        a.jacobiSvd().singularValues()(0) / a.jacobiSvd().singularValues()(n - 1);
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(y[static_cast<std::size_t>(i)], x[i], 1e-14 * condition * n);
  }
}

TEST(Dense, LuTellsTheColumnWithoutAPivot) {
  Rows a = random_matrix(6, 3);
  a.col(4) = a.col(1) + a.col(2);
  std::vector<double> factors = to_array<double>(a);
  std::vector<int> pivots(6);
  EXPECT_EQ(lu_factor<double>(factors, 6, pivots, 1e-12), 4);
}

TEST(Dense, CholeskySolves) {
  for (int n = 1; n < 30; ++n) {
    const Rows g = random_matrix(n, static_cast<unsigned>(n + 100));
    const Rows a = g * g.transpose() + Rows::Identity(n, n);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1.0, 2.0), b = a * x;
    std::vector<double> factor = to_array<double>(a), y(b.data(), b.data() + n);
    std::vector<double> start(static_cast<std::size_t>(n));
    ASSERT_EQ(cholesky_factor<double>(factor, n, 0.0, start), -1);
    lower_solve<double>(factor, n, y);
    upper_solve<double>(factor, n, y);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(y[static_cast<std::size_t>(i)], x[i], 1e-12 * n);
  }
}

TEST(Dense, CholeskyRefusesAnIndefiniteMatrix) {
  std::vector<double> a{1.0, 2.0, 2.0, 1.0}, start(2);
  EXPECT_EQ(cholesky_factor<double>(a, 2, 0.0, start), 1);
}

TEST(Dense, CholeskyRefusesAPivotThatVanishesAgainstItsEntry) {
  std::vector<double> a{1.0, 1.0, 1.0, 1.0 + 1e-13}, start(2);
  EXPECT_EQ(cholesky_factor<double>(a, 2, 1e-12, start), 1);
}

TEST(Dense, SeveralRightSidesAreSolvedTogether) {
  const Rows g = random_matrix(7, 3), b = Rows::Random(7, 4);
  const Rows a = g * g.transpose() + Rows::Identity(7, 7);
  std::vector<double> factor = to_array<double>(a), x(b.data(), b.data() + b.size()), start(7);
  ASSERT_EQ(cholesky_factor<double>(factor, 7, 0.0, start), -1);
  lower_solve<double>(factor, 7, x, 4);
  const Rows expected = a.llt().matrixL().solve(b);
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], expected.data()[k], 1e-12);
}

// Bunch and Kaufman on augmented matrices: zeros on the diagonal ask for blocks of two.
TEST(Symmetric, SolvesIndefiniteSystems) {
  for (int n = 1; n < 30; ++n) {
    Rows a = random_matrix(n, static_cast<unsigned>(n + 200));
    a = (a + a.transpose()).eval();
    if (n > 1) a.bottomRightCorner(n / 2, n / 2).setZero();
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1.0, 2.0), b = a * x;
    std::vector<double> factors = to_array<double>(a), y(b.data(), b.data() + n);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    ASSERT_EQ(symmetric_factor<double>(factors, n, pivots, 0.0), -1);
    symmetric_forward<double>(factors, n, pivots, y);
    symmetric_backward<double>(factors, n, pivots, y);
    const auto sizes = a.jacobiSvd().singularValues();
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(y[static_cast<std::size_t>(i)], x[i], 1e-14 * sizes(0) / sizes(n - 1) * n);
  }
}

TEST(Symmetric, TellsTheColumnWithoutAPivot) {
  std::vector<double> a{2.0, 1.0, 1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 0.5};
  std::vector<int> pivots(3);
  EXPECT_EQ(symmetric_factor<double>(a, 3, pivots, 1e-12), 1);
}

class Counts : public ::testing::TestWithParam<int> {};

TEST_P(Counts, EqualTheClosedFormulas) {
  const long n = GetParam();
  const int size = GetParam();
  const Rows g = random_matrix(size, 1);
  const Rows a = g * g.transpose() + Rows::Identity(size, size);
  std::vector<Counted> factor = to_array<Counted>(a), x(static_cast<std::size_t>(n), Counted(1.0));
  std::vector<int> pivots(static_cast<std::size_t>(n));

  const long lu = n * (n - 1) * (2 * n - 1) / 6, half = n * (n - 1) / 2;
  EXPECT_EQ(count([&] { lu_factor<Counted>(factor, size, pivots, 0.0); }),
            (Tally{lu, lu, half, 0, 0}));
  EXPECT_EQ(count([&] { lu_solve<Counted>(factor, size, pivots, x); }),
            (Tally{2 * half, 2 * half, n, 0, 0}));

  factor = to_array<Counted>(a);
  const long cholesky = n * (n * n - 1) / 6;
  std::vector<double> start(static_cast<std::size_t>(n));
  EXPECT_EQ(count([&] { cholesky_factor<Counted>(factor, size, 0.0, start); }),
            (Tally{cholesky, cholesky, half, n, 0}));
  EXPECT_EQ(count([&] { lower_solve<Counted>(factor, size, x); }), (Tally{half, half, n, 0, 0}));
  EXPECT_EQ(count([&] { upper_solve<Counted>(factor, size, x); }), (Tally{half, half, n, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(Orders, Counts, ::testing::Values(1, 2, 3, 6, 16, 27, 43));

// Table 1 of Negrut, Serban and Potra (1997): the augmented matrix of a 14-body vehicle has
// order 43.
TEST(Dense, GaussOfOrder43CountsAsThePaper) {
  const int n = 43;
  std::vector<Counted> a = to_array<Counted>(random_matrix(n, 5)),
                       x(static_cast<std::size_t>(n), Counted(1.0));
  std::vector<int> pivots(static_cast<std::size_t>(n));
  const Tally tally = count([&] {
    lu_factor<Counted>(a, n, pivots, 0.0);
    lu_solve<Counted>(a, n, pivots, x);
  });
  EXPECT_EQ(tally, (Tally{27391, 27391, 946, 0, 0}));
}

}  // namespace
}  // namespace treadle
