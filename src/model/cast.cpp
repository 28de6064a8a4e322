#include "../spatial/cast.hpp"
#include "../scalar/instantiate.hpp"
#include "model.hpp"

namespace treadle {

namespace {

template <class To>
Link<To> cast(const Link<double>& a) {
  return {a.type,
          a.carries_axes,
          a.reversed,
          a.aligned,
          a.group_axes,
          a.watched,
          a.parent,
          a.group,
          a.q_at,
          a.v_at,
          a.nv,
          a.b_at,
          cast_frame<To>(a.joint_frame),
          To(a.pitch),
          To(a.mass),
          cast_vec<To>(a.center),
          {To(a.inertia.xx), To(a.inertia.yy), To(a.inertia.zz), To(a.inertia.xy), To(a.inertia.xz),
           To(a.inertia.yz)}};
}

template <class To>
LoopData<To> cast(const LoopData<double>& a) {
  std::vector<LoopCoordinate<To>> coordinates;
  for (const auto& c : a.coordinates)
    coordinates.push_back({c.q_at, c.v_at, c.column, To(c.factor)});
  return {a.kind,
          a.rows,
          a.group,
          a.ancestor,
          a.plain_axes,
          a.from_root,
          a.holds_point,
          a.first_row,
          a.row_count,
          {a.from.body, cast_frame<To>(a.from.frame)},
          {a.to.body, cast_frame<To>(a.to.frame)},
          To(a.length),
          To(a.pitch),
          a.function,
          coordinates,
          a.values_at,
          a.path,
          a.side,
          a.column,
          a.columns};
}

}  // namespace

template <Real To>
Model<To> cast(const Model<double>& model) {
  Model<To> out;
  out.topology = model.topology;
  out.pattern = model.pattern;
  for (const auto& link : model.links) out.links.push_back(cast<To>(link));
  for (const auto& loop : model.loops) out.loops.push_back(cast<To>(loop));
  for (const auto& group : model.groups) out.groups.push_back({group.first, group.moving_axes});
  out.gravity = cast_vec<To>(model.gravity);
  out.q_count = model.q_count;
  out.v_count = model.v_count;
  out.row_count = model.row_count;
  out.phi_values = model.phi_values;
  out.turned = model.turned;
  return out;
}

#define TREADLE_INSTANTIATE(S) template Model<S> cast<S>(const Model<double>&);
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
