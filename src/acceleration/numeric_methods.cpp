#include "numeric_methods.hpp"

#include "loop_steps.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

NumericMethod::NumericMethod(const MethodParts& parts)
    : parts_(parts), balance_(parts.mechanism.model) {}

void NumericMethod::add_custom(double t, Workspace<double>& w) {
  custom_power_ = 0.0;
  const Mechanism& m = parts_.mechanism;
  if (parts_.contacts != nullptr)
    custom_power_ = parts_.contacts->apply(w.position, w.velocity, w.loads.body);
  if (m.custom.empty()) return;
  const ForceScene scene(m.model, m.placement, t, w.position, w.velocity);
  ForceSink sink(m.model, m.placement, w.position, w.velocity, w.loads.body);
  for (const auto& force : m.custom) force->apply(scene, sink);
  custom_power_ += sink.power();
}

double NumericMethod::power() const {
  const Workspace<double>& w = parts_.work;
  double sum = w.power + custom_power_;
  for (std::size_t r = 0; r < w.lambda.size() && parts_.driven; ++r)
    sum += w.lambda[r] * w.loops.drift[r];
  return sum;
}

int NumericMethod::missed_row(const Model<double>& model) {
  Workspace<double>& w = parts_.work;
  return most_missed_row(model, w.loops, w.gamma, along_columns<double>(model, w.qdd, 0, w));
}

Report NumericMethod::is_finite() const {
  const std::vector<double>& qdd = parts_.work.qdd;
  for (std::size_t k = 0; k < qdd.size(); ++k) {
    if (!std::isfinite(qdd[k])) return {Trouble::not_finite, static_cast<int>(k), 0.0, 0};
  }
  return {};
}

Answer NumericMethod::prove(const AccelerationQuery& query, const Model<double>& model) {
  Workspace<double>& w = parts_.work;
  if (const Report finite = is_finite(); !finite.ok()) return refused(RefusalReason::pivot, finite);
  // at rest forces balance each other, and nothing but them measures what rounding leaves
  const auto met = [&](double rounding) {
    return loops_are_met<double>(model, parts_.length, query.v, w.qdd, w, rounding);
  };
  if (!met(0.0) && !met(rounding_at_rest(model, parts_.length, w, inside_)))
    return refused(RefusalReason::loops, {Trouble::unproved, missed_row(model), 0.0, 0});
  Answer answer;
  answer.power = power();
  if (!query.prove) return answer;
  const Report report = balance_.with_multipliers(model, w.qdd, w);
  return report.ok() ? answer : refused(RefusalReason::balance, report);
}

Answer KeptMethod::accelerate(const AccelerationQuery& query) {
  if (!query.kept) return refused(RefusalReason::off);
  const Model<double>& model = parts_.mechanism.model;
  Workspace<double>& w = parts_.work;
  assemble_equations<double>(model, parts_.mechanism.forces, query.q, query.v, w,
                             [&](Workspace<double>& to) { add_custom(query.t, to); });
  const Report report = keeper_.accelerate(w, wants_multipliers(query));
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  return query.singular ? prove_in_window(query) : prove(query, model);
}

// Weak equations are left to the smooth branch, and carry much: (P8) and (P9) instead.
Answer KeptMethod::prove_in_window(const AccelerationQuery& query) {
  Workspace<double>& w = parts_.work;
  if (const Report finite = is_finite(); !finite.ok()) return refused(RefusalReason::pivot, finite);
  const double rounding = rounding_at_rest(parts_.mechanism.model, parts_.length, w) *
                          std::fmax(1.0, 1.0 / parts_.length);
  const Report report = keeper_.prove_in_window(query.v, rounding, balance_, w);
  if (!report.ok()) {
    return refused(
        report.trouble == Trouble::unbalanced ? RefusalReason::balance : RefusalReason::loops,
        report);
  }
  Answer answer;
  answer.power = power();
  return answer;
}

Answer KeptMethod::project(const AccelerationQuery& query, std::span<double> q,
                           std::span<double> v) {
  if (!query.kept) return refused(RefusalReason::off);
  return answer_of(keeper_.project(parts_.length, parts_.work.functions, parts_.stage, q, v));
}

Answer LaneMethod::accelerate(const AccelerationQuery& query) {
  if (query.multipliers || parts_.driven || query.kept || query.weak_loops)
    return refused(RefusalReason::off);
  Answer answer;
  answer.refusal = lanes_->accelerate(query.q, query.v, parts_.work.functions, query.prove,
                                      parts_.work.qdd, parts_.work.rates, answer.power);
  answer.second_opinion = query.thorough;
  return answer;
}

Answer LaneMethod::project(const AccelerationQuery& query, std::span<double> q,
                           std::span<double> v) {
  if (!query.evaluated || query.kept || query.weak_loops) return refused(RefusalReason::off);
  StepsAfterEvaluation steps(
      [this](std::span<const double> right, std::span<double> x) {
        lanes_->solve_again(right, x);
        return Report{};
      },
      nullptr);
  return close_loops_by(parts_, steps, q, v, hardly_unmet);
}

RecursionMethod::RecursionMethod(const MethodParts& parts, Recursion<double>& recursion)
    : NumericMethod(parts), recursion_(recursion) {
  if (parts.mechanism.model.rows() == 0) return;
  closing_ = std::make_unique<Recursion<double>>(parts.mechanism.model,
                                                 parts.mechanism.redundancy.vanishing);
  ranks_ = recursion.carries() && recursion.plan().blocks.empty();
  closing_->leave_out(parts.mechanism.redundancy.rows);
  if (parts.team != nullptr) closing_->work_with(*parts.team, parts.mechanism.model);
}

// Splits that wore out unseen are chosen anew, once.
Answer RecursionMethod::try_it(const AccelerationQuery& query) {
  Answer answer;
  for (int tries = 0; tries < 2; ++tries) {
    const Report report = evaluate_by_recursion<double>(
        parts_.model, parts_.mechanism.forces, recursion_, parts_.feedback, query.q, query.v,
        wants_multipliers(query), parts_.work,
        [&](Workspace<double>& w) { add_custom(query.t, w); });
    if (!report.ok()) return refused(RefusalReason::pivot, report);
    answer = prove(query, parts_.model);
    if (answer.ok() || tries > 0) break;
    recursion_.choose_again();
    ++renewed_;
  }
  return answer;
}

Answer RecursionMethod::accelerate(const AccelerationQuery& query) {
  if (is_off(query)) return refused(RefusalReason::off);
  if (parts_.solver != nullptr && rest_.goes_on()) return refused(RefusalReason::resting);
  const Answer answer = try_it(query);
  rest_.tell(answer.ok());
  return answer;
}

Answer RecursionMethod::project(const AccelerationQuery& query, std::span<double> q,
                                std::span<double> v) {
  if (is_off(query)) return refused(RefusalReason::off);
  if (rest_.is_on()) return refused(RefusalReason::resting);
  const double unmet = parts_.can_care ? hardly_unmet : usually_unmet;
  RecursiveSteps<double> others(parts_.mechanism.model, *closing_);
  if (!query.evaluated || recursion_.carries()) return close_loops_by(parts_, others, q, v, unmet);
  StepsAfterEvaluation steps(
      [this](std::span<const double> right, std::span<double> x) {
        const Workspace<double>& w = parts_.work;
        recursion_.solve_again({parts_.model, w.position, w.inertia, nullptr, w.loops.phi, right},
                               x);
        turn_back<double>(parts_.model, w.position, x);
        return Report{};
      },
      &others);
  return close_loops_by(parts_, steps, q, v, unmet);
}

Answer SolverMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept) return refused(RefusalReason::off);
  const Report report = evaluate<double>(parts_.model, parts_.mechanism.forces, *parts_.solver,
                                         parts_.feedback, query.q, query.v, parts_.work,
                                         [&](Workspace<double>& w) { add_custom(query.t, w); });
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  return prove(query, parts_.model);
}

Answer SolverMethod::project(const AccelerationQuery& query, std::span<double> q,
                             std::span<double> v) {
  if (query.kept) return refused(RefusalReason::off);
  FactoredSteps<double> steps(parts_.mechanism.model, *parts_.solver);
  return close_loops_by(parts_, steps, q, v, parts_.can_care ? hardly_unmet : usually_unmet);
}

Answer SingularValueMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept || !keeper_.can_care()) return refused(RefusalReason::off);
  const Model<double>& model = parts_.mechanism.model;
  Workspace<double>& w = parts_.work;
  assemble_equations<double>(model, parts_.mechanism.forces, query.q, query.v, w,
                             [&](Workspace<double>& to) { add_custom(query.t, to); });
  const Report report = keeper_.accelerate_with_care(w, wants_multipliers(query));
  return report.ok() ? prove(query, model) : refused(RefusalReason::pivot, report);
}

Answer SingularValueMethod::project(const AccelerationQuery& query, std::span<double> q,
                                    std::span<double> v) {
  if (query.kept || !keeper_.can_care()) return refused(RefusalReason::off);
  return answer_of(
      keeper_.project_with_care(parts_.length, parts_.work.functions, parts_.stage, q, v));
}

}  // namespace treadle
