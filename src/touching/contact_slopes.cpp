#include "contact_slopes.hpp"

#include "../contact/narrow_phase.hpp"

namespace treadle {

namespace {

// Of the search for places and normals: what rounding and curvature lose is about as much.
constexpr double step_aside = 1e-6;

struct SixWay {
  Vec3<double> lin{}, ang{};
};

SixWay unit_way(std::size_t k) {
  const auto one = [&](std::size_t i) { return i == k ? 1.0 : 0.0; };
  return {{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
}

Vec3<Dual> carrying(const Vec3<double>& a, const Vec3<double>& d) {
  return {Dual(a.x, d.x), Dual(a.y, d.y), Dual(a.z, d.z)};
}

Vec3<double> slope_of(const Vec3<Dual>& a) { return {a.x.slope(), a.y.slope(), a.z.slope()}; }

// Turned about a place by a small angle, to second order.
Transform<double> stepped(const Transform<double>& x, const Vec3<double>& about, const SixWay& by) {
  const auto turned = [&](const Vec3<double>& a) {
    const Vec3<double> d = cross(by.ang, a);
    return a + d + 0.5 * cross(by.ang, d);
  };
  return {{turned(x.r.x), turned(x.r.y), turned(x.r.z)}, about + turned(x.p - about) + by.lin};
}

/// A point whose numbers carry slopes.
struct MovedPoint {
  Vec3<Dual> normal{}, place{}, stretch{}, relative{}, rolled{}, turn{};
  Dual depth{};
};

// The wrench on the second body about the place that is held; `pushed` sums how the points of the
// pair push. (U7, U9, U11)
void put_slopes(const NearPair& pair, const TouchLaw& law, const PointState& at, const Touch& touch,
                const Vec3<double>& place, const MovedPoint& p, double& pushed, std::size_t column,
                std::array<double, 36>& to) {
  const NormalLaw<double> known = normal_law(pair, law, at.stick);
  const NormalLaw<Dual> normal{Dual(known.stiffness), Dual(known.damping), known.hertz};
  const Dual push = normal.force(p.depth, -dot(p.normal, p.relative));
  pushed += push.slope();
  Vec3<Dual> force = push * p.normal;
  if (law.friction > 0.0) {
    const Friction<Dual> friction{Dual(law.friction), Dual(pair.stick), Dual(pair.stick_damping)};
    force += friction.pull(p.stretch, across(p.normal, p.relative), push).force;
  }
  Vec3<Dual> moment = cross(p.place - carrying(place, {}), force);
  if (touch.rolled_push > 0.0) {
    const RollingResistance<double> one = rolling_of(pair, law);
    const RollingResistance<Dual> rolling{Dual(one.arm), Dual(one.stiffness), Dual(one.damping)};
    moment += rolling.moment(across(p.normal, p.rolled), across(p.normal, p.turn),
                             Dual(touch.rolled_push, pushed));
  }
  const Vec3<double> f = slope_of(force), m = slope_of(moment);
  const std::array<double, 6> change{f.x, f.y, f.z, m.x, m.y, m.z};
  for (std::size_t r = 0; r < 6; ++r) to[6 * r + column] = -change[r];
}

}  // namespace

PointMoves held_moves(const Vec3<double>& normal) {
  PointMoves out{};
  for (std::size_t k = 0; k < 3; ++k) out[k].depth = -dot(normal, unit_way(k).lin);
  return out;
}

PointMoves PointGeometry::moves(const NearPair& pair, const Vec3<double>& place,
                                const PointState& point) {
  const ShapeState &a = near_.state(pair.a), &b = near_.state(pair.b);
  const Vec3<double>& n = point.n;
  PointMoves out{};
  const auto along_centre = [&](double depth_slope, const Vec3<double>& turned) {
    return PointMove{-0.5 * depth_slope * n + (a.radius - 0.5 * point.depth) * turned, turned,
                     depth_slope};
  };
  if (near_.is_quick(pair)) {  // the way is held by the second
    for (std::size_t k = 0; k < 6; ++k) {
      const SixWay by = unit_way(k);
      out[k] = {0.5 * by.lin, cross(by.ang, n), -dot(n, by.lin)};
    }
    return out;
  }
  if (pair.narrow != Narrow::any) {
    const bool spheres = pair.narrow == Narrow::spheres;
    const Vec3<double> gap = b.at.p - a.at.p;
    const double over = 1.0 / std::sqrt(dot(gap, gap));
    for (std::size_t k = 0; k < 6; ++k) {
      const SixWay by = unit_way(k);
      const Vec3<double> centre = by.lin + cross(by.ang, b.at.p - place);
      const Vec3<double> turned = spheres ? over * across(n, centre) : cross(by.ang, n);
      out[k] = along_centre(-dot(n, centre) - (spheres ? 0.0 : dot(turned, gap)), turned);
    }
    return out;
  }
  if (first_ != pair.first) look_around(pair);
  for (std::size_t k = 0; k < 6; ++k) {
    const SixWay by = unit_way(k);
    std::array<const ContactPoint*, 2> found{};
    for (std::size_t side = 0; side < 2; ++side)
      for (const ContactPoint& one : around_[k][side].list())
        if (one.feature == point.stick.feature) found[side] = &one;
    if (found[0] == nullptr || found[1] == nullptr) {  // as if its face held it
      out[k] = {0.5 * by.lin, {}, -dot(n, by.lin)};
      continue;
    }
    const double half = 0.5 / step_aside;
    out[k] = {half * (found[0]->place - found[1]->place),
              half * (around_[k][0].normal - around_[k][1].normal),
              half * (found[0]->depth - found[1]->depth)};
    if (k < 3) continue;
    // it was turned about another place
    const Vec3<double> off = cross(by.ang, about_ - place);
    for (std::size_t c = 0; c < 3; ++c) {
      const double part = dot(off, unit_way(c).lin);
      out[k].place += part * out[c].place;
      out[k].normal += part * out[c].normal;
      out[k].depth += part * out[c].depth;
    }
  }
  return out;
}

// The search with the second shape moved along six ways, forth and back.
void PointGeometry::look_around(const NearPair& pair) {
  const Transform<double>&a = near_.state(pair.a).at, &b = near_.state(pair.b).at;
  first_ = pair.first;
  about_ = b.p;
  for (std::size_t k = 0; k < 6; ++k) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double size = side == 0 ? step_aside : -step_aside;
      const SixWay one = unit_way(k);
      Manifold& found = around_[k][side];
      found = {};
      found.choice = near_.past(pair).choice;
      found.last_count = pair.count;
      for (std::size_t i = 0; i < pair.count; ++i) found.last[i] = near_.sticks(pair)[i].feature;
      touch(near_.shape(pair.a).shape, a, near_.shape(pair.b).shape,
            stepped(b, about_, {size * one.lin, size * one.ang}), 2.0 * step_aside, found);
    }
  }
}

void add_full_slopes(const NearPair& pair, const NearPairs& near, const PointState& point,
                     const Touch& touch, const PointMoves& moves, SlopeForm form,
                     PushSlopes& pushed, ContactSlope& out) {
  pushed.look_at(pair);
  const TouchLaw& law = near.plan().laws[static_cast<std::size_t>(pair.law)];
  const Vec3<double>& p = out.place;
  Vec3<double> end_a = p, end_b = p;
  if (point.stick.held) {
    end_a = near.state(pair.a).at * point.stick.on_a;
    end_b = near.state(pair.b).at * point.stick.on_b;
  }
  const bool exact = form == SlopeForm::exact;
  const RollPoint* roll = touch.rolled_push > 0.0 ? near.roll(pair) : nullptr;
  if (roll != nullptr && !roll->held) roll = nullptr;
  const Transform<double>&a = near.state(pair.a).at, &b = near.state(pair.b).at;
  const Vec3<double> rolled = roll != nullptr ? rolled_of(*roll, a, b) : Vec3<double>{};
  const auto rolls = [&](const Vec3<double>& turn_a, const Vec3<double>& turn_b) {
    return roll != nullptr ? rolled_rate(*roll, a, b, turn_a, turn_b) : Vec3<double>{};
  };
  out.by_a.fill(0.0);
  out.by_b.fill(0.0);
  out.by_speed.fill(0.0);
  for (std::size_t k = 0; k < 6; ++k) {
    const SixWay by = unit_way(k);
    const auto put = [&](const PointMove& move, const Vec3<double>& drawn,
                         const Vec3<double>& rolling, double& sum, std::array<double, 36>& to) {
      MovedPoint moved{carrying(point.n, move.normal),
                       carrying(p, move.place),
                       {},
                       carrying(point.relative, cross(point.turn, move.place)),
                       carrying(rolled, rolling),
                       carrying(point.turn, {}),
                       Dual(point.depth, move.depth)};
      if (point.stick.held) moved.stretch = across(moved.normal, carrying(end_b - end_a, drawn));
      put_slopes(pair, law, point, touch, p, moved, sum, k, to);
    };
    const auto end_goes = [&](const Vec3<double>& end) {
      return exact ? by.lin + cross(by.ang, end - p) : by.lin;
    };
    put(moves[k], end_goes(end_b), rolls({}, by.ang), pushed.by_b[k], out.by_b);
    if (exact) {  // both together are a rigid motion
      put({by.lin - moves[k].place, cross(by.ang, point.n) - moves[k].normal, -moves[k].depth},
          -end_goes(end_a), rolls(by.ang, {}), pushed.by_a[k], out.by_a);
    }
    MovedPoint faster{carrying(point.n, {}),
                      carrying(p, {}),
                      carrying(point.stretch, {}),
                      carrying(point.relative, by.lin),
                      carrying(rolled, {}),
                      carrying(point.turn, by.ang),
                      Dual(point.depth)};
    put_slopes(pair, law, point, touch, p, faster, pushed.by_speed[k], k, out.by_speed);
  }
  if (exact) return;
  for (std::size_t k = 0; k < 36; ++k) out.by_a[k] = -out.by_b[k];
}

}  // namespace treadle
