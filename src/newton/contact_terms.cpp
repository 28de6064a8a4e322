#include "contact_terms.hpp"

#include "../base/at.hpp"
#include "../contact/friction.hpp"

#include <algorithm>

namespace treadle {

namespace {

const Transform<double>& frame_of(const Model<double>& model, const PositionStage<double>& where,
                                  int body) {
  return where.group[at(model.links[at(body)].group)];
}

// Along a normal and across it.
Vec3<double> push(const Vec3<double>& n, double along, double across_it, const Vec3<double>& way) {
  return (along - across_it) * dot(n, way) * n + across_it * way;
}

// (U, p x U)^T (S) (U, p x U) of a point at p
void add_square(const Vec3<double>& p, const Vec3<double>& n, double along, double across_it,
                Square6& to) {
  const std::array<Vec3<double>, 6> unit{{{1.0, 0.0, 0.0},
                                          {0.0, 1.0, 0.0},
                                          {0.0, 0.0, 1.0},
                                          {0.0, -p.z, p.y},
                                          {p.z, 0.0, -p.x},
                                          {-p.y, p.x, 0.0}}};
  for (std::size_t c = 0; c < 6; ++c) {
    const Vec3<double> f = push(n, along, across_it, unit[c]);
    for (std::size_t r = 0; r < 6; ++r) to[6 * r + c] += dot(unit[r], f);
  }
}

}  // namespace

void ContactTerms::look(ContactForces& contacts, const PositionStage<double>& where,
                        const VelocityStage<double>& moving) {
  points_.clear();
  wholes_.clear();
  couples_.clear();
  const std::size_t bodies = model_.links.size();
  moved_.resize(bodies);
  world_.resize(bodies);
  load_.resize(bodies);
  if (form_ == SlopeForm::exact) held_.assign(bodies, {});
  // what it holds is small enough for a function that needs no memory
  contacts.slopes(where, moving, form_, [this, &where](const ContactSlope& slope) {
    Point point;
    point.a = slope.body_a;
    point.b = slope.body_b;
    point.normal = slope.normal;
    if (point.a >= 0) point.arm_a = slope.place - frame_of(model_, where, point.a).p;
    if (point.b >= 0) point.arm_b = slope.place - frame_of(model_, where, point.b).p;
    point.stiffness = slope.stiffness;
    point.stiffness_across = slope.stiffness_across;
    point.damping = slope.damping;
    point.damping_across = slope.damping_across;
    points_.push_back(point);
    couples_.emplace_back(std::min(point.a, point.b), std::max(point.a, point.b));
    if (form_ == SlopeForm::symmetric) return;
    wholes_.push_back({slope.by_a, slope.by_b, slope.by_speed, {}, {}});
    if (form_ != SlopeForm::exact) return;
    const Force<double> load{slope.force, slope.moment + cross(slope.place, slope.force)};
    if (point.a >= 0) held_[at(point.a)] -= load;
    if (point.b >= 0) held_[at(point.b)] += load;
  });
  std::sort(couples_.begin(), couples_.end());
  couples_.erase(std::unique(couples_.begin(), couples_.end()), couples_.end());
}

void ContactTerms::mix(double c_q, double c_v) {
  c_q_ = c_q;
  for (Point& point : points_) {
    point.mixed = c_q * point.stiffness + c_v * point.damping;
    point.mixed_across = c_q * point.stiffness_across + c_v * point.damping_across;
  }
  for (Whole& one : wholes_) {
    for (std::size_t k = 0; k < 36; ++k) {
      one.mixed_a[k] = c_q * one.by_a[k] - c_v * one.by_speed[k];
      one.mixed_b[k] = c_q * one.by_b[k] + c_v * one.by_speed[k];
    }
  }
}

// A column of B as a motion of the body about a point, in the axes of the world.
Motion<double> ContactTerms::column_at(const PositionStage<double>& where, int body, int column,
                                       const Vec3<double>& arm) const {
  const Mat3<double>& r = frame_of(model_, where, body).r;
  const Motion<double>& c = columns_[at(column)];
  const Vec3<double> ang = r * c.ang;
  return {r * c.lin + cross(ang, arm), ang};
}

// On the second body about the point.
void ContactTerms::wrench_of(std::size_t k, Of of, const Motion<double>& way_a,
                             const Motion<double>& way_b, std::array<double, 6>& out) const {
  if (form_ == SlopeForm::symmetric) {
    const Point& p = points_[k];
    const bool mixed = of == Of::mixed;
    const Vec3<double> f = push(p.normal, mixed ? p.mixed : p.stiffness,
                                mixed ? p.mixed_across : p.stiffness_across, way_b.lin - way_a.lin);
    out = {f.x, f.y, f.z, 0.0, 0.0, 0.0};
    return;
  }
  const Whole& whole = wholes_[k];
  const Square6 &by_a = of == Of::mixed ? whole.mixed_a : whole.by_a,
                &by_b = of == Of::mixed ? whole.mixed_b : whole.by_b;
  const std::array<double, 6> a = six_of(way_a), b = six_of(way_b);
  for (std::size_t r = 0; r < 6; ++r) {
    double sum = 0.0;
    for (std::size_t c = 0; c < 6; ++c) sum += by_a[6 * r + c] * a[c] + by_b[6 * r + c] * b[c];
    out[r] = sum;
  }
}

// How the velocity of a body changes as coordinates move by x, about a place.
Motion<double> ContactTerms::turned_by(int body, std::span<const double> x,
                                       const Vec3<double>& place) const {
  Motion<double> sum{};
  if (body < 0 || form_ != SlopeForm::exact) return sum;
  std::size_t k = paths_.first(body);
  for (const int c : paths_.of(body)) sum += x[at(c)] * turned_[k++];
  sum.lin += cross(sum.ang, place);
  return sum;
}

void ContactTerms::add_bodies(const PositionStage<double>& where, std::span<Square6> to) const {
  for (const Point& point : points_) {
    const auto add = [&](int body, const Vec3<double>& arm) {
      if (body < 0) return;
      const Mat3<double>& r = frame_of(model_, where, body).r;
      add_square(transpose_times(r, arm), transpose_times(r, point.normal), point.mixed,
                 point.mixed_across, to[at(body)]);
    };
    add(point.a, point.arm_a);
    add(point.b, point.arm_b);
  }
}

// Root to leaves: how bodies move, and that in the world.
void ContactTerms::move_bodies_along(const PositionStage<double>& where,
                                     std::span<const double> x) const {
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const Link<double>& link = model_.links[i];
    Motion<double> sum = link.parent < 0 ? Motion<double>{} : moved_[at(link.parent)];
    for (int k = 0; k < link.nv; ++k) sum += x[at(link.v_at + k)] * columns_[at(link.v_at + k)];
    moved_[i] = sum;
    const Mat3<double>& r = where.group[at(link.group)].r;
    world_[i] = {r * sum.lin, r * sum.ang};
    load_[i] = {};
  }
}

void ContactTerms::multiply(const PositionStage<double>& where, std::span<const double> x,
                            double factor, Of of, std::span<double> y) const {
  if (points_.empty()) return;
  move_bodies_along(where, x);
  const auto motion_at = [&](int body, const Vec3<double>& arm) -> Motion<double> {
    if (body < 0) return {};
    return {point_velocity(world_[at(body)], arm), world_[at(body)].ang};
  };
  std::array<double, 6> w{};
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Point& point = points_[k];
    wrench_of(k, of, motion_at(point.a, point.arm_a), motion_at(point.b, point.arm_b), w);
    if (form_ == SlopeForm::exact) {
      const Vec3<double> place = point.b >= 0 ? frame_of(model_, where, point.b).p + point.arm_b
                                              : frame_of(model_, where, point.a).p + point.arm_a;
      const std::array<double, 6> faster =
          six_of(turned_by(point.b, x, place) - turned_by(point.a, x, place));
      const double weight = of == Of::mixed ? c_q_ : 1.0;
      for (std::size_t r = 0; r < 6; ++r)
        for (std::size_t c = 0; c < 6; ++c)
          w[r] += weight * wholes_[k].by_speed[6 * r + c] * faster[c];
    }
    const Vec3<double> f = factor * Vec3<double>{w[0], w[1], w[2]},
                       m = factor * Vec3<double>{w[3], w[4], w[5]};
    const auto carry = [&](const Vec3<double>& arm) {
      Force<double> load = force_at(arm, f);
      load.ang += m;
      return load;
    };
    if (point.b >= 0) load_[at(point.b)] += carry(point.arm_b);
    if (point.a >= 0) load_[at(point.a)] -= carry(point.arm_a);
  }
  // in the axes of groups, and leaves to root
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const Mat3<double>& r = where.group[at(model_.links[i].group)].r;
    load_[i] = {transpose_times(r, load_[i].lin), transpose_times(r, load_[i].ang)};
  }
  for (std::size_t i = model_.links.size(); i-- > 0;) {
    const Link<double>& link = model_.links[i];
    for (int k = 0; k < link.nv; ++k)
      y[at(link.v_at + k)] += dot(columns_[at(link.v_at + k)], load_[i]);
    if (link.parent >= 0) load_[at(link.parent)] += load_[i];
  }
}

}  // namespace treadle
