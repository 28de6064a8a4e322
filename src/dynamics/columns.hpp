// Columns of B as the recursion takes them, and spatial vectors as six numbers in a row.
#pragma once

#include "../kinematics/place.hpp"
#include "../spatial/spatial.hpp"

#include <cstddef>

namespace treadle {

inline std::size_t at_(int i) { return static_cast<std::size_t>(i); }

template <Real S>
Motion<S> unit_motion(int k) {
  const auto one = [&](int i) { return S(i == k ? 1.0 : 0.0); };
  return {{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
}

// A column of B by its place; -1 - k: the k-th unit motion.
template <Real S>
Motion<S> column(const PositionStage<S>& at, int place) {
  return place < 0 ? unit_motion<S>(-1 - place) : at.b[at_(place)];
}

template <Real S>
Motion<S> column(const Link<S>& link, const PositionStage<S>& at, int a) {
  return column(at, link.carries_axes ? -1 - a : link.b_at + a);
}

template <Real S>
void store(const Force<S>& f, S* out) {
  out[0] = f.lin.x;
  out[1] = f.lin.y;
  out[2] = f.lin.z;
  out[3] = f.ang.x;
  out[4] = f.ang.y;
  out[5] = f.ang.z;
}

template <Real S>
Force<S> load(const S* in) {
  return {{in[0], in[1], in[2]}, {in[3], in[4], in[5]}};
}

}  // namespace treadle
