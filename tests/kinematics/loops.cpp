// Rows of every joint that can be cut and of every constraint: the Jacobian against differences of
// the residual, and gamma against those of the rate, at positions that Newton's method finds with
// this very Jacobian.
#include "support/states.hpp"

#include "src/builder/model_builder.hpp"
#include "src/describe/names.hpp"

#include <gtest/gtest.h>
#include <Eigen/QR>

#include <functional>

namespace treadle::test {
namespace {

struct Case {
  std::string name;
  std::function<void(ModelBuilder&)> add;  ///< between the bodies "one" and "two"
  int rows;

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

/// One free body, and one at the end of an arm, so that the loop runs over several joints.
void add_bodies(ModelBuilder& m) {
  m.body("one").at({0.3, -0.2, 0.1}).mass(1).inertia({0.1, 0.2, 0.15});
  m.free("flight").between("ground", "one").keep();
  m.body("arm").mass(1).inertia({0.1, 0.2, 0.15});
  m.body("two").at({0.5, 0.4, 0.3}).mass(1).inertia({0.1, 0.2, 0.15});
  m.spherical("shoulder").between("ground", "arm").at({0, 0, 0}).keep();
  m.cylindrical("elbow").between("arm", "two").at({0.5, 0, 0.1}).along({1, 2, 1}).keep();
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const std::string& type : joint_names()) {
    if (type == "free" || type == "fixed" || type.ends_with("strut")) continue;
    JointType kind{};
    find_joint_type(type, kind);
    list.push_back({type,
                    [type](ModelBuilder& m) {
                      JointBuilder joint = type == "revolute"      ? m.revolute("cut")
                                           : type == "prismatic"   ? m.prismatic("cut")
                                           : type == "spherical"   ? m.spherical("cut")
                                           : type == "cylindrical" ? m.cylindrical("cut")
                                           : type == "universal"   ? m.universal("cut")
                                           : type == "planar"      ? m.planar("cut")
                                                                   : m.screw("cut", 0.6);
                      joint.between("two", "one").at({0.4, 0.1, 0.2}).cut();
                      if (type != "spherical") joint.along({1, -1, 2});
                    },
                    6 - joint_facts(kind).nv});
  }
  const Triple a{0.1, 0.2, -0.1}, b{-0.2, 0.1, 0.2};
  const auto ends = [a, b](auto item) {
    item.from("one", {a[0], a[1], a[2]}).to("two", {b[0], b[1], b[2]});
    return item;
  };
  list.push_back({"distance", [ends](ModelBuilder& m) { ends(m.distance("rod")).length(0.9); }, 1});
  list.push_back({"distance_driver",
                  [ends](ModelBuilder& m) {
                    ends(m.driver("jack")).follows(Function::sine(0.3, 0.7).offset(1.0));
                  },
                  1});
  list.push_back({"point_on_line",
                  [ends](ModelBuilder& m) {
                    ends(m.point_on_line("rail")).along({1, 2, 3});
                  },
                  2});
  list.push_back({"point_on_plane",
                  [ends](ModelBuilder& m) {
                    ends(m.point_on_plane("floor")).normal({1, 2, 3});
                  },
                  1});
  list.push_back(
      {"rolling_wheel",
       [ends](ModelBuilder& m) {
         ends(m.rolling("wheel")).normal({1, 2, 3}).along({1, -1, 0.5}).radius(0.4).rim_radius(0.1);
       },
       3});
  list.push_back({"rolling_ball",
                  [ends](ModelBuilder& m) {
                    ends(m.rolling("ball")).normal({1, 2, 3}).radius(0.3);
                  },
                  3});
  list.push_back({"coupler",
                  [](ModelBuilder& m) {
                    m.coupler("thread").add("elbow", "angle", 0.4).add("elbow", "displacement", -2);
                  },
                  1});
  list.push_back({"driver",
                  [](ModelBuilder& m) {
                    m.driver("motor").joint("elbow", "angle").follows(Function::sine(0.5, 0.4));
                  },
                  1});
  return list;
}

class Loops : public ::testing::TestWithParam<Case> {
 protected:
  static Description describe() {
    ModelBuilder m("loop");
    add_bodies(m);
    GetParam().add(m);
    return m.description();
  }
  Loops()
      : built(build_model(describe())),
        model(built.model),
        functions(built.functions),
        at(model),
        stage(model),
        values(functions.size()),
        dice(5) {}

  void close(const Numbers& q, double t) {
    functions.evaluate(t, {}, {}, values);
    place_bodies<double>(model, q, at);
    close_loops<double>(model, q, values, at, stage);
  }
  Eigen::VectorXd residual(const Numbers& q, double t) {
    close(q, t);
    return dense_vector(stage.residual);
  }
  Eigen::VectorXd rate(const Numbers& q, const Numbers& v, double t) {
    close(q, t);
    Numbers out(static_cast<std::size_t>(model.rows()));
    loop_rate<double>(model, stage, v, out);
    return dense_vector(out);
  }
  /// A closed position that is not the drawing's, by Newton's method with the least change.
  Numbers closed(double t) {
    Numbers q = moved(model, built.start.q, random_numbers(dice, model.nv()), 0.3);
    for (int k = 0; k < 30; ++k) {
      const Eigen::VectorXd gap = residual(q, t);
      const Eigen::MatrixXd phi = dense_phi(model, stage.phi);
      const Eigen::VectorXd step = -phi.completeOrthogonalDecomposition().solve(gap);
      q = moved(model, q, Numbers(step.data(), step.data() + step.size()), 1.0);
    }
    EXPECT_LT(residual(q, t).lpNorm<Eigen::Infinity>(), 1e-14);
    return q;
  }
  /// Velocities with which the loop stays closed: any, less what opens it.
  Numbers keeping(const Numbers& q, double t) {
    Numbers v = random_numbers(dice, model.nv());
    const Eigen::VectorXd opens = rate(q, v, t);
    const Eigen::MatrixXd phi = dense_phi(model, stage.phi);
    const Eigen::VectorXd less = phi.completeOrthogonalDecomposition().solve(opens);
    for (std::size_t k = 0; k < v.size(); ++k) v[k] -= less[static_cast<Eigen::Index>(k)];
    return v;
  }

  /// The largest of those rows that positions hold.
  [[nodiscard]] double held(const Eigen::VectorXd& rows) const {
    const bool rolls = model.loops[0].rolls();
    return rows.head(rolls ? 1 : rows.size()).lpNorm<Eigen::Infinity>();
  }

  BuiltModel built;
  const Model<double>& model;
  Functions functions;
  PositionStage<double> at;
  LoopStage<double> stage;
  std::vector<FunctionValue<double>> values;
  std::mt19937 dice;
};

constexpr double time_of = 0.37;

TEST_P(Loops, HaveTheRowsOfTheirKind) {
  EXPECT_EQ(model.rows(), GetParam().rows);
  EXPECT_EQ(model.loops.size(), 1U);
}

// Wherever it stands, also open: but a thread's row is the derivative where it is closed.
TEST_P(Loops, JacobianIsTheSlopeOfTheResidual) {
  const Numbers q = closed(time_of);
  close(q, time_of);
  const Eigen::MatrixXd phi = dense_phi(model, stage.phi);
  for (int k = 0; k < model.nv(); ++k) {
    Numbers along(static_cast<std::size_t>(model.nv()), 0.0);
    along[static_cast<std::size_t>(k)] = 1.0;
    const Eigen::VectorXd expected = slope(
        [&](double h) -> Eigen::VectorXd { return residual(moved(model, q, along, h), time_of); });
    EXPECT_LT(held(expected - phi.col(k)), by_difference) << k;
  }
}

TEST_P(Loops, RateIsTheSlopeInTime) {
  const Numbers q = closed(time_of), v = random_numbers(dice, model.nv());
  const Eigen::VectorXd expected = slope(
      [&](double h) -> Eigen::VectorXd { return residual(moved(model, q, v, h), time_of + h); });
  EXPECT_LT(held(expected - rate(q, v, time_of)), by_difference);
}

// With joint velocities that stay, the rate of a closed loop changes with -gamma.
TEST_P(Loops, GammaIsTheSlopeOfTheRate) {
  const Numbers q = closed(time_of), v = keeping(q, time_of);
  const Eigen::VectorXd expected = slope(
      [&](double h) -> Eigen::VectorXd { return rate(moved(model, q, v, h), v, time_of + h); });
  close(q, time_of);
  VelocityStage<double> moving(model);
  move_bodies<double>(model, v, at, moving);
  Numbers gamma(static_cast<std::size_t>(model.rows()));
  loop_bias<double>(model, values, at, stage, moving, gamma);
  EXPECT_LT((expected + dense_vector(gamma)).lpNorm<Eigen::Infinity>(),
            by_difference * (1.0 + expected.norm()));
  EXPECT_GT(expected.norm() + (GetParam().name == "coupler" ? 1.0 : 0.0), 1e-3) << "says nothing";
}

INSTANTIATE_TEST_SUITE_P(Kinds, Loops, ::testing::ValuesIn(cases()),
                         [](const auto& p) { return p.param.name; });

}  // namespace
}  // namespace treadle::test
