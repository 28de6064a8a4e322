// The equations inside a composite joint at given coordinates: how far they are open, the step that
// closes them, and how all coordinates follow the independent ones (docs/theory/composite.md).
#pragma once

#include "../base/at.hpp"
#include "../model/inside.hpp"
#include "advance.hpp"
#include "loops.hpp"

#include <cmath>
#include <span>
#include <vector>

namespace treadle {

template <Decidable S>
class InsideSolve {
 public:
  explicit InsideSolve(const Inside& inside)
      : in(inside),
        model(cast<S>(inside.model)),
        here(model),
        moving(model),
        q(at(model.nq())),
        v(at(model.nv())),
        slope(at(model.nv()) * inside.v_at.size()),
        dependents_(static_cast<int>(inside.dependent.size())),
        columns_(dependents_ + static_cast<int>(inside.v_at.size()) + 1),
        loops_(model),
        column_of_(at(model.nv())),
        table_(at(model.rows() * columns_)),
        gamma_(at(model.rows())),
        solution_(inside.dependent.size()),
        inverse_(inside.dependent.size()),
        scale_(at(model.rows()), 1.0),
        pivot_(inside.dependent.size()) {
    for (int k = 0; k < dependents_; ++k) column_of_[at(in.dependent[at(k)])] = k;
    for (int k = 0; k < count(); ++k) column_of_[at(in.v_at[at(k)])] = dependents_ + k;
    for (int r = 0; r < model.rows(); ++r) rows_.push_back(r);
    order_ = rows_;
    places_.resize(loops_.phi.size());
    for (const LoopData<S>& loop : model.loops) {
      for (std::size_t k = 0; k < loop.columns.size(); ++k)
        for (int r = 0; r < loop.row_count; ++r)
          places_[at(loop.values_at + static_cast<int>(k) * loop.row_count + r)] =
              at((loop.first_row + r) * columns_ + column_of_[at(loop.columns[k])]);
    }
  }

  const Inside& in;
  Model<S> model;
  PositionStage<S> here;
  VelocityStage<S> moving;
  std::vector<S> q, v;
  std::vector<S> slope;  ///< of all velocities with each independent one, one after the other

  [[nodiscard]] int count() const { return static_cast<int>(in.v_at.size()); }
  [[nodiscard]] std::span<const S> slope_of(int k) const {
    return std::span(slope).subspan(at(k) * v.size(), v.size());
  }

  /// Only these rows say something; the scales make their entries comparable.
  void take_rows(std::vector<int> rows, std::vector<double> scale) {
    rows_ = std::move(rows);
    scale_ = std::move(scale);
  }
  [[nodiscard]] const std::vector<int>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<double>& scales() const { return scale_; }

  /// Residual and Jacobian at q.
  void look() {
    place_bodies<S>(model, q, here);
    close_loops<S>(model, q, {}, here, loops_);
    for (S& x : table_) x = S(0.0);
    for (std::size_t k = 0; k < places_.size(); ++k) table_[places_[k]] = loops_.phi[k];
    for (int r = 0; r < model.rows(); ++r) entry(r, columns_ - 1) = loops_.residual[at(r)];
  }
  /// Eliminates the dependent coordinates, each by the row with the largest entry. Gives the
  /// weakest pivot. (CJ1)
  double eliminate() {
    order_ = rows_;
    double weakest = order_.size() < in.dependent.size() ? 0.0 : 1e300;
    for (int j = 0; j < dependents_ && at(j) < order_.size(); ++j) {
      const double most = choose_pivot(j);
      pivot_[at(j)] = most * in.unit[at(j)];
      weakest = pivot_[at(j)] < weakest ? pivot_[at(j)] : weakest;
      if (most > 0.0) clear_below(j);
    }
    return weakest;
  }
  /// The step v that closes the equations as far as they are linear; gives its size.
  double find_step() {
    for (S& x : v) x = S(0.0);
    solve_column(columns_ - 1, v);
    double size = 0.0;
    for (int j = 0; j < dependents_; ++j) {
      const double x = std::fabs(value(solution_[at(j)])) / in.unit[at(j)];
      size = x <= size ? size : x;  // also what is not a number
    }
    return size;
  }
  /// The same, and takes it.
  double correct() {
    const double size = find_step();
    advance<S>(model, q, v, q);
    return size;
  }
  /// How all velocities follow the independent ones. (CJ2)
  void find_slopes() {
    for (int k = 0; k < count(); ++k) {
      const std::span<S> out = std::span(slope).subspan(at(k) * v.size(), v.size());
      for (S& x : out) x = S(0.0);
      out[at(in.v_at[at(k)])] = S(1.0);
      solve_column(dependents_ + k, out);
    }
  }
  void set_velocities(const S* y) {
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] = slope[i] * y[0];
      for (int k = 1; k < count(); ++k) v[i] += slope_of(k)[i] * y[k];
    }
  }
  /// All accelerations at velocities v where those of the independent coordinates are zero. (CJ4)
  void accelerate(std::span<S> qdd) {
    move_bodies<S>(model, v, here, moving);
    loop_bias<S>(model, {}, here, loops_, moving, gamma_);
    const int last = columns_ - 1;
    for (const int r : order_) entry(r, last) = -gamma_[at(r)];
    for (int j = 0; j < dependents_; ++j) {  // rows as they were eliminated
      for (std::size_t k = at(j) + 1; k < order_.size(); ++k)
        entry(order_[k], last) =
            entry(order_[k], last) - entry(order_[k], j) * entry(order_[at(j)], last);
    }
    for (S& x : qdd) x = S(0.0);
    solve_column(last, qdd);
  }

  /// After look(): the largest entry of a row, in units of the coordinates.
  [[nodiscard]] double row_size(int row) const {
    double most = 0.0;
    for (int c = 0; c < columns_ - 1; ++c)
      most = std::fmax(most, std::fabs(value(entry(row, c))) * unit(c));
    return most;
  }
  /// After eliminate(): the dependent coordinate with the smallest pivot, by its place.
  [[nodiscard]] int weakest() const {
    int place = 0;
    for (int j = 1; j < dependents_; ++j)
      if (pivot_[at(j)] < pivot_[at(place)]) place = j;
    return place;
  }
  /// The independent coordinate that rows left over settle, too; -1: none.
  [[nodiscard]] int settled(double limit) const {
    int found = -1;
    for (std::size_t r = at(dependents_); r < order_.size(); ++r) {
      for (int k = 0; k < count(); ++k) {
        const int c = dependents_ + k;
        const double x = std::fabs(value(entry(order_[r], c))) * unit(c) * scale_[at(order_[r])];
        if (x <= limit) continue;
        limit = x;
        found = k;
      }
    }
    return found;
  }
  /// How far rows are open, against their own sizes.
  [[nodiscard]] double open() const {
    double most = 0.0;
    for (const int r : rows_) {
      const double x = std::fabs(value(loops_.residual[at(r)])) * scale_[at(r)];
      most = x <= most ? most : x;
    }
    return most;
  }

 private:
  // columns: dependent and independent coordinates, right-hand side
  S& entry(int row, int column) { return table_[at(row * columns_ + column)]; }
  const S& entry(int row, int column) const { return table_[at(row * columns_ + column)]; }
  [[nodiscard]] double unit(int column) const {
    return column < dependents_ ? in.unit[at(column)]
                                : in.unit_of_independent[at(column - dependents_)];
  }

  double choose_pivot(int j) {
    std::size_t best = at(j);
    double most = 0.0;
    for (std::size_t k = at(j); k < order_.size(); ++k) {
      const double x = std::fabs(value(entry(order_[k], j))) * scale_[at(order_[k])];
      if (x <= most) continue;
      most = x;
      best = k;
    }
    std::swap(order_[at(j)], order_[best]);
    return most;
  }
  void clear_below(int j) {
    const int top = order_[at(j)];
    const S inverse = S(1.0) / entry(top, j);
    inverse_[at(j)] = inverse;
    for (std::size_t k = at(j) + 1; k < order_.size(); ++k) {
      const int row = order_[k];
      if (value(entry(row, j)) == 0.0) continue;
      const S factor = entry(row, j) * inverse;
      entry(row, j) = factor;
      for (int c = j + 1; c < columns_; ++c) entry(row, c) = entry(row, c) - factor * entry(top, c);
    }
  }
  // J_dependent x = -column, put where these coordinates are.
  void solve_column(int column, std::span<S> out) {
    for (int j = dependents_; j-- > 0;) {
      const int row = order_[at(j)];
      S sum = -entry(row, column);
      for (int c = j + 1; c < dependents_; ++c) sum = sum - entry(row, c) * solution_[at(c)];
      solution_[at(j)] = sum * inverse_[at(j)];
      out[at(in.dependent[at(j)])] = solution_[at(j)];
    }
  }

  int dependents_, columns_;
  LoopStage<S> loops_;
  std::vector<int> column_of_;  ///< by position in v
  std::vector<S> table_;
  std::vector<S> gamma_, solution_, inverse_;
  std::vector<std::size_t> places_;  ///< in the table, of each entry of the Jacobian
  std::vector<double> scale_;        ///< by row
  std::vector<int> rows_, order_;
  std::vector<double> pivot_;
};

}  // namespace treadle
