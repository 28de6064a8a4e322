// Poses, velocities and accelerations: each against differences of the one before, and against
// classical vectors in the world.
#include "support/newton_euler.hpp"
#include "support/states.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

class Moving : public ::testing::TestWithParam<unsigned> {
 protected:
  Moving()
      : built(build_model(pick(GetParam()).description)),
        model(built.model),
        dice(GetParam() + 77),
        v(random_numbers(dice, model.nv())) {
    q = moved(model, built.start.q, random_numbers(dice, model.nv()), 1.0);  // any position
  }
  PositionStage<double> placed(const Numbers& at) const {
    PositionStage<double> stage(model);
    place_bodies<double>(model, at, stage);
    return stage;
  }
  VelocityStage<double> moving(const PositionStage<double>& at, const Numbers& rates) const {
    VelocityStage<double> stage(model);
    move_bodies<double>(model, rates, at, stage);
    return stage;
  }
  /// Angular velocity and velocity of the origin, in the world.
  Eigen::Matrix<double, 6, 1> world_velocity(const Numbers& at, int body) const {
    const PositionStage<double> p = placed(at);
    const VelocityStage<double> m = moving(p, v);
    const auto i = static_cast<std::size_t>(body);
    const Mat3<double>& axes = p.group[static_cast<std::size_t>(model.links[i].group)].r;
    Eigen::Matrix<double, 6, 1> out;
    out << eigen(axes * m.v[i].ang), eigen(axes * point_velocity(m.v[i], p.x[i].p));
    return out;
  }
  [[nodiscard]] int bodies() const { return static_cast<int>(model.links.size()); }

  BuiltModel built;
  const Model<double>& model;
  std::mt19937 dice;
  Numbers q, v;
};

TEST_P(Moving, PosesAreThoseOfClassicalVectors) {
  const Numbers none(static_cast<std::size_t>(model.nv()), 0.0);
  const std::vector<WorldBody> witness = world_motion(model, q, none, none);
  const PositionStage<double> at = placed(q);
  for (int i = 0; i < bodies(); ++i) {
    const Transform<double> x = world_pose(model, at, i);
    const WorldBody& body = witness[static_cast<std::size_t>(i)];
    EXPECT_LT((eigen(x.p) - body.p).norm(), 1e-13 * (1.0 + body.p.norm())) << i;
    EXPECT_LT((eigen(x.r) - body.r).norm(), 1e-13) << i;
  }
}

TEST_P(Moving, VelocitiesAreRatesOfPoses) {
  for (int i = 0; i < bodies(); ++i) {
    const auto position = [&](double h) -> Eigen::Vector3d {
      return eigen(world_pose(model, placed(moved(model, q, v, h)), i).p);
    };
    const auto turn = [&](double h) -> Eigen::Matrix3d {
      return eigen(world_pose(model, placed(moved(model, q, v, h)), i).r);
    };
    const Eigen::Matrix3d spin = slope(turn) * turn(0.0).transpose();
    const Eigen::Vector3d w(spin(2, 1), spin(0, 2), spin(1, 0));
    const Eigen::Matrix<double, 6, 1> ours = world_velocity(q, i);
    const double scale = 1.0 + ours.norm();
    EXPECT_LT((spin + spin.transpose()).norm(), by_difference * scale) << i;
    EXPECT_LT((ours.head<3>() - w).norm(), by_difference * scale) << i;
    EXPECT_LT((ours.tail<3>() - slope(position)).norm(), by_difference * scale) << i;
  }
}

// With joint velocities that stay: c, and what points feel besides.
TEST_P(Moving, AccelerationsAreRatesOfVelocities) {
  const PositionStage<double> at = placed(q);
  const VelocityStage<double> m = moving(at, v);
  for (int i = 0; i < bodies(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Mat3<double>& axes = at.group[static_cast<std::size_t>(model.links[k].group)].r;
    const Eigen::Matrix<double, 6, 1> rate =
        slope([&](double h) { return world_velocity(moved(model, q, v, h), i); });
    Eigen::Matrix<double, 6, 1> ours;
    const Vec3<double> feels = m.c[k].lin + cross(m.c[k].ang, at.x[k].p) +
                               cross(m.v[k].ang, point_velocity(m.v[k], at.x[k].p));
    ours << eigen(axes * m.c[k].ang), eigen(axes * feels);
    EXPECT_LT((ours - rate).norm(), 10.0 * by_difference * (1.0 + rate.norm())) << i;
  }
}

TEST_P(Moving, JointAccelerationsAddUpAlongThePath) {
  const Numbers qdd = random_numbers(dice, model.nv());
  const std::vector<WorldBody> witness = world_motion(model, q, v, qdd);
  const PositionStage<double> at = placed(q);
  const VelocityStage<double> m = moving(at, v);
  std::vector<Motion<double>> a(model.links.size());
  accelerate_bodies<double>(model, qdd, at, m, a);
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Mat3<double>& axes = at.group[static_cast<std::size_t>(model.links[k].group)].r;
    const Vec3<double> feels = a[k].lin + cross(a[k].ang, at.x[k].p) +
                               cross(m.v[k].ang, point_velocity(m.v[k], at.x[k].p));
    const double scale = 1.0 + witness[k].a.norm() + witness[k].alpha.norm();
    EXPECT_LT((eigen(axes * a[k].ang) - witness[k].alpha).norm(), 1e-12 * scale) << k;
    EXPECT_LT((eigen(axes * feels) - witness[k].a).norm(), 1e-12 * scale) << k;
  }
}

// Some bodies after the others: the same bits as all at once.
TEST_P(Moving, BodiesMayBePlacedInPieces) {
  const PositionStage<double> whole = placed(q);
  const VelocityStage<double> m = moving(whole, v);
  PositionStage<double> pieces(model);
  VelocityStage<double> moving_pieces(model);
  place_groups<double>(model, q, pieces);
  for (std::size_t i = 0; i < model.links.size(); i += 2) {
    place_bodies<double>(model, q, pieces, {i, i + 2});
    move_bodies<double>(model, v, pieces, moving_pieces, {i, i + 2});
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    EXPECT_EQ(eigen(pieces.x[i].p), eigen(whole.x[i].p));
    EXPECT_EQ(eigen(pieces.x[i].r), eigen(whole.x[i].r));
    EXPECT_EQ(eigen(moving_pieces.v[i].lin), eigen(m.v[i].lin));
    EXPECT_EQ(eigen(moving_pieces.c[i].lin), eigen(m.c[i].lin));
  }
}

TEST_P(Moving, DifferenceUndoesAdvance) {
  const Numbers dv = random_numbers(dice, model.nv()), to = moved(model, q, dv, 1.0);
  Numbers back(dv.size());
  difference<double>(model, q, to, back);
  EXPECT_LT((dense_vector(back) - dense_vector(dv)).lpNorm<Eigen::Infinity>(), 1e-13);
}

// The increment from q to q (+) dv, while its end moves with v.
TEST_P(Moving, ChartRateIsTheRateOfTheIncrement) {
  const Numbers dv = random_numbers(dice, model.nv()), to = moved(model, q, dv, 1.0);
  Numbers rate(dv.size());
  chart_rate<double>(model, dv, v, rate);
  const Eigen::VectorXd expected = slope([&](double h) -> Eigen::VectorXd {
    Numbers increment(dv.size());
    difference<double>(model, q, moved(model, to, v, h), increment);
    return dense_vector(increment);
  });
  EXPECT_LT((dense_vector(rate) - expected).lpNorm<Eigen::Infinity>(), by_difference);
}

TEST_P(Moving, PlainRateIsTheRateOfTheNumbers) {
  Numbers rate(q.size());
  plain_rate<double>(model, q, v, rate);
  const Eigen::VectorXd expected =
      slope([&](double h) -> Eigen::VectorXd { return dense_vector(moved(model, q, v, h)); });
  EXPECT_LT((dense_vector(rate) - expected).lpNorm<Eigen::Infinity>(), by_difference);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, Moving, ::testing::Range(0U, 40U));

}  // namespace
}  // namespace treadle::test
