// What contacts add to the matrix of implicit steps, point by point, so that lists of points may
// change from step to step (docs/theory/stiff.md, J21, J22).
#pragma once

#include "../touching/contact_forces.hpp"
#include "local_jacobian.hpp"
#include "paths.hpp"

#include <span>
#include <vector>

namespace treadle {

class ContactTerms {
 public:
  /// `columns`: of B, as the owner keeps them.
  ContactTerms(const Model<double>& model, const std::vector<Motion<double>>& columns,
               SlopeForm form)
      : model_(model), columns_(columns), paths_(model), form_(form) {}

  void look(ContactForces& contacts, const PositionStage<double>& at,
            const VelocityStage<double>& moving);
  void mix(double c_q, double c_v);

  /// Of each body by itself, as if the other did not move.
  void add_bodies(const PositionStage<double>& at, std::span<Square6> to) const;
  enum class Of { mixed, stiffness };
  /// y += factor times the matrix times x
  void multiply(const PositionStage<double>& at, std::span<const double> x, double factor, Of of,
                std::span<double> y) const;
  /// For the exact form: loads on bodies in the world about its origin, and how velocities of
  /// bodies change with the coordinates that move them, by Paths.
  [[nodiscard]] std::span<const Force<double>> loads() const { return held_; }
  void set_turned(std::span<const Motion<double>> turned) { turned_ = turned; }

  /// Two bodies that touch, each pair once, rising.
  [[nodiscard]] const std::vector<std::pair<int, int>>& couples() const { return couples_; }
  [[nodiscard]] const Paths& paths() const { return paths_; }
  [[nodiscard]] SlopeForm form() const { return form_; }
  /// A column of the matrix as a point sees it: how its two bodies part along it, and the wrench
  /// that this makes.
  struct PointColumn {
    int column = 0;
    bool parts = false;  ///< it moves one of both bodies alone
    std::array<double, 6> way{}, wrench{};
  };
  /// see(columns) of each point, for c_q K + c_v D: the entry of row r and column c is way of r
  /// times wrench of c where r parts the bodies.
  template <class See>
  void each_point(const PositionStage<double>& at, const See& see) const;

 private:
  struct Point {
    int a = -1, b = -1;
    Vec3<double> arm_a{}, arm_b{}, normal{};  ///< from the origins of the groups, in the world
    double stiffness = 0.0, stiffness_across = 0.0;
    double damping = 0.0, damping_across = 0.0;
    double mixed = 0.0, mixed_across = 0.0;
  };
  /// Unless symmetric.
  struct Whole {
    Square6 by_a{}, by_b{}, by_speed{};
    Square6 mixed_a{}, mixed_b{};
  };
  void move_bodies_along(const PositionStage<double>& at, std::span<const double> x) const;
  [[nodiscard]] Motion<double> turned_by(int body, std::span<const double> x,
                                         const Vec3<double>& place) const;
  [[nodiscard]] Motion<double> column_at(const PositionStage<double>& at, int body, int column,
                                         const Vec3<double>& arm) const;
  void wrench_of(std::size_t k, Of of, const Motion<double>& way_a, const Motion<double>& way_b,
                 std::array<double, 6>& out) const;

  const Model<double>& model_;
  const std::vector<Motion<double>>& columns_;
  Paths paths_;
  SlopeForm form_;
  double c_q_ = 0.0;
  std::vector<Point> points_;
  std::vector<Whole> wholes_;
  std::vector<std::pair<int, int>> couples_;
  std::vector<Force<double>> held_;
  std::span<const Motion<double>> turned_;
  mutable std::vector<Motion<double>> moved_, world_;  ///< by body
  mutable std::vector<Force<double>> load_;
  mutable std::vector<PointColumn> seen_;
};

inline std::array<double, 6> six_of(const Motion<double>& m) {
  return {m.lin.x, m.lin.y, m.lin.z, m.ang.x, m.ang.y, m.ang.z};
}

// Columns that move both bodies alike part them only in the exact form, where forces turn with
// them.
template <class See>
void ContactTerms::each_point(const PositionStage<double>& at_state, const See& see) const {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const Point& point = points_[k];
    const std::size_t shared = paths_.shared(point.a, point.b);
    seen_.clear();
    const auto add = [&](int body, const Vec3<double>& arm, double sign) {
      const std::span<const int> path = paths_.of(body);
      const bool first_twice = body == point.b;
      for (std::size_t i = 0; i < path.size(); ++i) {
        const bool parts = i >= shared;
        if (!parts && (form_ != SlopeForm::exact || !first_twice)) continue;
        PointColumn one{path[i], parts, {}, {}};
        Motion<double> way = column_at(at_state, body, path[i], arm);
        const Motion<double> none{};
        wrench_of(k, Of::mixed, !parts || body == point.a ? way : none,
                  !parts || body == point.b ? way : none, one.wrench);
        if (form_ == SlopeForm::exact) {
          Motion<double> faster{};
          const auto turned = [&](int which, double s) {
            if (which < 0) return;
            const Vec3<double> place = at_state.group[at(model_.links[at(which)].group)].p +
                                       (which == point.b ? point.arm_b : point.arm_a);
            const Motion<double>& t = turned_[paths_.first(which) + i];
            faster += Motion<double>{s * (t.lin + cross(t.ang, place)), s * t.ang};
          };
          if (!parts || body == point.b) turned(point.b, 1.0);
          if (!parts || body == point.a) turned(point.a, -1.0);
          const std::array<double, 6> speed = six_of(faster);
          for (std::size_t r = 0; r < 6; ++r)
            for (std::size_t c = 0; c < 6; ++c)
              one.wrench[r] += c_q_ * wholes_[k].by_speed[6 * r + c] * speed[c];
        }
        way = sign * way;
        one.way = six_of(way);
        seen_.push_back(one);
      }
    };
    add(point.b, point.arm_b, 1.0);
    add(point.a, point.arm_a, -1.0);
    see(std::span<const PointColumn>(seen_));
  }
}

}  // namespace treadle
