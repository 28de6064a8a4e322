#include "state_row.hpp"

#include "../acceleration/step.hpp"
#include "../dynamics/energy.hpp"
#include "../dynamics/reactions.hpp"

namespace treadle {

struct StateRow::Parts {
  const Mechanism& mechanism;
  Channels channels;
  Workspace<double> work;
  std::vector<Motion<double>> accelerations;
  std::vector<Force<double>> transmitted;

  Parts(const Mechanism& m, const ChannelChoice& choice)
      : mechanism(m),
        channels(m.description, m.model, m.placement, m.forces, choice),
        work(m.model, m.functions.size(), false),
        accelerations(m.model.links.size()),
        transmitted(m.model.links.size()) {}
};

StateRow::StateRow(const Mechanism& mechanism, const ChannelChoice& choice)
    : parts_(std::make_unique<Parts>(mechanism, choice)) {}
StateRow::~StateRow() = default;

const std::vector<Column>& StateRow::columns() const { return parts_->channels.columns(); }

void StateRow::fill(const KnownState& s, std::span<double> row) {
  const Mechanism& m = parts_->mechanism;
  const Model<double>& model = m.model;
  Workspace<double>& w = parts_->work;
  w.functions = s.functions;
  prepare_equations<double>(model, m.forces, s.q, s.v, w, [&](Workspace<double>& to) {
    if (m.custom.empty()) return;
    const ForceScene scene(model, m.placement, s.t, to.position, to.velocity);
    ForceSink sink(model, m.placement, to.position, to.velocity, to.loads.body);
    for (const auto& force : m.custom) force->apply(scene, sink);
  });
  w.qdd = s.qdd;
  w.lambda = s.lambda;
  joint_reactions<double>(model, w.position, w.velocity, w.inertia, w.loads, w.loops, w.qdd,
                          w.lambda, parts_->accelerations, parts_->transmitted);
  if (!m.redundancy.rows.empty() && parts_->channels.needs().reactions)
    least_reactions(model, m.redundancy, w.position, w.loops, w.lambda, parts_->transmitted);
  EnergySample energy;
  energy.kinetic = kinetic_energy<double>(model, w.inertia, w.velocity);
  energy.potential = weight_energy<double>(model, w.position, w.inertia) +
                     force_energy<double>(m.forces, state_of<double>(s.q, s.v, w)).stored;
  parts_->channels.sample(
      {s.t, s.q, s.v, w.qdd, w.position, w.velocity, w.loops, parts_->accelerations, w.lambda,
       parts_->transmitted, w.functions, energy},
      row);
}

}  // namespace treadle
