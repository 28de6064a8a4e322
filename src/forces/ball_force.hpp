// What acts on an angle of a ball joint: how far its axis swings, how far it twists about that
// axis, or how far it is turned in all. The torque is the gradient of the angle. (F15)
#pragma once

#include "scalar_law.hpp"

namespace treadle {

template <Real S>
struct BallLaw {
  GroupId group{0};
  BodyId from, to;  ///< child and parent of the joint
  Transform<S> from_frame, to_frame;
  BallAngle angle = BallAngle::swing;
  ScalarLaw<S> law;

  struct Turn {
    Vec3<S> axis;  ///< angle' = axis . (angular velocity of the child seen from the parent)
    S angle, rate;
  };

  [[nodiscard]] Turn turn(const PositionStage<S>& at, const VelocityStage<S>& moving) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Mat3<S> child = place_on(at, group.at, from.at, from_frame).r,
                  parent = place_on(at, group.at, to.at, to_frame).r;
    Turn out = angle == BallAngle::twist   ? twist(child, parent)
               : angle == BallAngle::swing ? along(cross(parent.z, child.z), dot(parent.z, child.z))
                                           : whole(child, parent);
    const Vec3<S> wa = from.valid() ? moving.v[from.index()].ang : zero,
                  wb = to.valid() ? moving.v[to.index()].ang : zero;
    out.rate = dot(out.axis, wa - wb);
    return out;
  }
  /// Adds the torque to both bodies; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    const Turn t = turn(s.at, s.moving);
    const S lossy = law.dissipative(t.angle, t.rate, s.functions);
    sums.push_apart(from, to, {zero, (law.conservative(t.angle) + lossy) * t.axis});
    return lossy * t.rate;
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Turn t = turn(s.at, s.moving);
    sum.stored += law.stored(t.angle);
    sum.power += law.dissipative(t.angle, t.rate, s.functions) * t.rate;
  }

 private:
  // An angle whose sine is the length of a vector; without a direction, where it is 0 or half a
  // turn, nothing acts.
  static Turn along(const Vec3<S>& axial, const S& cosine) {
    const S square = dot(axial, axial);
    const auto apart = S(1e-24) < square;
    const S sine = sqrt(select(apart, square, S(1.0)));
    const S inverse = select(apart, S(1.0) / sine, S(0.0));
    return {inverse * axial, atan2(select(apart, sine, S(0.0)), cosine), S(0.0)};
  }
  static Turn whole(const Mat3<S>& child, const Mat3<S>& parent) {
    // the sum of a x b over the axes is twice the sine along the axis of the turn
    const Vec3<S> twice =
        cross(parent.x, child.x) + cross(parent.y, child.y) + cross(parent.z, child.z);
    const S trace = dot(parent.x, child.x) + dot(parent.y, child.y) + dot(parent.z, child.z);
    return along(S(0.5) * twice, S(0.5) * (trace - S(1.0)));
  }
  static Turn twist(const Mat3<S>& child, const Mat3<S>& parent) {
    const S sine = dot(child.x, parent.y) - dot(child.y, parent.x),
            cosine = dot(child.x, parent.x) + dot(child.y, parent.y);
    const S both = max(S(1.0) + dot(parent.z, child.z), S(1e-9));
    return {(S(1.0) / both) * (parent.z + child.z), atan2(sine, cosine), S(0.0)};
  }
};

}  // namespace treadle
