#include "partitioned.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"
#include "../linalg/largest.hpp"
#include "../scalar/instantiate.hpp"
#include "kinds_of_units.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr int most_corrections = 20;

// Phi (1 - T T^T): what Phi says beside the directions that are held. Drivers work along them.
template <Decidable S>
void leave_to_basis(const Matrix<S>& basis, const std::vector<int>& drivers, Matrix<S>& phi) {
  for (const int r : drivers) {
    for (int j = 0; j < phi.cols; ++j) phi(r, j) = S(0.0);
  }
  leave_out(basis, phi);
}

}  // namespace

template <Decidable S>
PartitionedLoops<S>::PartitionedLoops(const Model<S>& model,
                                      const std::vector<ScaledIsland>& islands,
                                      std::string_view method)
    : model_(model),
      islands_(islands),
      held_(islands.size()),
      reduced_(model, islands),
      force_(at(model.nv())) {
  int rows = 0, columns = 0;
  for (const ScaledIsland& island : islands) {
    parts_.push_back(make_partition<S>(method, island.rows(), island.columns(), island.rank));
    driven_.push_back(island.drivers.empty() ? nullptr
                                             : std::make_unique<DrivenDirections<S>>(island));
    rows = std::max(rows, island.rows());
    columns = std::max(columns, island.columns());
  }
  phi_.shape(rows, columns);
  b_.resize(at(rows));
  drive_.resize(at(rows));
  x_.resize(at(columns));
}

template <Decidable S>
void PartitionedLoops<S>::hold(std::size_t island, const Matrix<S>* basis,
                               std::span<const S> acceleration, double weak) {
  held_[island] = {basis, acceleration, weak};
}

template <Decidable S>
void PartitionedLoops<S>::let_go() {
  std::fill(held_.begin(), held_.end(), Held{});
}

template <Decidable S>
void PartitionedLoops<S>::choose_again() {
  for (auto& part : parts_) part->choose_again();
}

template <Decidable S>
long PartitionedLoops<S>::changes() const {
  long sum = 0;
  for (const auto& part : parts_) sum += part->changes();
  return sum;
}

template <Decidable S>
long PartitionedLoops<S>::most_changes() const {
  long most = 0;
  for (const auto& part : parts_) most = std::max(most, part->changes());
  return most;
}

template <Decidable S>
double PartitionedLoops<S>::weakest() const {
  double least = 1.0;
  for (const auto& part : parts_) least = std::min(least, part->lost() > 0 ? 0.0 : part->weakest());
  return least;
}

template <Decidable S>
void PartitionedLoops<S>::split(std::span<const S> phi, Which which) {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const Matrix<S>* held = held_[i].basis;
    if (which == Which::free && held != nullptr && !driven_[i]) continue;
    fill_scaled<S>(model_, islands_[i], phi, phi_);
    const bool strong = which == Which::strong && held != nullptr && !driven_[i];
    parts_[i]->ignore_below(strong ? held_[i].weak : 0.0);
    if (held != nullptr && !strong) {
      if (driven_[i]) driven_[i]->set(phi_, *held);
      if (which == Which::free) continue;
      leave_to_basis(*held, islands_[i].drivers, phi_);
    }
    parts_[i]->split(phi_);
  }
}

// step = sign * particular(rows) of one island, written to its coordinates
template <Decidable S>
void PartitionedLoops<S>::solve(std::size_t island, std::span<const S> rows, std::span<S> step,
                                double sign) {
  const ScaledIsland& s = islands_[island];
  for (int r = 0; r < s.rows(); ++r)
    b_[at(r)] = rows[at(s.parts.rows[at(r)])] * S(sign * s.row[at(r)]);
  const auto b = std::span<S>(b_).first(at(s.rows()));
  const auto x = std::span<S>(x_).first(at(s.columns()));
  parts_[island]->particular(b, x);
  if (held_[island].basis != nullptr && driven_[island]) driven_[island]->meet(b, x);
  for (int j = 0; j < s.columns(); ++j)
    step[at(s.parts.positions[at(j)])] = x[at(j)] * S(s.column[at(j)]);
}

// x moved along the held directions until the drivers have sign * rows
template <Decidable S>
void PartitionedLoops<S>::drive(std::size_t island, std::span<const S> rows, double sign,
                                std::span<S> x) {
  const ScaledIsland& s = islands_[island];
  for (const int r : s.drivers) b_[at(r)] = rows[at(s.parts.rows[at(r)])] * S(sign * s.row[at(r)]);
  driven_[island]->meet(std::span<const S>(b_).first(at(s.rows())), x);
}

template <Decidable S>
Report PartitionedLoops<S>::accelerate(const InertiaMatrix<S>& m, std::span<const S> phi,
                                       std::span<const S> q_force, std::span<const S> gamma,
                                       std::span<S> qdd, std::span<S> lambda) {
  Report report;
  split(phi, lambda.empty() ? Which::free : Which::all);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const ScaledIsland& island = islands_[i];
    if (held_[i].basis == nullptr) {
      reduced_.set_basis(i, parts_[i]->basis());
      solve(i, gamma, reduced_.particular(), 1.0);
      continue;
    }
    reduced_.set_basis(i, driven_[i] ? driven_[i]->basis() : *held_[i].basis);
    const auto x = std::span<S>(x_).first(at(island.columns()));
    std::copy(held_[i].acceleration.begin(), held_[i].acceleration.end(), x.begin());
    if (driven_[i]) drive(i, gamma, 1.0, x);
    for (int j = 0; j < island.columns(); ++j)
      reduced_.particular()[at(island.parts.positions[at(j)])] = x[at(j)] * S(island.column[at(j)]);
  }
  const int none = reduced_.solve(m, q_force, qdd);  // (N8)
  if (none >= 0) {
    report.trouble = Trouble::singular_inertia;
    report.index = none;
    return report;
  }
  if (lambda.empty()) return report;
  reduced_.missing_force(m, q_force, qdd, force_);  // Phi^T lambda = Q - M qdd (N9)
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const ScaledIsland& island = islands_[i];
    const auto g = std::span<S>(x_).first(at(island.columns()));
    const auto l = std::span<S>(b_).first(at(island.rows()));
    for (int j = 0; j < island.columns(); ++j)
      g[at(j)] = force_[at(island.parts.positions[at(j)])] * S(island.column[at(j)]);
    if (held_[i].basis != nullptr && driven_[i]) {
      const auto forces = std::span<S>(drive_).first(at(island.rows()));
      driven_[i]->take(g, forces);
      parts_[i]->multipliers(g, l);
      for (const int r : island.drivers) l[at(r)] = forces[at(r)];
    } else {
      parts_[i]->multipliers(g, l);
    }
    for (int r = 0; r < island.rows(); ++r)
      lambda[at(island.parts.rows[at(r)])] = l[at(r)] * S(island.row[at(r)]);
  }
  return report;
}

template <Decidable S>
Report PartitionedLoops<S>::project(double length, std::span<const FunctionValue<S>> functions,
                                    ProjectionStage<S>& w, std::span<S> q, std::span<S> v) {
  Report report;
  const auto look = [&] {
    place_bodies<S>(model_, q, w.position);
    close_loops<S>(model_, q, functions, w.position, w.loops);
    return largest_plain<S>(w.loops.residual, w.row_lengths, length);
  };
  std::fill(w.step.begin(), w.step.end(), S(0.0));
  double residual = look();
  split(w.loops.phi, Which::strong);
  for (int it = 0; residual > 1e-13; ++it) {  // (N10)
    if (it == most_corrections || !std::isfinite(residual)) {
      if (residual <= 1e-9) break;
      report.trouble = Trouble::not_converged;
      report.value = largest<S>(w.loops.residual);
      for (std::size_t r = 0; r < w.loops.residual.size(); ++r) {
        if (!(std::fabs(value(w.loops.residual[r])) < report.value))
          report.index = static_cast<int>(r);
      }
      return report;
    }
    for (std::size_t i = 0; i < islands_.size(); ++i) solve(i, w.loops.residual, w.step, -1.0);
    advance<S>(model_, q, w.step, w.moved);
    std::copy(w.moved.begin(), w.moved.end(), q.begin());
    const double before = residual;
    residual = look();
    if (residual > 0.5 * before && residual <= 1e-10) break;  // rounding is reached
    if (residual > 0.1 * before) split(w.loops.phi, Which::strong);
  }
  split(w.loops.phi, Which::strong);
  for (int pass = 0; pass < 2; ++pass) {  // the second against rounding (N11)
    loop_rate<S>(model_, w.loops, v, w.right);
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      if (held_[i].basis == nullptr || !driven_[i]) {
        solve(i, w.right, w.step, -1.0);
        for (const int p : islands_[i].parts.positions) v[at(p)] += w.step[at(p)];
        continue;
      }
      const Matrix<S>& basis = *held_[i].basis;
      const ScaledIsland& island = islands_[i];
      std::fill(x_.begin(), x_.end(), S(0.0));
      for (int c = 0; c < basis.cols; ++c) {
        S part = S(0.0);
        for (int j = 0; j < basis.rows; ++j)
          part += basis(j, c) * v[at(island.parts.positions[at(j)])] / S(island.column[at(j)]);
        for (int j = 0; j < basis.rows; ++j) x_[at(j)] += part * basis(j, c);
      }
      if (driven_[i]) drive(i, w.loops.drift, -1.0, std::span<S>(x_).first(at(island.columns())));
      for (int j = 0; j < basis.rows; ++j)
        v[at(island.parts.positions[at(j)])] = x_[at(j)] * S(island.column[at(j)]);
    }
  }
  return report;
}

#define TREADLE_INSTANTIATE(S) template class PartitionedLoops<S>;
TREADLE_FOR_EACH_DECIDABLE(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
