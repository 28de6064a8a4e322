#include "nearby_motion.hpp"

#include "../kinematics/advance.hpp"

namespace treadle {

namespace {

// A'(a) b: slope of the chart's rate along a.
std::vector<Dual> chart_slope(const Model<Dual>& model, std::span<const double> a,
                              std::span<const double> b) {
  std::vector<Dual> along(a.size()), speed(a.size()), rate(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    along[k] = Dual(0.0, a[k]);
    speed[k] = Dual(b[k]);
  }
  chart_rate<Dual>(model, along, speed, rate);
  return rate;
}

}  // namespace

std::vector<double> increment_turn(const Model<Dual>& model, std::span<const double> v,
                                   std::span<const double> dq) {
  const std::vector<Dual> one = chart_slope(model, dq, v), other = chart_slope(model, v, dq);
  std::vector<double> out(dq.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = one[k].slope() - other[k].slope();  // (E4)
  return out;
}

}  // namespace treadle
