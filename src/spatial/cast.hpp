// The same vectors and frames with another kind of number.
#pragma once

#include "spatial.hpp"

namespace treadle {

template <Real To>
Vec3<To> cast_vec(const Vec3<double>& a) {
  return {To(a.x), To(a.y), To(a.z)};
}

template <Real To>
Transform<To> cast_frame(const Transform<double>& a) {
  return {{cast_vec<To>(a.r.x), cast_vec<To>(a.r.y), cast_vec<To>(a.r.z)}, cast_vec<To>(a.p)};
}

}  // namespace treadle
