// Which channels of a mechanism show reactions that are not unique.
#include "../output/channels.hpp"
#include "mechanism.hpp"

namespace treadle {

std::vector<std::string> Mechanism::open_names() const {
  if (redundancy.rows.empty()) return {};
  ChannelChoice choice;
  for (const Column& c : all_channels(description, model, placement, forces)) {
    if (c.group == channel_group::reactions) choice.names.push_back(c.name);
  }
  if (choice.names.empty()) return {};
  Channels channels(description, model, placement, forces, choice);
  const std::vector<FunctionValue<double>> values = functions_at(0.0);
  PositionStage<double> at(model);
  LoopStage<double> loops(model);
  place_bodies<double>(model, redundancy.q, at);
  close_loops<double>(model, redundancy.q, values, at, loops);
  const VelocityStage<double> still(model);
  const std::vector<double> v(static_cast<std::size_t>(model.nv()), 0.0);
  const std::vector<Motion<double>> rest(model.links.size());
  const SelfStress stress = self_stress(model, redundancy, at, loops);
  channels.mark_open(
      {0.0, redundancy.q, v, v, at, still, loops, rest, stress.lambda, stress.joints, values, {}},
      stress.length, SelfStress::nothing);
  return channels.open_names();
}

}  // namespace treadle
