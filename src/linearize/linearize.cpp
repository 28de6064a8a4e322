#include "linearize.hpp"

#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../derivatives/equation_matrices.hpp"
#include "../derivatives/freedoms.hpp"
#include "../derivatives/nearby_motion.hpp"
#include "../kinematics/advance.hpp"
#include "../simulation/events.hpp"
#include "modes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <array>
#include <cmath>

namespace treadle {

namespace {

using Vector = Eigen::VectorXd;

std::span<const double> span_of(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
Vector vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}
Eigen::Index index_of(std::size_t k) { return static_cast<Eigen::Index>(k); }

/// A disturbance of everything at the point, and what it does to the rates.
struct Disturbed {
  Vector dq, dv, da, dlambda;
  std::vector<FunctionValue<double>> functions;
  Vector q_rate;  ///< of dq
  Vector z_rate;
};

class Linearizer {
 public:
  Linearizer(const Mechanism& mechanism, const KnownState& point)
      : m_(mechanism), point_(point), slopes_(mechanism), freedoms_(mechanism) {
    slopes_.set_point({point.t, point.q, point.v, point.qdd, point.lambda, point.functions});
    slopes_.along({});
    std::vector<double> phi(at(m_.model.phi_values));
    for (std::size_t k = 0; k < phi.size(); ++k) phi[k] = slopes_.phi_value(k);
    freedoms_.look(phi);
    choose_independent();
    factor_inertia();
    find_driving_inputs();
  }

  Linearization find(const ChannelChoice& outputs) {
    std::vector<Disturbed> columns = state_columns();
    const std::size_t states = columns.size();
    for (Disturbed& column : input_columns()) columns.push_back(std::move(column));
    for (Disturbed& column : columns) respond(column);
    Linearization out;
    name_all(out);
    out.singular = freedoms_.lost();
    out.a.shape(static_cast<int>(states), static_cast<int>(states));
    out.b.shape(static_cast<int>(states), static_cast<int>(columns.size() - states));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Vector rate = state_rate(columns[j], j);
      for (std::size_t i = 0; i < states; ++i) {
        double& to = j < states ? out.a(static_cast<int>(i), static_cast<int>(j))
                                : out.b(static_cast<int>(i), static_cast<int>(j - states));
        to = rate[index_of(i)];
      }
    }
    rate_at_point(out);
    differentiate_outputs(columns, states, outputs, out);
    find_modes(m_, independent_basis_, out);
    return out;
  }

 private:
  [[nodiscard]] Eigen::Index freedoms() const { return independent_basis_.cols(); }

  // Coordinates whose rows of B are farthest from dependent; B is then made their function. (LN1)
  void choose_independent() {
    const Eigen::MatrixXd& b = freedoms_.basis();
    const Eigen::MatrixXd plain = freedoms_.scale().cwiseInverse().asDiagonal() * b;
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(plain.transpose());
    for (Eigen::Index k = 0; k < b.cols(); ++k)
      independent_.push_back(static_cast<int>(qr.colsPermutation().indices()[k]));
    // a person begins at the root
    std::vector<int> order(at(m_.model.nv()));
    int next = 0;
    for (const TreeBody& body : m_.topology().bodies) {
      for (int k = 0; k < body.nv; ++k) order[at(body.v_at + k)] = next++;
    }
    std::sort(independent_.begin(), independent_.end(),
              [&](int i, int j) { return order[at(i)] < order[at(j)]; });
    Eigen::MatrixXd own(b.cols(), b.cols());
    for (Eigen::Index k = 0; k < b.cols(); ++k)
      own.row(k) = b.row(independent_[at(static_cast<int>(k))]);
    independent_basis_ = b.cols() == 0 ? b : Eigen::MatrixXd(b * own.fullPivLu().inverse());
  }
  [[nodiscard]] Vector pick(const Vector& x) const {
    Vector out(freedoms());
    for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = x[independent_[at(static_cast<int>(k))]];
    return out;
  }
  // The step with Phi dx = b that leaves independent coordinates alone.
  [[nodiscard]] Vector dependent_step(const Vector& b) const {
    const Vector step = freedoms_.closing(b);
    return step - independent_basis_ * pick(step);
  }

  void factor_inertia() {
    const Model<double>& model = m_.model;
    Workspace<double> w(model, m_.functions.size());
    w.functions = point_.functions;
    assemble_equations<double>(model, m_.forces, point_.q, point_.v, w);
    const LowerPattern& p = model.pattern->inertia;
    inertia_ = Eigen::MatrixXd::Zero(p.n, p.n);
    for (int j = 0; j < p.n; ++j) {
      inertia_(j, j) = w.matrix.diagonal[at(j)];
      for (int s = p.begin[at(j)]; s < p.begin[at(j) + 1]; ++s)
        inertia_(p.rows[at(s)], j) = inertia_(j, p.rows[at(s)]) = w.matrix.lower[at(s)];
    }
    reduced_.compute(independent_basis_.transpose() * inertia_ * independent_basis_);
  }

  // Inputs that move loops are states of their own, with their rates. (LN4)
  void find_driving_inputs() {
    for (std::size_t u = 0; u < m_.functions.inputs().size(); ++u) {
      if (is_switch(m_, m_.functions.inputs()[u].name)) continue;
      const auto moved = along_input(m_.functions, u, {1.0, 0.0, 0.0});
      bool drives = false;
      for (const LoopData<double>& loop : m_.model.loops)
        drives |= loop.function >= 0 && moved[at(loop.function)].value != 0.0;
      (drives ? driving_ : pushing_).push_back(u);
    }
  }

  // Loops stay closed in positions, then in velocities.
  [[nodiscard]] Disturbed closed(Vector dq, Vector dv,
                                 std::vector<FunctionValue<double>> functions = {}) {
    Disturbed d{std::move(dq), std::move(dv), {}, {}, std::move(functions), {}, {}};
    if (m_.model.rows() == 0) return d;
    slopes_.along({span_of(d.dq), span_of(d.dv), d.functions});
    d.dq -= dependent_step(loop_slopes(&EquationSlopes::position));
    slopes_.along({span_of(d.dq), span_of(d.dv), d.functions});
    d.dv -= dependent_step(loop_slopes(&EquationSlopes::velocity));
    return d;
  }
  [[nodiscard]] Vector loop_slopes(double (EquationSlopes::*slope)(std::size_t) const) const {
    Vector out(m_.model.rows());
    for (Eigen::Index r = 0; r < out.size(); ++r)
      out[r] = (slopes_.*slope)(static_cast<std::size_t>(r));
    return out;
  }

  std::vector<Disturbed> state_columns() {
    std::vector<Disturbed> out;
    const Vector none = Vector::Zero(m_.model.nv());
    for (Eigen::Index k = 0; k < freedoms(); ++k)
      out.push_back(closed(independent_basis_.col(k), none));
    for (Eigen::Index k = 0; k < freedoms(); ++k)
      out.push_back(closed(none, independent_basis_.col(k)));
    for (const std::size_t state : m_.functions.states()) {
      std::vector<FunctionValue<double>> moved(m_.functions.size());
      moved[state].value = 1.0;
      out.push_back(closed(none, none, std::move(moved)));
    }
    for (const std::size_t u : driving_)
      out.push_back(closed(none, none, along_input(m_.functions, u, {1.0, 0.0, 0.0})));
    for (const std::size_t u : driving_)
      out.push_back(closed(none, none, along_input(m_.functions, u, {0.0, 1.0, 0.0})));
    return out;
  }
  std::vector<Disturbed> input_columns() {
    std::vector<Disturbed> out;
    const Vector none = Vector::Zero(m_.model.nv());
    for (const std::size_t u : pushing_)
      out.push_back(closed(none, none, along_input(m_.functions, u, {1.0, 0.0, 0.0})));
    for (const std::size_t u : driving_)
      out.push_back(closed(none, none, along_input(m_.functions, u, {0.0, 0.0, 1.0})));
    return out;
  }

  // M da + Phi^T dlambda = -dr, Phi da = -d(Phi a - gamma). (LN3)
  void respond(Disturbed& d) {
    slopes_.along({span_of(d.dq), span_of(d.dv), d.functions});
    Vector r(m_.model.nv());
    for (Eigen::Index k = 0; k < r.size(); ++k)
      r[k] = slopes_.residual(static_cast<std::size_t>(k));
    d.z_rate.resize(index_of(m_.functions.states().size()));
    for (Eigen::Index z = 0; z < d.z_rate.size(); ++z)
      d.z_rate[z] = slopes_.state_rate(static_cast<std::size_t>(z));
    d.da = Vector::Zero(r.size());
    if (m_.model.rows() > 0) d.da = -dependent_step(loop_slopes(&EquationSlopes::acceleration));
    if (freedoms() > 0)
      d.da += independent_basis_ *
              reduced_.solve(independent_basis_.transpose() * (-r - inertia_ * d.da));
    d.dlambda = freedoms_.multipliers(-r - inertia_ * d.da);
    const std::vector<double> turn = increment_turn(slopes_.model(), point_.v, span_of(d.dq));
    d.q_rate = d.dv + vector_of(turn);  // (E4)
  }

  [[nodiscard]] Vector state_rate(const Disturbed& d, std::size_t column) const {
    const std::size_t f = static_cast<std::size_t>(freedoms()), nz = m_.functions.states().size(),
                      nd = driving_.size(), states = 2 * f + nz + 2 * nd;
    Vector out = Vector::Zero(index_of(states));
    out.head(index_of(f)) = pick(d.q_rate);
    out.segment(index_of(f), index_of(f)) = pick(d.da);
    out.segment(index_of(2 * f), index_of(nz)) = d.z_rate;
    const std::size_t rates = 2 * f + nz + nd, accelerations = states + pushing_.size();
    if (column >= rates && column < states) out[index_of(column - nd)] = 1.0;
    if (column >= accelerations) out[index_of(rates + column - accelerations)] = 1.0;
    return out;
  }

  void rate_at_point(Linearization& out) {
    const Vector speed = pick(vector_of(point_.v)), gain = pick(vector_of(point_.qdd));
    out.rate.assign(span_of(speed).begin(), span_of(speed).end());
    out.rate.insert(out.rate.end(), span_of(gain).begin(), span_of(gain).end());
    slopes_.along({});
    for (std::size_t z = 0; z < m_.functions.states().size(); ++z)
      out.rate.push_back(slopes_.state_rate_value(z));
    out.rate.resize(out.states.size(), 0.0);
    double fastest = 0.0, most = 0.0;
    for (const double v : point_.v) fastest = std::max(fastest, std::fabs(v));
    for (const double a : point_.qdd) most = std::max(most, std::fabs(a));
    out.moves = fastest > 1e-9 || most > 1e-6;
    out.what = !out.moves ? "an equilibrium"
               : fastest <= 1e-9
                   ? "a state at rest that is no equilibrium: forces are not balanced there, and "
                     "the motion leaves it; A and B hold at that instant"
                   : "a motion, at one instant: A and B say how a small disturbance of this "
                     "motion changes just then, in increments that go along with it";
    const auto rolls = [](const LoopData<double>& loop) { return loop.rolls(); };
    if (fastest > 1e-9 && std::any_of(m_.model.loops.begin(), m_.model.loops.end(), rolls))
      out.what +=
          "; it is disturbed in the ways it can roll, which says all if nothing depends on where "
          "it is and where it heads";
  }

  void name_all(Linearization& out) const {
    for (const int k : independent_) out.states.push_back(increment_name(m_, k));
    for (const int k : independent_) out.states.push_back(velocity_name(m_, k));
    for (std::size_t z = 0; z < m_.functions.states().size(); ++z)
      out.states.push_back(state_name(m_, z));
    const auto& inputs = m_.functions.inputs();
    for (const std::size_t u : driving_) out.states.push_back({inputs[u].name, ""});
    for (const std::size_t u : driving_) out.states.push_back({inputs[u].name + ".rate", ""});
    for (const std::size_t u : pushing_) out.inputs.push_back({inputs[u].name, ""});
    for (const std::size_t u : driving_)
      out.inputs.push_back({inputs[u].name + ".acceleration", ""});
  }

  // The point moved by a part of a disturbance.
  [[nodiscard]] KnownState moved(const Disturbed& d, double h) const {
    KnownState s = point_;
    const Vector dq = h * d.dq;
    advance<double>(m_.model, point_.q, span_of(dq), s.q);
    for (std::size_t k = 0; k < s.v.size(); ++k) {
      s.v[k] += h * d.dv[index_of(k)];
      s.qdd[k] += h * d.da[index_of(k)];
    }
    for (std::size_t r = 0; r < s.lambda.size(); ++r) s.lambda[r] += h * d.dlambda[index_of(r)];
    for (std::size_t f = 0; f < d.functions.size(); ++f) {
      s.functions[f].value += h * d.functions[f].value;
      s.functions[f].rate += h * d.functions[f].rate;
      s.functions[f].acceleration += h * d.functions[f].acceleration;
    }
    return s;
  }

  // Differences of sixth order of what channels compute; all that goes in has exact slopes. (LN5)
  void differentiate_outputs(const std::vector<Disturbed>& columns, std::size_t states,
                             const ChannelChoice& choice, Linearization& out) {
    StateRow maker(m_, choice);
    const std::size_t all = maker.columns().size();
    std::vector<std::size_t> shown;
    for (std::size_t k = 0; k < all; ++k) {
      if (maker.columns()[k].group == channel_group::time) continue;
      shown.push_back(k);
      out.outputs.push_back({maker.columns()[k].name, maker.columns()[k].unit});
    }
    std::vector<double> row(all);
    maker.fill(point_, row);
    for (const std::size_t k : shown) out.output.push_back(row[k]);
    const int rows = static_cast<int>(shown.size());
    out.c.shape(rows, static_cast<int>(states));
    out.d.shape(rows, static_cast<int>(columns.size() - states));
    constexpr std::array<double, 3> weights{45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
    std::vector<double> other(all), slope(all);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double h = step_along(columns[j]);
      std::fill(slope.begin(), slope.end(), 0.0);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const double far = h * static_cast<double>(k + 1);
        maker.fill(moved(columns[j], far), row);
        maker.fill(moved(columns[j], -far), other);
        for (std::size_t i = 0; i < all; ++i) slope[i] += weights[k] * (row[i] - other[i]) / h;
      }
      for (int i = 0; i < rows; ++i) {
        double& to =
            j < states ? out.c(i, static_cast<int>(j)) : out.d(i, static_cast<int>(j - states));
        to = slope[shown[at(i)]];
      }
    }
  }
  // A thousandth of a radian or of the mechanism's length.
  [[nodiscard]] double step_along(const Disturbed& d) const {
    double size = 0.0;
    for (Eigen::Index k = 0; k < d.dq.size(); ++k) {
      const double scale = freedoms_.scale()[k];
      size = std::max({size, std::fabs(d.dq[k]) / scale, std::fabs(d.dv[k]) / scale / 10.0});
    }
    return size > 0.0 ? 3e-4 / size : 1.0;
  }

  const Mechanism& m_;
  const KnownState& point_;
  EquationSlopes slopes_;
  Freedoms freedoms_;
  std::vector<int> independent_;
  Eigen::MatrixXd independent_basis_, inertia_;
  Eigen::LLT<Eigen::MatrixXd> reduced_;
  std::vector<std::size_t> driving_, pushing_;
};

}  // namespace

Linearization linearize(const Mechanism& mechanism, const KnownState& point,
                        const ChannelChoice& outputs) {
  if (!mechanism.control.empty())
    throw ModelError("controllers",
                     "linearize does not know what controllers feed back; leave "
                     "them out: B and D have the inputs that they feed");
  return Linearizer(mechanism, point).find(outputs);
}

}  // namespace treadle
