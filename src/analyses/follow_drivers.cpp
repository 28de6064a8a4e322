#include "follow_drivers.hpp"

#include "../assembly/driver_conflict.hpp"
#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../keeping/partition_svd.hpp"
#include "../keeping/scaled_islands.hpp"
#include "../kinematics/advance.hpp"
#include "kinematic_rows.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double longest_turn = 0.1;     // rad or parts of the length, in one stride
constexpr double shortest_share = 1e-9;  // of the whole time

/// An island that drivers move, with its factors.
struct Driven {
  explicit Driven(ScaledIsland i)
      : island(std::move(i)),
        svd(island.rows(), island.columns(), island.rank),
        b(at(island.rows())),
        x(at(island.columns())) {}

  ScaledIsland island;
  SvdPartition<double> svd;
  Matrix<double> phi;
  std::vector<double> b, x;
};

struct State {
  double t = 0.0;
  std::vector<double> q, v, a;
};

class DriverWalk {
 public:
  explicit DriverWalk(const Mechanism& m)
      : m_(m), position_(m.model), velocity_(m.model), loops_(m.model), gamma_(at(m.model.rows())) {
    for (ScaledIsland& island : scaled_islands(m.model, m.redundancy.rows)) {
      if (island.drivers.empty()) continue;
      if (island.free() > 0)
        throw ModelError("drivers",
                         "the loops of driver '" + name_of(island) + "' keep " +
                             std::to_string(island.free()) +
                             " degrees of freedom that nothing drives; treadle run moves "
                             "them by forces, --drive moves them by hand");
      driven_.emplace_back(std::move(island));
    }
  }

  State start() {
    State state{0.0, m_.start.q, {}, {}};
    close(state);
    rates(state);
    return state;
  }

  /// At `t`; false where the loops do not close there, or only far away.
  bool go(const State& from, double t, State& to) {
    const double h = t - from.t;
    std::vector<double> step(from.v.size());
    double most = 0.0;
    for (std::size_t k = 0; k < step.size(); ++k) step[k] = h * (from.v[k] + 0.5 * h * from.a[k]);
    for (const Driven& d : driven_) {
      for (int j = 0; j < d.island.columns(); ++j)
        most = std::max(
            most, std::fabs(step[at(d.island.parts.positions[at(j)])]) / d.island.column[at(j)]);
    }
    if (!(most < longest_turn)) return false;
    to.t = t;
    to.q.resize(from.q.size());
    advance<double>(m_.model, from.q, step, to.q);
    if (!close(to)) return false;
    rates(to);
    return true;
  }

  /// Why no position follows: a driver that contradicts others or stands at its dead point, else
  /// the driver whose loops are weakest there.
  std::string reason(const State& state) {
    look(state);
    const DriverConflict conflict =
        find_driver_conflict(m_.model, functions_, state.q, m_.redundancy.q, true);
    if (conflict.any()) return words_of(m_.topology(), conflict);
    const Driven* worst = nullptr;
    for (Driven& d : driven_) {
      d.svd.split(d.phi);
      if (worst == nullptr || d.svd.weakest() < worst->svd.weakest()) worst = &d;
    }
    if (worst == nullptr) return "";
    return "driver '" + name_of(worst->island) + "' asks for more than its loops allow (strength " +
           short_number(worst->svd.weakest(), 2) + ": no position near the last one)";
  }

 private:
  [[nodiscard]] std::string name_of(const ScaledIsland& island) const {
    for (const int c : island.parts.loops) {
      if (m_.model.loops[at(c)].function >= 0) return m_.topology().loops[LoopId{c}].name;
    }
    return "?";
  }

  void look(const State& state) {
    functions_ = m_.functions_at(state.t);
    place_bodies<double>(m_.model, state.q, position_);
    close_loops<double>(m_.model, state.q, functions_, position_, loops_);
    for (Driven& d : driven_) fill_scaled<double>(m_.model, d.island, loops_.phi, d.phi);
  }

  /// x of an island with Phi x = sign * rows, in coordinates, into `out`.
  void solve(Driven& d, const std::vector<double>& rows, double sign, std::vector<double>& out) {
    for (int r = 0; r < d.island.rows(); ++r)
      d.b[at(r)] = sign * rows[at(d.island.parts.rows[at(r)])] * d.island.row[at(r)];
    d.svd.particular(d.b, d.x);
    for (int j = 0; j < d.island.columns(); ++j)
      out[at(d.island.parts.positions[at(j)])] = d.x[at(j)] * d.island.column[at(j)];
  }

  double gap() const {
    double most = 0.0;
    for (const Driven& d : driven_) {
      for (int r = 0; r < d.island.rows(); ++r)
        most = std::max(
            most, std::fabs(loops_.residual[at(d.island.parts.rows[at(r)])]) * d.island.row[at(r)]);
    }
    return most;
  }

  // Newton's method, down to rounding.
  bool close(State& state) {
    std::vector<double> step(at(m_.model.nv()), 0.0), moved(state.q.size());
    double before = 1e300;
    for (int it = 0; it < 12; ++it) {
      look(state);
      const double now = gap();
      if (now <= 1e-15 || (now < 1e-13 && now > 0.3 * before)) return true;
      if (!std::isfinite(now) || now > before) return before < 1e-12;
      before = now;
      for (Driven& d : driven_) {
        d.svd.split(d.phi);
        solve(d, loops_.residual, -1.0, step);
      }
      advance<double>(m_.model, state.q, step, moved);
      state.q = moved;
    }
    return before < 1e-12;
  }

  // Phi v = -Phi_t and Phi a = gamma
  void rates(State& state) {
    look(state);
    state.v.assign(at(m_.model.nv()), 0.0);
    state.a.assign(at(m_.model.nv()), 0.0);
    for (Driven& d : driven_) {
      d.svd.split(d.phi);
      solve(d, loops_.drift, -1.0, state.v);
    }
    move_bodies<double>(m_.model, state.v, position_, velocity_);
    loop_bias<double>(m_.model, functions_, position_, loops_, velocity_, gamma_);
    for (Driven& d : driven_) solve(d, gamma_, 1.0, state.a);
  }

  const Mechanism& m_;
  std::vector<Driven> driven_;
  PositionStage<double> position_;
  VelocityStage<double> velocity_;
  LoopStage<double> loops_;
  std::vector<double> gamma_;
  std::vector<FunctionValue<double>> functions_;
};

}  // namespace

bool has_drivers(const Description& description) {
  return std::any_of(
      description.constraints.begin(), description.constraints.end(), [](const ConstraintItem& c) {
        return c.kind == ConstraintKind::driver || c.kind == ConstraintKind::distance_driver;
      });
}

DriveResult follow_drivers(const Mechanism& m, const TimeOptions& o) {
  if (o.points < 2) throw ModelError("drivers", "give at least 2 points");
  if (!(o.until > 0.0)) throw ModelError("drivers", "the time must be positive");
  DriverWalk walk(m);
  KinematicRows rows(m, kinematic_channels(m, o.channels));
  DriveResult result;
  result.columns = rows.columns();
  State here = walk.start(), there;
  std::vector<double> row;
  const auto write = [&] {
    rows.fill(here.t, here.q, here.v, here.a, row, true);
    result.rows.push_back(row);
  };
  write();
  for (int k = 1; k < o.points; ++k) {
    const double target = k + 1 == o.points ? o.until : o.until * k / (o.points - 1);
    double stride = target - here.t;
    while (here.t < target) {
      const double next = here.t + stride >= target ? target : here.t + stride;
      if (walk.go(here, next, there)) {
        std::swap(here, there);
        stride *= 2.0;
        continue;
      }
      stride *= 0.5;
      if (stride > shortest_share * o.until) continue;
      result.reached = here.t;
      result.message = "at t = " + short_number(here.t, 10) + " s: " + walk.reason(here);
      return result;
    }
    write();
  }
  result.reached = o.until;
  return result;
}

}  // namespace treadle
