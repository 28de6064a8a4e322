#include "sampler.hpp"

#include "../acceleration/compiled_parts.hpp"
#include "../dynamics/reactions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

Sampler::Sampler(const Mechanism& mechanism, MechanismSystem& system, const ChannelChoice& choice)
    : mechanism_(mechanism),
      system_(system),
      channels_(mechanism.description, mechanism.model, mechanism.placement, mechanism.forces,
                choice),
      rate_(system.tangent_size()),
      accelerations_(mechanism.model.links.size()),
      transmitted_(mechanism.model.links.size()),
      shown_(system.parts() != nullptr ? system.parts()->shown() : 0) {}

void Sampler::accelerate(double t, std::span<const double> x) {
  Workspace<double>& w = system_.workspace();
  const Model<double>& model = mechanism_.model;
  if (!system_.rate_with_multipliers(t, x, rate_).ok()) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    std::fill(w.qdd.begin(), w.qdd.end(), unknown);
    std::fill(w.lambda.begin(), w.lambda.end(), unknown);
  }
  if (channels_.needs().reactions) {
    joint_reactions<double>(model, w.position, w.velocity, w.inertia, w.loads, w.loops, w.qdd,
                            w.lambda, accelerations_, transmitted_);
    if (!mechanism_.redundancy.rows.empty())
      stress_ = least_reactions(model, mechanism_.redundancy, w.position, w.loops, w.lambda,
                                transmitted_);
  } else {
    accelerate_bodies<double>(model, w.qdd, w.position, w.velocity, accelerations_);
  }
}

void Sampler::know(double t, std::span<const double> x) {
  const Needs needs = channels_.needs();
  Workspace<double>& w = system_.workspace();
  if (needs.accelerations) {
    accelerate(t, x);
  } else if (!needs.velocities) {
    place_bodies<double>(mechanism_.model, system_.q(x), w.position);
  } else if (!needs.energies) {
    system_.move(t, x);
  }
  if (needs.parts && !shown_.empty() &&
      !(system_.prepare_parts(t, x).ok() &&
        system_.parts()->show(t, system_.layout().states(x), shown_)))
    std::fill(shown_.begin(), shown_.end(), std::numeric_limits<double>::quiet_NaN());
  if (needs.contacts) contacts_ = system_.contact_sums(t, x);
  if (!needs.energies) return;
  const Energy energy = system_.energy(t, x, false);
  const double work = system_.work(x), balance = energy.total() - work;
  if (first_) start_balance_ = balance;
  first_ = false;
  energy_ = {energy.kinetic, energy.potential, work, balance - start_balance_};
}

Snapshot Sampler::snapshot(double t, std::span<const double> x) const {
  const Workspace<double>& w = system_.workspace();
  return {t,           system_.q(x), system_.v(x),   w.qdd,    w.position,
          w.velocity,  w.loops,      accelerations_, w.lambda, transmitted_,
          w.functions, energy_,      contacts_,      shown_,   system_.asleep()};
}

void Sampler::sample(double t, std::span<const double> x, std::span<double> row) {
  know(t, x);
  channels_.sample(snapshot(t, x), row);
  if (stress_.lambda.empty()) return;
  const Workspace<double>& w = system_.workspace();
  channels_.mark_open(
      {t, system_.q(x), system_.v(x), w.qdd, w.position, w.velocity, w.loops, accelerations_,
       stress_.lambda, stress_.joints, w.functions, energy_, contacts_, shown_, system_.asleep()},
      stress_.length, SelfStress::nothing);
}

std::span<const ContactView> Sampler::touching(double t, std::span<const double> x) {
  touching_.clear();
  system_.visit_contacts(t, x, [this](const ContactView& point) { touching_.push_back(point); });
  return touching_;
}

double Sampler::turning(std::span<const double> x) const {
  if (!channels_.follows()) return 0.0;
  double sum = 0.0;
  for (const double v : system_.v(x)) sum += std::fabs(v);
  return sum;
}

void Sampler::follow(double t, std::span<const double> x) {
  if (!channels_.follows()) return;
  place_bodies<double>(mechanism_.model, system_.q(x), system_.workspace().position);
  channels_.follow(snapshot(t, x));
}

std::vector<Column> all_channels(const Mechanism& m) {
  return all_channels(m.description, m.model, m.placement, m.forces);
}

}  // namespace treadle
