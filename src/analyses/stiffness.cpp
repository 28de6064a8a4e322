// The stiffest spring against the step: effective masses from J (M, Phi)^-1 J^T at the start, with
// closed loops, one solve for each direction of a spring (docs/theory/doctor.md).
#include "../acceleration/step.hpp"
#include "../forces/find.hpp"
#include "../solve/registry.hpp"
#include "doctor.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

namespace treadle {

namespace {

/// One direction of a spring or damper.
struct Direction {
  std::string name, item;
  double stiffness = 0.0, damping = 0.0;
  Eigen::VectorXd row;  ///< J: velocity along the direction for each velocity of the mechanism
};

// Of powers, which have no range of their own, at the state.
double steepest(const Law<double>& powers_or_table, double at) {
  double most = 0.0;
  if (powers_or_table.table.empty()) {
    if (powers_or_table.powers.empty()) return 0.0;
    const double h = 1e-4 * std::max(std::fabs(at), 1e-3);
    return std::fabs(powers_or_table.value(at + h) - powers_or_table.value(at - h)) / (2.0 * h);
  }
  const LookupTable& law = powers_or_table.table;
  constexpr int samples = 16;
  for (std::size_t i = 0; i + 1 < law.x.size(); ++i) {
    for (int k = 0; k <= samples; ++k) {
      const double x = law.x[i] + (law.x[i + 1] - law.x[i]) * k / samples;
      most = std::max(most, std::fabs(look(law, x).slope));
    }
  }
  return most;
}

class Directions {
 public:
  Directions(const Mechanism& m, const Workspace<double>& w) : m_(m), w_(w) {
    coordinates();
    items();
  }
  [[nodiscard]] const std::vector<Direction>& list() const { return list_; }

 private:
  void coordinates() {
    for (const CoordinateLaw<double>& law : m_.forces.coordinates) {
      Eigen::VectorXd row = Eigen::VectorXd::Zero(m_.model.nv());
      row[law.v_at.at] = 1.0;
      const std::string joint = m_.coordinate_name(law.v_at.at);
      const double x = law.plain ? m_.start.q[law.q_at.index()] : 0.0;
      add("joint '" + joint + "'", joint, law.plain ? spring_of(law.law, x) : 0.0,
          damper_of(law.law, m_.start.v[law.v_at.index()]), row);
    }
    for (const BallLaw<double>& ball : m_.forces.balls) {
      const auto turn = ball.turn(w_.position, w_.velocity);
      const std::string body = ball.from.valid() ? m_.topology().bodies[ball.from].joint
                                                 : m_.topology().bodies[ball.to].joint;
      add("joint '" + body + "'", body, spring_of(ball.law, turn.angle),
          damper_of(ball.law, turn.rate),
          between(ball.from, ball.to, {{0.0, 0.0, 0.0}, turn.axis}));
    }
  }
  static double spring_of(const ScalarLaw<double>& law, double x) {
    return (law.spring.empty() ? law.stiffness : steepest(law.spring, x - law.rest)) +
           (law.has_stops ? law.stop_stiffness : 0.0) +
           (law.play.active ? law.play.stiffness : 0.0);
  }
  static double damper_of(const ScalarLaw<double>& law, double rate) {
    return (law.damper.empty() ? law.damping : steepest(law.damper, rate)) +
           (law.has_stops ? law.stop_damping : 0.0);
  }
  void add(const ForceItem& item, const char* word, const SumLaw<double>& along) {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(m_.model.nv());
    for (const auto& t : along.sum.terms) row[t.v_at.at] += t.factor;
    add(word + (" '" + item.name + "'"), item.name,
        spring_of(along.law, along.sum.value(m_.start.q)),
        damper_of(along.law, along.sum.rate(m_.start.v)), row);
  }
  void add(const ForceItem& item, const ElasticCoupler<double>& c) {
    add(item, "coupler", c.along);
  }
  void add(const ForceItem& item, const ElasticGear<double>& g) { add(item, "gear", g.along); }
  void items() {
    const std::vector<int> places = force_places(m_.description, m_.placement);
    for (std::size_t f = 0; f < places.size(); ++f) {
      if (places[f] < 0) continue;
      const ForceItem& item = m_.description.forces[f];
      with_kind(m_.forces, item.kind,
                [&](const auto& list) { add(item, list[static_cast<std::size_t>(places[f])]); });
    }
  }
  void add(const ForceItem& item, const PointSpring<double>& s) {
    const auto line = s.line(w_.position, w_.velocity);
    double k =
        s.spring_law.empty() ? s.stiffness : steepest(s.spring_law, line.distance - s.length);
    double stop = 0.0;
    for (const TravelStop<double>* end : {&s.bump, &s.rebound}) {
      if (end->active)
        stop = std::max(stop, end->law.empty() ? end->stiffness : steepest(end->law, 0.0));
    }
    k += stop + s.relaxing_stiffness;
    double c = s.damper_law.empty() ? std::max(s.damping, s.rebound_damping)
                                    : steepest(s.damper_law, line.rate);
    if (s.ends.active) c = std::max({c, s.ends.damping, s.ends.rebound_damping});
    add("spring '" + item.name + "'", item.name, k, c,
        between(s.from, s.to, force_at(line.from, line.direction)));
  }
  void add(const ForceItem& item, const Bushing<double>& b) {
    static const std::array<const char*, 6> axes{"x", "y", "z", "rx", "ry", "rz"};
    const auto gap = b.gap(w_.position, w_.velocity);
    for (std::size_t k = 0; k < 6; ++k) {
      const Vec3<double> unit{k % 3 == 0 ? 1.0 : 0.0, k % 3 == 1 ? 1.0 : 0.0,
                              k % 3 == 2 ? 1.0 : 0.0};
      const Vec3<double> axis = gap.to.r * unit;
      const Force<double> f =
          k < 3 ? force_at(gap.point, axis) : Force<double>{{0.0, 0.0, 0.0}, axis};
      add("bushing '" + item.name + "' (" + axes[k] + ")", item.name, b.stiffness[k], b.damping[k],
          between(b.from, b.to, f));
    }
  }
  void add(const ForceItem& item, const PlaneSpring<double>& p) {
    const auto contact = p.contact(w_.position, w_.velocity);
    add("plane '" + item.name + "'", item.name, p.stiffness, p.damping,
        between(p.from, p.to, force_at(contact.place, contact.normal)));
  }
  void add(const ForceItem& item, const Tyre<double>& t) {
    const auto contact = t.contact(state_of<double>(m_.start.q, m_.start.v, w_));
    const Transform<double>& world = w_.position.world[t.group.index()];
    add("tyre '" + item.name + "'", item.name, t.stiffness, t.damping,
        between(t.body, BodyId{}, force_at(world * contact.place, world.r * contact.normal)));
  }
  void add(const ForceItem& /*item*/, const AppliedForce<double>& /*no spring*/) {}
  void add(const ForceItem& /*item*/, const Drag<double>& /*no spring*/) {}
  void add(std::string name, std::string item, double k, double c, Eigen::VectorXd row) {
    if (k <= 0.0 && c <= 0.0) return;
    list_.push_back(
        {std::move(name), std::move(item), std::max(k, 0.0), std::max(c, 0.0), std::move(row)});
  }
  // What a force on one body and its opposite on another do to the coordinates.
  [[nodiscard]] Eigen::VectorXd between(BodyId from, BodyId to, const Force<double>& f) const {
    Eigen::VectorXd row = Eigen::VectorXd::Zero(m_.model.nv());
    for (const auto& [body, sign] : {std::pair{from, 1.0}, std::pair{to, -1.0}}) {
      for (int i = body.at; i >= 0; i = m_.model.links[static_cast<std::size_t>(i)].parent) {
        const Link<double>& link = m_.model.links[static_cast<std::size_t>(i)];
        const std::array<double, 6> parts{f.lin.x, f.lin.y, f.lin.z, f.ang.x, f.ang.y, f.ang.z};
        for (int a = 0; a < link.nv; ++a) {
          const auto k = static_cast<std::size_t>(a);
          row[link.v_at + a] +=
              sign * (link.carries_axes
                          ? parts[k]
                          : dot(w_.position.b[static_cast<std::size_t>(link.b_at) + k], f));
        }
      }
    }
    return row;
  }

  const Mechanism& m_;
  const Workspace<double>& w_;
  std::vector<Direction> list_;
};

// J (M, Phi)^-1 J^T: how far each direction gives under a unit impulse along each.
Eigen::MatrixXd mobility(const Mechanism& m, Workspace<double>& w,
                         const std::vector<Direction>& list) {
  const auto solver = make_solver<double>("topology", *m.model.pattern);
  solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
  const auto n = static_cast<Eigen::Index>(list.size());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(n, n);
  if (!solver->factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi}).ok()) return out;
  const std::vector<double> none(static_cast<std::size_t>(m.model.rows()), 0.0);
  for (Eigen::Index a = 0; a < n; ++a) {
    const Eigen::VectorXd& row = list[static_cast<std::size_t>(a)].row;
    solver->solve({row.data(), static_cast<std::size_t>(row.size())}, none, w.qdd, w.lambda);
    const Eigen::Map<const Eigen::VectorXd> x(w.qdd.data(), row.size());
    for (Eigen::Index b = 0; b < n; ++b) out(b, a) = list[static_cast<std::size_t>(b)].row.dot(x);
  }
  return 0.5 * (out + out.transpose());
}

// Modes of the springs (of the dampers) alone, each with what the others add to it.
void limit_by(const std::vector<Direction>& list, const Eigen::MatrixXd& mobility,
              const Eigen::VectorXd& own, const Eigen::VectorXd& other, bool springs,
              const std::string& integrator, Stiffest& out) {
  const Eigen::VectorXd root = own.cwiseSqrt();
  const Eigen::MatrixXd scaled = root.asDiagonal() * mobility * root.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(scaled);
  for (Eigen::Index k = 0; k < modes.eigenvalues().size(); ++k) {
    const double value = modes.eigenvalues()[k];
    if (!(value > 0.0)) continue;
    const Eigen::VectorXd y = modes.eigenvectors().col(k);
    const Eigen::VectorXd along = mobility * (root.asDiagonal() * y);
    const double added = along.cwiseProduct(other).dot(along) / value;
    const double omega = std::sqrt(springs ? value : added), rate = springs ? added : value;
    const double limit = stable_step(integrator, omega, rate);
    if (!(limit < out.limit)) continue;
    Eigen::Index most = 0;
    y.cwiseAbs().maxCoeff(&most);
    const Direction& named = list[static_cast<std::size_t>(most)];
    out = {named.name, named.item, omega, rate, limit};
  }
}

bool grows(const std::string& integrator, double h, double omega, double rate) {
  const double k = h * h * omega * omega, c = h * rate;
  if (integrator == "semi-implicit-euler") return k + 2.0 * c > 4.0 + 1e-9 || c > 2.0 + 1e-9;
  const std::complex<double> z = 0.5 * (-c - std::sqrt(std::complex<double>(c * c - 4.0 * k, 0.0)));
  if (integrator == "explicit-euler") {
    // without damping it always grows a little; 0.5 % in a step is left to the person
    return std::abs(1.0 + z) > 1.005;
  }
  return std::abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))) > 1.0 + 1e-9;
}

}  // namespace

double stable_step(const std::string& integrator, double omega, double rate) {
  const bool known =
      integrator == "rk4" || integrator == "semi-implicit-euler" || integrator == "explicit-euler";
  const double fastest = std::max(omega, rate);
  if (!known || !(fastest > 0.0)) return std::numeric_limits<double>::infinity();
  double h = 0.0;
  const double fine = 0.005 / fastest;
  for (int k = 1; k <= 2000; ++k) {  // up to ten times what any of them can
    if (grows(integrator, k * fine, omega, rate)) {
      double low = h, high = k * fine;
      for (int it = 0; it < 40; ++it) {
        const double middle = 0.5 * (low + high);
        (grows(integrator, middle, omega, rate) ? high : low) = middle;
      }
      return low;
    }
    h = k * fine;
  }
  return std::numeric_limits<double>::infinity();
}

Stiffest find_stiffest(const Mechanism& m, const std::string& integrator) {
  Stiffest out;
  out.limit = std::numeric_limits<double>::infinity();
  if (m.description.forces.empty() && m.forces.coordinates.empty() && m.forces.balls.empty())
    return out;
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  assemble_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  const Directions directions(m, w);
  const std::vector<Direction>& list = directions.list();
  if (list.empty()) return out;
  const Eigen::MatrixXd gives = mobility(m, w, list);
  const auto n = static_cast<Eigen::Index>(list.size());
  Eigen::VectorXd k(n), c(n);
  for (Eigen::Index a = 0; a < n; ++a) {
    k[a] = list[static_cast<std::size_t>(a)].stiffness;
    c[a] = list[static_cast<std::size_t>(a)].damping;
  }
  limit_by(list, gives, k, c, true, integrator, out);
  limit_by(list, gives, c, k, false, integrator, out);
  return out;
}

}  // namespace treadle
