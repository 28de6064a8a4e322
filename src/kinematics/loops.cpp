#include "loops.hpp"

#include "../scalar/instantiate_dual.hpp"

namespace treadle {

namespace {

template <Real S>
const Vec3<S>& axis(const Mat3<S>& r, int k) {
  return k == 0 ? r.x : k == 1 ? r.y : r.z;
}

template <Real S>
Vec3<S> unit(int k) {
  const S zero(0.0), one(1.0);
  return {k == 0 ? one : zero, k == 1 ? one : zero, k == 2 ? one : zero};
}

template <Real S>
S component(const Vec3<S>& a, int k) {
  return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

// Frame at an end of a loop; where only points matter its axes are left out.
template <Real S, class End>
Transform<S> end_frame(const LoopData<S>& loop, const End& end, const PositionStage<S>& at,
                       bool turned) {
  if (turned) return place_on(at, loop.group, end.body, end.frame);
  return {Mat3<S>::identity(), place_on(at, loop.group, end.body, end.frame.p)};
}

// Axes along which the rows of a point are written: those of the common ancestor, in which a
// direction that says nothing new stays the same row for ever.
template <Real S>
Vec3<S> row_axis(const LoopData<S>& loop, const PositionStage<S>& at, int k) {
  if (loop.plain_axes) return unit<S>(k);
  return axis(loop.ancestor < 0 ? at.world[static_cast<std::size_t>(loop.group)].r
                                : at.x[static_cast<std::size_t>(loop.ancestor)].r,
              k);
}

// Sine and cosine of how far a thread lags: d . z / h minus the turn of "from" about z of "to".
// (L8)
template <Real S>
struct ThreadGap {
  S sine, cosine, lead;
};

template <Real S>
ThreadGap<S> thread_gap(const LoopData<S>& loop, const Transform<S>& from, const Transform<S>& to) {
  const S lead = S(0.15915494309189535) * loop.pitch;
  const SinCos<S> advance = sincos(dot(from.p - to.p, to.r.z) / lead);
  const S sine = dot(from.r.x, to.r.y), cosine = dot(from.r.x, to.r.x);
  return {advance.sin * cosine - advance.cos * sine, advance.cos * cosine + advance.sin * sine,
          lead};
}

// Where a wheel or ball touches a plane, and the directions of its rows: across the plane, along
// the way it rolls, across that. (L11)
template <Real S>
struct Rolling {
  Vec3<S> row[3];
  Vec3<S> point, up;  ///< up: of a wheel, in its plane, away from the point
  S inverse{};        ///< one over the sine of the angle between axis and normal
};

template <Real S>
Rolling<S> rolling_at(const LoopData<S>& loop, const Transform<S>& from, const Transform<S>& to) {
  Rolling<S> out;
  const Vec3<S>& n = to.r.z;
  out.row[0] = n;
  if (loop.ball) {
    out.row[1] = to.r.x;
    out.row[2] = to.r.y;
    out.point = from.p - loop.tube * n;
    return out;
  }
  const Vec3<S> k = cross(from.r.z, n);
  out.inverse = S(1.0) / norm(k);
  out.row[1] = out.inverse * k;
  out.row[2] = cross(n, out.row[1]);
  out.up = cross(out.row[1], from.r.z);
  out.point = from.p - loop.ring * out.up - loop.tube * n;
  return out;
}

template <Real S>
void close_frames(const LoopData<S>& loop, const PositionStage<S>& at, S* residual,
                  Force<S>* wrench, LoopPoints<S>& points) {
  const bool turned = !loop.holds_point || loop.row_count > 3;
  const Transform<S> from = end_frame(loop, loop.from, at, turned);
  const Transform<S> to = end_frame(loop, loop.to, at, turned);
  points.from = from.p;
  points.to = to.p;
  const Vec3<S> d = from.p - to.p;
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  const bool rolls = loop.rolls();
  const Rolling<S> rolling = rolls ? rolling_at(loop, from, to) : Rolling<S>{};
  if (rolls) points.from = rolling.point;
  for (std::size_t r = 0; r < loop.rows.size(); ++r) {
    const CutRow& row = loop.rows[r];
    switch (row.kind) {
      case RowKind::point:  // (L1)
        residual[r] = loop.plain_axes ? component(d, row.a) : dot(d, row_axis(loop, at, row.a));
        wrench[r] = force_at(from.p, row_axis(loop, at, row.a));
        break;
      case RowKind::offset:  // (L2)
        residual[r] = dot(d, axis(to.r, row.b));
        wrench[r] = force_at(from.p, axis(to.r, row.b));
        break;
      case RowKind::thread: {  // (L8)
        const ThreadGap<S> gap = thread_gap(loop, from, to);
        residual[r] = gap.lead * gap.sine;
        const Force<S> pull = force_at(from.p, to.r.z);
        wrench[r] = {pull.lin, pull.ang - gap.lead * to.r.z};
        break;
      }
      case RowKind::square:  // (L3)
        residual[r] = dot(axis(from.r, row.a), axis(to.r, row.b));
        wrench[r] = {zero, cross(axis(from.r, row.a), axis(to.r, row.b))};
        break;
      case RowKind::touch:  // (L11)
        residual[r] = dot(rolling.point - to.p, rolling.row[0]);
        wrench[r] = force_at(rolling.point, rolling.row[0]);
        break;
      case RowKind::roll:  // (L12)
        residual[r] = S(0.0);
        wrench[r] = force_at(rolling.point, rolling.row[1 + row.a]);
        break;
    }
  }
}

// |d| - length: the wrench is a unit pull along the rod. (L4)
template <Real S>
void close_distance(const LoopData<S>& loop, const S& length, const PositionStage<S>& at,
                    S* residual, Force<S>* wrench, LoopPoints<S>& points) {
  points.from = place_on(at, loop.group, loop.from.body, loop.from.frame.p);
  points.to = place_on(at, loop.group, loop.to.body, loop.to.frame.p);
  const Vec3<S> d = points.from - points.to;
  const S distance = norm(d);
  points.inverse = S(1.0) / distance;
  residual[0] = distance - length;
  wrench[0] = force_at(points.from, points.inverse * d);
}

// Couplers and drivers: sum of factor times coordinate minus its value. (L9)
template <Real S>
void close_coordinates(const LoopData<S>& loop, std::span<const S> q, const S& target, S* residual,
                       S* phi) {
  S sum = -target;
  for (const LoopCoordinate<S>& c : loop.coordinates) {
    sum += c.factor * q[static_cast<std::size_t>(c.q_at)];
    phi[c.column] = c.factor;
  }
  residual[0] = sum;
}

// Velocity of a loop's end relative to the ancestor, and its acceleration there with qdd = 0. (L5)
template <Real S>
SeenMotion<S> end_motion(const LoopData<S>& loop, const VelocityStage<S>& moving, int body) {
  const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
  if (body == loop.ancestor) return {{zero, zero}, {zero, zero}};
  const auto i = static_cast<std::size_t>(body);
  if (loop.from_root) return moving.seen[i];
  if (loop.ancestor < 0) return {moving.v[i], moving.c[i]};
  const auto a = static_cast<std::size_t>(loop.ancestor);
  const Motion<S> v = moving.v[i] - moving.v[a];
  return {v, (moving.c[i] - moving.c[a]) - cross(moving.v[a], v)};
}

template <Real S>
Vec3<S> point_bias(const SeenMotion<S>& m, const Vec3<S>& p) {
  return m.c.lin + cross(m.c.ang, p) + cross(m.v.ang, point_velocity(m.v, p));
}

// The rows of velocities e . u, u how fast the bodies slide on each other where they touch, once
// more by time: the point moves, and so do the directions. (L12)
template <Real S>
void rolling_bias(const LoopData<S>& loop, const PositionStage<S>& at, const SeenMotion<S>& mf,
                  const SeenMotion<S>& mt, S* gamma) {
  const Transform<S> from = end_frame(loop, loop.from, at, true);
  const Transform<S> to = end_frame(loop, loop.to, at, true);
  const Rolling<S> rolling = rolling_at(loop, from, to);
  const Vec3<S>&n = rolling.row[0], &t = rolling.row[1];
  Vec3<S> rate[3];
  rate[0] = cross(mt.v.ang, n);
  Vec3<S> way = point_velocity(mf.v, from.p) - loop.tube * rate[0];
  if (loop.ball) {
    rate[1] = cross(mt.v.ang, t);
    rate[2] = cross(mt.v.ang, rolling.row[2]);
  } else {
    const Vec3<S>& a = from.r.z;
    const Vec3<S> ad = cross(mf.v.ang, a);
    const Vec3<S> kd = cross(ad, n) + cross(a, rate[0]);
    rate[1] = rolling.inverse * (kd - dot(t, kd) * t);
    rate[2] = cross(rate[0], t) + cross(n, rate[1]);
    way = way - loop.ring * (cross(rate[1], a) + cross(t, ad));
  }
  const Vec3<S>& p = rolling.point;
  const Vec3<S> slide = point_velocity(mf.v, p) - point_velocity(mt.v, p);
  const Vec3<S> bias =
      (mf.c.lin - mt.c.lin) + cross(mf.c.ang - mt.c.ang, p) + cross(mf.v.ang - mt.v.ang, way);
  for (int r = 0; r < 3; ++r) gamma[r] = -(dot(rate[r], slide) + dot(rolling.row[r], bias));
}

template <Real S>
void frames_bias(const LoopData<S>& loop, const PositionStage<S>& at, const LoopPoints<S>& points,
                 const SeenMotion<S>& mf, const SeenMotion<S>& mt, S* gamma) {
  if (loop.rolls()) return rolling_bias(loop, at, mf, mt, gamma);
  const Vec3<S> bias = point_bias(mf, points.from) - point_bias(mt, points.to);
  if (loop.holds_point && loop.row_count == 3) {
    for (int k = 0; k < 3; ++k)
      gamma[k] = loop.plain_axes ? -component(bias, k) : -dot(bias, row_axis(loop, at, k));
    return;
  }
  const Transform<S> from = end_frame(loop, loop.from, at, true);
  const Transform<S> to = end_frame(loop, loop.to, at, true);
  const Vec3<S> d = from.p - to.p;
  const Vec3<S> rate = point_velocity(mf.v, from.p) - point_velocity(mt.v, to.p);
  for (std::size_t r = 0; r < loop.rows.size(); ++r) {
    const CutRow& row = loop.rows[r];
    switch (row.kind) {
      case RowKind::point:
        gamma[r] =
            loop.plain_axes ? -component(bias, row.a) : -dot(bias, row_axis(loop, at, row.a));
        break;
      case RowKind::thread: {  // d . z as for an offset, minus the lead times the rate of the
                               // relative turn
        const Vec3<S>& b = to.r.z;
        const Vec3<S> bd = cross(mt.v.ang, b);
        const Vec3<S> bdd = cross(mt.c.ang, b) + cross(mt.v.ang, bd);
        const Vec3<S> turn = mf.v.ang - mt.v.ang, turn_bias = mf.c.ang - mt.c.ang;
        const S lead = S(0.15915494309189535) * loop.pitch;
        gamma[r] = lead * (dot(turn_bias, b) + dot(turn, bd)) -
                   (dot(bias, b) + S(2.0) * dot(rate, bd) + dot(d, bdd));
        break;
      }
      case RowKind::offset: {  // second derivative of d . b, b turning with "to"
        const Vec3<S>& b = axis(to.r, row.b);
        const Vec3<S> bd = cross(mt.v.ang, b);
        const Vec3<S> bdd = cross(mt.c.ang, b) + cross(mt.v.ang, bd);
        gamma[r] = -(dot(bias, b) + S(2.0) * dot(rate, bd) + dot(d, bdd));
        break;
      }
      case RowKind::square: {  // second derivative of a . b, both turning
        const Vec3<S>& a = axis(from.r, row.a);
        const Vec3<S>& b = axis(to.r, row.b);
        const Vec3<S> ad = cross(mf.v.ang, a), bd = cross(mt.v.ang, b);
        const Vec3<S> add = cross(mf.c.ang, a) + cross(mf.v.ang, ad);
        const Vec3<S> bdd = cross(mt.c.ang, b) + cross(mt.v.ang, bd);
        gamma[r] = -(dot(add, b) + S(2.0) * dot(ad, bd) + dot(a, bdd));
        break;
      }
      case RowKind::touch:
      case RowKind::roll:
        break;  // rolling_bias
    }
  }
}

// `u`: along the rod.
template <Real S>
void distance_bias(const LoopPoints<S>& points, const Vec3<S>& u, const SeenMotion<S>& mf,
                   const SeenMotion<S>& mt, S* gamma) {
  const Vec3<S> rate = point_velocity(mf.v, points.from) - point_velocity(mt.v, points.to);
  const Vec3<S> bias = point_bias(mf, points.from) - point_bias(mt, points.to);
  const S along = dot(u, rate);
  gamma[0] = -(dot(u, bias) + points.inverse * (dot(rate, rate) - along * along));
}

// Columns of Phi that belong to one joint: B^T times the wrenches of all rows. (L5)
template <Real S>
void fill_columns(const Link<S>& link, const Motion<S>* b, const Vec3<S>& place, int first,
                  int rows, const Force<S>* wrench, S* out) {
  if (link.carries_axes) {  // B is the identity
    for (int a = 0; a < 6; ++a) {
      for (int r = first; r < rows; ++r)
        out[a * rows + r] = component(a < 3 ? wrench[r].lin : wrench[r].ang, a % 3);
    }
    return;
  }
  if (link.group_axes) {  // b_k = (p x e_k, e_k) (K10)
    for (int r = first; r < rows; ++r) {
      const Vec3<S> moment = wrench[r].ang - cross(place, wrench[r].lin);
      out[r] = moment.x;
      out[rows + r] = moment.y;
      out[2 * rows + r] = moment.z;
    }
    return;
  }
  for (int a = 0; a < link.nv; ++a) {
    for (int r = first; r < rows; ++r) out[a * rows + r] = dot(b[a], wrench[r]);
  }
}

// The same for three rows that hold a point along plain axes: the velocity of the point.
template <Real S>
void fill_point_columns(const Link<S>& link, const Motion<S>* b, const Vec3<S>& place,
                        const Vec3<S>& point, int rows, S* out) {
  if (link.group_axes) {
    const S zero(0.0);
    const Vec3<S> d = point - place;
    const S columns[3][3] = {{zero, -d.z, d.y}, {d.z, zero, -d.x}, {-d.y, d.x, zero}};
    for (int a = 0; a < 3; ++a) {
      for (int r = 0; r < 3; ++r) out[a * rows + r] = columns[a][r];
    }
    return;
  }
  for (int a = 0; a < link.nv; ++a) {
    const Vec3<S> u = point_velocity(b[a], point);
    out[a * rows] = u.x;
    out[a * rows + 1] = u.y;
    out[a * rows + 2] = u.z;
  }
}

}  // namespace

template <Real S>
void fill_jacobian(const Model<S>& model, const LoopData<S>& loop, const PositionStage<S>& at,
                   const Force<S>* wrench, S* phi) {
  // three rows of a point along plain axes; their moments tell where it is
  const bool is_point = loop.plain_axes && loop.holds_point;
  const Vec3<S> point = is_point ? Vec3<S>{wrench[1].ang.z, -wrench[0].ang.z, wrench[0].ang.y}
                                 : Vec3<S>{S(0.0), S(0.0), S(0.0)};
  const int rows = loop.row_count;
  for (std::size_t k = 0; k < loop.path.size(); ++k) {
    const auto body = static_cast<std::size_t>(loop.path[k]);
    const Link<S>& link = model.links[body];
    const Motion<S>* b = at.b.data() + link.b_at;
    S* const block = phi + loop.column[k] * rows;
    const bool points = is_point && !link.carries_axes;
    if (points) fill_point_columns(link, b, at.x[body].p, point, rows, block);
    if (!points || rows > 3)
      fill_columns(link, b, at.x[body].p, points ? 3 : 0, rows, wrench, block);
    if (loop.side[k] > 0) continue;
    for (int i = 0; i < link.nv * rows; ++i) block[i] = -block[i];
  }
}

template <Real S>
void close_loop(const Model<S>& model, std::span<const S> q,
                std::span<const FunctionValue<S>> functions, const PositionStage<S>& at,
                std::size_t c, LoopStage<S>& out) {
  const LoopData<S>& loop = model.loops[c];
  S* residual = out.residual.data() + loop.first_row;
  Force<S>* wrench = out.wrench.data() + loop.first_row;
  S* phi = out.phi.data() + loop.values_at;
  for (int r = 0; r < loop.row_count; ++r)
    out.drift[static_cast<std::size_t>(loop.first_row + r)] = S(0.0);
  const bool driven = loop.function >= 0;
  const FunctionValue<S> f =
      driven ? functions[static_cast<std::size_t>(loop.function)] : FunctionValue<S>{};
  if (driven) out.drift[static_cast<std::size_t>(loop.first_row)] = -f.rate;
  switch (loop.kind) {
    case LoopKind::coordinates:
      close_coordinates(loop, q, driven ? f.value : loop.length, residual, phi);
      wrench[0] = {{S(0.0), S(0.0), S(0.0)}, {S(0.0), S(0.0), S(0.0)}};
      return;
    case LoopKind::distance:
      close_distance(loop, driven ? f.value : loop.length, at, residual, wrench, out.points[c]);
      break;
    case LoopKind::frames:
      close_frames(loop, at, residual, wrench, out.points[c]);
      break;
  }
  fill_jacobian(model, loop, at, wrench, phi);
}

template <Real S>
void close_loops(const Model<S>& model, std::span<const S> q,
                 std::span<const FunctionValue<S>> functions, const PositionStage<S>& at,
                 LoopStage<S>& out, Crew* crew) {
  share_pieces(crew, static_cast<int>(model.loops.size()), [&](int c) {
    close_loop(model, q, functions, at, static_cast<std::size_t>(c), out);
  });
}

template <Real S>
void loop_bias(const Model<S>& model, std::span<const FunctionValue<S>> functions,
               const PositionStage<S>& at, const LoopStage<S>& loops,
               const VelocityStage<S>& moving, std::size_t c, std::span<S> gamma) {
  const LoopData<S>& loop = model.loops[c];
  S* out = gamma.data() + loop.first_row;
  if (loop.kind == LoopKind::coordinates) {
    out[0] = S(0.0);
  } else {
    const SeenMotion<S> from = end_motion(loop, moving, loop.from.body);
    const SeenMotion<S> to = end_motion(loop, moving, loop.to.body);
    if (loop.kind == LoopKind::distance) {
      const auto row = static_cast<std::size_t>(loop.first_row);
      distance_bias(loops.points[c], loops.wrench[row].lin, from, to, out);
    } else {
      frames_bias(loop, at, loops.points[c], from, to, out);
    }
  }
  if (loop.function >= 0) out[0] += functions[static_cast<std::size_t>(loop.function)].acceleration;
}

template <Real S>
void loop_bias(const Model<S>& model, std::span<const FunctionValue<S>> functions,
               const PositionStage<S>& at, const LoopStage<S>& loops,
               const VelocityStage<S>& moving, std::span<S> gamma) {
  for (std::size_t c = 0; c < model.loops.size(); ++c)
    loop_bias(model, functions, at, loops, moving, c, gamma);
}

template <Real S>
void loop_rate(const Model<S>& model, const LoopStage<S>& loops, std::span<const S> v,
               std::span<S> rate) {
  for (const LoopData<S>& loop : model.loops) {
    for (int r = 0; r < loop.row_count; ++r) {
      const auto row = static_cast<std::size_t>(loop.first_row + r);
      S sum = loops.drift[row];
      for (std::size_t k = 0; k < loop.columns.size(); ++k) {
        sum += loops.phi[static_cast<std::size_t>(loop.values_at +
                                                  static_cast<int>(k) * loop.row_count + r)] *
               v[static_cast<std::size_t>(loop.columns[k])];
      }
      rate[row] = sum;
    }
  }
}

#define TREADLE_INSTANTIATE(S)                                                                 \
  template void close_loop<S>(const Model<S>&, std::span<const S>,                             \
                              std::span<const FunctionValue<S>>, const PositionStage<S>&,      \
                              std::size_t, LoopStage<S>&);                                     \
  template void close_loops<S>(const Model<S>&, std::span<const S>,                            \
                               std::span<const FunctionValue<S>>, const PositionStage<S>&,     \
                               LoopStage<S>&, Crew*);                                          \
  template void fill_jacobian<S>(const Model<S>&, const LoopData<S>&, const PositionStage<S>&, \
                                 const Force<S>*, S*);                                         \
  template void loop_bias<S>(const Model<S>&, std::span<const FunctionValue<S>>,               \
                             const PositionStage<S>&, const LoopStage<S>&,                     \
                             const VelocityStage<S>&, std::size_t, std::span<S>);              \
  template void loop_bias<S>(const Model<S>&, std::span<const FunctionValue<S>>,               \
                             const PositionStage<S>&, const LoopStage<S>&,                     \
                             const VelocityStage<S>&, std::span<S>);                           \
  template void loop_rate<S>(const Model<S>&, const LoopStage<S>&, std::span<const S>,         \
                             std::span<S>);
TREADLE_FOR_EACH_SCALAR_LANES_AND_DUAL(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
