#include "parts_of_model.hpp"

#include <algorithm>

namespace treadle {

namespace {

std::vector<BodyId> file_order(const Topology& t) {
  std::vector<BodyId> order;
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    if (t.bodies[i].follows < 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](BodyId a, BodyId b) {
    const auto key = [&](BodyId i) {
      return t.bodies[i].item.valid() ? t.bodies[i].item.at : 1 << 30;
    };
    return key(a) < key(b);
  });
  return order;
}

}  // namespace

PartsOfModel::PartsOfModel(const Description& d, const Model<double>& m, const Placement& p,
                           const Forces<double>& f)
    : description(d),
      model(m),
      placement(p),
      forces(f),
      joints(d.joints.size()),
      force_at(force_places(d, p)),
      law_at(static_cast<std::size_t>(m.nv())),
      bodies_in_order(file_order(*m.topology)) {
  const Topology& t = *m.topology;
  for (const CoordinateLaw<double>& law : f.coordinates) law_at[law.v_at.index()] = &law;
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    if (t.bodies[i].item.valid()) joints[static_cast<std::size_t>(t.bodies[i].item.at)].body = i.at;
  }
  for (LoopId c{0}; c.at < t.loops.size(); ++c) {
    const Loop& loop = t.loops[c];
    if (loop.joint >= 0) joints[static_cast<std::size_t>(loop.joint)].loop = c.at;
    loop_index.emplace(loop.name, c.at);
  }
  for (std::size_t j = 0; j < d.joints.size(); ++j)
    joint_index.emplace(d.joints[j].name, static_cast<int>(j));
  for (std::size_t k = 0; k < d.forces.size(); ++k)
    force_index.emplace(d.forces[k].name, static_cast<int>(k));
}

Probe PartsOfModel::probe(const BodyFrame& frame) const {
  const PlacedBody placed = placement.find(frame.body);
  Probe probe;
  probe.body = placed.body.at;
  probe.frame = placed.frame * to_frame(frame.pose);
  if (probe.body >= 0) probe.group = model.links[static_cast<std::size_t>(probe.body)].group;
  return probe;
}

Probe PartsOfModel::probe(const Anchor& point) const {
  BodyFrame frame;
  frame.body = point.body;
  frame.pose.position = point.position;
  return probe(frame);
}

}  // namespace treadle
