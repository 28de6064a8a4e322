#include "nearby_motion.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"

#include <algorithm>

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

std::vector<double> chart_share(const Model<Dual>& model, std::span<const double> dq,
                                std::span<const double> force) {
  std::vector<double> out(dq.size(), 0.0), unit(dq.size());
  int most = 0;
  for (const Link<Dual>& link : model.links) most = std::max(most, link.nv);
  for (int i = 0; i < most; ++i) {
    // the same velocity of every joint at once: charts of joints do not mix
    std::fill(unit.begin(), unit.end(), 0.0);
    for (const Link<Dual>& link : model.links) {
      if (i < link.nv) unit[at(link.v_at + i)] = 1.0;
    }
    const std::vector<Dual> rate = chart_slope(model, dq, unit);
    for (const Link<Dual>& link : model.links) {
      for (int k = 0; i < link.nv && k < link.nv; ++k)
        out[at(link.v_at + i)] += rate[at(link.v_at + k)].slope() * force[at(link.v_at + k)];
    }
  }
  return out;
}

}  // namespace treadle
