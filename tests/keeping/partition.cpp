// Each way to split a matrix, against what it promises and against Eigen: the basis is free, the
// particular solution solves, the multipliers carry; also for redundant rows and lost directions.
#include "src/keeping/partition.hpp"

#include "src/scalar/counted.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <random>

namespace treadle::test {
namespace {

Matrix<double> to_matrix(const Eigen::MatrixXd& e) {
  Matrix<double> m(static_cast<int>(e.rows()), static_cast<int>(e.cols()));
  for (int i = 0; i < m.rows; ++i) {
    for (int j = 0; j < m.cols; ++j) m(i, j) = e(i, j);
  }
  return m;
}

Eigen::MatrixXd to_eigen(const Matrix<double>& m) {
  Eigen::MatrixXd e(m.rows, m.cols);
  for (int i = 0; i < m.rows; ++i) {
    for (int j = 0; j < m.cols; ++j) e(i, j) = m(i, j);
  }
  return e;
}

Eigen::MatrixXd random_matrix(std::mt19937& dice, int rows, int columns) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd out(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) out(i, j) = normal(dice);
  }
  return out;
}

class EachPartition : public ::testing::TestWithParam<std::string> {};

TEST_P(EachPartition, SolvesWhatItPromises) {
  std::mt19937 dice(11);
  for (int trial = 0; trial < 40; ++trial) {
    const int n = 2 + trial % 9, rank = 1 + trial % (n - 1), extra = trial % 4;
    Eigen::MatrixXd phi = random_matrix(dice, rank, n);
    if (extra > 0) {  // redundant rows, in between
      Eigen::MatrixXd all(rank + extra, n);
      all << random_matrix(dice, extra, rank) * phi, phi;
      phi = all;
    }
    const int m = static_cast<int>(phi.rows());
    const auto partition = make_partition<double>(GetParam(), m, n, rank);
    partition->split(to_matrix(phi));
    const Eigen::MatrixXd r = to_eigen(partition->basis());
    ASSERT_EQ(r.cols(), n - rank);
    EXPECT_LT((phi * r).cwiseAbs().maxCoeff(), 1e-11 * (1.0 + r.norm()));
    EXPECT_EQ(Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(r).rank(), n - rank);
    EXPECT_EQ(partition->lost(), 0);

    const Eigen::VectorXd b = phi * random_matrix(dice, n, 1);
    Eigen::VectorXd x(n), lambda(m);
    partition->particular({b.data(), static_cast<std::size_t>(m)},
                          {x.data(), static_cast<std::size_t>(n)});
    EXPECT_LT((phi * x - b).norm(), 1e-10 * (1.0 + x.norm()));
    const Eigen::VectorXd g = phi.transpose() * random_matrix(dice, m, 1);
    partition->multipliers({g.data(), static_cast<std::size_t>(n)},
                           {lambda.data(), static_cast<std::size_t>(m)});
    EXPECT_LT((phi.transpose() * lambda - g).norm(), 1e-10 * (1.0 + lambda.norm()));
  }
}

TEST_P(EachPartition, LeavesALostDirectionAloneAndKeepsTheNumberOfFreeOnes) {
  const auto partition = make_partition<double>(GetParam(), 2, 3, 2);
  const auto phi = [](double s) {  // (24) of the parallel four-bar
    Eigen::MatrixXd out(2, 3);
    out << 0.0, s, s, 2.0, 2.0 - std::sqrt(1.0 - s * s), -std::sqrt(1.0 - s * s);
    return out;
  };
  partition->split(to_matrix(phi(0.1)));
  EXPECT_EQ(partition->lost(), 0);
  const Eigen::VectorXd before = to_eigen(partition->basis()).col(0).normalized();
  partition->split(to_matrix(phi(1e-12)));
  EXPECT_EQ(partition->lost(), 1);
  EXPECT_EQ(partition->basis().cols, 1);
  std::array<double, 2> b{1e-3, 1.0};
  std::array<double, 3> x{};
  partition->particular(b, x);
  for (const double part : x) EXPECT_LT(std::fabs(part), 10.0);  // 1e-3 over 1e-12 is not divided
  const bool orthogonal =
      GetParam() == "svd" || GetParam() == "gram-schmidt" || GetParam() == "projection";
  if (orthogonal) {
    const Eigen::VectorXd now = to_eigen(partition->basis()).col(0).normalized();
    EXPECT_GT(std::fabs(now.dot(before)), 0.8);
  }
  partition->split(to_matrix(phi(1e-10)));  // hysteresis: ten times the threshold to come back
  EXPECT_EQ(partition->lost(), 1);
  partition->split(to_matrix(phi(1e-3)));
  EXPECT_EQ(partition->lost(), 0);
}

TEST_P(EachPartition, CountsTheSameNumbersThatItComputes) {
  std::mt19937 dice(3);
  const Eigen::MatrixXd phi = random_matrix(dice, 3, 5);
  Matrix<Counted> counted(3, 5);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 5; ++j) counted(i, j) = Counted(phi(i, j));
  }
  const auto a = make_partition<double>(GetParam(), 3, 5, 3);
  const auto b = make_partition<Counted>(GetParam(), 3, 5, 3);
  a->split(to_matrix(phi));
  const Tally before = Counted::tally();
  b->split(counted);
  const Tally spent = Counted::tally() - before;
  EXPECT_GT(spent.mul, 10);
  for (int i = 0; i < 5; ++i) {
    // where a compiler joins products and sums, it does so for plain numbers only
    for (int j = 0; j < 2; ++j) EXPECT_NEAR(a->basis()(i, j), value(b->basis()(i, j)), 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(Partitions, EachPartition, ::testing::ValuesIn(partition_names()),
                         [](const auto& p) {
                           std::string name = p.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(Partition, SingularValuesAreThoseOfEigen) {
  std::mt19937 dice(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::MatrixXd e = random_matrix(dice, 3 + trial % 5, 2 + trial % 7);
    Matrix<double> a = to_matrix(e), w;
    std::vector<double> sigma;
    singular_values(a, w, sigma);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(e);
    for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k)
      EXPECT_NEAR(sigma[static_cast<std::size_t>(k)], svd.singularValues()[k], 1e-13 * 10.0);
    EXPECT_LT((e * to_eigen(w) - to_eigen(a)).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace treadle::test
