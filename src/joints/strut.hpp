// MacPherson strut, its arm eliminated: the child hangs on a ball at the end of an arm that turns
// on the parent, and slides along its own z axis through a point of the parent. Coordinates are
// the angle of the arm and the turn about the line from the ball to that point; a guided strut has
// a link that settles the turn (docs/theory/kinematics.md, K12 to K16).
#pragma once

#include "never_cut.hpp"
#include "strut_place.hpp"

namespace treadle {

/// What depends on the angle of the arm alone, with derivatives along it; in the axes of the
/// joint's frame.
template <Real S>
struct StrutMotion {
  const StrutPlace<S>& at;
  Vec3<S> line1;    ///< of the line from the ball to the top
  Vec3<S> sliding;  ///< l' - lambda' s
  Vec3<S> across;   ///< l x sliding
  S product;        ///< L L'
  S shift1;         ///< lambda'
  S spin;           ///< alpha
  Vec3<S> turn;     ///< angular velocity for each unit of the arm's

  /// (K13), (K14)
  explicit StrutMotion(const StrutPlace<S>& place) : at(place) {
    line1 = -at.ball1;
    product = dot(at.line, line1);
    shift1 = product * at.inverse_reach;
    sliding = line1 - shift1 * at.r.z;
    across = cross(at.line, sliding);
    spin = -(at.half * at.inverse_length * (shift1 * at.sine.z + dot(at.sine, line1)));
    turn = at.inverse_squared * across + spin * at.along;
  }

  /// Of the arm's end along its angle, twice.
  [[nodiscard]] Vec3<S> ball2() const {
    return at.arm.cos * at.shape.hinge + at.arm.sin * cross(at.shape.hinge_axis, at.shape.hinge);
  }
  /// Angular acceleration at constant rates of the arm and of the turn. (K15)
  [[nodiscard]] Vec3<S> turning(const S& arm, const S& steer, const Vec3<S>& w) const {
    const StrutShape<S>& n = at.shape;
    const Vec3<S>&s = at.r.z, &line = at.line, two = ball2();
    const S product1 = dot(n.hinge, n.hinge) - dot(line, two),
            shift2 = (product1 - shift1 * shift1) * at.inverse_reach;
    // alpha' of alpha = above / below, with the turn's own (l x m) = -L^2 v
    const S above1 = shift1 * (line1.x * n.top.y - line1.y * n.top.x) +
                     shift1 * (line.y * line1.x - line.x * line1.y) -
                     at.squared * (shift2 * at.sine.z - dot(at.sine, two));
    const S rise = S(2.0) * product + shift1 * line.z + n.top.x * line1.x + n.top.y * line1.y +
                   at.reach * line1.z;
    const S spin1 = at.inverse_squared *
                    (at.half * at.inverse_length * above1 - spin * (product + at.half * rise));
    const Vec3<S> sliding1 = (-arm) * (two + shift2 * s) - shift1 * cross(w, s);
    const Vec3<S> first =
        at.inverse_squared * (arm * cross(line1, sliding) + cross(line, sliding1) -
                              (S(2.0) * arm * product * at.inverse_squared) * across);
    const Vec3<S> along1 =
        (arm * at.inverse_length) * (line1 - (product * at.inverse_squared) * line);
    return arm * first + (arm * arm * spin1) * at.along + (steer + spin * arm) * along1;
  }

  /// A motion about the group's origin whose ball is at p and moves with v, and whose child turns
  /// with w; v and w as the joint's frame has them.
  static Motion<S> about_origin(const Transform<S>& f, const Vec3<S>& p, const Vec3<S>& v,
                                const Vec3<S>& w) {
    const Vec3<S> turn = f.r * w;
    return {f.r * v + cross(p, turn), turn};
  }
  /// That of a ball which is accelerated at constant rates, and a child turned faster by w1.
  [[nodiscard]] Motion<S> bias(const Transform<S>& f, const Vec3<S>& p, const S& arm,
                               const Vec3<S>& w, const Vec3<S>& w1) const {
    const Vec3<S> v = arm * at.ball1;
    return about_origin(f, p, (arm * arm) * ball2() + cross(v, w), w1);
  }
};

/// What both struts share: where the child is. (K12)
template <int N>
struct AnyStrut : NeverCut<N> {
  static constexpr bool moving_subspace = true;
  static constexpr bool has_shape = true;  ///< takes a StrutShape instead of a pitch

  template <Real S>
  static void put(const StrutPlace<S>& at, const Transform<S>& f, Transform<S>& x) {
    x.p = f * at.ball;
    x.r.x = f.r * at.r.x;
    x.r.y = f.r * at.r.y;
    x.r.z = cross(x.r.x, x.r.y);
  }
};

struct Strut : AnyStrut<2> {
  static constexpr std::array<CutRow, 4> cut{};

  template <Real S>
  static StrutPlace<S> place(const S* q, const StrutShape<S>& n) {
    StrutPlace<S> at(q[0], n);
    at.turn_about_line(sincos(q[1]));
    return at;
  }
  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const StrutShape<S>& n,
                        Transform<S>& x) {
    put(place(q, n), f, x);
  }
  template <Real S>
  static void subspace(const StrutPlace<S>& at, const Transform<S>& f, const Transform<S>& x,
                       Motion<S>* b) {
    const StrutMotion<S> m(at);
    b[0] = StrutMotion<S>::about_origin(f, x.p, at.ball1, m.turn);
    const Vec3<S> along = f.r * at.along;
    b[1] = {cross(x.p, along), along};
  }
  template <Real S>
  static Motion<S> bias(const StrutPlace<S>& at, const Transform<S>& f, const Transform<S>& x,
                        const S* v) {
    const StrutMotion<S> m(at);
    const Vec3<S> w = v[0] * m.turn + v[1] * at.along;
    return m.bias(f, x.p, v[0], w, m.turning(v[0], v[1], w));
  }
};

struct GuidedStrut : AnyStrut<1> {
  static constexpr std::array<CutRow, 5> cut{};

  /// The turn that the link allows: a cos + b sin = g. (K12)
  template <Real S>
  static StrutPlace<S> place(const S* q, const StrutShape<S>& n) {
    StrutPlace<S> at(q[0], n);
    const Vec3<S> c = n.inner - at.ball, e = at.r * n.outer;
    const S shared = dot(c, at.along) * dot(at.along, e);
    const S a = dot(c, e) - shared, b = dot(c, cross(at.along, e));
    const S g = S(0.5) * (dot(c, c) + dot(n.outer, n.outer) - n.link_squared) - shared;
    const S squared = a * a + b * b, h = n.side * rest_of_reach(squared - g * g, squared);
    const S inverse = S(1.0) / squared;
    at.turn_about_line(SinCos<S>{inverse * (b * g - a * h), inverse * (a * g + b * h)});
    return at;
  }
  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const StrutShape<S>& n,
                        Transform<S>& x) {
    put(place(q, n), f, x);
  }
  /// How the turn follows the arm. (K16)
  template <Real S>
  struct Guide {
    Vec3<S> arm, gap, lever;  ///< from the ball to the outer end; the link; what a turn does to it
    S inverse;                ///< one over the gap times the lever
    S rate;                   ///< of the turn for each unit of the arm's

    explicit Guide(const StrutMotion<S>& m) {
      arm = m.at.r * m.at.shape.outer;
      gap = m.at.ball + arm - m.at.shape.inner;
      lever = cross(m.at.along, arm);
      inverse = S(1.0) / dot(gap, lever);
      rate = -(inverse * dot(gap, m.at.ball1 + cross(m.turn, arm)));
    }
  };
  template <Real S>
  static void subspace(const StrutPlace<S>& at, const Transform<S>& f, const Transform<S>& x,
                       Motion<S>* b) {
    const StrutMotion<S> m(at);
    const Guide<S> guide(m);
    b[0] = StrutMotion<S>::about_origin(f, x.p, at.ball1, m.turn + guide.rate * at.along);
  }
  template <Real S>
  static Motion<S> bias(const StrutPlace<S>& at, const Transform<S>& f, const Transform<S>& x,
                        const S* v) {
    const StrutMotion<S> m(at);
    const Guide<S> guide(m);
    const S steer = guide.rate * v[0];
    const Vec3<S> w = v[0] * (m.turn + guide.rate * at.along);
    const Vec3<S> w0 = m.turning(v[0], steer, w);
    const Vec3<S> swing = cross(w, guide.arm), speed = v[0] * at.ball1 + swing;
    const Vec3<S> seen = (v[0] * v[0]) * m.ball2() + cross(w0, guide.arm) + cross(w, swing);
    const S steer1 = -(guide.inverse * (dot(speed, speed) + dot(guide.gap, seen)));
    return m.bias(f, x.p, v[0], w, w0 + steer1 * at.along);
  }
};

}  // namespace treadle
