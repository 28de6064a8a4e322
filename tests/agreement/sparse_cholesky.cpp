// The sparse factorization on patterns that no mechanism has, against dense factors of Eigen; the
// symmetric product against its definition.
#include "src/solve/sparse_cholesky.hpp"
#include "src/solve/symmetric_product.hpp"

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include <cmath>
#include <random>

namespace treadle::test {
namespace {

// A random pattern of order n; `density` of 1 gives a full matrix.
LowerPattern random_pattern(int n, double density, std::mt19937& random) {
  LowerPattern pattern;
  pattern.n = n;
  std::bernoulli_distribution there(density);
  for (int j = 0; j < n; ++j) {
    for (int i = j + 1; i < n; ++i) {
      if (there(random)) pattern.rows.push_back(i);
    }
    pattern.begin.push_back(static_cast<int>(pattern.rows.size()));
  }
  return eliminate(pattern);
}

template <class F>
void each_entry(const LowerPattern& pattern, F&& f) {
  for (int j = 0; j < pattern.n; ++j) {
    f(j, j);
    for (int s = pattern.begin[static_cast<std::size_t>(j)];
         s < pattern.begin[static_cast<std::size_t>(j) + 1]; ++s)
      f(pattern.rows[static_cast<std::size_t>(s)], j);
  }
}

struct Problem {
  LowerPattern pattern;
  std::vector<int> marks;
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
};

Problem random_problem(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Problem p;
  const int n = 1 + static_cast<int>(seed % 29);
  const double densities[] = {0.05, 0.2, 0.5, 1.0};
  p.pattern = random_pattern(n, densities[seed % 4], random);
  if (seed % 3 == 0) {
    for (int j = 0; j < n; ++j) p.marks.push_back(j / 3);
  }
  p.a = Eigen::MatrixXd::Zero(n, n);
  p.b = Eigen::VectorXd::Zero(n);
  each_entry(p.pattern, [&](int i, int j) {
    p.a(i, j) = p.a(j, i) = i == j ? n + number(random) : number(random);
  });
  for (int i = 0; i < n; ++i) p.b(i) = number(random);
  return p;
}

template <class Pivot>
SparseCholesky<double, Pivot> loaded(const Problem& p) {
  SparseCholesky<double, Pivot> factor(p.pattern, p.marks);
  for (double& value : factor.values()) value = std::nan("");
  each_entry(p.pattern, [&](int i, int j) {
    factor.values()[static_cast<std::size_t>(factor.place(i, j))] = p.a(i, j);
  });
  return factor;
}

template <class Pivot>
void expect_solution(const Problem& p) {
  SparseCholesky<double, Pivot> factor = loaded<Pivot>(p);
  const Report report = factor.factor(1e-14);
  ASSERT_EQ(report.dropped, 0);
  const Eigen::LLT<Eigen::MatrixXd> dense(p.a);
  const Eigen::MatrixXd l = dense.matrixL();
  each_entry(p.pattern, [&](int i, int j) {
    if (i == j) return;
    const double own = factor.values()[static_cast<std::size_t>(factor.place(i, j))];
    EXPECT_NEAR(own, Pivot::root ? l(i, j) : l(i, j) / l(j, j), 1e-13) << i << ", " << j;
  });
  std::vector<double> x(p.b.data(), p.b.data() + p.b.size());
  factor.forward(x);
  factor.backward(x);
  const Eigen::VectorXd expected = dense.solve(p.b);
  for (int i = 0; i < p.pattern.n; ++i)
    EXPECT_NEAR(x[static_cast<std::size_t>(i)], expected(i), 1e-14) << i;
}

class RandomFactor : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomFactor, IsThatOfEigen) {
  const Problem p = random_problem(GetParam());
  expect_solution<RootPivot>(p);
  expect_solution<PlainPivot>(p);
}

// A column that is another one once more drops out, wherever it is; a right-hand side that agrees
// is still met.
TEST_P(RandomFactor, DropsAColumnThatDependsOnOthers) {
  Problem p = random_problem(4 * GetParam() + 3);  // full matrices
  const int n = p.pattern.n, copy = n - 1, of = static_cast<int>(GetParam()) % n;
  if (copy == of) return;
  p.a.row(copy) = p.a.row(of);
  p.a.col(copy) = p.a.col(of);
  p.a(copy, copy) = p.a(of, of);
  p.b(copy) = p.b(of);
  SparseCholesky<double, RootPivot> factor = loaded<RootPivot>(p);
  const Report report = factor.factor(1e-11);
  EXPECT_EQ(report.dropped, 1);
  EXPECT_EQ(report.index, copy);
  std::vector<double> x(p.b.data(), p.b.data() + n);
  factor.forward(x);
  factor.backward(x);
  EXPECT_EQ(x[static_cast<std::size_t>(copy)], 0.0);
  const Eigen::VectorXd found = Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  EXPECT_LT((p.a * found - p.b).lpNorm<Eigen::Infinity>(), 1e-13);
}

// Panels cover all columns in order, and every entry has a place of its own.
TEST_P(RandomFactor, PanelsHoldEachEntryOnce) {
  const Problem p = random_problem(GetParam());
  const Panels panels(p.pattern, p.marks);
  int next = 0;
  for (const Panel& panel : panels.all()) {
    EXPECT_EQ(panel.first, next);
    EXPECT_LE(panel.width, Panel::most);
    next += panel.width;
    for (int k = 1; k < panel.width && !p.marks.empty(); ++k)
      EXPECT_EQ(p.marks[static_cast<std::size_t>(panel.first)],
                p.marks[static_cast<std::size_t>(panel.first + k)]);
  }
  EXPECT_EQ(next, p.pattern.n);
  std::vector<int> seen(static_cast<std::size_t>(panels.values()), 0);
  each_entry(p.pattern, [&](int i, int j) {
    EXPECT_EQ(++seen[static_cast<std::size_t>(panels.place(i, j))], 1);
  });
}

INSTANTIATE_TEST_SUITE_P(Patterns, RandomFactor, ::testing::Range(0u, 120u));

template <Sums sums>
void expect_product(int rows, int width) {
  const int stride = width + 3;
  std::vector<double> x, y, values, expected;
  std::vector<int> columns;
  for (int i = 0; i < rows * stride; ++i) {
    x.push_back(1 + i % 7);  // whole numbers: sums are exact in any order
    y.push_back(i % 5 - 2);
  }
  for (int j = 0; j < width; ++j) columns.push_back(j * stride + 1);
  for (int i = 0; i < width * stride; ++i) values.push_back(100 + i);
  expected = values;
  for (int j = 0; j < width; ++j) {
    for (int i = j; i < width; ++i) {
      double sum = 0.0;
      for (int k = 0; k < rows; ++k)
        sum += x[static_cast<std::size_t>(k * stride + i)] *
               y[static_cast<std::size_t>(k * stride + j)];
      double& to = expected[static_cast<std::size_t>(columns[static_cast<std::size_t>(j)] + i - j)];
      to = sums == Sums::begin ? sum : sums == Sums::add ? to + sum : to - sum;
    }
  }
  with_width<double>(rows, [&](auto known) {
    symmetric_product<sums>(known, width, stride, x.data(), y.data(), values.data(),
                            columns.data());
  });
  EXPECT_EQ(values, expected) << rows << " x " << width;
}

TEST(SymmetricProduct, IsItsDefinition) {
  for (int rows = 1; rows <= 9; ++rows) {
    for (int width = 1; width <= 17; ++width) {
      expect_product<Sums::begin>(rows, width);
      expect_product<Sums::add>(rows, width);
      expect_product<Sums::subtract>(rows, width);
    }
  }
}

}  // namespace
}  // namespace treadle::test
