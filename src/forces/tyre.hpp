// A tyre between a wheel and the road: it carries the wheel, and its slips make forces, with some
// way for them to build up (docs/theory/vehicle.md).
#pragma once

#include "force_state.hpp"
#include "magic_formula.hpp"
#include "road.hpp"

#include <vector>

namespace treadle {

template <Real S>
struct Tyre {
  static constexpr ForceKind kind = ForceKind::tyre;
  GroupId group{0};
  BodyId body;
  Vec3<S> center;  ///< of the wheel, in the internal frame
  Vec3<S> axis;    ///< of its spin, to the left of a wheel that rolls forwards
  S radius{}, stiffness{}, damping{};
  bool is_magic = false, is_61 = false;
  // linear tyre
  S longitudinal{}, cornering{}, camber{}, friction{}, rolling_resistance{};
  S length_along{}, length_across{};
  std::vector<S> coefficients;  ///< of the Magic Formula
  S calm_along{},
      calm_across{};  ///< slip for each unit of sliding speed that calms a standing tyre
  Road<S> road;
  FunctionId along, across;  ///< how far the contact is shifted: states
  FunctionId gate;           ///< what it is multiplied by, where an event may switch it

  static constexpr double low_speed = 2.0;  ///< m/s, below which a tyre is calmed
  static constexpr double most_slip = 3.0;  ///< that a tyre remembers; less where it stands

  struct Contact {
    Vec3<S> place, forward, left, normal, axis;  ///< in the world
    S depth, rate;                               ///< of the tyre's deflection
    S camber_sine, camber_cosine;
    S speed;                 ///< forwards, of the wheel
    S slides_x, slides_y;    ///< sliding velocity of the contact
    S spring, damper, load;  ///< along the radius; out of the road
    S kappa, tangent;        ///< slips that the contact has
    S rate_along, rate_across;
    TyreForces<S> forces;
  };

  [[nodiscard]] Contact contact(const ForceState<S>& s) const {
    const S zero(0.0), one(1.0);
    Contact c;
    const Transform<S>& g = s.at.group[group.index()];
    const Transform<S>& x = s.at.x[body.index()];
    const Motion<S>& v = s.moving.v[body.index()];
    const Vec3<S> hub_inside = x * center, hub = g * hub_inside;
    const Vec3<S> hub_velocity = g.r * point_velocity(v, hub_inside), turning = g.r * v.ang;
    c.axis = g.r * (x.r * axis);
    const typename Road<S>::Place under = road.under(hub);
    c.normal = under.normal;
    // the radius that points at the road (TY1)
    c.camber_sine = dot(c.axis, c.normal);
    c.camber_cosine = sqrt(max(one - c.camber_sine * c.camber_sine, S(1e-6)));
    const S inverse = one / c.camber_cosine;
    c.forward = inverse * cross(c.axis, c.normal);
    c.left = cross(c.normal, c.forward);
    const S length = (hub.z - under.height) * c.normal.z * inverse;
    const Vec3<S> arm = (length * inverse) * (c.camber_sine * c.axis - c.normal);
    c.place = hub + arm;
    c.depth = radius - length;
    const S spin = dot(turning, c.axis);
    const Vec3<S> carried = hub_velocity + cross(turning - spin * c.axis, arm);
    c.rate = -(dot(carried, c.normal) * inverse);
    c.spring = stiffness * max(c.depth, zero);
    c.damper = select(zero < c.depth, max(damping * c.rate, -c.spring), zero);
    c.load = (c.spring + c.damper) * inverse;
    // slips (TY2)
    const MagicFormula<S> formula(coefficients, is_61);
    const S rolling = is_magic ? formula.rolling_radius(max(c.depth, zero))
                               : radius - max(c.depth, zero) / S(3.0);
    c.speed = dot(carried, c.forward);
    c.slides_x = c.speed - spin * rolling;
    c.slides_y = dot(carried, c.left);
    S sigma_x = length_along, sigma_y = length_across;
    if (is_magic) {
      const auto lengths = formula.relaxation(c.load, c.camber_sine);
      sigma_x = lengths.along;
      sigma_y = lengths.across;
    }
    S shift_x = s.functions[along.index()].value, shift_y = s.functions[across.index()].value;
    // u' = -V_sx - |V| u / sigma, w' = V_sy - |V| w / sigma   (TY6)
    const S way = abs(c.speed);
    const auto sliding = slips_that_slide(c.load);
    c.rate_along = held(-c.slides_x, way, shift_x, sigma_x, sliding.along);
    c.rate_across = held(c.slides_y, way, shift_y, sigma_y, sliding.across);
    // where the step moves them before velocities   (TY10)
    shift_x += s.functions[along.index()].rate * c.rate_along;
    shift_y += s.functions[across.index()].rate * c.rate_across;
    // a tyre that stands is calmed (TY8)
    const S slow = max(one - c.speed * c.speed * S(1.0 / (low_speed * low_speed)), zero);
    const S calm = slow * slow;
    c.kappa = shift_x / sigma_x - calm * calm_along * c.slides_x;
    c.tangent = shift_y / sigma_y + calm * calm_across * c.slides_y;
    c.forces = is_magic ? magic(formula, c) : linear(c);
    return c;
  }
  /// Force and moment on the wheel, in its group.
  [[nodiscard]] Force<S> wrench(const ForceState<S>& s, const Contact& c) const {
    const Transform<S>& world = s.at.world[group.index()];
    const Vec3<S> force = c.load * c.normal + c.forces.fx * c.forward + c.forces.fy * c.left;
    const Vec3<S> moment = c.forces.mx * c.forward + c.forces.my * c.axis + c.forces.mz * c.normal;
    Force<S> f = force_at(world * c.place, world.r * force);
    f.ang += world.r * moment;
    return f;
  }
  /// Adds the force to the wheel; returns the power of what does not keep its energy.
  S apply(const ForceState<S>& s, const ForceSums<S>& sums) const {
    const Contact c = contact(s);
    const Force<S> f = wrench(s, c);
    sums.push(body, f);
    sums.rates[along.index()] = c.rate_along;
    sums.rates[across.index()] = c.rate_across;
    return lost(s, c, f);
  }
  void add_energy(const ForceState<S>& s, ForceEnergy<S>& sum) const {
    const Contact c = contact(s);
    if (road.is_flat())
      sum.stored += S(0.5) * stiffness * max(c.depth, S(0.0)) * max(c.depth, S(0.0));
    sum.power += lost(s, c, wrench(s, c));
  }

 private:
  // All power but that of the spring; on a road that is not flat the spring's too. (TY1)
  [[nodiscard]] S lost(const ForceState<S>& s, const Contact& c, const Force<S>& f) const {
    const S all = dot(s.moving.v[body.index()], f);
    return road.is_flat() ? all + c.spring * c.rate : all;
  }
  struct Slips {
    S along, across;
  };
  // Slips from which on nothing sticks: 3 mu F / C. (TY8)
  [[nodiscard]] Slips slips_that_slide(const S& load) const {
    if (!is_magic) {
      const S most = S(3.0) * friction * max(load, S(1e-3) * radius * stiffness);
      return {most / longitudinal, most / cornering};
    }
    const auto the = [&](TyreCoefficient k) { return coefficients[static_cast<std::size_t>(k)]; };
    using K = TyreCoefficient;
    const S bend = the(K::PKY2);
    return {S(3.0) * abs(the(K::PDX1) * the(K::LMUX) / (the(K::PKX1) * the(K::LKX))),
            S(1.5) * abs(the(K::PDY1) * the(K::LMUY) / (the(K::PKY1) * the(K::LKY))) *
                (bend * bend + S(1.0)) / abs(bend)};
  }
  // The shift goes with the sliding and is left behind with the way; beyond what a tyre can take it
  // hardly grows, and that is no more than what slides where it almost stands.
  static S held(const S& slides, const S& way, const S& shift, const S& sigma, const S& sliding) {
    const S fast = min(max(way * S(2.0 / low_speed) - S(1.0), S(0.0)), S(1.0));
    const S most = (sliding + fast * max(S(most_slip) - sliding, S(0.0))) * sigma;
    const S beyond = shift - max(min(shift, most), -most);
    const S pull = max(min(beyond / (S(0.2) * most), S(2.0)), S(-2.0));
    return slides - way * shift / sigma - abs(slides) * pull;
  }
  // s - s^2/3 + s^3/27 of the friction, full at s = 3   (TY9)
  [[nodiscard]] TyreForces<S> linear(const Contact& c) const {
    const S one(1.0);
    const S fx = longitudinal * c.kappa, fy = -(cornering * c.tangent) - camber * c.camber_sine;
    const S most = friction * c.load + S(1e-9);
    const S asked = sqrt(fx * fx + fy * fy + S(1e-18)) / most, s = min(asked, S(3.0));
    const S factor =
        select(asked < S(3.0), one - s * (S(1.0 / 3.0) - s * S(1.0 / 27.0)), one / asked);
    TyreForces<S> out{factor * fx, factor * fy, S(0.0), S(0.0), S(0.0)};
    out.my = -(rolling_resistance * radius * c.load * tanh(S(10.0) * c.speed));
    return out;
  }
  [[nodiscard]] TyreForces<S> magic(const MagicFormula<S>& formula, const Contact& c) const {
    // the formulas divide by the load: what hardly touches does less than the least of it
    const S least = S(1e-3) * coefficients[static_cast<std::size_t>(TyreCoefficient::FNOMIN)];
    const S load = max(c.load, least), share = min(c.load / least, S(1.0));
    TyreForces<S> f = formula.at({c.kappa, c.tangent, c.camber_sine, load, c.speed});
    f.fx = share * f.fx;
    f.fy = share * f.fy;
    f.mx = share * f.mx;
    f.my = share * f.my;
    f.mz = share * f.mz;
    return f;
  }
};

}  // namespace treadle
