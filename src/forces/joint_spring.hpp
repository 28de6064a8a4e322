// Spring on a joint's coordinate and damper on its velocities.
#pragma once

#include "../kinematics/place.hpp"

namespace treadle {

template <Real S>
struct JointSpring {
  int q_at = 0, v_at = 0, nv = 1;
  bool elastic = false;  ///< has a spring: one coordinate only
  S stiffness{}, rest{}, damping{};

  /// -k (q - rest) - c v                                                                         (F1)
  void apply(std::span<const S> q, std::span<const S> v, std::span<S> joint) const {
    for (int a = 0; a < nv; ++a) {
      const auto i = static_cast<std::size_t>(v_at + a);
      joint[i] -= damping * v[i];
    }
    if (elastic) joint[static_cast<std::size_t>(v_at)] -= stiffness * stretch(q);
  }
  [[nodiscard]] S stored(std::span<const S> q) const {
    if (!elastic) return S(0.0);
    const S x = stretch(q);
    return S(0.5) * stiffness * x * x;
  }
  [[nodiscard]] S power(std::span<const S> v) const {
    S sum(0.0);
    for (int a = 0; a < nv; ++a) {
      const S rate = v[static_cast<std::size_t>(v_at + a)];
      sum -= damping * rate * rate;
    }
    return sum;
  }

 private:
  [[nodiscard]] S stretch(std::span<const S> q) const { return q[static_cast<std::size_t>(q_at)] - rest; }
};

}  // namespace treadle
