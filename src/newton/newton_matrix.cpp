#include "newton_matrix.hpp"

#include "../dynamics/columns.hpp"

#include <algorithm>

namespace treadle {

namespace {

std::size_t no(int i) { return static_cast<std::size_t>(i); }

Force<double> times(const Square6& m, const Motion<double>& x) {
  const std::array<double, 6> in{x.lin.x, x.lin.y, x.lin.z, x.ang.x, x.ang.y, x.ang.z};
  std::array<double, 6> out{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) out[i] += m[6 * i + j] * in[j];
  return load(out.data());
}

SlopeForm slope_form(JacobianKind kind) {
  if (kind == JacobianKind::exact) return SlopeForm::exact;
  return kind == JacobianKind::approximate ? SlopeForm::law : SlopeForm::symmetric;
}

}  // namespace

NewtonMatrix::NewtonMatrix(const Mechanism& mechanism, JacobianKind kind)
    : mechanism_(mechanism),
      local_(mechanism.forces, mechanism.functions, mechanism.model.links.size(),
             mechanism.model.groups.size(),
             kind == JacobianKind::approximate ? LocalForm::exact : LocalForm::symmetric),
      opaque_(mechanism),
      plan_(mechanism, kind, local_, &opaque_),
      lu_(plan_.pattern),
      kind_(kind),
      symmetric_(kind == JacobianKind::approximate_symmetric ||
                 kind == JacobianKind::block_diagonal),
      mixed_(local_.pairs().size()),
      mixed_sums_(local_.sums().size()),
      position_(mechanism.model),
      velocity_(mechanism.model),
      inertia_(mechanism.model),
      matrix_(mechanism.model),
      loops_(mechanism.model),
      columns_(no(mechanism.model.nv())),
      touching_(mechanism.model, columns_, slope_form(kind)),
      right_(no(mechanism.model.nv() + mechanism.model.rows())) {
  if (kind == JacobianKind::exact) exact_ = std::make_unique<ExactTerms>(mechanism, plan_);
  if (!mechanism.contacts.empty() && kind != JacobianKind::block_diagonal)
    touching_factors_ = std::make_unique<TouchingFactors>(plan_, symmetric_);
  if (kind != JacobianKind::block_diagonal) return;
  carried_.resize(mechanism.model.links.size());
  iteration_ = ConjugateGradients(no(mechanism.model.nv()), no(mechanism.model.rows()));
}

void NewtonMatrix::linearize(const NewtonPoint& point, ContactForces* contacts) {
  const Model<double>& model = mechanism_.model;
  const auto &q = point.q, &v = point.v;
  const auto& functions = point.functions;
  place_bodies<double>(model, q, position_);
  move_bodies<double>(model, v, position_, velocity_);
  body_inertias<double>(model, position_, inertia_);
  composite_inertia<double>(model, position_, inertia_, matrix_);
  close_loops<double>(model, q, functions, position_, loops_);
  for (const Link<double>& link : model.links)
    for (int k = 0; k < link.nv; ++k) columns_[no(link.v_at + k)] = column(link, position_, k);
  local_.look({q, v, functions, position_, velocity_});
  if (kind_ == JacobianKind::approximate)
    opaque_.look(point.t, {q, v, functions, position_, velocity_});
  if (contacts != nullptr) touching_.look(*contacts, position_, velocity_);
  if (!exact_) return;
  exact_->look(point, touching_.loads());
  touching_.set_turned(exact_->turned);
}

void NewtonMatrix::add_inertia_and_loops() {
  const std::span<double> a = lu_.values();
  for (std::size_t i = 0; i < plan_.diagonal_slots.size(); ++i)
    a[no(plan_.diagonal_slots[i])] = matrix_.diagonal[i];
  for (std::size_t k = 0; k < plan_.lower_slots.size(); ++k)
    a[no(plan_.lower_slots[k])] = a[no(plan_.upper_slots[k])] = matrix_.lower[k];
  for (std::size_t k = 0; k < plan_.phi_slots.size(); ++k)
    a[no(plan_.phi_slots[k])] = a[no(plan_.turned_slots[k])] = loops_.phi[k];
}

// Local matrices as the weights of a method mix them.
void NewtonMatrix::mix(double c_q, double c_v) {
  for (std::size_t p = 0; p < mixed_.size(); ++p) {
    const PairJacobian& pair = local_.pairs()[p];
    Square6& local = mixed_[p];
    for (std::size_t k = 0; k < 36; ++k)
      local[k] = exact_ ? 0.0 : c_q * pair.stiffness[k] + c_v * pair.damping[k];
    if (pair.state < 0) continue;
    // what the state makes of a motion (J10)
    const double s = pair.state_pull * c_v * c_v / (1.0 + c_v * pair.state_rate);
    std::array<double, 6> w{};
    store(pair.along, w.data());
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) local[6 * i + j] += s * w[i] * w[j];
  }
  for (std::size_t p = 0; p < mixed_sums_.size(); ++p) {
    const SumJacobian& sum = local_.sums()[p];
    mixed_sums_[p] = exact_ ? 0.0 : c_q * sum.stiffness + c_v * sum.damping;
  }
}

// (Phi_from - Phi_to)^T (c_q G + c_v H) (Phi_from - Phi_to) (J7)
void NewtonMatrix::add_pairs() {
  const std::span<double> a = lu_.values();
  for (std::size_t p = 0; p < plan_.moved.size(); ++p) {
    const Moved& moved = plan_.moved[p];
    if (exact_ && local_.pairs()[p].state < 0) continue;  // in K and D
    const int* slot = moved.slots.data();
    const std::size_t n = moved.columns.size();
    for (std::size_t c = 0; c < n; ++c) {
      const Force<double> f = times(mixed_[p], columns_[no(moved.columns[c])]);
      for (std::size_t r = 0; r < n; ++r) {
        a[no(slot[r * n + c])] +=
            moved.signs[r] * moved.signs[c] * dot(columns_[no(moved.columns[r])], f);
      }
    }
  }
  for (std::size_t p = 0; p < plan_.sum_slots.size(); ++p) {
    const SumJacobian& sum = local_.sums()[p];
    const int* slot = plan_.sum_slots[p].data();
    for (const SumJacobian::Term& r : sum.terms)
      for (const SumJacobian::Term& c : sum.terms)
        a[no(*slot++)] += mixed_sums_[p] * r.factor * c.factor;
  }
}

// Phi_i^T (c_q G_ij + c_v H_ij) Phi_j over all pairs of bodies (J20)
void NewtonMatrix::add_asked() {
  const std::span<double> a = lu_.values();
  for (std::size_t p = 0; p < plan_.asked.size(); ++p) {
    const NewtonPlan::Asked& asked = plan_.asked[p];
    const OpaqueJacobian& force = opaque_.all()[p];
    const std::size_t n = asked.columns.size(), bodies = force.bodies.size();
    for (std::size_t j = 0; j < bodies; ++j) {
      for (const std::size_t c : asked.of_body[j]) {
        const Motion<double>& motion = columns_[no(asked.columns[c])];
        for (std::size_t i = 0; i < bodies; ++i) {
          const Force<double> g = times(force.stiffness[i * bodies + j], motion),
                              h = times(force.damping[i * bodies + j], motion);
          const Force<double> f{c_q_ * g.lin + c_v_ * h.lin, c_q_ * g.ang + c_v_ * h.ang};
          for (const std::size_t r : asked.of_body[i])
            a[no(asked.slots[r * n + c])] += dot(columns_[no(asked.columns[r])], f);
        }
      }
    }
  }
}

// As if the local matrices were inertia: sums of what bodies carry, in the pattern of M. (J9)
void NewtonMatrix::add_bodies() {
  const Model<double>& model = mechanism_.model;
  const std::span<double> a = lu_.values();
  for (Square6& one : carried_) one.fill(0.0);
  for (std::size_t p = 0; p < mixed_.size(); ++p) {
    const PairJacobian& pair = local_.pairs()[p];
    for (const BodyId body : {pair.from, pair.to}) {
      if (!body.valid()) continue;
      for (std::size_t k = 0; k < 36; ++k) carried_[body.index()][k] += mixed_[p][k];
    }
  }
  touching_.add_bodies(position_, carried_);
  for (std::size_t i = carried_.size(); i-- > 0;) {
    const int parent = model.links[i].parent;
    if (parent < 0) continue;
    for (std::size_t k = 0; k < 36; ++k) carried_[no(parent)][k] += carried_[i][k];
  }
  const int* slot = model.pattern.inertia_slots().data();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link<double>& link = model.links[i];
    for (int c = 0; c < link.nv; ++c) {
      const Force<double> f = times(carried_[i], columns_[no(link.v_at + c)]);
      a[no(plan_.diagonal_slots[no(link.v_at + c)])] += dot(columns_[no(link.v_at + c)], f);
      const auto add = [&](int row) {
        const double value = dot(columns_[no(row)], f);
        a[no(plan_.lower_slots[no(*slot)])] += value;
        a[no(plan_.upper_slots[no(*slot++)])] += value;
      };
      for (int b = c + 1; b < link.nv; ++b) add(link.v_at + b);
      for (int up = link.parent; up >= 0; up = model.links[no(up)].parent)
        for (int b = 0; b < model.links[no(up)].nv; ++b) add(model.links[no(up)].v_at + b);
    }
  }
  for (std::size_t p = 0; p < mixed_sums_.size(); ++p) {
    const auto& terms = local_.sums()[p].terms;
    for (const SumJacobian::Term& term : terms)
      a[no(plan_.diagonal_slots[no(term.v_at)])] += mixed_sums_[p] * term.factor * term.factor;
  }
}

// K and D, and how the equations of the loops change.
void NewtonMatrix::add_exact() {
  const std::span<double> a = lu_.values();
  for (std::size_t e = 0; e < plan_.exact_slots.size(); ++e)
    a[no(plan_.exact_slots[e].slot)] += c_q_ * exact_->stiffness[e] + c_v_ * exact_->damping[e];
  for (std::size_t e = 0; e < plan_.loop_slots.size(); ++e)
    a[no(plan_.loop_slots[e].slot)] +=
        c_q_ * exact_->loop_stiffness[e] + c_v_ * exact_->loop_damping[e];
}

Report NewtonMatrix::factor(double c_q, double c_v) {
  c_q_ = c_q;
  c_v_ = c_v;
  lu_.clear();
  mix(c_q, c_v);
  touching_.mix(c_q, c_v);
  add_inertia_and_loops();
  if (kind_ == JacobianKind::block_diagonal) {
    add_bodies();
  } else {
    add_pairs();
    add_asked();
  }
  if (kind_ == JacobianKind::exact) add_exact();
  if (touching_factors_) return touching_factors_->factor(lu_.values(), touching_, position_);
  return symmetric_ ? lu_.factor_symmetric() : lu_.factor();
}

FillFacts NewtonMatrix::fill() const {
  if (touching_factors_) return touching_factors_->facts();
  const long both = symmetric_ ? 1 : 2;
  FillFacts facts;
  const std::vector<int>& sizes = plan_.blocks.sizes;
  for (const long size : sizes) facts.matrix += symmetric_ ? size * (size + 1) / 2 : size * size;
  for (const auto& [a, b] : plan_.blocks.couples)
    facts.matrix += both * sizes[no(a)] * sizes[no(b)];
  facts.factors = plan_.pattern.entries();
  if (symmetric_) facts.factors = (facts.factors + plan_.pattern.n) / 2;
  facts.plans = 1;
  return facts;
}

void NewtonMatrix::solve_factored(std::span<double> x) {
  if (touching_factors_) {
    touching_factors_->solve(x);
  } else if (symmetric_) {
    lu_.solve_symmetric(x);
  } else {
    lu_.solve(x);
  }
}

void NewtonMatrix::times_inertia(std::span<const double> x, std::span<double> y) const {
  for (std::size_t i = 0; i < matrix_.diagonal.size(); ++i) y[i] = matrix_.diagonal[i] * x[i];
  const LowerPattern& lower = mechanism_.model.pattern->inertia;
  for (int c = 0; c < lower.n; ++c) {
    for (int k = lower.begin[no(c)]; k < lower.begin[no(c) + 1]; ++k) {
      const int row = lower.rows[no(k)];
      y[no(row)] += matrix_.lower[no(k)] * x[no(c)];
      y[no(c)] += matrix_.lower[no(k)] * x[no(row)];
    }
  }
}

void NewtonMatrix::multiply(std::span<const double> x, std::span<double> y) const {
  times_inertia(x, y);
  for (std::size_t p = 0; p < plan_.moved.size(); ++p)
    add_force(plan_.moved[p], times(mixed_[p], relative(plan_.moved[p], x)), y);
  for (std::size_t p = 0; p < mixed_sums_.size(); ++p) {
    const auto& terms = local_.sums()[p].terms;
    double sum = 0.0;
    for (const SumJacobian::Term& term : terms) sum += term.factor * x[no(term.v_at)];
    for (const SumJacobian::Term& term : terms)
      y[no(term.v_at)] += mixed_sums_[p] * term.factor * sum;
  }
  touching_.multiply(position_, x, 1.0, ContactTerms::Of::mixed, y);
}

Motion<double> NewtonMatrix::relative(const Moved& moved, std::span<const double> x) const {
  Motion<double> sum{};
  for (std::size_t k = 0; k < moved.columns.size(); ++k)
    sum += moved.signs[k] * x[no(moved.columns[k])] * columns_[no(moved.columns[k])];
  return sum;
}

void NewtonMatrix::add_force(const Moved& moved, const Force<double>& f,
                             std::span<double> to) const {
  for (std::size_t k = 0; k < moved.columns.size(); ++k)
    to[no(moved.columns[k])] += moved.signs[k] * dot(columns_[no(moved.columns[k])], f);
}

// - c_v K r_q, what states of forces push, and Phi r_v
void NewtonMatrix::push_back_along(const TangentParts& r, std::span<double> right) const {
  const Model<double>& model = mechanism_.model;
  const std::span<double> b = right.first(no(model.nv()));
  for (std::size_t p = 0; p < plan_.moved.size(); ++p) {
    const PairJacobian& pair = local_.pairs()[p];
    if (exact_ && pair.state < 0) continue;
    Force<double> f{};
    if (!exact_) f = times(pair.stiffness, relative(plan_.moved[p], r.q));
    f = {-c_v_ * f.lin, -c_v_ * f.ang};
    if (pair.state >= 0) {
      const double push =
          c_v_ * pair.state_pull * r.z[no(pair.state)] / (1.0 + c_v_ * pair.state_rate);
      f += Force<double>{push * pair.along.lin, push * pair.along.ang};
    }
    add_force(plan_.moved[p], f, b);
  }
  for (std::size_t p = 0; p < mixed_sums_.size() && !exact_; ++p) {
    const SumJacobian& sum = local_.sums()[p];
    double x = 0.0;
    for (const SumJacobian::Term& term : sum.terms) x += term.factor * r.q[no(term.v_at)];
    for (const SumJacobian::Term& term : sum.terms)
      b[no(term.v_at)] -= c_v_ * sum.stiffness * term.factor * x;
  }
  touching_.multiply(position_, r.q, -c_v_, ContactTerms::Of::stiffness, b);
  for (std::size_t p = 0; p < plan_.asked.size(); ++p) {
    const NewtonPlan::Asked& asked = plan_.asked[p];
    const OpaqueJacobian& force = opaque_.all()[p];
    const std::size_t bodies = force.bodies.size();
    for (std::size_t j = 0; j < bodies; ++j) {
      Motion<double> motion{};
      for (const std::size_t c : asked.of_body[j])
        motion += r.q[no(asked.columns[c])] * columns_[no(asked.columns[c])];
      for (std::size_t i = 0; i < bodies; ++i) {
        const Force<double> f = times(force.stiffness[i * bodies + j], motion);
        for (const std::size_t row : asked.of_body[i])
          b[no(asked.columns[row])] -= c_v_ * dot(columns_[no(asked.columns[row])], f);
      }
    }
  }
  times_loops(r.v, right.subspan(b.size()));
  for (std::size_t k = 0; k < plan_.exact_slots.size(); ++k) {
    const NewtonPlan::Entry& e = plan_.exact_slots[k];
    b[no(e.row)] -= c_v_ * exact_->stiffness[k] * r.q[no(e.column)];
  }
  for (std::size_t k = 0; k < plan_.loop_slots.size(); ++k) {
    const NewtonPlan::Entry& e = plan_.loop_slots[k];
    right[no(model.nv() + e.row)] -= c_v_ * exact_->loop_stiffness[k] * r.q[no(e.column)];
  }
}

void NewtonMatrix::times_loops(std::span<const double> x, std::span<double> y) const {
  for (const LoopData<double>& loop : mechanism_.model.loops) {
    for (int row = 0; row < loop.row_count; ++row) {
      double sum = 0.0;
      for (std::size_t k = 0; k < loop.columns.size(); ++k) {
        sum += loops_.phi[no(loop.values_at + static_cast<int>(k) * loop.row_count + row)] *
               x[no(loop.columns[k])];
      }
      y[no(loop.first_row + row)] = sum;
    }
  }
}

Report NewtonMatrix::solve(const TangentParts& r, std::vector<double>& guess, long& iterations) {
  const Model<double>& model = mechanism_.model;
  const std::span<double> right(right_);
  const std::span<double> b = right.first(no(model.nv()));
  times_inertia(r.v, b);
  push_back_along(r, right);
  Report report;
  if (kind_ != JacobianKind::block_diagonal) {
    ++iterations;
    solve_factored(right);
  } else {
    report = iteration_.solve(
        right, guess, [this](std::span<const double> x, std::span<double> y) { multiply(x, y); },
        [this](std::span<const double> x, std::span<double> y) { times_loops(x, y); },
        [this](std::span<double> x) { solve_factored(x); }, iterations);
    if (!report.ok()) return report;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    r.v[i] = b[i];
    r.q[i] += c_q_ / c_v_ * b[i];
  }
  for (std::size_t p = 0; p < plan_.moved.size(); ++p) {
    const PairJacobian& pair = local_.pairs()[p];
    if (pair.state < 0) continue;
    // z' grows with the distance: along is the pull on `from`, so the motion counts against it
    const Motion<double> motion = relative(plan_.moved[p], r.v);
    double& z = r.z[no(pair.state)];
    z = (z - c_v_ * dot(motion, pair.along)) / (1.0 + c_v_ * pair.state_rate);
  }
  return report;
}

}  // namespace treadle
