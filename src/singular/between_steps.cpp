#include "between_steps.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"

#include <algorithm>

namespace treadle {

BetweenSteps::BetweenSteps(const Model<double>& model)
    : model_(model), at_(at(model.nq())), position_(model), loops_(model) {
  for (auto* numbers : {&q_[0], &q_[1], &rate_[0], &rate_[1]}) numbers->resize(at_.size(), 0.0);
}

void BetweenSteps::accept(double t, std::span<const double> q, std::span<const double> v) {
  t_[0] = t_[1];
  std::swap(q_[0], q_[1]);
  std::swap(rate_[0], rate_[1]);
  t_[1] = t;
  std::copy(q.begin(), q.end(), q_[1].begin());
  plain_rate<double>(model_, q_[1], v, rate_[1]);
}

void BetweenSteps::look(double t, std::span<const FunctionValue<double>> functions) {
  const double h = t_[1] - t_[0], x = (t - t_[0]) / h, y = 1.0 - x;
  const double begin = y * y * (1.0 + 2.0 * x), end = x * x * (1.0 + 2.0 * y);
  for (std::size_t k = 0; k < at_.size(); ++k) {
    at_[k] = begin * q_[0][k] + end * q_[1][k] + h * x * y * (y * rate_[0][k] - x * rate_[1][k]);
  }
  normalize_quaternions(model_, at_);
  place_bodies<double>(model_, at_, position_);
  close_loops<double>(model_, at_, functions, position_, loops_);
}

}  // namespace treadle
