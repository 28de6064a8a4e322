#include "local_jacobian.hpp"

#include "../scalar/side_by_side.hpp"
#include "pull_back.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

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
          if constexpr (BetweenBodies<Law>) {
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
          } else if constexpr (AlongCoordinate<Law>) {
            sums_.emplace_back().terms = {{law.v_at.at, 1.0}};
          } else if constexpr (AlongSum<Law>) {
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
    pull_back<double>(law, given, s, functions_,
                      [&](double stiffness, double damping, const Force<double>& wrench) {
                        add_along(out.stiffness, stiffness, wrench);
                        add_along(out.damping, damping, wrench);
                      });
  }
  const double on = switched(given, s);
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

template <class Law, class Plain>
void LocalJacobians::look_at_sum(const Law& law, const Plain& given, const ForceState<double>& s,
                                 SumJacobian& out) {
  const PushSlopes<double> slopes = sum_slopes<double>(law, given, s, functions_);
  const bool clip = form_ == LocalForm::symmetric;
  out.stiffness = clip ? std::max(-slopes.by_place, 0.0) : -slopes.by_place;
  out.damping = clip ? std::max(-slopes.by_rate, 0.0) : -slopes.by_rate;
}

void LocalJacobians::look(const ForceState<double>& s) {
  hold_functions<double>(s.functions, functions_);
  std::size_t pair = 0, sum = 0;
  for_each_field(
      [&](const auto& laws, const auto& given) {
        for (std::size_t k = 0; k < laws.size(); ++k) {
          using Law = typename std::remove_cvref_t<decltype(laws)>::value_type;
          if constexpr (BetweenBodies<Law>) {
            look_at_pair(laws[k], given[k], s, pairs_[pair++]);
          } else if constexpr (AlongCoordinate<Law> || AlongSum<Law>) {
            look_at_sum(laws[k], given[k], s, sums_[sum++]);
          }
        }
      },
      laws_, forces_);
}

}  // namespace treadle
