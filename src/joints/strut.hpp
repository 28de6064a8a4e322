// MacPherson strut, its arm eliminated: the child hangs on a ball at the end of an arm that turns
// on the parent, and slides along its own z axis through a point of the parent. Coordinates are
// the angle of the arm and the turn about the line from the ball to that point; a guided strut has
// a link that settles the turn (docs/theory/kinematics.md, K12 to K16).
#pragma once

#include "never_cut.hpp"
#include "strut_shape.hpp"

namespace treadle {

/// The root of what is left of a square. Where hardly anything is, the strut or its link is at the
/// end of its reach: beyond there is no position, and another branch leads back, so it is not a
/// number there and no run goes on. (K12)
template <Real S>
S rest_of_reach(const S& left, const S& square) {
  return sqrt(select(left < S(1e-4) * square, S(-1.0), left));
}

/// What depends on the angle of the arm alone, with derivatives along it; all in the axes of f and
/// x.
template <Real S>
struct StrutMotion {
  Vec3<S> ball, ball1, ball2;  ///< of the arm's end, from the arm's angle
  Vec3<S> line, line1;         ///< from the ball to the top
  Vec3<S> along;               ///< unit vector of this line
  Vec3<S> sliding;             ///< l' - lambda' s
  S squared, length, product;  ///< L^2, L and L L'
  S shift1, shift2;            ///< lambda', lambda''
  S spin, spin1;               ///< alpha and its derivative
  Vec3<S> turn;                ///< angular velocity for each unit of the arm's

  /// (K13), (K14); `second`: with what only accelerations need.
  StrutMotion(const Transform<S>& f, const Transform<S>& x, const StrutShape<S>& n,
              bool second = false) {
    const Vec3<S> axis = f.r * n.hinge_axis, s = x.r.z;
    ball = x.p;
    ball1 = cross(axis, ball - f * n.hinge);
    line = f * n.top - ball;
    line1 = -ball1;
    squared = dot(line, line);
    length = sqrt(squared);
    along = (S(1.0) / length) * line;
    product = dot(line, line1);
    const S reach = sqrt(squared - (n.top.x * n.top.x + n.top.y * n.top.y));
    shift1 = product / reach;
    sliding = line1 - shift1 * s;
    // the same line as the child has it, and how the least turn between them spins
    const Vec3<S> own = f.r * Vec3<S>{n.top.x, n.top.y, reach}, own1 = shift1 * f.r.z;
    const S both = squared + dot(own, line), below = length * both;
    const Vec3<S> sum1 = own1 + line1;
    spin = dot(line, cross(own, sum1)) / below;
    turn = (S(1.0) / squared) * cross(line, sliding) + spin * along;
    if (!second) return;
    ball2 = cross(axis, ball1);
    const S product1 = dot(line1, line1) - dot(line, ball2);
    shift2 = (product1 - shift1 * shift1) / reach;
    const Vec3<S> sum2 = shift2 * f.r.z - ball2;
    const S above1 =
        dot(line1, cross(own, own1)) + dot(line, cross(own1, line1)) + dot(line, cross(own, sum2));
    const S below1 =
        product / length * both + length * (S(2.0) * product + dot(own1, line) + dot(own, line1));
    spin1 = (above1 - spin * below1) / below;
  }

  /// Angular acceleration at constant rates of the arm and of the turn. (K15)
  [[nodiscard]] Vec3<S> turning(const Transform<S>& x, const S& arm, const S& steer,
                                const Vec3<S>& w) const {
    const Vec3<S> s = x.r.z, across = cross(line, sliding);
    const Vec3<S> sliding1 = arm * (-ball2 - shift2 * s) - shift1 * cross(w, s);
    const S inverse = S(1.0) / squared;
    const Vec3<S> first = inverse * (arm * cross(line1, sliding) + cross(line, sliding1)) -
                          (S(2.0) * product * arm * inverse * inverse) * across;
    const Vec3<S> along1 = (arm / length) * (line1 - (product * inverse) * line);
    return arm * first + (arm * arm * spin1) * along + (steer + spin * arm) * along1;
  }

  /// A motion about the group's origin whose ball moves with v and whose child turns with w.
  static Motion<S> about_origin(const Vec3<S>& at, const Vec3<S>& v, const Vec3<S>& w) {
    return {v + cross(at, w), w};
  }
  [[nodiscard]] Motion<S> bias(const S& arm, const Vec3<S>& w, const Vec3<S>& w1) const {
    const Vec3<S> v = arm * ball1;
    return {(arm * arm) * ball2 + cross(v, w) + cross(ball, w1), w1};
  }
};

/// What both struts share: where the child is. (K12)
template <int N>
struct AnyStrut : NeverCut<N> {
  static constexpr bool moving_subspace = true;
  static constexpr bool has_shape = true;  ///< takes a StrutShape instead of a pitch

  template <Real S>
  struct Least {
    Vec3<S> ball, along;
    Mat3<S> r;  ///< the least turn that puts the strut through the top
  };
  template <Real S>
  static Least<S> least_turn(const S& angle, const StrutShape<S>& n) {
    const SinCos<S> t = sincos(angle);
    Least<S> out;
    out.ball = (S(1.0) - t.cos) * n.hinge - t.sin * cross(n.hinge_axis, n.hinge);
    const Vec3<S> l = n.top - out.ball;
    const S squared = dot(l, l), inverse = S(1.0) / squared;
    out.along = (S(1.0) / sqrt(squared)) * l;
    const S sideways = n.top.x * n.top.x + n.top.y * n.top.y;
    const Vec3<S> m{n.top.x, n.top.y, rest_of_reach(squared - sideways, squared)};
    const Vec3<S> v = inverse * cross(m, l);
    const S c = inverse * dot(m, l), f = S(1.0) / (S(1.0) + c);
    const auto column = [&](const Vec3<S>& e, const S& share) {
      return c * e + cross(v, e) + (f * share) * v;
    };
    const S zero(0.0), one(1.0);
    out.r = {column({one, zero, zero}, v.x), column({zero, one, zero}, v.y),
             column({zero, zero, one}, v.z)};
    return out;
  }
  template <Real S>
  static void put(const Least<S>& least, const SinCos<S>& t, const Transform<S>& f,
                  Transform<S>& x) {
    const Vec3<S>& k = least.along;
    const auto turned = [&](const Vec3<S>& e) {
      return t.cos * e + t.sin * cross(k, e) + ((S(1.0) - t.cos) * dot(k, e)) * k;
    };
    x.p = f * least.ball;
    x.r = f.r * Mat3<S>{turned(least.r.x), turned(least.r.y), turned(least.r.z)};
  }
};

struct Strut : AnyStrut<2> {
  static constexpr std::array<CutRow, 4> cut{};

  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const StrutShape<S>& n,
                        Transform<S>& x) {
    put(least_turn(q[0], n), sincos(q[1]), f, x);
  }
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const StrutShape<S>& n,
                       Motion<S>* b) {
    const StrutMotion<S> m(f, x, n);
    b[0] = StrutMotion<S>::about_origin(m.ball, m.ball1, m.turn);
    b[1] = {cross(m.ball, m.along), m.along};
  }
  template <Real S>
  static Motion<S> bias(const Transform<S>& f, const Transform<S>& x, const StrutShape<S>& n,
                        const S* v) {
    const StrutMotion<S> m(f, x, n, true);
    const Vec3<S> w = v[0] * m.turn + v[1] * m.along;
    return m.bias(v[0], w, m.turning(x, v[0], v[1], w));
  }
};

struct GuidedStrut : AnyStrut<1> {
  static constexpr std::array<CutRow, 5> cut{};

  /// The turn that the link allows: a cos + b sin = g. (K12)
  template <Real S>
  static void transform(const S* q, const Transform<S>& f, const StrutShape<S>& n,
                        Transform<S>& x) {
    const Least<S> least = least_turn(q[0], n);
    const Vec3<S> c = n.inner - least.ball, e = least.r * n.outer;
    const S shared = dot(c, least.along) * dot(least.along, e);
    const S a = dot(c, e) - shared, b = dot(c, cross(least.along, e));
    const S g = S(0.5) * (dot(c, c) + dot(n.outer, n.outer) - n.link_squared) - shared;
    const S squared = a * a + b * b, h = n.side * rest_of_reach(squared - g * g, squared);
    const S inverse = S(1.0) / squared;
    put(least, SinCos<S>{inverse * (b * g - a * h), inverse * (a * g + b * h)}, f, x);
  }
  /// How the turn follows the arm. (K16)
  template <Real S>
  struct Guide {
    Vec3<S> arm, gap, lever;  ///< from the ball to the outer end; the link; what a turn does to it
    S rate;                   ///< of the turn for each unit of the arm's

    Guide(const StrutMotion<S>& m, const Transform<S>& f, const Transform<S>& x,
          const StrutShape<S>& n) {
      arm = x.r * n.outer;
      gap = m.ball + arm - f * n.inner;
      lever = cross(m.along, arm);
      rate = -dot(gap, m.ball1 + cross(m.turn, arm)) / dot(gap, lever);
    }
  };
  template <Real S>
  static void subspace(const Transform<S>& f, const Transform<S>& x, const StrutShape<S>& n,
                       Motion<S>* b) {
    const StrutMotion<S> m(f, x, n);
    const Guide<S> guide(m, f, x, n);
    b[0] = StrutMotion<S>::about_origin(m.ball, m.ball1, m.turn + guide.rate * m.along);
  }
  template <Real S>
  static Motion<S> bias(const Transform<S>& f, const Transform<S>& x, const StrutShape<S>& n,
                        const S* v) {
    const StrutMotion<S> m(f, x, n, true);
    const Guide<S> guide(m, f, x, n);
    const S steer = guide.rate * v[0];
    const Vec3<S> w = v[0] * m.turn + steer * m.along;
    const Vec3<S> w0 = m.turning(x, v[0], steer, w);
    const Vec3<S> swing = cross(w, guide.arm), speed = v[0] * m.ball1 + swing;
    const Vec3<S> seen = (v[0] * v[0]) * m.ball2 + cross(w0, guide.arm) + cross(w, swing);
    const S steer1 = -((dot(speed, speed) + dot(guide.gap, seen)) / dot(guide.gap, guide.lever));
    return m.bias(v[0], w, w0 + steer1 * m.along);
  }
};

}  // namespace treadle
