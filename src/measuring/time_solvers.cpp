#include "time_solvers.hpp"

#include "../acceleration/accelerations.hpp"
#include "../acceleration/choose_solver.hpp"
#include "../solve/clustered_solver.hpp"
#include "../solve/registry.hpp"
#include "proved_states.hpp"
#include "step_timer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace treadle {

namespace {

constexpr double largest_error = 1e-10;  // of an answer that is called right
constexpr double shortest_batch = 1e-3;  // seconds, against which a look at the clock is nothing
constexpr double shortest_proof = 0.25;  // seconds that each has for its proof at least
constexpr int largest_dense = 2000;      // unknowns of a solver that keeps the whole matrix
constexpr double most_operations = 1e7;  // of factors that the recursion does without
constexpr long fewest_rounds = 5, most_rounds = 20000;

bool is_gauss(const std::string& name) { return name.starts_with("gauss"); }
bool is_sparse(const std::string& name) {
  return name.starts_with("topology") || name.starts_with("clustered") ||
         name.starts_with("sparse");
}

BatchTimes summary_of(std::vector<double>& nanoseconds) {
  if (nanoseconds.empty()) return {};
  std::sort(nanoseconds.begin(), nanoseconds.end());
  return {quantile(nanoseconds, 0.5), quantile(nanoseconds, 0.25), quantile(nanoseconds, 0.75),
          nanoseconds.front()};
}

/// One solver with all it needs; batches go over all states so many times.
class Contestant {
 public:
  /// `method`: nullptr for a solver. Methods are timed without multipliers: Alg-S finds them for
  /// their proof.
  Contestant(const Mechanism& m, const ProvedStates& states, SolverTime& result,
             const TimedMethod* method)
      : mechanism_(m),
        states_(states.equations),
        proved_(states),
        result_(result),
        method_(method != nullptr),
        list_(m, options_for(m, result.name, method)),
        work_(list_.workspace()),
        lambda_(work_.lambda) {
    recursive_ = !method_ && list_.count_of("recursion") != nullptr;
    // a tree needs no multipliers; no factors are made where the recursion goes over it once, and
    // they would take long, or where it carries loops along that would be one dense cluster
    const bool by_recursion =
        recursive_ && (estimated_operations(m, result.name) > most_operations || carries_loops(m));
    if ((m.model.rows() == 0 && method_) || by_recursion) return;
    solver_ = make_solver<double>(method_ ? "topology" : result.name, *m.model.pattern);
    solver_->leave_out(m.redundancy.rows, m.redundancy.vanishing);
  }

  [[nodiscard]] SolverTime& result() { return result_; }

  /// Accelerations at all states, one behind the other; empty where the answer is refused or takes
  /// too long.
  std::vector<double> prove(double seconds) {
    std::vector<double> all;
    const double begin = now();
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const StateEquations& e = states_[k];
      if (now() - begin > seconds) {
        result_.refusal = "left out: slow; give more --seconds";
        return {};
      }
      if ((solver_ && !solve(e)) || (method_ && !ask(e))) {
        result_.refusal = method_ ? "refused at a state of the motion" : "no usable pivot";
        return {};
      }
      if (solver_ || method_) look_at(e);
      if (recursive_) {  // with the multipliers of the solve, or its own where there is none
        if (solver_) lambda_ = {};
        evaluate_at(e);
        lambda_ = work_.lambda;
        look_at(e);
      }
      if (!proved_.agrees(k, work_.qdd)) {
        result_.refusal = "wrong: other accelerations than those that are proved";
        return {};
      }
      all.insert(all.end(), work_.qdd.begin(), work_.qdd.end());
    }
    if (!(result_.error <= largest_error)) {
      result_.refusal = "wrong: the equations are not fulfilled";
      return {};
    }
    without_multipliers();
    return all;
  }

  void compare(const std::vector<double>& own, const std::vector<double>& reference) {
    double scale = 0.0, most = 0.0;
    for (std::size_t k = 0; k < own.size() && k < reference.size(); ++k) {
      scale = std::max(scale, std::fabs(reference[k]));
      most = std::max(most, std::fabs(own[k] - reference[k]));
    }
    result_.difference = scale > 0.0 ? most / scale : most;
  }

  void solve_batch() {
    if (!result_.separable) return;
    batch(solve_cycles_, solve_ns_, [&](const auto& e) { solve(e); });
  }
  void whole_batch() {
    batch(whole_cycles_, whole_ns_, [&](const auto& e) { evaluate_at(e); });
  }

  void profile(double seconds) {
    if (!result_.separable) return;
    StepTimer timer;
    solver_->watch(&timer);
    const double end = now() + seconds;
    do {
      for (const StateEquations& e : states_) {
        timer.start();
        solve(e);
      }
      timer.end_pass();
    } while (now() < end);
    solver_->watch(nullptr);
    result_.steps = timer.medians(states_.size());
  }

  void finish() {
    result_.solve = summary_of(solve_ns_);
    result_.whole = summary_of(whole_ns_);
  }

 private:
  static AccelerationOptions options_for(const Mechanism& m, const std::string& solver,
                                         const TimedMethod* method) {
    AccelerationOptions options{solver, ConstraintMethod::closest};
    options.step = 1.0;
    if (method == nullptr) return options;
    options.solver = m.model.rows() == 0 ? "clustered" : "topology";
    options.evaluator = method->evaluator;
    options.by_components = method->by_components;
    options.component_code = method->component_code;
    return options;
  }

  // How well the accelerations and multipliers that were found fulfil the equations.
  void look_at(const StateEquations& e) {
    const double error = backward_error(*mechanism_.model.pattern, e, work_.qdd, work_.lambda,
                                        mechanism_.redundancy.vanishing);
    result_.error = std::max(result_.error, error);
  }

  bool solve(const StateEquations& e) {
    if (!solver_->factor(e.matrix()).ok()) return false;
    solver_->solve(e.q_force, e.gamma, work_.qdd, lambda_);
    return true;
  }

  // Whether the method itself answers.
  bool ask(const StateEquations& e) {
    lambda_ = {};
    evaluate_at(e);
    lambda_ = work_.lambda;
    return list_.counts().front().left_to_others() == 0;
  }

  // From a state to accelerations, as a step of a run does it.
  void evaluate_at(const StateEquations& e) {
    const Answer answer =
        list_.find({.t = e.time, .q = e.q, .v = e.v, .multipliers = !lambda_.empty() && !method_});
    if (!answer.ok())
      std::fill(work_.qdd.begin(), work_.qdd.end(), std::numeric_limits<double>::quiet_NaN());
  }

  // Multipliers are left out where the solver can do so, and did not have to call for help.
  void without_multipliers() {
    result_.separable = !method_ && solver_;
    if (!result_.separable) {
      result_.multipliers = work_.lambda.empty();
      lambda_ = {};
      return;
    }
    const auto* clustered = dynamic_cast<const ClusteredSolver<double>*>(solver_.get());
    if (clustered == nullptr || clustered->fallbacks() > 0) return;
    lambda_ = {};
    result_.multipliers = work_.lambda.empty();
  }

  template <class Work>
  void batch(int& cycles, std::vector<double>& times, const Work& work) {
    for (const StateEquations& e : states_) work(e);  // caches hold what the one before needed
    for (;;) {
      const double begin = now();
      for (int k = 0; k < cycles; ++k) {
        for (const StateEquations& e : states_) work(e);
      }
      const double taken = now() - begin;
      if (taken < shortest_batch && times.empty()) {
        cycles *= 2;
        continue;
      }
      const auto evaluations = static_cast<double>(cycles) * static_cast<double>(states_.size());
      times.push_back(1e9 * taken / evaluations);
      return;
    }
  }

  const Mechanism& mechanism_;
  const std::vector<StateEquations>& states_;
  const ProvedStates& proved_;
  SolverTime& result_;
  bool method_, recursive_ = false;
  Accelerations list_;                            ///< as a run evaluates
  Workspace<double>& work_;                       ///< of it
  std::unique_ptr<SaddleSolver<double>> solver_;  ///< timed alone
  std::span<double> lambda_;
  int solve_cycles_ = 1, whole_cycles_ = 1;
  std::vector<double> solve_ns_, whole_ns_;
};

std::vector<SolverTime> entries_for(const Mechanism& m, const TimingOptions& options) {
  std::vector<SolverTime> list;
  const auto add = [&](const std::string& name) {
    for (const SolverTime& known : list) {
      if (known.name == name) return;
    }
    list.emplace_back().name = name;
    if (const std::string refusal = solver_refusal(name); !refusal.empty()) {
      list.back().refusal = "left out: " + refusal;
    } else if (!is_sparse(name) && m.model.nv() + m.model.rows() > largest_dense) {
      list.back().refusal =
          "left out: dense, and there are more than " + std::to_string(largest_dense) + " unknowns";
    }
  };
  for (const std::string& name : options.solvers.empty() ? solver_names() : options.solvers)
    add(name);
  for (const std::string& name : solver_names()) {
    if (is_gauss(name)) add(name);
  }
  for (const TimedMethod& e : options.methods) {
    list.emplace_back().name = e.name;
    list.back().refusal = e.refusal;
  }
  return list;
}

using Contestants = std::vector<std::unique_ptr<Contestant>>;

// Those whose answers are right, each compared with gauss.
Contestants prove_all(const Mechanism& m, const ProvedStates& states, double seconds,
                      const std::vector<TimedMethod>& methods, const std::function<bool()>& goes_on,
                      SolverTimes& times) {
  Contestants list;
  std::vector<std::vector<double>> answers;
  std::size_t reference = 0;
  bool found = false;
  for (SolverTime& entry : times.solvers) {
    if (!entry.refusal.empty()) continue;
    const auto given = std::find_if(methods.begin(), methods.end(),
                                    [&](const TimedMethod& e) { return e.name == entry.name; });
    auto contestant =
        std::make_unique<Contestant>(m, states, entry, given == methods.end() ? nullptr : &*given);
    std::vector<double> answer = contestant->prove(seconds);
    if (!goes_on()) times.stopped = true;
    if (times.stopped) entry.refusal = "left out: interrupted";
    if (!entry.refusal.empty()) continue;
    if (entry.name == "gauss") {
      reference = list.size();
      found = true;
    }
    list.push_back(std::move(contestant));
    answers.push_back(std::move(answer));
  }
  for (std::size_t k = 0; found && k < list.size(); ++k)
    list[k]->compare(answers[k], answers[reference]);
  return list;
}

void find_reference(SolverTimes& times) {
  const SolverTime* best = nullptr;
  for (const SolverTime& entry : times.solvers) {
    if (!is_gauss(entry.name) || !entry.refusal.empty()) continue;
    if (best == nullptr || entry.solve.median < best->solve.median) best = &entry;
  }
  if (best != nullptr) times.reference = best->name;
}

}  // namespace

const SolverTime* SolverTimes::find(const std::string& name) const {
  const auto found = std::find_if(solvers.begin(), solvers.end(),
                                  [&](const SolverTime& entry) { return entry.name == name; });
  return found == solvers.end() ? nullptr : &*found;
}

SolverTimes time_solvers(const Mechanism& mechanism, const TimingOptions& options) {
  const double begin = now(), end = begin + options.seconds;
  const auto goes_on = [&] { return !options.progress || options.progress(now() - begin); };
  SolverTimes times;
  const ProvedStates states(mechanism, options.seconds);
  times.states = states.equations.size();
  times.unproved = states.unproved;
  times.why = states.why;
  times.solvers = entries_for(mechanism, options);
  for (SolverTime& entry : times.solvers) {
    if (times.states == 0 && entry.refusal.empty()) entry.refusal = "left out: no state is proved";
  }
  const double share =
      std::max(shortest_proof, 0.5 * options.seconds / static_cast<double>(times.solvers.size()));
  const Contestants contestants =
      prove_all(mechanism, states, share, options.methods, goes_on, times);
  for (const auto& c : contestants)
    c->profile(0.1 * options.seconds / static_cast<double>(contestants.size()));
  // however little time there is, each gets a few turns
  const auto enough = [&] {
    const long fewest = now() > end + options.seconds ? 1 : fewest_rounds;
    return times.rounds >= fewest && (now() > end || times.rounds >= most_rounds);
  };
  while (!times.stopped && !contestants.empty() && !enough()) {
    for (const auto& c : contestants) {
      c->solve_batch();
      c->whole_batch();
    }
    ++times.rounds;
    if (goes_on()) continue;
    times.stopped = true;
    break;
  }
  for (const auto& c : contestants) {
    c->finish();
    if (times.rounds == 0) c->result().refusal = "left out: interrupted";
  }
  find_reference(times);
  return times;
}

}  // namespace treadle
