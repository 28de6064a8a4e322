#include "local_jacobian.hpp"

#include "../scalar/side_by_side.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

template <class Law>
concept Pair = requires(const Law& law) {
  law.from;
  law.to;
};
template <class Law>
concept OnSum = requires(const Law& law) {
  law.along.sum;
};
template <class Law>
concept OnCoordinate = requires(const Law& law) {
  law.q_at;
};

Vec3<Dual> plain(const Vec3<double>& a) { return {Dual(a.x), Dual(a.y), Dual(a.z)}; }
// a moved along d
Vec3<Dual> moved(const Vec3<double>& a, const Vec3<double>& d) {
  return {Dual(a.x, d.x), Dual(a.y, d.y), Dual(a.z, d.z)};
}

Motion<double> unit(std::size_t k) {
  const auto one = [&](std::size_t i) { return i == k ? 1.0 : 0.0; };
  return {{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
}

Transform<Dual> along(const Transform<double>& x, const Motion<double>& by) {
  const auto turned = [&](const Vec3<double>& a) { return moved(a, cross(by.ang, a)); };
  return {{turned(x.r.x), turned(x.r.y), turned(x.r.z)}, moved(x.p, point_velocity(by, x.p))};
}

Motion<Dual> faster(const Motion<double>& v, const Motion<double>& by) {
  return {moved(v.lin, by.lin), moved(v.ang, by.ang)};
}

std::array<double, 6> slopes(const Force<Dual>& f) {
  return {f.lin.x.slope(), f.lin.y.slope(), f.lin.z.slope(),
          f.ang.x.slope(), f.ang.y.slope(), f.ang.z.slope()};
}

std::array<double, 6> numbers(const Force<double>& f) {
  return {f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z};
}

// Adds s w w^T
void add_along(Square6& to, double s, const Force<double>& wrench) {
  if (s == 0.0) return;
  const std::array<double, 6> w = numbers(wrench);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) to[6 * i + j] += s * w[i] * w[j];
}

void scale(Square6& m, double s) {
  for (double& x : m) x *= s;
}

// What pulls back, law by law. (J8)
void look_simply(const PointSpring<Dual>& law, const PointSpring<double>& spring,
                 const ForceState<double>& s, std::span<const FunctionValue<Dual>> functions,
                 PairJacobian& out) {
  const auto line = spring.line(s.at, s.moving);
  const auto pull = [&](const Dual& distance, const Dual& rate) {
    const typename PointSpring<Dual>::Line l{plain(line.from), plain(line.direction), distance,
                                             rate};
    return law.conservative(l) + law.dissipative(l, functions);
  };
  const Dual by_length = pull(Dual(line.distance, 1.0), Dual(line.rate)),
             by_rate = pull(Dual(line.distance), Dual(line.rate, 1.0));
  const Vec3<double>& u = line.direction;
  const double tension =
      line.distance > 1e-12 ? std::max(value(by_length), 0.0) / line.distance : 0.0;
  const double stiff = std::max(by_length.slope(), 0.0);
  add_along(out.stiffness, stiff - tension, force_at(line.from, u));
  for (const Vec3<double>& axis :
       {Vec3<double>{1.0, 0.0, 0.0}, Vec3<double>{0.0, 1.0, 0.0}, Vec3<double>{0.0, 0.0, 1.0}})
    add_along(out.stiffness, tension, force_at(line.from, axis));
  add_along(out.damping, std::max(by_rate.slope(), 0.0), force_at(line.from, u));
}

void look_simply(const Bushing<Dual>& /*law*/, const Bushing<double>& bushing,
                 const ForceState<double>& s, std::span<const FunctionValue<Dual>> /*functions*/,
                 PairJacobian& out) {
  const auto gap = bushing.gap(s.at, s.moving);
  const Vec3<double>* axes[3]{&gap.to.r.x, &gap.to.r.y, &gap.to.r.z};
  for (std::size_t k = 0; k < 3; ++k) {
    const Force<double> push = force_at(gap.point, *axes[k]), twist{{}, *axes[k]};
    add_along(out.stiffness, bushing.stiffness[k], push);
    add_along(out.stiffness, bushing.stiffness[k + 3], twist);
    add_along(out.damping, bushing.damping[k], push);
    add_along(out.damping, bushing.damping[k + 3], twist);
  }
}

void look_simply(const PlaneSpring<Dual>& /*law*/, const PlaneSpring<double>& plane,
                 const ForceState<double>& s, std::span<const FunctionValue<Dual>> /*functions*/,
                 PairJacobian& out) {
  const auto contact = plane.contact(s.at, s.moving);
  if (!(contact.depth > 0.0)) return;
  const Force<double> push = force_at(contact.place, contact.normal);
  add_along(out.stiffness, plane.stiffness, push);
  if (plane.damping * contact.rate > -plane.stiffness * contact.depth)
    add_along(out.damping, plane.damping, push);
}

void look_simply(const BallLaw<Dual>& law, const BallLaw<double>& ball, const ForceState<double>& s,
                 std::span<const FunctionValue<Dual>> functions, PairJacobian& out) {
  const auto turn = ball.turn(s.at, s.moving);
  const auto push = [&](const Dual& angle, const Dual& rate) {
    return law.law.conservative(angle) + law.law.dissipative(angle, rate, functions);
  };
  const Force<double> twist{{}, turn.axis};
  add_along(out.stiffness, std::max(-push(Dual(turn.angle, 1.0), Dual(turn.rate)).slope(), 0.0),
            twist);
  add_along(out.damping, std::max(-push(Dual(turn.angle), Dual(turn.rate, 1.0)).slope(), 0.0),
            twist);
}

}  // namespace

LocalJacobians::LocalJacobians(const Forces<double>& forces, const Functions& functions,
                               std::size_t bodies, std::size_t groups, LocalForm form)
    : forces_(forces),
      form_(form),
      laws_(cast_numbers<Forces<Dual>>(forces)),
      functions_(functions.size()),
      rates_(functions.size()) {
  at_.x.resize(bodies);
  at_.world.resize(groups);
  moving_.v.resize(bodies);
  pushed_.resize(bodies);
  const auto state_of_function = [&](FunctionId id) {
    const std::vector<std::size_t>& states = functions.states();
    const auto found = std::find(states.begin(), states.end(), id.index());
    return static_cast<int>(found - states.begin());
  };
  for_each_field(
      [&](const auto& list) {
        for (const auto& law : list) {
          using Law = std::remove_cvref_t<decltype(law)>;
          if constexpr (Pair<Law>) {
            PairJacobian one;
            one.group = law.group;
            one.from = law.from;
            one.to = law.to;
            if constexpr (requires { law.relaxing; }) {
              if (law.relaxing.valid()) {
                one.state = state_of_function(law.relaxing);
                one.state_rate = law.relaxing_rate;
              }
            }
            pairs_.push_back(one);
          } else if constexpr (OnCoordinate<Law>) {
            sums_.emplace_back().terms = {{law.v_at.at, 1.0}};
          } else if constexpr (OnSum<Law>) {
            SumJacobian& one = sums_.emplace_back();
            for (const auto& term : law.along.sum.terms)
              one.terms.push_back({term.v_at.at, term.factor});
          }
        }
      },
      forces);
}

// The force on the body that is moved, along all six motions.
template <class Law>
void LocalJacobians::look_exact(const Law& law, const ForceState<double>& s, PairJacobian& out) {
  at_.world[law.group.index()] = along(s.at.world[law.group.index()], {});
  for (const BodyId body : {law.from, law.to}) {
    if (!body.valid()) continue;
    at_.x[body.index()] = along(s.at.x[body.index()], {});
    moving_.v[body.index()] = faster(s.moving.v[body.index()], {});
  }
  const std::size_t body = (law.from.valid() ? law.from : law.to).index();
  const ForceState<Dual> state{{}, {}, functions_, at_, moving_};
  const ForceSums<Dual> sums{pushed_, {}, rates_};
  const auto column = [&](Square6& to, std::size_t k) {
    for (const BodyId id : {law.from, law.to})
      if (id.valid()) pushed_[id.index()] = {};
    law.apply(state, sums);
    const std::array<double, 6> change = slopes(pushed_[body]);
    for (std::size_t i = 0; i < 6; ++i) to[6 * i + k] = -change[i];
  };
  for (std::size_t k = 0; k < 6; ++k) {
    at_.x[body] = along(s.at.x[body], unit(k));
    column(out.stiffness, k);
  }
  at_.x[body] = along(s.at.x[body], {});
  for (std::size_t k = 0; k < 6; ++k) {
    moving_.v[body] = faster(s.moving.v[body], unit(k));
    column(out.damping, k);
  }
}

template <class Law, class Plain>
void LocalJacobians::look_at_pair(const Law& law, const Plain& given, const ForceState<double>& s,
                                  PairJacobian& out) {
  if (form_ == LocalForm::exact) {
    look_exact(law, s, out);
  } else {
    out.stiffness.fill(0.0);
    out.damping.fill(0.0);
    look_simply(law, given, s, functions_, out);
  }
  double on = 1.0;
  if constexpr (requires { law.gate; }) {
    if (law.gate.valid()) on = s.functions[law.gate.index()].value;
  }
  if (on != 1.0) {
    scale(out.stiffness, on);
    scale(out.damping, on);
  }
  if constexpr (requires { law.relaxing; }) {
    if (!law.relaxing.valid()) return;
    const auto line = given.line(s.at, s.moving);
    out.along = force_at(line.from, line.direction);
    out.state_pull = on * given.relaxing_stiffness;
  }
}

template <class Law>
void LocalJacobians::look_at_sum(const Law& law, const ForceState<double>& s, SumJacobian& out) {
  double stiffness = 0.0, damping = 0.0;
  if constexpr (OnCoordinate<Law>) {
    const double rate = s.v[law.v_at.index()];
    if (law.plain) {
      const double x = s.q[law.q_at.index()];
      const auto push = [&](const Dual& at, const Dual& moving) {
        return law.law.conservative(at) + law.law.dissipative(at, moving, functions_);
      };
      stiffness = -push(Dual(x, 1.0), Dual(rate)).slope();
      damping = -push(Dual(x), Dual(rate, 1.0)).slope();
    } else {
      damping = -law.law.of_rate(Dual(rate, 1.0), functions_).slope();
    }
  } else {
    double x = -value(law.along.sum.offset), rate = 0.0;
    for (const auto& term : law.along.sum.terms) {
      x += value(term.factor) * s.q[term.q_at.index()];
      rate += value(term.factor) * s.v[term.v_at.index()];
    }
    const auto push = [&](const Dual& at, const Dual& moving) {
      return law.along.law.conservative(at) + law.along.law.dissipative(at, moving, functions_);
    };
    double on = 1.0;
    if (law.gate.valid()) on = s.functions[law.gate.index()].value;
    stiffness = -on * push(Dual(x, 1.0), Dual(rate)).slope();
    damping = -on * push(Dual(x), Dual(rate, 1.0)).slope();
  }
  const bool clip = form_ == LocalForm::symmetric;
  out.stiffness = clip ? std::max(stiffness, 0.0) : stiffness;
  out.damping = clip ? std::max(damping, 0.0) : damping;
}

void LocalJacobians::look(const ForceState<double>& s) {
  for (std::size_t k = 0; k < functions_.size(); ++k) {
    const FunctionValue<double>& f = s.functions[k];
    functions_[k] = {Dual(f.value), Dual(f.rate), Dual(f.acceleration)};
  }
  std::size_t pair = 0, sum = 0;
  for_each_field(
      [&](const auto& laws, const auto& given) {
        for (std::size_t k = 0; k < laws.size(); ++k) {
          using Law = typename std::remove_cvref_t<decltype(laws)>::value_type;
          if constexpr (Pair<Law>) {
            look_at_pair(laws[k], given[k], s, pairs_[pair++]);
          } else if constexpr (OnCoordinate<Law> || OnSum<Law>) {
            look_at_sum(laws[k], s, sums_[sum++]);
          }
        }
      },
      laws_, forces_);
}

}  // namespace treadle
