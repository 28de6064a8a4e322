#include "place.hpp"

#include "../joints/dispatch.hpp"
#include "../scalar/instantiate_dual.hpp"
#include "composite_stage.hpp"
#include "inboard_frame.hpp"

#include <algorithm>

namespace treadle {

namespace {

// The columns (p x e_k, e_k) of a ball joint at p. (K10)
template <Real S>
void turn_about_axes(const Vec3<S>& p, Motion<S>* b) {
  const S zero(0.0), one(1.0);
  b[0] = {{zero, p.z, -p.y}, {one, zero, zero}};
  b[1] = {{-p.z, zero, p.x}, {zero, one, zero}};
  b[2] = {{p.y, -p.x, zero}, {zero, zero, one}};
}

}  // namespace

template <Real S>
PositionStage<S>::PositionStage(const Model<S>& model)
    : x(model.links.size()),
      b(static_cast<std::size_t>(model.nv())),
      group(model.groups.size()),
      world(model.groups.size()),
      composites(model),
      struts(std::any_of(model.links.begin(), model.links.end(),
                         [](const Link<S>& link) { return !link.strut.empty(); })
                 ? model.links.size()
                 : 0) {}

// The root's own frame, or world axes at the root's origin. (K1)
template <Real S>
void place_group(const Model<S>& model, std::span<const S> q, std::size_t g,
                 PositionStage<S>& out) {
  const Link<S>& root = model.links[static_cast<std::size_t>(model.groups[g].first)];
  Transform<S>& frame = out.group[g];
  with_joint(root.type, root.reversed, [&](auto joint) {
    if constexpr (HasInside<decltype(joint)>) {
      const auto i = static_cast<std::size_t>(model.groups[g].first);
      out.composites[i].solve(q.data() + root.q_at);
      frame = root.joint_frame * out.composites[i].child();
    } else {
      joint.transform(q.data() + root.q_at, root.joint_frame, numbers_of<decltype(joint)>(root),
                      frame);
    }
  });
  if (model.groups[g].moving_axes) {
    out.world[g] = inverse(frame);
  } else {
    frame.r = Mat3<S>::identity();
    out.world[g] = {Mat3<S>::identity(), -frame.p};
  }
}

template <Real S>
void place_groups(const Model<S>& model, std::span<const S> q, PositionStage<S>& out) {
  for (std::size_t g = 0; g < model.groups.size(); ++g) place_group(model, q, g, out);
}

template <Real S>
void place_bodies(const Model<S>& model, std::span<const S> q, PositionStage<S>& out) {
  place_groups(model, q, out);
  place_bodies(model, q, out, {});
}

// Root to leaves: r_j = r_i + s_ij + d_ij and the columns of B_j, about the group's origin. (K2)
template <Real S>
void place_bodies(const Model<S>& model, std::span<const S> q, PositionStage<S>& out,
                  BodyRange range) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  for (std::size_t i = range.first; i < range.end(model.links.size()); ++i) {
    const Link<S>& link = model.links[i];
    Transform<S>& x = out.x[i];
    if (link.carries_axes) {
      x = {Mat3<S>::identity(), zero};
      continue;
    }
    if (link.follows > 0) {  // the composite that carries its parent knows where it is
      out.composites[static_cast<std::size_t>(link.parent)].place_link(link.follows, x);
      continue;
    }
    const Transform<S> f = inboard_frame(model, out, link);
    if (link.inside) {
      CompositeStage<S>& inside = out.composites[i];
      const bool leads = model.groups[static_cast<std::size_t>(link.group)].first ==
                         static_cast<int>(i);  // its group's frame asked for it
      if (!leads) inside.solve(q.data() + link.q_at);
      inside.place(f, x, out.b.data() + link.b_at);
      continue;
    }
    with_joint(link.type, link.reversed, [&](auto joint) {
      if constexpr (HasShape<decltype(joint)>) {
        StrutPlace<S>& at = out.struts[i];
        at = joint.place(q.data() + link.q_at, link.strut.front());
        joint.put(at, f, x);
        joint.subspace(at, f, x, out.b.data() + link.b_at);
      } else if constexpr (!HasInside<decltype(joint)>) {
        const auto& numbers = numbers_of<decltype(joint)>(link);
        joint.transform(q.data() + link.q_at, f, numbers, x);
        if (!link.group_axes) joint.subspace(f, x, numbers, out.b.data() + link.b_at);
      }
    });
    if (link.group_axes) turn_about_axes(x.p, out.b.data() + link.b_at);
  }
}

#define TREADLE_INSTANTIATE(S)                                                           \
  template struct PositionStage<S>;                                                      \
  template void place_group<S>(const Model<S>&, std::span<const S>, std::size_t,         \
                               PositionStage<S>&);                                       \
  template void place_groups<S>(const Model<S>&, std::span<const S>, PositionStage<S>&); \
  template void place_bodies<S>(const Model<S>&, std::span<const S>, PositionStage<S>&,  \
                                BodyRange);                                              \
  template void place_bodies<S>(const Model<S>&, std::span<const S>, PositionStage<S>&);
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
