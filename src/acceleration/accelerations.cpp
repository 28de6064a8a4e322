#include "accelerations.hpp"

#include "../base/error.hpp"
#include "../base/text.hpp"
#include "../solve/registry.hpp"
#include "compiled_parts.hpp"
#include "component_method.hpp"
#include "free_bodies.hpp"
#include "generated_method.hpp"
#include "late_solver.hpp"
#include "numeric_methods.hpp"
#include "single_states.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Feedback of the stabilized method, for each second. It must not grow with shorter steps: the gap
// that a stage leaves is of second order in the step, and gains of 1 / step would make that an
// acceleration of order one.
constexpr double steady_feedback = 20.0;
constexpr double most_feedback_per_step =
    0.1;  // far inside the region of stability of every integrator here

// Steps between two second opinions on what lanes and generated code say.
constexpr long thorough_stride = 32;
constexpr long stride_without_loops = 1024;  // only M is factored, which is definite
constexpr double same_answer = 1e-7;         // of the largest acceleration

// Memory that the plan of a factorization takes: M and L, and for each loop all pairs of positions
// above it.
constexpr double most_gigabytes = 8.0;

double bytes_of_factors(const SaddlePattern& pattern) {
  double bytes = 48.0 * pattern.inertia.entries();
  for (const LoopPattern& loop : pattern.loops) {
    const auto columns = static_cast<double>(loop.t_columns.size());
    bytes += 4.0 * columns * columns + 8.0 * columns * loop.rows;
  }
  return bytes;
}

void check_memory(const SaddlePattern& pattern) {
  const double bytes = bytes_of_factors(pattern);
  if (bytes <= 1e9 * most_gigabytes) return;
  throw ModelError("simulation.solver", "the factors of this mechanism would take about " +
                                            short_number(1e-9 * bytes, 2) +
                                            " GB: loops stand on too many joints in a row; cut the "
                                            "chain into parts that stand on the ground");
}

std::unique_ptr<SaddleSolver<double>> solver_for(const Mechanism& mechanism,
                                                 const std::string& name) {
  if (name == "generated") {
    throw ModelError("simulation.solver",
                     "solver 'generated' serves runs only; choose another one, for example auto");
  }
  if (const std::string refusal = solver_refusal(name); !refusal.empty())
    throw ModelError("simulation.solver", "solver '" + name + "': " + refusal);
  check_memory(*mechanism.model.pattern);
  auto solver = make_solver<double>(name, *mechanism.model.pattern);
  if (!solver) {
    throw ModelError("simulation.solver",
                     "unknown solver '" + name + "'" + suggestion(name, solver_options()));
  }
  solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
  return solver;
}

// What stands behind a recursion: nothing for trees; late for large mechanisms, where planning it
// takes longer than many steps of the recursion.
std::unique_ptr<SaddleSolver<double>> solver_behind(const Mechanism& mechanism) {
  if (mechanism.model.rows() == 0) return nullptr;
  if (mechanism.model.nv() <= largest_ready_matrix) return solver_for(mechanism, "topology");
  return std::make_unique<LateSolver>([&mechanism]() -> std::unique_ptr<SaddleSolver<double>> {
    if (bytes_of_factors(*mechanism.model.pattern) > 1e9 * most_gigabytes) return nullptr;
    return solver_for(mechanism, "topology");
  });
}

// The recursion serves solver 'clustered'.
std::unique_ptr<Recursion<double>> recursion_for(const Mechanism& mechanism,
                                                 const Model<double>& model,
                                                 const std::string& name) {
  if (name != "clustered") return nullptr;
  auto recursion = std::make_unique<Recursion<double>>(model, mechanism.redundancy.vanishing);
  if (!recursion->possible()) return nullptr;
  recursion->leave_out(mechanism.redundancy.rows);
  return recursion;
}

// Smaller mechanisms are not cut: an evaluation takes no longer than to call others.
constexpr int fewest_cut = 100;
// Coordinates from which on a second thread pays, and the most that "auto" takes.
constexpr int fewest_for_threads = 600, most_threads = 8;

// 0: as many as pay.
std::unique_ptr<Crew> make_crew(const Mechanism& mechanism, int threads) {
  if (threads == 1 || (threads == 0 && mechanism.model.nv() < fewest_for_threads)) return nullptr;
  CrewModule* const crews = open_crews();
  if (crews == nullptr) {
    if (threads == 0) return nullptr;
    throw ModelError("threads", "more than one: " + crew_refusal());
  }
  if (threads == 0) threads = std::min(crews->cores(), most_threads);
  return threads < 2 ? nullptr : crews->make(threads);
}

bool is_same(std::span<const double> a, std::span<const double> b, double part, double rounding) {
  double most = 0.0, off = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    most = std::max(most, std::fabs(b[k]));
    off = std::max(off, std::fabs(a[k] - b[k]));
  }
  return off <= part * most + rounding;
}

// Every equation drives a coordinate that no other one drives. (C17)
bool drives_coordinates_only(const Mechanism& mechanism) {
  std::vector<bool> driven(static_cast<std::size_t>(mechanism.model.nv()), false);
  for (const LoopData<double>& loop : mechanism.model.loops) {
    if (loop.kind != LoopKind::coordinates || loop.function < 0 || loop.coordinates.size() != 1)
      return false;
    const auto k = static_cast<std::size_t>(loop.coordinates.front().v_at);
    if (driven[k] || loop.coordinates.front().factor == 0.0) return false;
    driven[k] = true;
  }
  return mechanism.redundancy.rows.empty();
}

bool has_drivers(const Model<double>& model) {
  return std::any_of(model.loops.begin(), model.loops.end(),
                     [](const LoopData<double>& loop) { return loop.function >= 0; });
}

}  // namespace

Accelerations::Accelerations(const Mechanism& mechanism, const AccelerationOptions& options)
    : mechanism_(mechanism),
      length_(length_scale(mechanism.model)),
      projects_(options.method != ConstraintMethod::stabilized && mechanism.model.rows() > 0),
      sets_driven_(projects_ && options.method == ConstraintMethod::automatic &&
                   mechanism.compiled.empty() && drives_coordinates_only(mechanism)),
      turned_(turned_model(mechanism.model)),
      choice_(resolve_solver(mechanism, options.solver)),
      ranks_(options.ranks),
      crew_(make_crew(mechanism, options.threads)),
      recursion_(recursion_for(mechanism, evaluated(), choice_.name)),
      solver_(recursion_ ? solver_behind(mechanism) : solver_for(mechanism, choice_.name)),
      work_(evaluated(), mechanism.functions.size(),
            solver_ != nullptr && (!recursion_ || mechanism.model.nv() <= largest_ready_matrix)),
      stage_(mechanism.model),
      inputs_(mechanism.functions.start()),
      start_states_(mechanism.functions.start_states()) {
  const bool stabilized = options.method == ConstraintMethod::stabilized;
  const double gain =
      stabilized ? std::min(steady_feedback, most_feedback_per_step / options.step) : 0.0;
  const bool closest = options.method == ConstraintMethod::closest;
  if (!mechanism.compiled.empty()) {
    const CompiledPart& part = mechanism.compiled.front();
    if (!options.by_components)
      throw ModelError(part.name, "part '" + part.name +
                                      "' is compiled, and joint coordinates of its inside are not "
                                      "known: only runs with --formulation component serve it");
    compiled_ = std::make_unique<CompiledParts>(mechanism);
  }
  if (!compiled_ && !stabilized && !(closest && options.single_states) &&
      mechanism.model.rows() > 0)
    keeper_ = std::make_unique<LoopKeeper>(mechanism, options.method);
  if (!compiled_ && options.single_states && mechanism.model.rows() > 0)
    single_ = std::make_unique<SingleStates>(mechanism);
  if (!mechanism.contacts.empty()) {
    contacts_ = std::make_unique<ContactForces>(mechanism.contacts);
    contacts_->work_with(crew_.get());
  }
  const bool flat =
      recursion_ && !compiled_ && !options.by_components && FreeBodiesMethod::fits(evaluated());
  if (!flat) cut_bodies();
  const MethodParts parts{mechanism,
                          evaluated(),
                          {gain, gain},
                          length_,
                          has_drivers(mechanism.model),
                          keeper_ && keeper_->can_care(),
                          solver_.get(),
                          work_,
                          stage_,
                          team_.bodies.count() > 0 ? &team_ : nullptr,
                          contacts_.get(),
                          crew_.get()};
  // the order
  if (options.evaluator)
    methods_.push_back(std::make_unique<GeneratedMethod>(parts, options.evaluator));
  if (keeper_) methods_.push_back(std::make_unique<KeptMethod>(parts, *keeper_));
  if (options.by_components) {
    auto method = std::make_unique<ComponentMethod>(parts, crew_.get(), compiled_.get(),
                                                    ranks_.get(), options.component_code);
    components_ = method.get();
    methods_.push_back(std::move(method));
  }
  // no other knows the inertia of compiled parts
  auto lanes = recursion_ && !stabilized && !compiled_
                   ? LaneAccelerations::make(mechanism, evaluated())
                   : nullptr;
  if (lanes) lanes->work_with(crew_.get());
  if (lanes) methods_.push_back(std::make_unique<LaneMethod>(parts, std::move(lanes)));
  if (flat) methods_.push_back(std::make_unique<FreeBodiesMethod>(parts));
  if (recursion_ && !compiled_) {
    auto method = std::make_unique<RecursionMethod>(parts, *recursion_);
    recursive_ = method.get();
    methods_.push_back(std::move(method));
  }
  if (solver_ && !compiled_) methods_.push_back(std::make_unique<SolverMethod>(parts));
  if (keeper_) methods_.push_back(std::make_unique<SingularValueMethod>(parts, *keeper_));
  if (single_) methods_.push_back(std::make_unique<SingularValueMethod>(parts, single_->keeper()));
  for (const auto& method : methods_) counts_.emplace_back().name = method->name();
  first_.resize(work_.qdd.size());
  q_.resize(static_cast<std::size_t>(mechanism.model.nq()));
  v_.resize(first_.size());
}

Accelerations::~Accelerations() = default;

// The cut is the same for any number of threads, one included.
void Accelerations::cut_bodies() {
  team_.crew = crew_.get();
  if (solver_) solver_->work_with(crew_.get());
  if (mechanism_.model.nv() < fewest_cut) return;
  std::vector<int> parent;
  std::vector<double> weight;
  for (const Link<double>& link : evaluated().links) {
    parent.push_back(link.parent);
    weight.push_back(1.0 + link.nv);
  }
  team_.bodies = cut_shares(
      parent, weight, recursion_ ? ties_of(recursion_->plan()) : std::vector<std::vector<int>>{});
  work_.team = &team_;
  stage_.crew = crew_.get();
  if (team_.bodies.count() == 0) return;
  if (recursion_) recursion_->work_with(team_, evaluated());
}

void Accelerations::tell_time(double t, std::span<const double> states) {
  mechanism_.functions.evaluate(t, inputs_, states.empty() ? start_states_ : states,
                                work_.functions);
  mechanism_.functions.look_ahead(ahead_, work_.functions);
  if (compiled_) compiled_->tell(work_.functions);
}

void Accelerations::look_ahead(double h) {
  ahead_ = h;
  if (compiled_) compiled_->look_ahead(h);
}

// What the keeper of the loops says of a state.
void Accelerations::look(AccelerationQuery& query) {
  tell_time(query.t, query.states);
  if (!keeper_) return;
  query.kept = keeper_->takes_over(work_.functions, query.q, query.v);
  query.singular = query.kept && keeper_->in_window();
  query.weak_loops = keeper_->wants_care();
}

Answer Accelerations::find(AccelerationQuery query) {
  look(query);
  query.thorough =
      query.prove && proofs_++ % (sets_driven_ ? stride_without_loops : thorough_stride) == 0;
  evaluated_ = nobody;
  if (const Report report = stand_as_compiled(query); !report.ok())
    return {RefusalReason::pivot, report};
  return find_any(query, evaluated_);
}

// By whom it was found, nobody: by none.
Answer Accelerations::find_any(AccelerationQuery query, std::size_t& by) {
  std::size_t waiting = nobody;  // for a second opinion
  Answer given, last{RefusalReason::pivot, {Trouble::unproved, -1, 0.0, 0}};
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const Answer answer = methods_[i]->accelerate(query);
    if (!answer.ok()) {
      ++counts_[i].refused[static_cast<std::size_t>(answer.refusal)];
      if (!answer.report.ok()) last = answer;
      if (query.singular && answer.is_unproved()) {
        if (!keeper_->let_go()) return last;
        query.kept = query.singular = false;
      }
      continue;
    }
    if (waiting == nobody && answer.second_opinion && i + 1 < methods_.size()) {
      waiting = i;
      given = answer;
      std::copy(work_.qdd.begin(), work_.qdd.end(), first_.begin());
      continue;
    }
    if (waiting == nobody ||
        !is_same(first_, work_.qdd, same_answer, rounding_at_rest(evaluated(), length_, work_))) {
      if (waiting != nobody)
        ++counts_[waiting].refused[static_cast<std::size_t>(RefusalReason::other)];
      ++counts_[i].answered;
      by = i;
      return answer;
    }
    break;
  }
  if (waiting == nobody) return last;
  ++counts_[waiting].answered;
  by = waiting;
  std::copy(first_.begin(), first_.end(), work_.qdd.begin());
  return given;
}

Answer Accelerations::find_proved(AccelerationQuery query) {
  set_time(query.t, query.states);
  query.multipliers = query.prove = true;
  if (const Report report = stand_as_compiled(query); !report.ok())
    return {RefusalReason::pivot, report};
  Weakest weakest;
  if (single_) weakest = single_->weakest(work_.functions, query.q);
  if (SingleStates::is_singular(weakest)) {
    return {RefusalReason::pivot, {Trouble::singular_position, weakest.row, weakest.strength, 0}};
  }
  Answer last{RefusalReason::pivot, {Trouble::unproved, -1, 0.0, 0}};
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    const Answer answer = methods_[i]->accelerate(query);
    if (answer.ok()) return compare_with_singular_values(query, i, answer, weakest);
    ++counts_[i].refused[static_cast<std::size_t>(answer.refusal)];
    if (!answer.report.ok()) last = answer;
  }
  return last;
}

Answer Accelerations::compare_with_singular_values(const AccelerationQuery& query, std::size_t by,
                                                   const Answer& given, const Weakest& weakest) {
  const std::size_t witness = methods_.size() - 1;
  std::copy(work_.qdd.begin(), work_.qdd.end(), first_.begin());
  first_lambda_ = work_.lambda;
  const auto as_given = [&] {
    ++counts_[by].answered;
    std::copy(first_.begin(), first_.end(), work_.qdd.begin());
    work_.lambda = first_lambda_;
    return given;
  };
  if (!single_ || by == witness) return as_given();
  const Answer other = methods_[witness]->accelerate(query);
  if (!other.ok()) return as_given();  // proved by itself
  const Violation open =
      violation<double>(mechanism_.model, work_.functions, stage_, query.q, query.v);
  double speed = 0.0;
  for (const double v : query.v) speed = std::max(speed, std::fabs(v));
  const double gap = open.position / length_ +
                     (speed > 0.0 ? open.velocity / (speed * length_) : 0.0),
               allowed = SingleStates::allowed(weakest, gap),
               rest = rounding_at_rest(mechanism_.model, length_, work_);
  if (!is_same(first_, work_.qdd, std::max(allowed, SingleStates::most_allowed), rest) &&
      SingleStates::allowed(weakest, 0.0) > SingleStates::most_allowed)
    return {RefusalReason::other, {Trouble::singular_position, weakest.row, weakest.strength, 0}};
  if (is_same(first_, work_.qdd, allowed, rest)) return as_given();
  ++counts_[by].refused[static_cast<std::size_t>(RefusalReason::other)];
  ++counts_[witness].answered;
  return other;
}

// Bordering bodies of compiled parts stand where the states of their insides say.
Report Accelerations::stand_as_compiled(AccelerationQuery& query) {
  if (!compiled_) return {};
  std::copy(query.q.begin(), query.q.end(), q_.begin());
  std::copy(query.v.begin(), query.v.end(), v_.begin());
  if (query.states.empty()) query.states = start_states_;
  if (!compiled_->place(query.t, query.states, q_, v_)) return {Trouble::unproved, -1, 0.0, 0};
  query.q = q_;
  query.v = v_;
  return {};
}

Report Accelerations::project(double t, std::span<double> q, std::span<double> v,
                              std::span<double> states) {
  if (!compiled_) return project(t, q, v);
  tell_time(t, states);
  stage_.is_left_known = false;
  if (!compiled_->project(t, states) || !compiled_->place(t, states, q, v))
    return {Trouble::not_converged, -1, 0.0, 0};
  if (!projects_) return {};
  const Answer answer = components_->project_all(t, q, v, states);
  ++(answer.ok() ? counts_.front().projected
                 : counts_.front().not_projected[static_cast<std::size_t>(answer.refusal)]);
  return answer.report;
}

Report Accelerations::project(double t, std::span<double> q, std::span<double> v) {
  if (!projects_) return {};
  if (sets_driven_) tell_driven(t);
  if (sets_driven_ && !driver_jumps(v)) return set_driven(q, v);
  AccelerationQuery query{t, q, v};
  look(query);
  // independent coordinates feel a blow as well
  if (query.kept && !query.singular && driver_jumps(v)) query.kept = false;
  std::copy(q.begin(), q.end(), q_.begin());
  std::copy(v.begin(), v.end(), v_.begin());
  Report last;
  stage_.is_left_known = false;
  for (std::size_t i = 0; i < methods_.size(); ++i) {
    query.evaluated = i == evaluated_;
    const Answer answer = methods_[i]->project(query, q, v);
    if (answer.ok()) {
      ++counts_[i].projected;
      return answer.report;
    }
    ++counts_[i].not_projected[static_cast<std::size_t>(answer.refusal)];
    if (answer.report.ok()) continue;
    last = answer.report;
    if (query.singular && keeper_->let_go()) query.kept = query.singular = false;
    std::copy(q_.begin(), q_.end(), q.begin());
    std::copy(v_.begin(), v_.end(), v.begin());
  }
  return last;
}

// Far more than the error of a step: the rate itself has changed at once. (C20)
bool Accelerations::driver_jumps(std::span<const double> v) const {
  constexpr double part = 1e-2, nothing = 1e-6;
  for (const LoopData<double>& loop : mechanism_.model.loops) {
    if (loop.kind != LoopKind::coordinates || loop.function < 0) continue;
    const double wanted = work_.functions[static_cast<std::size_t>(loop.function)].rate;
    double rate = 0.0;
    for (const LoopCoordinate<double>& c : loop.coordinates)
      rate += c.factor * v[static_cast<std::size_t>(c.v_at)];
    if (std::fabs(wanted - rate) > part * std::max(std::fabs(wanted), std::fabs(rate)) + nothing)
      return true;
  }
  return false;
}

// Functions of drivers alone.
void Accelerations::tell_driven(double t) {
  for (const LoopData<double>& loop : mechanism_.model.loops) {
    const auto driving = static_cast<std::size_t>(loop.function);
    work_.functions[driving] = mechanism_.functions.evaluate(driving, t, inputs_, start_states_);
  }
}

// a q_k = f, a v_k = f'   (C17)
Report Accelerations::set_driven(std::span<double> q, std::span<double> v) {
  stage_.left = {};
  for (const LoopData<double>& loop : mechanism_.model.loops) {
    const LoopCoordinate<double>& c = loop.coordinates.front();
    const FunctionValue<double>& f = work_.functions[static_cast<std::size_t>(loop.function)];
    double &own = q[static_cast<std::size_t>(c.q_at)], &rate = v[static_cast<std::size_t>(c.v_at)];
    own = f.value / c.factor;
    rate = f.rate / c.factor;
    if (!std::isfinite(own) || !std::isfinite(rate)) return {Trouble::not_finite, c.v_at, own, 0};
    stage_.left.position = std::max(stage_.left.position, std::fabs(c.factor * own - f.value));
    stage_.left.velocity = std::max(stage_.left.velocity, std::fabs(c.factor * rate - f.rate));
  }
  stage_.is_left_known = true;
  return {};
}

void Accelerations::keep(Keep& keep) {
  keep(inputs_, solver_, keeper_, methods_, counts_, proofs_, compiled_, contacts_);
}

ComponentTraffic Accelerations::traffic() const {
  return components_ != nullptr ? components_->traffic() : ComponentTraffic{};
}

const MethodCount* Accelerations::count_of(const std::string& method) const {
  for (const MethodCount& count : counts_) {
    if (count.name == method) return &count;
  }
  return nullptr;
}

long Accelerations::unproved() const {
  long sum = recursive_ != nullptr ? recursive_->renewed() : 0;
  for (const MethodCount& count : counts_) sum += count.unproved();
  return sum;
}

}  // namespace treadle
