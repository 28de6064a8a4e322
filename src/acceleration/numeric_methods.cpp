#include "numeric_methods.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

Answer refused(RefusalReason why, const Report& report = {}) { return {why, report}; }

Answer answer_of(const Report& report, RefusalReason why = RefusalReason::pivot) {
  return report.ok() ? Answer{} : refused(why, report);
}

}  // namespace

NumericMethod::NumericMethod(const MethodParts& parts)
    : parts_(parts), balance_(parts.mechanism.model) {}

void NumericMethod::add_custom(double t, Workspace<double>& w) {
  custom_power_ = 0.0;
  const Mechanism& m = parts_.mechanism;
  if (m.custom.empty()) return;
  const ForceScene scene(m.model, m.placement, t, w.position, w.velocity);
  ForceSink sink(m.model, m.placement, w.position, w.velocity, w.loads.body);
  for (const auto& force : m.custom) force->apply(scene, sink);
  custom_power_ = sink.power();
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

Answer NumericMethod::prove(const AccelerationQuery& query, const Model<double>& model) {
  Workspace<double>& w = parts_.work;
  for (std::size_t k = 0; k < w.qdd.size(); ++k) {
    if (!std::isfinite(w.qdd[k]))
      return refused(RefusalReason::pivot, {Trouble::not_finite, static_cast<int>(k), 0.0, 0});
  }
  // inside its window a singular position has equations that nothing fulfils; at rest forces
  // balance each other, and nothing but them measures what rounding leaves
  const auto met = [&](double rounding) {
    return loops_are_met<double>(model, parts_.length, query.v, w.qdd, w, rounding);
  };
  if (!query.singular && !met(0.0) && !met(rounding_at_rest(model, parts_.length, w)))
    return refused(RefusalReason::loops, {Trouble::unproved, missed_row(model), 0.0, 0});
  Answer answer;
  answer.power = power();
  // there velocities obey weak equations only as far as the integrator does, and these carry much
  if (!query.prove || query.singular) return answer;
  Report report;
  if (wants_multipliers(query) || model.loops.empty()) {
    report = balance_.with_multipliers(model, w.qdd, w);
  } else {
    report = balance_.along_velocity(model, query.v, w.qdd, w);
    if (report.ok() && query.thorough && !query.kept)
      report = balance_.along_freedoms(model, w.qdd, parts_.mechanism.model, query.q,
                                       *parts_.solver, parts_.stage, w);
  }
  return report.ok() ? answer : refused(RefusalReason::balance, report);
}

Answer KeptMethod::accelerate(const AccelerationQuery& query) {
  if (!query.kept) return refused(RefusalReason::off);
  const Model<double>& model = parts_.mechanism.model;
  Workspace<double>& w = parts_.work;
  assemble_equations<double>(model, parts_.mechanism.forces, query.q, query.v, w,
                             [&](Workspace<double>& to) { add_custom(query.t, to); });
  const Report report = keeper_.accelerate(w, wants_multipliers(query));
  return report.ok() ? prove(query, model) : refused(RefusalReason::pivot, report);
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

Answer LaneMethod::project(const AccelerationQuery& /*query*/, std::span<double> /*q*/,
                           std::span<double> /*v*/) {
  return refused(RefusalReason::off);
}

RecursionMethod::RecursionMethod(const MethodParts& parts, Recursion<double>& recursion)
    : NumericMethod(parts), recursion_(recursion) {
  if (parts.mechanism.model.rows() == 0) return;
  closing_ = std::make_unique<Recursion<double>>(parts.mechanism.model,
                                                 parts.mechanism.redundancy.vanishing);
  closing_->leave_out(parts.mechanism.redundancy.rows);
}

// Splits that wore out unseen are chosen anew, once.
Answer RecursionMethod::try_it(const AccelerationQuery& query) {
  Answer answer;
  AccelerationQuery asked = query;
  if (recursion_.carries() && query.prove) asked.multipliers = true;  // no work, and no factors
  for (int tries = 0; tries < 2; ++tries) {
    const Report report = evaluate_by_recursion<double>(
        parts_.model, parts_.mechanism.forces, recursion_, parts_.feedback, query.q, query.v,
        wants_multipliers(asked), parts_.work,
        [&](Workspace<double>& w) { add_custom(query.t, w); });
    if (!report.ok()) return refused(RefusalReason::pivot, report);
    asked.thorough = query.prove && (query.thorough || tries > 0);
    answer = prove(asked, parts_.model);
    if (answer.ok() || tries > 0) break;
    recursion_.choose_again();
    ++renewed_;
  }
  return answer;
}

Answer RecursionMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept || query.weak_loops) return refused(RefusalReason::off);
  if (parts_.solver != nullptr && rest_.goes_on()) return refused(RefusalReason::resting);
  const Answer answer = try_it(query);
  rest_.tell(answer.ok());
  return answer;
}

Answer RecursionMethod::project(const AccelerationQuery& query, std::span<double> q,
                                std::span<double> v) {
  if (query.kept || query.weak_loops) return refused(RefusalReason::off);
  if (rest_.is_on()) return refused(RefusalReason::resting);
  const Model<double>& model = parts_.mechanism.model;
  RecursiveSteps<double> steps(model, *closing_);
  return answer_of(project_closest<double>(model, steps, parts_.length, parts_.work.functions,
                                           parts_.stage, q, v, hardly_unmet));
}

Answer SolverMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept) return refused(RefusalReason::off);
  const Report report = evaluate<double>(parts_.model, parts_.mechanism.forces, *parts_.solver,
                                         parts_.feedback, query.q, query.v, parts_.work,
                                         [&](Workspace<double>& w) { add_custom(query.t, w); });
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  AccelerationQuery asked = query;
  asked.multipliers = true;  // they are there
  return prove(asked, parts_.model);
}

Answer SolverMethod::project(const AccelerationQuery& query, std::span<double> q,
                             std::span<double> v) {
  if (query.kept) return refused(RefusalReason::off);
  const Model<double>& model = parts_.mechanism.model;
  FactoredSteps<double> steps(model, *parts_.solver);
  return answer_of(project_closest<double>(model, steps, parts_.length, parts_.work.functions,
                                           parts_.stage, q, v,
                                           parts_.can_care ? hardly_unmet : usually_unmet));
}

Answer SingularValueMethod::accelerate(const AccelerationQuery& query) {
  if (query.kept || !keeper_.can_care()) return refused(RefusalReason::off);
  const Model<double>& model = parts_.mechanism.model;
  Workspace<double>& w = parts_.work;
  assemble_equations<double>(model, parts_.mechanism.forces, query.q, query.v, w,
                             [&](Workspace<double>& to) { add_custom(query.t, to); });
  const Report report = keeper_.accelerate_with_care(w, wants_multipliers(query));
  if (!report.ok()) return refused(RefusalReason::pivot, report);
  AccelerationQuery asked = query;
  asked.thorough = false;  // factors that the methods before it use know no better
  return prove(asked, model);
}

Answer SingularValueMethod::project(const AccelerationQuery& query, std::span<double> q,
                                    std::span<double> v) {
  if (query.kept || !keeper_.can_care()) return refused(RefusalReason::off);
  return answer_of(
      keeper_.project_with_care(parts_.length, parts_.work.functions, parts_.stage, q, v));
}

}  // namespace treadle
