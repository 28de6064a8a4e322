// Small vectors and matrices against Eigen.
#include "src/linalg/small.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace treadle {
namespace {

Eigen::Vector3d eigen(const Vec3<double>& a) { return {a.x, a.y, a.z}; }

Eigen::Matrix3d eigen(const Mat3<double>& a) {
  Eigen::Matrix3d m;
  m << eigen(a.x), eigen(a.y), eigen(a.z);
  return m;
}

Eigen::Matrix3d eigen(const Sym3<double>& a) {
  Eigen::Matrix3d m;
  m << a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz;
  return m;
}

Vec3<double> random_vec() {
  const Eigen::Vector3d r = Eigen::Vector3d::Random();
  return {r.x(), r.y(), r.z()};
}

Mat3<double> random_mat() { return {random_vec(), random_vec(), random_vec()}; }

TEST(Small, AgreesWithEigen) {
  std::srand(1);
  for (int k = 0; k < 100; ++k) {
    const Vec3<double> a = random_vec(), b = random_vec();
    const Mat3<double> m = random_mat(), n = random_mat();
    EXPECT_NEAR(dot(a, b), eigen(a).dot(eigen(b)), 1e-15);
    EXPECT_LT((eigen(cross(a, b)) - eigen(a).cross(eigen(b))).norm(), 1e-15);
    EXPECT_LT((eigen(m * a) - eigen(m) * eigen(a)).norm(), 1e-15);
    EXPECT_LT((eigen(m * n) - eigen(m) * eigen(n)).norm(), 4e-15);
    EXPECT_LT((eigen(transpose_times(m, a)) - eigen(m).transpose() * eigen(a)).norm(), 1e-15);
    EXPECT_LT((eigen(transpose_times(m, n)) - eigen(m).transpose() * eigen(n)).norm(), 4e-15);
    EXPECT_EQ(eigen(transpose(m)), eigen(m).transpose());
    const Sym3<double> j{1.0 + a.x, 2.0 + a.y, 3.0 + a.z, b.x, b.y, b.z};
    EXPECT_LT((eigen(j * a) - eigen(j) * eigen(a)).norm(), 1e-14);
    EXPECT_LT((eigen(rotate(m, j)) - eigen(m) * eigen(j) * eigen(m).transpose()).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace treadle
