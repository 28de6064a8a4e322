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
  moved_.resize(model_.links.size());
  world_.resize(model_.links.size());
  load_.resize(model_.links.size());
  contacts.slopes(where, moving, [&](const ContactSlope& slope) {
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
  });
}

void ContactTerms::mix(double c_q, double c_v) {
  for (Point& point : points_) {
    point.mixed = c_q * point.stiffness + c_v * point.damping;
    point.mixed_across = c_q * point.stiffness_across + c_v * point.damping_across;
  }
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

void ContactTerms::multiply(const PositionStage<double>& where, std::span<const double> x,
                            double factor, Of of, std::span<double> y) const {
  if (points_.empty()) return;
  // root to leaves: how bodies move, and that in the world
  for (std::size_t i = 0; i < model_.links.size(); ++i) {
    const Link<double>& link = model_.links[i];
    Motion<double> sum = link.parent < 0 ? Motion<double>{} : moved_[at(link.parent)];
    for (int k = 0; k < link.nv; ++k) sum += x[at(link.v_at + k)] * columns_[at(link.v_at + k)];
    moved_[i] = sum;
    const Mat3<double>& r = where.group[at(link.group)].r;
    world_[i] = {r * sum.lin, r * sum.ang};
    load_[i] = {};
  }
  for (const Point& point : points_) {
    Vec3<double> way{};
    if (point.b >= 0) way += point_velocity(world_[at(point.b)], point.arm_b);
    if (point.a >= 0) way = way - point_velocity(world_[at(point.a)], point.arm_a);
    const bool mixed = of == Of::mixed;
    const Vec3<double> f = factor * push(point.normal, mixed ? point.mixed : point.stiffness,
                                         mixed ? point.mixed_across : point.stiffness_across, way);
    if (point.b >= 0) load_[at(point.b)] += force_at(point.arm_b, f);
    if (point.a >= 0) load_[at(point.a)] -= force_at(point.arm_a, f);
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
