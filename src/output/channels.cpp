#include "channels.hpp"

#include "../model/build.hpp"

#include <algorithm>
#include <array>

namespace treadle {

namespace {

std::vector<BodyId> file_order(const Topology& t) {
  std::vector<BodyId> order;
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](BodyId a, BodyId b) {
    const auto key = [&](BodyId i) {
      return t.bodies[i].item.valid() ? t.bodies[i].item.at : 1 << 30;
    };
    return key(a) < key(b);
  });
  return order;
}

}  // namespace

std::string channel_name(const std::string& name, const char* kind, const char* suffix) {
  std::string text = name + "." + kind;
  return *suffix == '\0' ? text : text + "." + suffix;
}

Channels::Channels(const Description& d, const Model<double>& model, const Placement& p,
                   ChannelChoice choice)
    : model_(model), choice_(choice), order_(file_order(*model.topology)), bodies_(p.bodies) {
  const Topology& t = *model.topology;
  columns_.push_back({"time", "s"});
  for (const BodyId i : order_) {
    for (const CoordinateName& c : coordinate_names(t.bodies[i].type)) {
      columns_.push_back({channel_name(t.bodies[i].joint, "q", c.suffix), c.unit});
    }
    for (const CoordinateName& c : velocity_names(t.bodies[i].type)) {
      columns_.push_back({channel_name(t.bodies[i].joint, "v", c.suffix), c.unit});
    }
  }
  if (choice.bodies) {
    for (const BodyItem& body : d.bodies) {
      for (const CoordinateName& c : coordinate_names(JointType::free)) {
        columns_.push_back({channel_name(body.name, "pose", c.suffix), c.unit});
      }
    }
  }
  if (choice.reactions) {
    const auto add = [&](const std::string& name) {
      for (const char* axis : {"x", "y", "z"})
        columns_.push_back({channel_name(name, "force", axis), "N"});
      for (const char* axis : {"x", "y", "z"})
        columns_.push_back({channel_name(name, "moment", axis), "N m"});
    };
    for (const BodyId i : order_) add(t.bodies[i].joint);
    for (const Loop& loop : t.loops) add(loop.name);
  }
}

void Channels::user_coordinates(const TreeBody& body, std::span<const double> q,
                                std::span<const double> v, std::span<double> user_q,
                                std::span<double> user_v) {
  std::copy_n(q.begin() + body.q_at, body.nq, user_q.begin());
  std::copy_n(v.begin() + body.v_at, body.nv, user_v.begin());
  turn_joint(body.type, body.reversed, user_q.first(static_cast<std::size_t>(body.nq)),
             user_v.first(static_cast<std::size_t>(body.nv)));
}

void Channels::sample(double t, std::span<const double> q, std::span<const double> v,
                      const PositionStage<double>& at, const LoopStage<double>& loops,
                      const Transmitted& transmitted, std::span<double> row) const {
  std::size_t next = 0;
  row[next++] = t;
  std::array<double, 7> user_q{};
  std::array<double, 6> user_v{};
  for (const BodyId i : order_) {
    const TreeBody& body = model_.topology->bodies[i];
    user_coordinates(body, q, v, user_q, user_v);
    for (int k = 0; k < body.nq; ++k) row[next++] = user_q[static_cast<std::size_t>(k)];
    for (int k = 0; k < body.nv; ++k) row[next++] = user_v[static_cast<std::size_t>(k)];
  }
  if (choice_.bodies) {
    for (const PlacedBody& placed : bodies_) {
      const Frame x = placed.body.valid() ? world_pose(model_, at, placed.body.at) * placed.frame
                                          : placed.frame;
      const auto quaternion = to_quaternion(x.r);
      for (const double c : {x.p.x, x.p.y, x.p.z}) row[next++] = c;
      for (const double c : quaternion) row[next++] = c;
    }
  }
  if (choice_.reactions) add_reactions(transmitted, at, loops, row, next);
}

// On the joint's child, world axes, the moment about the joint's point on the child. A constraint
// acts on its "from" body with minus its wrench times the multiplier. (L7)
void Channels::add_reactions(const Transmitted& transmitted, const PositionStage<double>& at,
                             const LoopStage<double>& loops, std::span<double> row,
                             std::size_t next) const {
  const auto add = [&](const Force<double>& f, const Vec3<double>& point, int group) {
    const Mat3<double>& axes = at.group[static_cast<std::size_t>(group)].r;
    const Vec3<double> force = axes * f.lin, moment = axes * (f.ang - cross(point, f.lin));
    for (const double c : {force.x, force.y, force.z, moment.x, moment.y, moment.z})
      row[next++] = c;
  };
  for (const BodyId i : order_) {
    const auto k = static_cast<std::size_t>(i.at);
    Force<double> f = transmitted.joints[k];
    if (model_.topology->bodies[i].reversed) f = {-f.lin, -f.ang};
    add(f, at.x[k].p, model_.links[k].group);
  }
  for (const LoopData<double>& loop : model_.loops) {
    Force<double> sum;
    for (int r = 0; r < loop.row_count; ++r) {
      const auto k = static_cast<std::size_t>(loop.first_row + r);
      sum.lin -= transmitted.lambda[k] * loops.wrench[k].lin;
      sum.ang -= transmitted.lambda[k] * loops.wrench[k].ang;
    }
    add(sum, place_on(at, loop.group, loop.from.body, loop.from.frame.p), loop.group);
  }
}

}  // namespace treadle
