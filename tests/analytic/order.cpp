// Order of convergence of each integrator: halving the step divides the largest error at ten fixed
// times by 2^p.
#include "support.hpp"

#include "../../src/kinematics/advance.hpp"

namespace treadle {
namespace {

using States = std::vector<std::vector<double>>;

struct Problem {
  std::string name, model;
  double end;
  Method method;

  friend void PrintTo(const Problem& p, std::ostream* out) { *out << p.name; }
};

States states_of(const Description& d, double end, long steps, const Method& method) {
  Stepper s(d, end / static_cast<double>(steps), method);
  States states;
  for (int k = 0; k < 10; ++k) {
    s.advance(steps / 10);
    states.emplace_back(s.state().begin(), s.state().end() - 1);
  }
  return states;
}

// Distance of two states in tangent space.
double distance(const Model<double>& model, std::span<const double> a, std::span<const double> b) {
  const auto nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  std::vector<double> d(nv);
  difference<double>(model, a.first(nq), b.first(nq), d);
  double square = 0.0;
  for (const double x : d) square += x * x;
  for (std::size_t k = 0; k < nv; ++k) square += std::pow(a[nq + k] - b[nq + k], 2);
  return std::sqrt(square);
}

void check_order(const Problem& p, const std::string& integrator, double order, long steps,
                 double slack) {
  const Description d = ready(p.model);
  const Mechanism mechanism = build_mechanism(d);
  Method method = p.method;
  method.integrator = integrator;
  const States reference = states_of(d, p.end, 5000, {});
  std::vector<double> errors;
  for (int k = 0; k < 3; ++k) {
    const States states = states_of(d, p.end, steps << k, method);
    errors.push_back(0.0);
    for (std::size_t i = 0; i < states.size(); ++i) {
      errors.back() = std::max(errors.back(), distance(mechanism.model, reference[i], states[i]));
    }
  }
  Worst deviation("order of " + integrator + " less " + std::to_string(std::lround(order)));
  for (std::size_t k = 0; k + 1 < errors.size(); ++k) {
    deviation.see(std::log2(errors[k] / errors[k + 1]) - order);
  }
  deviation.check(slack);
}

class Order : public testing::TestWithParam<Problem> {};

TEST_P(Order, explicit_euler) { check_order(GetParam(), "explicit-euler", 1.0, 2000, 0.02); }
TEST_P(Order, semi_implicit_euler) {
  check_order(GetParam(), "semi-implicit-euler", 1.0, 2000, 0.02);
}
TEST_P(Order, runge_kutta) { check_order(GetParam(), "rk4", 4.0, 150, 0.1); }

const Method closest{}, stabilized{.constraints = "stabilized", .feedback_step = 1e-2};

INSTANTIATE_TEST_SUITE_P(
    problems, Order,
    testing::Values(Problem{"pendulum", "pendulum", 1.0, closest},
                    Problem{"free_body", "free_body", 1.0, closest},
                    Problem{"four_bar_closest", "four_bar", 0.3, closest},
                    Problem{"four_bar_stabilized", "four_bar", 0.3, stabilized},
                    Problem{"spatial_four_bar_closest", "spatial_four_bar", 0.3, closest},
                    Problem{"spatial_four_bar_stabilized", "spatial_four_bar", 0.3, stabilized}),
    [](const auto& p) { return p.param.name; });

// With the gains that a run chooses itself.
TEST(OrderOfRun, runge_kutta_stabilized) {
  check_order({"", "four_bar", 0.3, {.constraints = "stabilized"}}, "rk4", 4.0, 200, 0.1);
}

}  // namespace
}  // namespace treadle
