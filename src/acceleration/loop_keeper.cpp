#include "loop_keeper.hpp"

#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "window_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

// Columns of one dense block: its factors take the cube of this.
constexpr int most_free = 600;
// A choice of independent coordinates whose weakest pivot is less than this part of the best seen.
constexpr double worse_choice = 0.5;
// Equations weaker than this times the window of a singular position are left to the integrator
// inside it: dividing by them would make noise of rounding.
constexpr double weak_part = 4.0;
// Looks for which loops are left to others after no smooth branch was found: each change of hands
// makes the state jump a little.
constexpr int looks_after_failure = 64;
constexpr double much_weaker = 0.5;  // then a branch is searched all the same
// What a branch may be off wherever it is, and what rounding makes of accelerations with weak
// equations, over the cube of their strength. (P11)
constexpr double least_part = 1e-8, least_bend = 1e-6, rounding_of_weak = 1e-14, most_lost = 1e-2;
// Where rounding of poses may change accelerations by more than a part of them, equations that are
// weak no longer serve. (P7)
constexpr double rounding_of_poses = 1e-14, growth_of_rounding = 100.0, most_rounding = 1e-4;
// Where the smooth branch takes over, of the usual strength.
constexpr double strength_at_window = 1e-2;

const char* base_of(ConstraintMethod method) {
  switch (method) {
    case ConstraintMethod::lu:
    case ConstraintMethod::hybrid:
    case ConstraintMethod::hybrid_steady:
      return "lu";
    case ConstraintMethod::qr:
    case ConstraintMethod::hybrid_qr:
      return "qr";
    case ConstraintMethod::svd:
      return "svd";
    case ConstraintMethod::gram_schmidt:
      return "gram-schmidt";
    default:
      return nullptr;
  }
}

HybridSigns signs_of(ConstraintMethod method) {
  switch (method) {
    case ConstraintMethod::hybrid:
    case ConstraintMethod::hybrid_qr:
      return HybridSigns::all;
    case ConstraintMethod::hybrid_steady:
      return HybridSigns::of_weak_choices;
    default:
      return HybridSigns::none;
  }
}

bool is_hybrid(ConstraintMethod m) { return signs_of(m) != HybridSigns::none; }

}  // namespace

LoopKeeper::LoopKeeper(const Mechanism& mechanism, ConstraintMethod method)
    : mechanism_(mechanism),
      method_(method),
      islands_(scaled_islands(mechanism.model, mechanism.redundancy.rows)),
      position_(mechanism.model),
      loops_(mechanism.model) {
  const Model<double>& model = mechanism.model;
  for (const ScaledIsland& island : islands_) undriven_.push_back(without_drivers(model, island));
  watch_ = std::make_unique<SingularWatch>(model, undriven_, mechanism.functions_at(0.0),
                                           mechanism.redundancy.q);
  if (method == ConstraintMethod::closest) return;
  for (std::size_t c = 0; c < model.loops.size(); ++c) {
    if (!model.loops[c].rolls()) continue;
    if (method == ConstraintMethod::automatic) return;  // positions do not tell dependent ones
    throw ModelError("simulation.constraints",
                     "this method finds dependent coordinates from positions, which constraint '" +
                         model.topology->loops[LoopId{static_cast<int>(c)}].name +
                         "' does not keep: it rolls; use 'auto' or 'closest'");
  }
  const int largest = ReducedEquations<double>::largest_block(model, islands_);
  if (largest > most_free) {
    if (method == ConstraintMethod::automatic) return;
    throw ModelError("simulation.constraints",
                     "this method solves dense equations, and here " + std::to_string(largest) +
                         " degrees of freedom hang together; 'closest' and 'auto' have no limit");
  }
  if (const char* base = base_of(method))
    base_ = std::make_unique<PartitionedLoops<double>>(model, islands_, base);
  if (!base_ || is_hybrid(method)) {
    projection_ = std::make_unique<PartitionedLoops<double>>(model, islands_, "projection");
    smooth_ = std::make_unique<SmoothBranch<double>>(model, undriven_);
  }
  if (method == ConstraintMethod::lu || method == ConstraintMethod::qr || is_hybrid(method))
    rules_ = std::make_unique<HybridRules>(signs_of(method));
}

bool LoopKeeper::projecting() const {
  return method_ == ConstraintMethod::projection || method_ == ConstraintMethod::automatic ||
         (rules_ && rules_->projecting());
}

void LoopKeeper::look(std::span<const FunctionValue<double>> functions, std::span<const double> q) {
  place_bodies<double>(mechanism_.model, q, position_);
  close_loops<double>(mechanism_.model, q, functions, position_, loops_);
  watch_->look(q, loops_.phi);
}

// What the branch is off, by its own account, against what rounding makes of weak equations. (P11)
bool LoopKeeper::branch_serves(std::size_t island) const {
  if (!smooth_->found(island)) return false;
  const double s = watch_->strength(island);
  const double lost = std::min(most_lost, rounding_of_weak / (s * s * s));
  const OffBranch& off = smooth_->off(island);
  return off.part <= std::max(least_part, lost) && off.bend <= std::max(least_bend, lost);
}

double LoopKeeper::weakest_near() const {
  double least = 1.0;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (watch_->is_near(i)) least = std::min(least, watch_->strength(i));
  }
  return least;
}

void LoopKeeper::rest() {
  rest_ = looks_after_failure;
  again_below_ = much_weaker * weakest_near();
}

bool LoopKeeper::takes_over(std::span<const FunctionValue<double>> functions,
                            std::span<const double> q, std::span<const double> v) {
  if (!base_ && !projection_) {  // 'closest', or too large for dense equations: only watched
    if (watch_->must_look(q)) look(functions, q);
    return false;
  }
  if (held_) projection_->let_go();
  held_ = false;
  const bool watching = projection_ != nullptr;
  if (watching && watch_->must_look(q)) look(functions, q);
  if (rules_ && watching && watch_->any_near()) rules_->project_now();
  if (!projecting()) {
    ++counts_.base;
    return true;
  }
  if (watch_->any_near() && (rest_-- <= 0 || weakest_near() < again_below_)) {
    smooth_->sample(*watch_, functions, q, v);
    rest_ = 0;
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      if (!watch_->is_near(i)) continue;
      if (!branch_serves(i)) {
        rest();
        continue;
      }
      projection_->hold(i, &smooth_->basis(i), smooth_->acceleration(i),
                        weak_part * watch_->window(i));
      held_ = true;
    }
  }
  took_over_ = held_ || method_ != ConstraintMethod::automatic;
  ++(took_over_ ? counts_.projection : counts_.base);
  if (held_) ++counts_.smooth;
  return took_over_;
}

Report LoopKeeper::accelerate(Workspace<double>& w, bool multipliers) {
  return active().accelerate(w.matrix, w.loops.phi, w.q_force, w.gamma, w.qdd,
                             multipliers ? std::span<double>(w.lambda) : std::span<double>());
}

Report LoopKeeper::prove_in_window(std::span<const double> v, double rounding,
                                   BalanceProof& balance, Workspace<double>& w) {
  const Model<double>& model = mechanism_.model;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (active().has_lost(i)) continue;
    const bool on_branch = active().is_held(i);
    Report report = loops_on_branch(model, islands_[i], on_branch ? smooth_->off(i) : OffBranch{},
                                    v, w, rounding);
    if (report.ok() && on_branch)
      report = bends_with_branch(islands_[i], smooth_->basis(i), smooth_->bent(i), smooth_->off(i),
                                 v, w, rounding);
    if (!report.ok()) return report;
  }
  const MissingForces<double>& left = balance.missing(model, w.qdd, w);
  const int where = active().works_along(left.force, left.size, balance_tolerance);
  if (where >= 0) return {Trouble::unbalanced, where, left.force[at(where)], 0};
  return {};
}

bool LoopKeeper::let_go() {
  bool serve = projection_ != nullptr;
  for (std::size_t i = 0; i < undriven_.size() && serve; ++i) {
    if (!watch_->is_near(i)) continue;
    const double sigma = watch_->strength(i) * watch_->regular(i);
    const double off = projection_->is_held(i) ? smooth_->off(i).part : 0.0;
    serve = growth_of_rounding * (rounding_of_poses + off) <= most_rounding * sigma * sigma;
  }
  if (projection_) projection_->let_go();
  held_ = took_over_ = false;
  rest();
  return serve;
}

Report LoopKeeper::project(double length, std::span<const FunctionValue<double>> functions,
                           ProjectionStage<double>& w, std::span<double> q, std::span<double> v) {
  return active().project(length, functions, w, q, v);
}

Report LoopKeeper::accelerate_with_care(Workspace<double>& w, bool multipliers) {
  projection_->let_go();
  held_ = false;
  return projection_->accelerate(w.matrix, w.loops.phi, w.q_force, w.gamma, w.qdd,
                                 multipliers ? std::span<double>(w.lambda) : std::span<double>());
}

Report LoopKeeper::project_with_care(double length,
                                     std::span<const FunctionValue<double>> functions,
                                     ProjectionStage<double>& w, std::span<double> q,
                                     std::span<double> v) {
  projection_->let_go();
  held_ = false;
  return projection_->project(length, functions, w, q, v);
}

bool LoopKeeper::wants_functions(std::span<const double> q) const {
  return watch_->wants_accepted(q);
}

void LoopKeeper::accepted(const StepNews& news, std::span<const FunctionValue<double>> functions,
                          std::span<const double> q, std::span<const double> v, double balance,
                          double kinetic) {
  if (news.t <= told_) return;  // told twice
  told_ = news.t;
  if (watch_->wants_accepted(q)) {
    place_bodies<double>(mechanism_.model, q, position_);
    close_loops<double>(mechanism_.model, q, functions, position_, loops_);
    watch_->accepted(news.t, q, v, functions, loops_.phi);
  }
  if (method_ == ConstraintMethod::automatic && projection_) {
    if (took_over_ != near_before_) ++switches_;
    near_before_ = took_over_;
  }
  if (!rules_) return;
  kinetic_ = std::max(kinetic_, kinetic);
  const double weakest = base_->weakest();
  healthy_ = std::max(healthy_, weakest);
  best_ = std::max(best_, weakest);
  const HybridRules::Advice advice =
      rules_->after({news.h, news.largest, news.failures, balance, kinetic_, base_->most_changes(),
                     watch_->any_near(), weakest < worse_choice * best_});
  if (advice.choose_again || (!rules_->projecting() && weakest < 0.1 * healthy_)) {
    base_->choose_again();
    healthy_ = weakest;
  }
}

void LoopKeeper::refused() {
  if (base_ && rules_) base_->choose_again();
}

long LoopKeeper::switches() const { return rules_ ? rules_->switches().sum() : switches_; }

long LoopKeeper::repartitions() const { return base_ ? base_->changes() : 0; }

// Velocities across a weak equation have rounding over the square of its strength. Inside the
// window they are taken from outside. (N21)
double LoopKeeper::noise() const {
  double weakest = 1.0;
  for (std::size_t i = 0; i < undriven_.size(); ++i) {
    if (undriven_[i].rank > 0) weakest = std::min(weakest, watch_->strength(i));
  }
  weakest = std::max(weakest, strength_at_window);
  return std::numeric_limits<double>::epsilon() / (weakest * weakest);
}

std::vector<double> LoopKeeper::singular_times() const {
  std::vector<double> times;
  for (const Passage& c : crossings()) {
    if (!c.turned) times.push_back(c.time);
  }
  std::sort(times.begin(), times.end());
  const auto same = [](double a, double b) { return b - a < 1e-6; };
  times.erase(std::unique(times.begin(), times.end(), same), times.end());
  return times;
}

// Only the projection matrix is led over to the other side; all others solve what is there.
std::string LoopKeeper::what_was_followed() const {
  if (!projection_ && method_ == ConstraintMethod::automatic)
    return "the loops are too many to choose: look whether the motion went on smoothly";
  if (!projection_) {
    return "constraints '" + constraint_method_names().at(static_cast<std::size_t>(method_)) +
           "' choose none: look whether the motion went on smoothly, or take auto";
  }
  return "the smooth one was followed";
}

std::string LoopKeeper::where_it_stands() const {
  constexpr double near = 0.1;
  constexpr std::size_t shown = 3;
  for (std::size_t i = 0; i < undriven_.size(); ++i) {
    const double strength = watch_->strength(i);
    if (undriven_[i].rank == 0 || !(strength < near)) continue;
    std::string names;
    const std::vector<int>& loops = undriven_[i].parts.loops;
    for (std::size_t k = 0; k < loops.size() && k < shown; ++k)
      names += (k == 0 ? "'" : ", '") + mechanism_.topology().loops[LoopId{loops[k]}].name + "'";
    if (loops.size() > shown) names += " and " + std::to_string(loops.size() - shown) + " more";
    return "; the loop of " + names +
           " stands near a singular position, from which it could go on in more than one way (its "
           "weakest equation has " +
           short_number(strength, 2) + " of its usual strength)";
  }
  return {};
}

// Times and loops of passages, a few of each by name.
std::string LoopKeeper::told(bool turned) const {
  constexpr std::size_t shown = 5;
  std::vector<double> times;
  std::vector<std::string> names;
  for (const Passage& c : crossings()) {
    if (c.turned != turned) continue;
    if (turned) times.push_back(c.time);
    const std::string& name = mechanism_.topology().loops[LoopId{c.loop}].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (!turned) times = singular_times();
  if (times.empty()) return {};
  std::string when, loops;
  for (std::size_t i = 0; i < times.size() && i < shown; ++i)
    when += (i == 0 ? "" : ", ") + short_number(times[i], 9) + " s";
  if (times.size() > shown) when += " and " + std::to_string(times.size() - shown) + " times more";
  for (std::size_t i = 0; i < names.size() && i < shown; ++i)
    loops += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (names.size() > shown)
    loops += " and " + std::to_string(names.size() - shown) + " more (" +
             std::to_string(names.size()) + " in all)";
  return "at t = " + when + ": the loop" + (names.size() > 1 ? "s" : "") + " of " + loops;
}

std::vector<std::string> LoopKeeper::warnings() const {
  std::vector<std::string> out;
  if (const std::string passed = told(false); !passed.empty())
    out.push_back(passed +
                  " passed a singular position, from which it could go on in more than "
                  "one way; " +
                  what_was_followed());
  const std::string turned = projection_ ? "" : told(true);
  if (!turned.empty())
    out.push_back(turned + " came to a singular position and may have left it on another branch; " +
                  what_was_followed());
  return out;
}

}  // namespace treadle
