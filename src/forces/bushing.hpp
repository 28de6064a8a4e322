// Six-axis bushing between two frames: linear stiffness and damping along and about the axes of
// "to".
#pragma once

#include "force_state.hpp"

#include <array>

namespace treadle {

template <Real S>
struct Bushing {
  static constexpr ForceKind kind = ForceKind::bushing;
  GroupId group{0};
  BodyId from, to;
  Transform<S> from_frame, to_frame;
  std::array<S, 6> stiffness{}, damping{}, preload{};  ///< x, y, z, then about x, y, z
  FunctionId gate;  ///< what it is multiplied by, where an event may switch it

  /// Relative position and motion of "from" in the axes of "to".
  struct Gap {
    Transform<S> to;
    Vec3<S> point;       ///< origin of "from", where the force acts
    Vec3<S> d, theta;    ///< displacement and rotation vector
    Vec3<S> rate, turn;  ///< their velocities
    S curvature;         ///< factor of theta x (theta x .) in the rate of a rotation vector
  };

  [[nodiscard]] Gap gap(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    Gap g;
    const Transform<S> a = place_on(at, group.at, from.at, from_frame);
    g.to = place_on(at, group.at, to.at, to_frame);
    g.point = a.p;
    const Motion<S> va = from.valid() ? moving.v[from.index()] : Motion<S>{zero, zero};
    const Motion<S> vb = to.valid() ? moving.v[to.index()] : Motion<S>{zero, zero};
    g.d = transpose_times(g.to.r, a.p - g.to.p);
    g.rate = transpose_times(g.to.r, point_velocity(va, a.p) - point_velocity(vb, a.p));
    g.turn = transpose_times(g.to.r, va.ang - vb.ang);
    // rotation vector: the axial part of the relative turn has the length of the angle's sine
    const Mat3<S> r = transpose_times(g.to.r, a.r);
    const Vec3<S> axial = S(0.5) * Vec3<S>{r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x};
    const S cosine = S(0.5) * (r.x.x + r.y.y + r.z.z - S(1.0)), square = dot(axial, axial);
    // the sine is small at half a turn as well
    const auto small = select(cosine < S(0.0), S(1.0), square) < S(1e-12);
    const S sine = sqrt(select(small, S(1.0), max(square, S(1e-300))));
    const S angle = atan2(sine, cosine);
    g.theta = select(small, S(1.0) + square * S(1.0 / 6.0), angle / sine) * axial;
    const S angle2 = select(small, S(1.0), angle * angle);
    const SinCos<S> half = sincos(S(0.5) * select(small, S(1.0), angle));
    g.curvature =
        select(small, S(1.0 / 12.0), (S(1.0) - S(0.5) * angle * half.cos / half.sin) / angle2);
    return g;
  }
  /// Force and torque on "from" in the axes of "to" that keep their energy. The torque is the
  /// gradient of sum k theta^2 / 2 carried through the rate of the rotation vector. (F7)
  [[nodiscard]] Force<S> conservative(const Gap& g) const {
    const Vec3<S> f{preload[0] - stiffness[0] * g.d.x, preload[1] - stiffness[1] * g.d.y,
                    preload[2] - stiffness[2] * g.d.z};
    const Vec3<S> m{preload[3] - stiffness[3] * g.theta.x, preload[4] - stiffness[4] * g.theta.y,
                    preload[5] - stiffness[5] * g.theta.z};
    const Vec3<S> turn = cross(g.theta, m);
    return {f, m + S(0.5) * turn + g.curvature * cross(g.theta, turn)};
  }
  [[nodiscard]] Force<S> dissipative(const Gap& g) const {
    return {{-(damping[0] * g.rate.x), -(damping[1] * g.rate.y), -(damping[2] * g.rate.z)},
            {-(damping[3] * g.turn.x), -(damping[4] * g.turn.y), -(damping[5] * g.turn.z)}};
  }
  /// Adds the force to both bodies; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Gap g = gap(s.at, s.moving);
    const Force<S> lossy = dissipative(g), own = conservative(g) + lossy;
    Force<S> f = force_at(g.point, g.to.r * own.lin);
    f.ang += g.to.r * own.ang;
    sums.push_apart(from, to, f);
    return dot(lossy.lin, g.rate) + dot(lossy.ang, g.turn);
  }
  [[nodiscard]] S stored(const Gap& g) const {
    const std::array<S, 6> x{g.d.x, g.d.y, g.d.z, g.theta.x, g.theta.y, g.theta.z};
    S sum(0.0);
    for (std::size_t k = 0; k < 6; ++k) sum += x[k] * (S(0.5) * stiffness[k] * x[k] - preload[k]);
    return sum;
  }
  [[nodiscard]] S power(const Gap& g) const {
    const Force<S> f = dissipative(g);
    return dot(f.lin, g.rate) + dot(f.ang, g.turn);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Gap g = gap(s.at, s.moving);
    sum.stored += stored(g);
    sum.power += power(g);
  }
};

}  // namespace treadle
