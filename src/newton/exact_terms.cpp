#include "exact_terms.hpp"

#include "../base/at.hpp"
#include "paths.hpp"

#include <algorithm>
#include <numeric>

namespace treadle {

ExactTerms::ExactTerms(const Mechanism& mechanism, const NewtonPlan& plan)
    : stiffness(plan.exact_slots.size()),
      damping(plan.exact_slots.size()),
      loop_stiffness(plan.loop_slots.size()),
      loop_damping(plan.loop_slots.size()),
      plan_(plan),
      mechanism_(mechanism),
      slopes_(mechanism, OfContacts::added_by_owner),
      direction_(at(mechanism.model.nv())) {
  find_passes(plan);
}

// Coordinates that share an entry are of one part; the k-th ones of all parts go together.
void ExactTerms::find_passes(const NewtonPlan& plan) {
  const int nv = mechanism_.model.nv();
  std::vector<int> above(at(nv));
  std::iota(above.begin(), above.end(), 0);
  const auto part_of = [&](int i) {
    while (above[at(i)] != i) i = above[at(i)] = above[at(above[at(i)])];
    return i;
  };
  for (const NewtonPlan::Entry& e : plan.exact_slots) {
    const int a = part_of(e.row), b = part_of(e.column);
    above[at(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::size_t> count(at(nv)), pass_of(at(nv));
  for (int c = 0; c < nv; ++c) {
    const std::size_t pass = pass_of[at(c)] = count[at(part_of(c))]++;
    if (pass >= passes_.size()) passes_.emplace_back();
    passes_[pass].columns.push_back(c);
  }
  for (std::size_t e = 0; e < plan.exact_slots.size(); ++e)
    passes_[pass_of[at(plan.exact_slots[e].column)]].entries.push_back(e);
  for (std::size_t e = 0; e < plan.loop_slots.size(); ++e)
    passes_[pass_of[at(plan.loop_slots[e].column)]].loop_entries.push_back(e);
  if (mechanism_.contacts.empty()) return;
  const Paths paths(mechanism_.model);
  turned.resize(paths.size());
  for (int body = 0; body < static_cast<int>(mechanism_.model.links.size()); ++body) {
    std::size_t k = paths.first(body);
    for (const int c : paths.of(body)) passes_[pass_of[at(c)]].body_columns.emplace_back(body, k++);
  }
}

void ExactTerms::look(const EquationPoint& point, std::span<const Force<double>> loads) {
  slopes_.set_point(point);
  slopes_.hold_loads(loads);
  for (const Pass& pass : passes_) {
    for (const int c : pass.columns) direction_[at(c)] = 1.0;
    slopes_.along({.q = direction_});
    for (const std::size_t e : pass.entries)
      stiffness[e] = slopes_.residual(at(plan_.exact_slots[e].row));
    for (const std::size_t e : pass.loop_entries)
      loop_stiffness[e] = slopes_.acceleration(at(plan_.loop_slots[e].row));
    if (!loads.empty())
      for (const auto& [body, k] : pass.body_columns) turned[k] = slopes_.body_velocity(at(body));
    slopes_.along({.v = direction_});
    for (const std::size_t e : pass.entries)
      damping[e] = slopes_.residual(at(plan_.exact_slots[e].row));
    for (const std::size_t e : pass.loop_entries)
      loop_damping[e] = slopes_.acceleration(at(plan_.loop_slots[e].row));
    for (const int c : pass.columns) direction_[at(c)] = 0.0;
  }
}

}  // namespace treadle
