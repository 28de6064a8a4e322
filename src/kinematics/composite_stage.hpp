// A composite joint at work: from its coordinates to the pose of its child and of its links, their
// motion for each unit of velocity, and what is left where coordinates move evenly
// (docs/theory/composite.md).
#pragma once

#include "../scalar/counted.hpp"
#include "../scalar/side_by_side.hpp"
#include "inside_nodes.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace treadle {

/// One that is solved by iterations, for numbers that can be compared.
template <Real S>
class CompositeStage {
 public:
  explicit CompositeStage(std::shared_ptr<const Inside> inside)
      : inside_(std::move(inside)), nodes_(*inside_), solve_(*inside_), qdd_(solve_.v.size()) {
    solve_.take_rows(nodes_.solve().rows(), nodes_.solve().scales());
    twist_.resize(solve_.model.links.size());
    carried_.resize(inside_->carried.size());
    for (Carried& c : carried_) c.column.resize(inside_->v_at.size());
  }

  [[nodiscard]] const Inside& inside() const { return *inside_; }
  [[nodiscard]] const std::string& fault() const { return nodes_.fault(); }

  /// Poses seen from the joint's frame on the parent, and how they change. (CJ1) to (CJ3)
  void solve(const S* y) {
    if (is_known(y)) return;
    const bool reached = reach(y);
    find_twists(solve_.v);  // what the last step of Newton still has to move
    for (std::size_t c = 0; c < carried_.size(); ++c) {
      const LoopEnd<double>& end = inside_->carried[c];
      const Transform<S> own = cast_numbers<Transform<S>>(end.frame);
      const auto g = at(solve_.model.links[at(end.body)].group);
      carried_[c].here = solve_.here.x[at(end.body)] * own;
      Transform<S>& pose = carried_[c].pose;
      pose = solve_.here.group[g] * carried_[c].here;
      const Motion<S> rest = motion_of(c, twist_[at(end.body)]);
      pose.p += rest.lin - cast_numbers<Vec3<S>>(inside_->origin);
      pose.r = {pose.r.x + cross(rest.ang, pose.r.x), pose.r.y + cross(rest.ang, pose.r.y),
                pose.r.z + cross(rest.ang, pose.r.z)};
      if (!reached) pose.p.x = S(std::numeric_limits<double>::quiet_NaN());
    }
    solve_.find_slopes();
    for (int k = 0; k < solve_.count(); ++k) {
      find_twists(solve_.slope_of(k));
      for (std::size_t c = 0; c < carried_.size(); ++c)
        carried_[c].column[at(k)] = motion_of(c, twist_[at(inside_->carried[c].body)]);
    }
  }
  [[nodiscard]] const Transform<S>& child() const { return carried_[0].pose; }

  /// The child and its columns of B, f the joint's frame on the parent. (CJ3)
  void place(const Transform<S>& f, Transform<S>& x, Motion<S>* b) {
    f_ = f;
    x = f * carried_[0].pose;
    put_columns(0, x.p);
    for (int k = 0; k < solve_.count(); ++k) b[k] = carried_[0].own[at(k)];
  }
  /// A link, from 1 on; after the child.
  void place_link(int link, Transform<S>& x) {
    x = f_ * carried_[at(link)].pose;
    put_columns(at(link), x.p);
    for (int k = 0; k < solve_.count(); ++k)
      carried_[at(link)].own[at(k)] = carried_[at(link)].own[at(k)] - carried_[0].own[at(k)];
  }

  /// What the moving of the columns adds to the child's acceleration. (CJ4)
  Motion<S> move(const S* y) {
    solve_.set_velocities(y);
    solve_.accelerate(qdd_);
    accelerate_bodies<S>(solve_.model, qdd_, solve_.here, solve_.moving, twist_);
    for (std::size_t c = 0; c < carried_.size(); ++c) find_bias(c);
    for (std::size_t c = 1; c < carried_.size(); ++c)
      carried_[c].bias = carried_[c].bias - carried_[0].bias;
    return carried_[0].bias;
  }
  /// A link's motion beyond the child's, at velocities or accelerations y; and the same of bias.
  [[nodiscard]] Motion<S> apart(int link, const S* y) const {
    const std::array<Motion<S>, 6>& own = carried_[at(link)].own;
    Motion<S> sum = y[0] * own[0];
    for (int k = 1; k < solve_.count(); ++k) sum += y[k] * own[at(k)];
    return sum;
  }
  [[nodiscard]] const Motion<S>& bias_apart(int link) const { return carried_[at(link)].bias; }
  /// What a force on a link does to the coordinates beyond what it would do on the child. (CJ7)
  void load(int link, const Force<S>& force, S* out) const {
    for (int k = 0; k < solve_.count(); ++k) out[k] += dot(carried_[at(link)].own[at(k)], force);
  }

 private:
  struct Carried {
    Transform<S> here;              ///< in its group inside
    Transform<S> pose;              ///< seen from the joint's frame
    std::vector<Motion<S>> column;  ///< velocity of its origin and turning, in the same axes
    std::array<Motion<S>, 6> own;   ///< as a motion in the group; of links beyond the child's
    Motion<S> bias;
  };

  // Asked for the same position again. Operations are counted each time, and derivatives may
  // differ.
  bool is_known(const S* y) {
    if constexpr (std::is_same_v<S, double>) {
      bool known = true;
      for (int k = 0; k < solve_.count(); ++k) {
        known = known && y[k] == known_[at(k)];
        known_[at(k)] = y[k];
      }
      return known;
    }
    return false;
  }

  // From the nearest node, until the step of Newton that is left is lost in rounding wherever it
  // is multiplied. (CJ5), (CJ8)
  bool reach(const S* y) {
    InsideNodes::Coordinates there{};
    for (int k = 0; k < solve_.count(); ++k) there[at(k)] = value(y[k]);
    const InsideNodes::Node* node = nodes_.find(there);
    if (node != nullptr && from_node(*node, y)) return true;
    if (node != nullptr) node = nodes_.creep(*node, there);
    return node != nullptr && from_node(*node, y);
  }
  bool from_node(const InsideNodes::Node& node, const S* y) {
    std::array<S, 6> dy{};
    const double* const start = nodes_.coordinates(node);
    for (int k = 0; k < solve_.count(); ++k) dy[at(k)] = y[k] - S(start[k]);
    if (!nodes_.expand(node, dy.data(), std::span(solve_.q))) {
      follow_slopes(node, dy.data());
      for (std::size_t i = 0; i < solve_.q.size(); ++i) solve_.q[i] = S(nodes_.positions(node)[i]);
      advance<S>(solve_.model, solve_.q, solve_.v, solve_.q);
    }
    for (int k = 0; k < solve_.count(); ++k) solve_.q[at(inside_->q_at[at(k)])] = y[k];
    // a derivative is one step behind its number
    constexpr bool behind = !std::is_same_v<S, double> && !std::is_same_v<S, Counted>;
    double most = 0.0, moved = 0.0;
    for (int it = 0; it < most_steps; ++it) {
      solve_.look();
      if (!(solve_.eliminate() > nodes_.weakest())) return false;
      const double size = solve_.find_step();
      if (size <= small_step && !behind) return true;
      advance<S>(solve_.model, solve_.q, solve_.v, solve_.q);
      if (size <= small_step) {
        solve_.look();
        if (!(solve_.eliminate() > nodes_.weakest())) return false;
        for (S& x : solve_.v) x = S(0.0);
        return true;
      }
      moved += size;
      if (it == 0) most = 0.5 * follow_slopes(node, dy.data()) + small_step;
      if (!(moved <= most)) return false;
    }
    return false;
  }
  // Velocities that lead from a node to a position in one second; gives how far that is.
  double follow_slopes(const InsideNodes::Node& node, const S* dy) {
    for (std::size_t i = 0; i < solve_.slope.size(); ++i)
      solve_.slope[i] = S(nodes_.slopes(node)[i]);
    solve_.set_velocities(dy);
    double way = 0.0;
    for (std::size_t j = 0; j < inside_->dependent.size(); ++j)
      way =
          std::fmax(way, std::fabs(value(solve_.v[at(inside_->dependent[j])])) / inside_->unit[j]);
    for (int k = 0; k < solve_.count(); ++k)
      way = std::fmax(way, std::fabs(value(dy[k])) / inside_->unit_of_independent[at(k)]);
    return way;
  }

  // Motions of all bodies inside, at rest but for these velocities.
  void find_twists(std::span<const S> v) {
    const Vec3<S> zero{S(0.0), S(0.0), S(0.0)};
    for (std::size_t i = 0; i < twist_.size(); ++i) {
      const Link<S>& link = solve_.model.links[i];
      const S* own = v.data() + link.v_at;
      if (link.carries_axes) {
        twist_[i] = {{own[0], own[1], own[2]}, {own[3], own[4], own[5]}};
        continue;
      }
      Motion<S> sum = link.parent < 0 ? Motion<S>{zero, zero} : twist_[at(link.parent)];
      for (int a = 0; a < link.nv; ++a) sum += own[a] * solve_.here.b[at(link.b_at + a)];
      twist_[i] = sum;
    }
  }
  // Axes of the group of what is carried, in the axes of the joint's frame.
  [[nodiscard]] Vec3<S> turned(std::size_t c, const Vec3<S>& a) const {
    const auto g = at(solve_.model.links[at(inside_->carried[c].body)].group);
    return solve_.model.groups[g].moving_axes ? solve_.here.group[g].r * a : a;
  }
  [[nodiscard]] Motion<S> motion_of(std::size_t c, const Motion<S>& m) const {
    return {turned(c, m.lin + cross(m.ang, carried_[c].here.p)), turned(c, m.ang)};
  }
  void put_columns(std::size_t c, const Vec3<S>& p) {
    for (int k = 0; k < solve_.count(); ++k) {
      const Motion<S>& column = carried_[c].column[at(k)];
      const Vec3<S> v = f_.r * column.lin, w = f_.r * column.ang;
      carried_[c].own[at(k)] = {v + cross(p, w), w};
    }
  }
  // Acceleration of the origin and of the turning with even coordinates, as a rate of the state.
  void find_bias(std::size_t c) {
    const auto body = at(inside_->carried[c].body);
    const Motion<S>& m = solve_.moving.v[body];
    const Motion<S>& rate = twist_[body];
    const Vec3<S>& p = carried_[c].here.p;
    const Vec3<S> speed = m.lin + cross(m.ang, p);
    const Vec3<S> a = rate.lin + cross(rate.ang, p) + cross(m.ang, speed);  // (K7)
    const Vec3<S> v = f_.r * turned(c, speed), w = f_.r * turned(c, m.ang);
    const Vec3<S> w1 = f_.r * turned(c, rate.ang), at_p = f_ * carried_[c].pose.p;
    carried_[c].bias = {f_.r * turned(c, a) + cross(v, w) + cross(at_p, w1), w1};
  }

  static constexpr double small_step = 1e-12;
  static constexpr int most_steps = 12;

  std::shared_ptr<const Inside> inside_;
  InsideNodes nodes_;
  InsideSolve<S> solve_;
  std::vector<S> qdd_;
  std::vector<Motion<S>> twist_;
  std::vector<Carried> carried_;
  std::array<double, 6> known_{std::numeric_limits<double>::quiet_NaN()};
  Transform<S> f_;
};

/// Numbers that cannot be compared do not get here (generate/untraceable.hpp, structure_of.cpp).
template <Real S>
requires(!Decidable<S>) class CompositeStage<S> {
 public:
  explicit CompositeStage(std::shared_ptr<const Inside> /*inside*/) {}
  void solve(const S* /*y*/) {}
  [[nodiscard]] const Transform<S>& child() const { return none_; }
  void place(const Transform<S>& /*f*/, Transform<S>& /*x*/, Motion<S>* /*b*/) {}
  void place_link(int /*link*/, Transform<S>& /*x*/) {}
  Motion<S> move(const S* /*y*/) { return still_; }
  [[nodiscard]] Motion<S> apart(int /*link*/, const S* /*y*/) const { return still_; }
  [[nodiscard]] const Motion<S>& bias_apart(int /*link*/) const { return still_; }
  void load(int /*link*/, const Force<S>& /*force*/, S* /*out*/) const {}

 private:
  Transform<S> none_;
  Motion<S> still_;
};

}  // namespace treadle
