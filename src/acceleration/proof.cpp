#include "proof.hpp"

#include "../base/at.hpp"

#include <cmath>

namespace treadle {

namespace {

constexpr double at_rest = 1e-10;  // of what forces alone would cause

}  // namespace

double rounding_at_rest(const Model<double>& m, double length, const Workspace<double>& w,
                        double most) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Link<double>& link = m.links[i];
    if (link.mass > 0.0) most = std::fmax(most, norm(w.loads.body[i].lin) / link.mass);
    for (int k = 0; k < link.nv && !link.carries_axes; ++k) {
      const Motion<double>& b = w.position.b[at(link.b_at + k)];
      const double load = std::fabs(w.loads.joint[at(link.v_at + k)]),
                   inertia = dot(b, w.inertia.own[i] * b);
      if (inertia > 0.0) most = std::fmax(most, load / inertia);
    }
  }
  return at_rest * std::fmax(1.0, length) * most;
}

const MissingForces<double>& BalanceProof::missing(const Model<double>& m,
                                                   std::span<const double> qdd,
                                                   Workspace<double>& w) {
  std::copy(qdd.begin(), qdd.end(), along_.begin());
  turn_all<double>(m, w.position, along_);
  missing_.felt = {};
  missing_on_bodies<double>(m, w.position, w.inertia, w.loads, along_, missing_.moved, w.carried,
                            missing_.felt);
  carry_to_joints<double>(m, w.position, w.loads, w.carried, missing_.force);
  start_sizes<double>(m, w, missing_);
  return missing_;
}

Report BalanceProof::with_multipliers(const Model<double>& m, std::span<const double> qdd,
                                      Workspace<double>& w) {
  missing(m, qdd, w);
  take_carried<double>(m, w, missing_);
  for (std::size_t k = 0; k < missing_.force.size(); ++k) {
    if (!is_nothing(missing_.force[k], missing_.size[k]))
      return {Trouble::unbalanced, static_cast<int>(k), missing_.force[k], 0};
  }
  return {};
}

}  // namespace treadle
