// Order of convergence of each integrator: halving the step divides the error at a fixed time by
// 2^p.
#include "support.hpp"

#include "../../src/kinematics/advance.hpp"

namespace treadle {
namespace {

struct Problem {
  const char* model;
  double end;
  const char* constraints = "closest";
};

std::vector<double> state_after(const Description& d, double end, long steps,
                                const Method& method) {
  Stepper s(d, end / static_cast<double>(steps), method);
  s.advance(steps);
  return {s.state().begin(), s.state().end() - 1};
}

// Distance of two states in tangent space.
double distance(const Model<double>& model, const std::vector<double>& a,
                const std::vector<double>& b) {
  const auto nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  std::vector<double> d(nv);
  difference<double>(model, std::span(a).first(nq), std::span(b).first(nq), d);
  double square = 0.0;
  for (const double x : d) square += x * x;
  for (std::size_t k = 0; k < nv; ++k) square += (a[nq + k] - b[nq + k]) * (a[nq + k] - b[nq + k]);
  return std::sqrt(square);
}

void check_order(const Problem& p, const std::string& integrator, double order, long steps,
                 double slack) {
  const Description d = ready(p.model);
  const Mechanism mechanism = build_mechanism(d);
  Method method, exact;
  method.integrator = integrator;
  method.constraints = p.constraints;
  const std::vector<double> reference = state_after(d, p.end, 20000, exact);
  std::vector<double> errors;
  for (int k = 0; k < 3; ++k) {
    errors.push_back(
        distance(mechanism.model, reference, state_after(d, p.end, steps << k, method)));
  }
  for (std::size_t k = 0; k + 1 < errors.size(); ++k) {
    EXPECT_NEAR(std::log2(errors[k] / errors[k + 1]), order, slack)
        << p.model << " " << integrator << " " << p.constraints << " with " << (steps << k)
        << " steps";
  }
  const std::string found = std::to_string(std::log2(errors[0] / errors[1])) + " " +
                            std::to_string(std::log2(errors[1] / errors[2])) + " errors " +
                            std::to_string(errors[0]);
  testing::Test::RecordProperty(std::string(p.model) + " " + integrator + " " + p.constraints,
                                found);
}

class Order : public testing::TestWithParam<Problem> {};

TEST_P(Order, explicit_euler) { check_order(GetParam(), "explicit-euler", 1.0, 1000, 0.1); }
TEST_P(Order, semi_implicit_euler) {
  check_order(GetParam(), "semi-implicit-euler", 1.0, 1000, 0.1);
}
TEST_P(Order, runge_kutta) { check_order(GetParam(), "rk4", 4.0, 100, 0.1); }

INSTANTIATE_TEST_SUITE_P(problems, Order,
                         testing::Values(Problem{"pendulum", 1.0}, Problem{"free_body", 1.0},
                                         Problem{"four_bar", 0.5},
                                         Problem{"four_bar", 0.5, "stabilized"}),
                         [](const auto& p) {
                           return std::string(p.param.model) + "_" + p.param.constraints;
                         });

}  // namespace
}  // namespace treadle
