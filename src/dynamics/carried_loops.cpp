#include "carried_loops.hpp"

#include "../base/at.hpp"
#include "../scalar/instantiate.hpp"
#include "../solve/pivot.hpp"

#include <utility>

namespace treadle {

namespace {

// As in Alg-S: a row whose direction lies this close to the others (squared sine) depends on them,
// and more where dependent rows are known; what holds only rounding just here has no direction.
constexpr double dependent_row = 1e-11, known_dependence = 1e-8, empty_row = 1e-19;

template <Real S>
Force<S> times(const S& s, const Force<S>& f) {
  return {s * f.lin, s * f.ang};
}

}  // namespace

template <Real S>
CarriedLoops<S>::CarriedLoops(CarriedPlan plan)
    : plan_(std::move(plan)),
      least_(dependent_row),
      force_(at(plan_.places)),
      rows_(plan_.equations.size()),
      n_(at(plan_.slots)),
      passed_(at(plan_.passed)) {
  int most = 0;
  for (const CarriedPlan::OpenSet& set : plan_.sets) most = std::max(most, set.count);
  seen_.resize(at(most));
}

template <Real S>
void CarriedLoops<S>::expect_dependence(bool known) {
  least_ = known ? known_dependence : dependent_row;
}

template <Real S>
void CarriedLoops<S>::clear() {
  std::fill(n_.begin(), n_.end(), S(0.0));
  for (Sum& row : rows_) row.z = row.size = S(0.0);
}

template <Real S>
void CarriedLoops<S>::pass(const CarriedPlan::Joint& joint, int coordinate, const Motion<S>& b,
                           const Force<S>& u, const S& inverse, const S& ratio,
                           std::span<const S> phi) {
  const CarriedPlan::OpenSet& set = plan_.sets[at(joint.set)];
  const CarriedPlan::OpenRow* const open = plan_.open.data() + set.rows_at;
  const int* slot = plan_.set_slots.data() + set.slots_at;
  S* const passed = passed_.data() + joint.passed_at + coordinate * set.count;
  for (int r = 0; r < set.count; ++r) seen_[at(r)] = dot(b, force_[at(open[r].place)]);
  for (int t = joint.touches_at; t < joint.touches_at + joint.touches_count; ++t) {
    const CarriedPlan::Touch& touch = plan_.touches[at(t)];
    if (touch.coordinate == coordinate) seen_[at(touch.open)] += phi[at(touch.phi)];
  }
  for (int r = 0; r < set.count; ++r) {
    const S& g = seen_[at(r)];
    const S h = g * inverse;
    passed[r] = h;
    Force<S>& force = force_[at(open[r].place)];
    force -= times(h, u);
    Sum& row = rows_[at(open[r].row)];
    row.z += g * ratio;
    for (int s = 0; s < r; ++s) n_[at(*slot++)] += h * seen_[at(s)];
    const S square = h * g;
    row.size += square;
    n_[at(*slot++)] += square;
  }
}

template <Real S>
void CarriedLoops<S>::meet(const CarriedPlan::Step& step, std::span<const Force<S>> wrench,
                           std::span<const S> gamma, ArticulatedInertia<S>* k, Force<S>* f) {
  for (int m = step.merges_at; m < step.merges_at + step.merges_count; ++m)
    force_[at(plan_.merges[at(m)].into)] += force_[at(plan_.merges[at(m)].from)];
  for (int i = step.begins_at; i < step.begins_at + step.begins_count; ++i) {
    const CarriedPlan::Begin& begin = plan_.begins[at(i)];
    Force<S>& force = force_[at(begin.place)];
    if (!begin.adds) force = {{S(0.0), S(0.0), S(0.0)}, {S(0.0), S(0.0), S(0.0)}};
    if (begin.side > 0) force += wrench[at(begin.equation)];
    if (begin.side < 0) force -= wrench[at(begin.equation)];
  }
  S most(0.0);
  const std::span<const CarriedPlan::Closing> closings =
      std::span(plan_.closings).subspan(at(step.closings_at), at(step.closings_count));
  for (const CarriedPlan::Closing& closing : closings)
    most = max(most, rows_[at(closing.row)].size);
  for (const CarriedPlan::Closing& closing : closings) {
    Sum& row = rows_[at(closing.row)];
    const S& pivot = n_[at(plan_.diagonal[at(closing.row)])];
    const S zero(0.0);
    row.inverse = select(counts_as_pivot(pivot, least_, row.size), S(1.0) / pivot, zero);
    row.inverse = select(counts_as_pivot(row.size, empty_row, most), row.inverse, zero);
    const S e = row.inverse * (row.z - gamma[at(plan_.equations[at(closing.row)])]);
    const Force<S>& p = force_[at(closing.place)];
    if (k != nullptr) {
      give_way(*k, Force<S>{-p.lin, -p.ang}, times(row.inverse, p));
      *f -= times(e, p);
    }
    const int* pair = plan_.pairs.data() + closing.pairs_at;
    const CarriedPlan::Other* const others = plan_.others.data() + closing.others_at;
    for (int o = 0; o < closing.others_count; ++o) {
      const S& between = n_[at(others[o].slot)];
      const S factor = row.inverse * between;
      if (k != nullptr) force_[at(others[o].place)] -= times(factor, p);
      rows_[at(others[o].row)].z -= between * e;
      for (int s = 0; s <= o; ++s) n_[at(*pair++)] -= factor * n_[at(others[s].slot)];
    }
  }
}

template <Real S>
S CarriedLoops<S>::taken(const CarriedPlan::Joint& joint, int coordinate) const {
  const CarriedPlan::OpenSet& set = plan_.sets[at(joint.set)];
  const CarriedPlan::OpenRow* const open = plan_.open.data() + set.rows_at;
  const S* const passed = passed_.data() + joint.passed_at + coordinate * set.count;
  S sum = passed[0] * rows_[at(open[0].row)].lambda;
  for (int r = 1; r < set.count; ++r) sum += passed[r] * rows_[at(open[r].row)].lambda;
  return sum;
}

template <Real S>
void CarriedLoops<S>::back(const CarriedPlan::Step& step, std::span<const S> gamma,
                           const Motion<S>* a) {
  for (int c = step.closings_at + step.closings_count; c-- > step.closings_at;) {
    const CarriedPlan::Closing& closing = plan_.closings[at(c)];
    Sum& row = rows_[at(closing.row)];
    S sum = row.z - gamma[at(plan_.equations[at(closing.row)])];
    if (a != nullptr) sum += dot(*a, force_[at(closing.place)]);
    for (int o = closing.others_at; o < closing.others_at + closing.others_count; ++o) {
      const CarriedPlan::Other& other = plan_.others[at(o)];
      sum -= n_[at(other.slot)] * rows_[at(other.row)].lambda;
    }
    row.lambda = row.inverse * sum;
  }
}

template <Real S>
void CarriedLoops<S>::multipliers(std::span<S> lambda) const {
  for (std::size_t r = 0; r < rows_.size(); ++r)
    lambda[at(plan_.equations[r])] = rows_[r].lambda;
}

#define TREADLE_INSTANTIATE(S) template class CarriedLoops<S>;
TREADLE_FOR_EACH_SCALAR_AND_LANES(TREADLE_INSTANTIATE)
#undef TREADLE_INSTANTIATE

}  // namespace treadle
