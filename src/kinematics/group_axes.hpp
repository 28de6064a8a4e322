// Ball joints that turn about the axes of their group: in M, Phi and B half of their products
// vanish, while their velocities stay in the axes of the body. (K10)
#pragma once

#include "place.hpp"

#include <memory>
#include <span>

namespace treadle {

/// For evaluations: all ball joints turn so from now on.
template <Real S>
void turn_about_group_axes(Model<S>& model);

/// The model with such ball joints; none where it has no ball joints.
std::unique_ptr<const Model<double>> turned_model(const Model<double>& model);

/// Numbers of all joints that are turned, from the axes R of their bodies to those of the group:
/// v' = R v.
template <Real S>
void turn_all(const Model<S>& m, const PositionStage<S>& at, std::span<S> v) {
  for (const int i : m.turned) {
    S* a = v.data() + m.links[static_cast<std::size_t>(i)].v_at;
    const Vec3<S> b = at.x[static_cast<std::size_t>(i)].r * Vec3<S>{a[0], a[1], a[2]};
    a[0] = b.x;
    a[1] = b.y;
    a[2] = b.z;
  }
}
/// And back: v = R^T v'.
template <Real S>
void turn_back(const Model<S>& m, const PositionStage<S>& at, std::span<S> v) {
  for (const int i : m.turned) {
    S* a = v.data() + m.links[static_cast<std::size_t>(i)].v_at;
    const Vec3<S> b =
        transpose_times(at.x[static_cast<std::size_t>(i)].r, Vec3<S>{a[0], a[1], a[2]});
    a[0] = b.x;
    a[1] = b.y;
    a[2] = b.z;
  }
}

}  // namespace treadle
