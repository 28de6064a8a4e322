#include "traced_mechanism.hpp"

#include "../scalar/literal_feed.hpp"
#include "../solve/topology_solver.hpp"
#include "describe_arrays.hpp"

#include <utility>

namespace treadle {

namespace {

using LdlSolver = TopologySolver<Traced, PlainPivot>;

std::vector<Traced> input_array(int array, int count) {
  std::vector<Traced> out;
  for (int k = 0; k < count; ++k) out.push_back(Traced::input(array, k));
  return out;
}

// Recursion over bodies and clusters; splits as they are at the start.
class TracedRecursion final : public TracedMethod {
 public:
  explicit TracedRecursion(TracedMechanism& traced) : t_(traced) {}

  void evaluate(bool multipliers, const More& more) override {
    evaluate_by_recursion<Traced>(t_.model, t_.forces, *recursion_, {}, t_.q, t_.v, multipliers,
                                  t_.work, more);
  }
  std::vector<Traced> solve(std::span<const Traced> right) override {
    const Workspace<Traced>& w = t_.work;
    std::vector<Traced> step(w.qdd.size());
    recursion_->solve(
        {t_.model, w.position, w.inertia, nullptr, w.loops.phi, right, w.loops.wrench}, step, {});
    turn_back<Traced>(t_.model, w.position, step);
    return step;
  }

  // Pivots are chosen on numbers, at the start, with the columns of B that are traced.
  bool choose_splits(const Mechanism& m) {
    Model<double> model = m.model;
    turn_about_group_axes(model);
    Recursion<double> numeric(model, m.redundancy.vanishing);
    if (!numeric.possible()) return false;
    numeric.leave_out(m.redundancy.rows);
    Workspace<double> w(model, m.functions.size(), false);
    w.functions = m.functions_at(0.0);
    if (!evaluate_by_recursion<double>(model, m.forces, numeric, {}, m.start.q, m.start.v, false, w)
             .ok())
      return false;
    recursion_ = std::make_unique<Recursion<Traced>>(model, m.redundancy.vanishing);
    recursion_->leave_out(m.redundancy.rows);
    return recursion_->adopt(numeric);
  }

 private:
  TracedMechanism& t_;
  std::unique_ptr<Recursion<Traced>> recursion_;
};

// Alg-S without roots.
class TracedSolver final : public TracedMethod {
 public:
  TracedSolver(const Mechanism& m, TracedMechanism& traced)
      : t_(traced), solver_(*m.model.pattern) {
    solver_.leave_out(m.redundancy.rows, m.redundancy.vanishing);
  }

  void evaluate(bool /*multipliers*/, const More& more) override {
    treadle::evaluate<Traced>(t_.model, t_.forces, solver_, {}, t_.q, t_.v, t_.work, more);
    watch_inertia();
  }
  void prepare() override {
    Workspace<Traced>& w = t_.work;
    composite_inertia<Traced>(t_.model, w.position, w.inertia, w.matrix);
    solver_.factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi});
    watch_inertia();
  }
  std::vector<Traced> solve(std::span<const Traced> right) override {
    std::vector<Traced> step(t_.work.qdd.size()), lambda(right.size());
    const std::vector<Traced> zero(step.size());
    solver_.solve(zero, right, step, lambda);
    turn_back<Traced>(t_.model, t_.work.position, step);
    return step;
  }

 private:
  // A body without inertia is refused; dependent equations are not. Vanished pivots of M have no
  // inverse.
  void watch_inertia() {
    for (const Traced& inverse : solver_.inertia_factor().inverse()) watch(Traced(0.0) < inverse);
  }

  TracedMechanism& t_;
  LdlSolver solver_;
};

}  // namespace

TracedNumbers::TracedNumbers(const Mechanism& m, const KeptParameters* kept) {
  std::vector<std::pair<std::size_t, Traced>> inputs;
  if (kept != nullptr) {
    for (const NumberLaw& law : kept->laws) inputs.emplace_back(law.place, traced_number(law));
  }
  LiteralFeed feed;
  for (const auto& [place, number] : inputs) feed.replace(place, number);
  model = cast<Traced>(m.model);
  forces = cast<Traced>(m.forces);
}

TracedMechanism::TracedMechanism(const Mechanism& mechanism, const KeptParameters* kept,
                                 bool with_matrix)
    : numbers(mechanism, kept),
      work(model, mechanism.functions.size(), with_matrix),
      q(input_array(input_q, model.nq())),
      v(input_array(input_v, model.nv())) {
  for (std::size_t k = 0; k < work.functions.size(); ++k) {
    const int at = 3 * static_cast<int>(k);
    work.functions[k] = {Traced::input(input_functions, at), Traced::input(input_functions, at + 1),
                         Traced::input(input_functions, at + 2)};
  }
  turn_about_group_axes(model);
}

std::vector<Traced> TracedMechanism::to_group(std::span<const Traced> own,
                                              const PositionStage<Traced>& at) const {
  std::vector<Traced> out(own.begin(), own.end());
  turn_all<Traced>(model, at, out);
  return out;
}

bool needs_matrix(TraceMethod method) { return method == TraceMethod::topology; }

std::unique_ptr<TracedMethod> make_traced_method(TraceMethod method, const Mechanism& mechanism,
                                                 TracedMechanism& traced) {
  if (method == TraceMethod::topology) return std::make_unique<TracedSolver>(mechanism, traced);
  auto recursion = std::make_unique<TracedRecursion>(traced);
  if (!recursion->choose_splits(mechanism)) return nullptr;
  return recursion;
}

}  // namespace treadle
