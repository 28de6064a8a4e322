// What all integrators with steps of their own promise: interpolation, stops, trouble, projection.
#include "problems.hpp"

#include <gtest/gtest.h>

namespace treadle {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> list{"adams", "dormand-prince"};
  if (has_sundials()) list.insert(list.end(), {"cvode-adams", "cvode-bdf", "ida"});
  return list;
}

TEST(Adaptive, StatesBetweenStepsAreAsGoodAsTheirEnds) {
  for (const char* name : {"adams", "dormand-prince"}) {
    for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
      Problem problem = orbit(0.3, 20.0);
      const auto integrator = make_adaptive(name, problem.system, {tolerance, tolerance});
      ASSERT_TRUE(integrator->start(problem.system, 0.0, problem.start).ok());
      double ends = 0.0, inside = 0.0;
      Numbers x(4);
      while (integrator->time() < problem.end) {
        ASSERT_TRUE(integrator->step(problem.system, problem.end).ok());
        ends = std::fmax(ends, distance(integrator->state(), problem.exact(integrator->time())));
        for (int k = 0; k <= 8; ++k) {
          const double t =
              integrator->earlier() + (integrator->time() - integrator->earlier()) * k / 8.0;
          integrator->interpolate(problem.system, t, x);
          inside = std::fmax(inside, distance(x, problem.exact(t)));
        }
      }
      EXPECT_LT(inside, 1.1 * ends + 10.0 * tolerance) << name << " " << tolerance;
    }
  }
}

// Steps of one size, since the tolerance asks for nothing.
TEST(Adaptive, DormandPrinceIsOfFifthOrder) {
  const auto errors = [](double h) {
    Problem problem = harmonic(10.0);
    const auto integrator = make_adaptive("dormand-prince", problem.system, {1e3, 1e3, h});
    EXPECT_TRUE(integrator->start(problem.system, 0.0, problem.start).ok());
    double inside = 0.0;
    Numbers x(2), from = problem.start;
    while (integrator->time() < problem.end) {
      EXPECT_TRUE(integrator->step(problem.system, problem.end).ok());
      // how far the curve is from the true motion that begins where the step began
      const double a = integrator->earlier(), t = a + 0.3 * (integrator->time() - a);
      integrator->interpolate(problem.system, t, x);
      const double c = std::cos(t - a), s = std::sin(t - a);
      inside = std::fmax(
          inside, distance(x, Numbers{c * from[0] + s * from[1], c * from[1] - s * from[0]}));
      from.assign(integrator->state().begin(), integrator->state().end());
    }
    return std::pair{distance(integrator->state(), problem.exact(problem.end)), inside};
  };
  const auto [coarse, coarse_inside] = errors(0.1);
  const auto [fine, fine_inside] = errors(0.05);
  EXPECT_NEAR(std::log2(coarse / fine), 5.0, 0.15);
  EXPECT_NEAR(std::log2(coarse_inside / fine_inside), 5.0, 0.3);  // order 4: h^5 in one step
}

TEST(Adaptive, StopsAreMetExactlyAndLargestStepsKept) {
  for (const std::string& name : names()) {
    Problem problem = harmonic(7.3);
    const auto integrator = make_adaptive(name, problem.system, {1e-6, 1e-6, 0.11});
    ASSERT_TRUE(integrator->start(problem.system, 0.0, problem.start).ok());
    for (const double stop : {0.1, 1.0 / 3.0, 2.0, 7.3}) {
      while (integrator->time() < stop) ASSERT_TRUE(integrator->step(problem.system, stop).ok());
      EXPECT_EQ(integrator->time(), stop) << name;
    }
    EXPECT_LE(integrator->statistics().largest, 0.11 * (1.0 + 2e-6)) << name;
    EXPECT_LT(distance(integrator->state(), problem.exact(7.3)), 1e-3) << name;
  }
}

class Failing : public Plain {
 public:
  explicit Failing(double until)
      : Plain(1, [](double, auto x, auto dx) { dx[0] = -x[0]; }), until_(until) {}
  Report rate(double t, std::span<const double> x, std::span<double> dx) override {
    Report report = Plain::rate(t, x, dx);
    if (t > until_) report.trouble = Trouble::singular_inertia;
    return report;
  }

 private:
  double until_;
};

TEST(Adaptive, TroubleComesAfterShorterStepsAndLeavesTheState) {
  for (const char* name : {"adams", "dormand-prince"}) {
    Failing system(0.5);
    const auto integrator = make_adaptive(name, system, {1e-6, 1e-6});
    ASSERT_TRUE(integrator->start(system, 0.0, Numbers{1.0}).ok());
    Report report;
    while (report.ok() && integrator->time() < 1.0) report = integrator->step(system, 1.0);
    EXPECT_FALSE(report.ok()) << name;
    EXPECT_NEAR(integrator->time(), 0.5, 1e-6) << name;  // it crept up to the place
    EXPECT_LE(integrator->time(), 0.5);
    EXPECT_NEAR(integrator->state()[0], std::exp(-integrator->time()), 1e-4) << name;
  }
}

// A point on a circle whose rate pushes it outwards; only the projection keeps it there.
class Circle : public Plain {
 public:
  Circle()
      : Plain(2, [](double, auto x, auto dx) {
          dx[0] = -x[1] + 0.1 * x[0];
          dx[1] = x[0] + 0.1 * x[1];
        }) {}
  Report project(double /*t*/, std::span<double> x) override {
    const double r = std::hypot(x[0], x[1]);
    largest = std::fmax(largest, std::fabs(r - 1.0));
    x[0] /= r;
    x[1] /= r;
    return {};
  }
  double largest = 0.0;
};

TEST(Adaptive, ProjectsInsideTheStepAndJudgesWhatItMoved) {
  for (const std::string& name : names()) {
    if (name == "cvode-adams" || name == "ida") continue;  // only CVODE's BDF projects in a step
    Circle system;
    const double tolerance = 1e-5;
    const auto integrator = make_adaptive(name, system, {tolerance, tolerance});
    ASSERT_TRUE(integrator->start(system, 0.0, Numbers{1.0, 0.0}).ok());
    double worst = 0.0, moved = 0.0;
    while (integrator->time() < 1.0) {
      system.largest = 0.0;
      ASSERT_TRUE(integrator->step(system, 1.0).ok());
      worst = std::fmax(
          worst, std::fabs(std::hypot(integrator->state()[0], integrator->state()[1]) - 1.0));
      moved = system.largest;
    }
    EXPECT_LT(worst, 1e-14) << name;
    // the push of one step has to be within the tolerance: steps are as short as that asks for
    EXPECT_LT(moved, 10.0 * tolerance) << name;
    EXPECT_LT(integrator->statistics().largest, 3e-3) << name;
  }
}

// The projection asks for another velocity from t = 0.3 on, as a driver that starts with a jerk.
class Jerking : public Plain {
 public:
  Jerking()
      : Plain(2, [](double t, auto x, auto dx) {
          dx[0] = x[1];
          dx[1] = t > 0.3 ? 0.0 : -x[0];
        }) {}
  Report project(double t, std::span<double> x) override {
    if (t > 0.3) x[1] = 5.0;
    return {};
  }
};

TEST(Adaptive, PassesAJumpOfTheConstraints) {
  for (const char* name : {"adams", "dormand-prince"}) {
    Jerking system;
    const auto integrator = make_adaptive(name, system, {1e-8, 1e-8});
    ASSERT_TRUE(integrator->start(system, 0.0, Numbers{1.0, 0.0}).ok());
    while (integrator->time() < 1.0) ASSERT_TRUE(integrator->step(system, 1.0).ok()) << name;
    EXPECT_EQ(integrator->state()[1], 5.0) << name;
    EXPECT_NEAR(integrator->state()[0], std::cos(0.3) + 3.5, 1e-5) << name;
  }
}

class Branching : public Plain {
 public:
  Branching() : Plain(1, [this](double, auto, auto dx) { dx[0] = slope; }) {}
  bool accepted(const StepNews& news, std::span<const double> /*x*/) override {
    last = news;
    if (slope > 0.0 && news.t > 1.0) {
      slope = -2.0;
      turned = news.t;
      return true;
    }
    return false;
  }
  StepNews last;
  double slope = 1.0, turned = 0.0;
};

TEST(Adaptive, ForgetsItsHistoryWhenTheSystemChangedItsBranch) {
  for (const char* name : {"adams", "dormand-prince"}) {
    Branching system;
    const auto integrator = make_adaptive(name, system, {1e-8, 1e-8, 0.3});
    ASSERT_TRUE(integrator->start(system, 0.0, Numbers{0.0}).ok());
    while (integrator->time() < 2.0) ASSERT_TRUE(integrator->step(system, 2.0).ok());
    EXPECT_NEAR(integrator->state()[0], system.turned - 2.0 * (2.0 - system.turned), 1e-12) << name;
    EXPECT_EQ(system.last.t, 2.0);
    EXPECT_EQ(system.last.largest, 0.3);
    EXPECT_EQ(integrator->statistics().failures, 0) << name;
  }
}

TEST(Adaptive, NamesTellWhoChoosesSteps) {
  Problem problem = harmonic();
  EXPECT_EQ(integrator_names().front(), "adams");
  for (const std::string& name : integrator_names()) {
    const bool fixed = make_integrator(name, problem.system) != nullptr;
    EXPECT_NE(fixed, is_adaptive(name)) << name;
    if (needs_sundials(name) && !has_sundials()) continue;
    EXPECT_NE(fixed, make_adaptive(name, problem.system, {}) != nullptr) << name;
  }
  EXPECT_EQ(make_adaptive("nobody", problem.system, {}), nullptr);
}

}  // namespace
}  // namespace treadle
