#include "kinematic_rows.hpp"

#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../dynamics/reactions.hpp"

#include <algorithm>

namespace treadle {

namespace {

bool is_motion(const Mechanism& m, const Column& column) {
  for (const char* group : {channel_group::forces, channel_group::reactions,
                            channel_group::energies, channel_group::controllers}) {
    if (column.group == group) return false;
  }
  if (column.group != channel_group::outputs) return true;
  for (const OutputItem& item : m.description.outputs) {
    const bool own = column.name == item.name || column.name.starts_with(item.name + ".");
    if (own && (item.kind == ChannelKind::force || item.kind == ChannelKind::reaction ||
                item.kind == ChannelKind::energy))
      return false;
  }
  return true;
}

std::vector<Column> catalogue_of(const Mechanism& m) {
  return all_channels(m.description, m.model, m.placement, m.forces);
}

}  // namespace

std::vector<std::string> joint_channels(const Mechanism& m) {
  std::vector<std::string> out{"time"};
  for (const Column& c : catalogue_of(m)) {
    if (c.group == channel_group::coordinates || c.group == channel_group::velocities ||
        c.group == channel_group::accelerations)
      out.push_back(c.name);
  }
  return out;
}

std::vector<std::string> kinematic_channels(const Mechanism& m, const ChannelChoice& chosen) {
  std::vector<std::string> out;
  if (!chosen.names.empty()) {
    const Channels channels(m.description, m.model, m.placement, m.forces, chosen);
    for (const Column& c : channels.columns()) {
      if (!is_motion(m, c))
        throw ModelError("channels", "'" + c.name + "' (" + c.group +
                                         ") needs forces, and here are none; treadle run has it");
      out.push_back(c.name);
    }
    return out;
  }
  out = joint_channels(m);
  for (const Column& c : catalogue_of(m)) {
    const bool wanted =
        c.group == channel_group::outputs || (chosen.bodies && c.group == channel_group::poses);
    if (wanted && is_motion(m, c)) out.push_back(c.name);
  }
  return out;
}

KinematicRows::KinematicRows(const Mechanism& m, std::vector<std::string> names)
    : mechanism_(m),
      channels_(m.description, m.model, m.placement, m.forces, {false, false, std::move(names)}),
      position_(m.model),
      velocity_(m.model),
      loops_(m.model),
      lambda_(at(m.model.rows())),
      accelerations_(m.model.links.size()),
      transmitted_(m.model.links.size()),
      functions_(m.functions_at(0.0)) {}

void KinematicRows::fill(double t, const std::vector<double>& q, const std::vector<double>& v,
                         const std::vector<double>& a, std::vector<double>& row, bool driven) {
  const Model<double>& model = mechanism_.model;
  if (driven) functions_ = mechanism_.functions_at(t);
  place_bodies<double>(model, q, position_);
  move_bodies<double>(model, v, position_, velocity_);
  close_loops<double>(model, q, functions_, position_, loops_);
  accelerate_bodies<double>(model, a, position_, velocity_, accelerations_);
  const Snapshot snapshot{
      t,          q, v, a, position_, velocity_, loops_, accelerations_, lambda_, transmitted_,
      functions_, {}};
  if (channels_.follows()) channels_.follow(snapshot);
  row.resize(columns().size());
  channels_.sample(snapshot, row);
}

}  // namespace treadle
