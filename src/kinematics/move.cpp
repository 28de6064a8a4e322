#include "move.hpp"

#include "../joints/dispatch.hpp"
#include "../scalar/instantiate_dual.hpp"
#include "composite_stage.hpp"
#include "inboard_frame.hpp"

namespace treadle {

namespace {

// B_j times a vector of joint velocities or accelerations.
template <Real S>
Motion<S> joint_motion(const Link<S>& link, const S* v, const Transform<S>& x, const Motion<S>* b) {
  if (link.carries_axes) return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};  // B is the identity
  return with_joint(link.type, link.reversed, [&](auto joint) { return joint.motion(x, b, v); });
}

// B_j qd_j, and what the joint's own subspace adds to D_j where it moves as seen from the inboard
// body. (K6)
template <Real S>
void joint_velocity(const Model<S>& model, const PositionStage<S>& at, std::size_t i, const S* v,
                    Motion<S>& vj, Motion<S>& c) {
  const Link<S>& link = model.links[i];
  const Transform<S>& x = at.x[i];
  const Motion<S>* b = at.b.data() + link.b_at;
  with_joint(link.type, link.reversed, [&](auto joint) {
    vj = joint.motion(x, b, v);
    if constexpr (HasInside<decltype(joint)>) {
      c += at.composites[i].move(v);
    } else if constexpr (HasShape<decltype(joint)>) {
      c += joint.bias(at.struts[i], inboard_frame(model, at, link), x, v);
    } else if constexpr (joint.moving_subspace) {
      c += joint.bias(x, b, v);
    }
  });
}

}  // namespace

template <Real S>
void move_bodies(const Model<S>& model, std::span<const S> v, const PositionStage<S>& at,
                 VelocityStage<S>& out, BodyRange range) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  for (std::size_t i = range.first; i < range.end(model.links.size()); ++i) {
    const Link<S>& link = model.links[i];
    const S* own = v.data() + link.v_at;
    Motion<S> vj, c{zero, zero};
    if (link.carries_axes) {  // B is the identity
      out.v[i] = {{own[0], own[1], own[2]}, {own[3], own[4], own[5]}};
      out.c[i] = c;
      continue;
    }
    if (link.follows > 0) {  // other than its parent, by what the composite says
      const auto up = static_cast<std::size_t>(link.parent);
      const CompositeStage<S>& inside = at.composites[up];
      const Motion<S> apart = inside.apart(link.follows, v.data() + model.links[up].v_at);
      const Motion<S> carried = joint_motion(model.links[up], v.data() + model.links[up].v_at,
                                             at.x[up], at.b.data() + model.links[up].b_at);
      out.v[i] = out.v[up] + apart;
      out.c[i] = out.c[up] + inside.bias_apart(link.follows) + cross(out.v[up] - carried, apart);
      continue;
    }
    joint_velocity(model, at, i, own, vj, c);
    if (link.parent < 0) {
      out.v[i] = vj;
      out.c[i] = c;
      continue;
    }
    const auto up = static_cast<std::size_t>(link.parent);
    if (link.watched) {  // first as the root sees it; the root's own c is zero (L5)
      const auto first =
          static_cast<std::size_t>(model.groups[static_cast<std::size_t>(link.group)].first);
      if (up != first) {
        c = c + out.seen[up].c + cross(out.seen[up].v, vj);
        vj = out.seen[up].v + vj;
      }
      out.seen[i] = {vj, c};
      out.v[i] = out.v[first] + vj;
      out.c[i] = c + cross(out.v[first], vj);
      continue;
    }
    out.v[i] = out.v[up] + vj;                        // Y_j = Y_i + B_j qd_j            (K3)
    out.c[i] = c + out.c[up] + cross(out.v[up], vj);  // D_j = Y_i x B_j qd_j            (K4)
  }
}

template <Real S>
void accelerate_bodies(const Model<S>& model, std::span<const S> qdd, const PositionStage<S>& at,
                       const VelocityStage<S>& moving, std::span<Motion<S>> out) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<S>& link = model.links[i];
    if (link.follows > 0) {
      const auto up = static_cast<std::size_t>(link.parent);
      out[i] = out[up] + at.composites[up].apart(link.follows, qdd.data() + model.links[up].v_at);
      continue;
    }
    const Motion<S> aj =
        joint_motion(link, qdd.data() + link.v_at, at.x[i], at.b.data() + link.b_at);
    out[i] = link.parent < 0 ? aj : out[static_cast<std::size_t>(link.parent)] + aj;
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) out[i] += moving.c[i];  // (K5)
}

template <Real S>
void load_followers(const Model<S>& model, const PositionStage<S>& at,
                    std::span<const Force<S>> body, std::span<S> joint) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<S>& link = model.links[i];
    if (link.follows == 0) continue;
    const auto up = static_cast<std::size_t>(link.parent);
    at.composites[up].load(link.follows, body[i], joint.data() + model.links[up].v_at);
  }
}

#define TREADLE_INSTANTIATE(S)                                                                     \
  template void move_bodies<S>(const Model<S>&, std::span<const S>, const PositionStage<S>&,       \
                               VelocityStage<S>&, BodyRange);                                      \
  template void accelerate_bodies<S>(const Model<S>&, std::span<const S>, const PositionStage<S>&, \
                                     const VelocityStage<S>&, std::span<Motion<S>>);               \
  template void load_followers<S>(const Model<S>&, const PositionStage<S>&,                        \
                                  std::span<const Force<S>>, std::span<S>);
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
