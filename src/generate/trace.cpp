#include "trace.hpp"

#include "../acceleration/step.hpp"
#include "../kinematics/advance.hpp"
#include "../output/joint_signals.hpp"
#include "../scalar/literal_feed.hpp"
#include "../solve/topology_solver.hpp"
#include "describe_arrays.hpp"
#include "differentiate.hpp"
#include "emit_c.hpp"
#include "reciprocals.hpp"

#include <memory>
#include <utility>

namespace treadle {

namespace {

std::vector<Ref> refs_of(std::span<const Traced> numbers) {
  std::vector<Ref> refs;
  for (const Traced& x : numbers) refs.push_back(x.ref());
  return refs;
}

std::vector<Traced> input_array(int array, std::size_t count) {
  std::vector<Traced> out;
  for (std::size_t k = 0; k < count; ++k) out.push_back(Traced::input(array, static_cast<int>(k)));
  return out;
}

constexpr double largest_margin = 1e30;  // of a mechanism without pivots to be watched

using LdlSolver = TopologySolver<Traced, PlainPivot>;

/// Model and forces on Traced, some of their numbers from parameters.
struct TracedNumbers {
  TracedNumbers(const Mechanism& m, const KeptParameters* kept) {
    std::vector<std::pair<std::size_t, Traced>> inputs;
    if (kept != nullptr) {
      for (const NumberLaw& law : kept->laws) inputs.emplace_back(law.place, traced_number(law));
    }
    LiteralFeed feed;
    for (const auto& [place, number] : inputs) feed.replace(place, number);
    model = cast<Traced>(m.model);
    forces = cast<Traced>(m.forces);
  }
  Model<Traced> model;
  Forces<Traced> forces;
};

/// A mechanism on Traced, with one of the two methods. Lives while its graph is traced.
class TracedMechanism {
 public:
  TracedMechanism(const Mechanism& mechanism, TraceMethod method, const KeptParameters* kept)
      : TracedMechanism(mechanism, method, TracedNumbers(mechanism, kept)) {}
  TracedMechanism(const Mechanism& mechanism, TraceMethod method, TracedNumbers numbers)
      : model(std::move(numbers.model)),
        forces(std::move(numbers.forces)),
        work(model, mechanism.functions.size(), method == TraceMethod::topology),
        q(input_array(input_q, static_cast<std::size_t>(model.nq()))),
        v(input_array(input_v, static_cast<std::size_t>(model.nv()))) {
    for (std::size_t k = 0; k < work.functions.size(); ++k) {
      const int at = 3 * static_cast<int>(k);
      work.functions[k] = {Traced::input(input_functions, at),
                           Traced::input(input_functions, at + 1),
                           Traced::input(input_functions, at + 2)};
    }
    if (method == TraceMethod::topology) {
      solver = std::make_unique<LdlSolver>(*mechanism.model.pattern);
      solver->leave_out(mechanism.redundancy.rows, mechanism.redundancy.vanishing);
      usable = true;
    } else {
      usable = choose_splits(mechanism);
    }
    turn_about_group_axes(model);
  }

  // What ball joints, which turn about the axes of the group (X15), have in those axes.
  [[nodiscard]] std::vector<Traced> to_group(std::span<const Traced> own,
                                             const PositionStage<Traced>& at) const {
    std::vector<Traced> out(own.begin(), own.end());
    turn_all<Traced>(model, at, out);
    return out;
  }

  /// [M Phi^T; Phi 0] with the M and Phi of the place where `work` is; Q = 0. In axes of bodies.
  std::vector<Traced> solve_loops(std::span<const Traced> right) {
    std::vector<Traced> step(work.qdd.size()), lambda(right.size());
    if (recursion) {
      recursion->solve({model, work.position, work.inertia, nullptr, work.loops.phi, right,
                        work.loops.wrench},
                       step, {});
    } else {
      const std::vector<Traced> zero(step.size());
      solver->solve(zero, right, step, lambda);
    }
    turn_back<Traced>(model, work.position, step);
    return step;
  }

  Model<Traced> model;
  Forces<Traced> forces;
  Workspace<Traced> work;
  std::vector<Traced> q, v;
  std::unique_ptr<Recursion<Traced>> recursion;
  std::unique_ptr<LdlSolver> solver;
  bool usable = false;

 private:
  // Pivots are chosen on numbers, at the start.
  bool choose_splits(const Mechanism& mechanism) {
    Mechanism m;  // the same, with the columns of B that are traced
    m.model = mechanism.model;
    m.forces = mechanism.forces;
    m.functions = mechanism.functions;
    m.redundancy = mechanism.redundancy;
    m.start = mechanism.start;
    turn_about_group_axes(m.model);
    Recursion<double> numeric(m.model, m.redundancy.vanishing);
    if (!numeric.possible()) return false;
    numeric.leave_out(m.redundancy.rows);
    Workspace<double> w(m.model, m.functions.size(), false);
    w.functions = m.functions_at(0.0);
    if (!evaluate_by_recursion<double>(m.model, m.forces, numeric, {}, m.start.q, m.start.v, false,
                                       w)
             .ok())
      return false;
    recursion = std::make_unique<Recursion<Traced>>(m.model, m.redundancy.vanishing);
    recursion->leave_out(m.redundancy.rows);
    return recursion->adopt(numeric);
  }
};

// A body without inertia is refused; dependent equations are not. Vanished pivots of M have no
// inverse.
void watch_inertia(const LdlSolver& solver) {
  for (const Traced& inverse : solver.inertia_factor().inverse()) watch(Traced(0.0) < inverse);
}

Traced largest(std::span<const Traced> numbers) {
  Traced most(0.0);
  for (const Traced& x : numbers) most = max(most, abs(x));
  return most;
}

void note_vector(Program& p, const Vec3<Traced>& a, const std::string& words) {
  p.note(a.x.ref(), words + " x");
  p.note(a.y.ref(), words + " y");
  p.note(a.z.ref(), words + " z");
}

// Names for what a person may look for in the code.
void note_bodies(const Mechanism& m, const Workspace<Traced>& w, Program& p) {
  for (std::size_t i = 0; i < m.model.links.size(); ++i) {
    const std::string name = m.topology().bodies[BodyId{static_cast<int>(i)}].name + ": ";
    note_vector(p, w.position.x[i].p, name + "position");
    note_vector(p, w.velocity.v[i].ang, name + "angular velocity");
    note_vector(p, w.velocity.v[i].lin, name + "velocity at the reference");
    note_vector(p, w.loads.body[i].lin, name + "force");
    note_vector(p, w.loads.body[i].ang, name + "moment");
  }
  for (int r = 0; r < m.model.rows(); ++r) {
    const auto row = static_cast<std::size_t>(r);
    p.note(w.loops.residual[row].ref(), m.row_name(r) + ": residual");
    p.note(w.gamma[row].ref(), m.row_name(r) + ": gamma");
  }
}

// Entries that are not zero by structure, row by row.
void add_jacobian(const Mechanism& m, const std::vector<Ref>& accelerations, Program& p) {
  p.mark("derivatives of the accelerations");
  const std::vector<SparseRow> rows =
      differentiate(p.graph, accelerations, state_seeds(p.graph, m));
  OutputBlock block{"jacobian", "derivatives of the accelerations by increments of q and by v", {}};
  std::vector<Ref> entries;
  const int nv = m.model.nv();
  for (int i = 0; i < nv; ++i) {
    for (const auto& [seed, entry] : rows[static_cast<std::size_t>(i)]) {
      const std::string by = seed < nv ? " by position of " + m.coordinate_name(seed)
                                       : " by velocity of " + m.coordinate_name(seed - nv);
      block.numbers.push_back({m.coordinate_name(i) + ".a" + by, "SI"});
      block.entries.emplace_back(i, seed);
      entries.push_back(entry);
    }
  }
  p.output(std::move(block), std::move(entries));
}

// How far the smallest pivot is from being refused, in units of its limit. Limits are numbers.
void add_margin(Program& p) {
  p.mark("margin of the pivots");
  Graph& g = p.graph;
  Ref least = g.constant(largest_margin);
  for (const Ref r : g.watched()) {
    const Node n = g.nodes()[static_cast<std::size_t>(r.node())];
    const Ref limit{n.a};
    if (n.op == Op::less && g.is_constant(limit) && g.number(limit) > 0.0)
      least = g.least(least, g.divide(Ref{n.b}, limit));
  }
  p.output(margin_block(), {least});
}

bool has_drivers(const Mechanism& m) {
  for (const LoopData<double>& loop : m.model.loops) {
    if (loop.function >= 0) return true;
  }
  return false;
}

}  // namespace

std::optional<Program> trace_evaluation(const Mechanism& m, const TraceOptions& options) {
  Program p;
  p.name = "evaluate";
  p.words = "accelerations and what follows from a state";
  p.inputs = input_arrays(m, options.stabilized, options.kept);
  const Tracing tracing(p.graph);
  TracedMechanism t(m, options.method, options.kept);
  if (!t.usable) return std::nullopt;
  Workspace<Traced>& w = t.work;
  const TraceOutputs& out = options.outputs;
  const bool multipliers = out.multipliers || (out.power && has_drivers(m));

  // called when positions, velocities, loops and forces are known
  const auto more = [&](Workspace<Traced>& work) {
    note_bodies(m, work, p);
    if (!options.stabilized) return;
    const int at = 3 * static_cast<int>(work.functions.size());
    const Traced rate_gain = Traced::input(input_functions, at),
                 gap_gain = Traced::input(input_functions, at + 1);
    loop_rate<Traced>(t.model, work.loops, t.to_group(t.v, work.position), work.lambda);
    for (std::size_t r = 0; r < work.gamma.size(); ++r)
      work.gamma[r] -= rate_gain * work.lambda[r] + gap_gain * work.loops.residual[r];
  };
  if (t.recursion) {
    evaluate_by_recursion<Traced>(t.model, t.forces, *t.recursion, {}, t.q, t.v, multipliers, w,
                                  more);
  } else {
    evaluate<Traced>(t.model, t.forces, *t.solver, {}, t.q, t.v, w, more);
    watch_inertia(*t.solver);
  }
  if (out.accelerations) p.output(acceleration_block(m), refs_of(w.qdd));
  if (out.multipliers) p.output(multiplier_block(m), refs_of(w.lambda));
  const ForceState<Traced> state = state_of<Traced>(t.q, t.v, w);
  if (out.power) {
    p.mark("power");
    Traced power = force_energy<Traced>(t.forces, state).power;
    if (multipliers) {
      for (std::size_t r = 0; r < w.lambda.size(); ++r) power += w.lambda[r] * w.loops.drift[r];
    }
    p.output(power_block(), {power.ref()});
  }
  if (out.residual) p.output(residual_block(m), refs_of(w.loops.residual));
  if (out.constraint_jacobian) {  // by the velocities as they are
    p.mark("Jacobian of the constraints");
    const Model<Traced> plain = TracedNumbers(m, options.kept).model;
    PositionStage<Traced> at(plain);
    LoopStage<Traced> loops(plain);
    place_bodies<Traced>(plain, t.q, at);
    close_loops<Traced>(plain, t.q, w.functions, at, loops);
    p.output(constraint_jacobian_block(m), refs_of(loops.phi));
  }
  if (out.energy) {
    p.mark("energy");
    const Traced kinetic = kinetic_energy<Traced>(t.model, w.inertia, w.velocity);
    const Traced potential = weight_energy<Traced>(t.model, w.position, w.inertia) +
                             force_energy<Traced>(t.forces, state).stored;
    p.output(energy_block(), {kinetic.ref(), potential.ref()});
  }
  if (out.jacobian) add_jacobian(m, refs_of(w.qdd), p);
  if (out.margin) add_margin(p);
  if (out.accelerations && !m.functions.states().empty()) {
    std::vector<Ref> rates;
    for (const std::size_t f : m.functions.states()) rates.push_back(w.rates[f].ref());
    p.output(rate_block(m), std::move(rates));
  }
  if (code_size(p, RoutineUse::automatic).straight) share_reciprocals(p);
  return p;
}

std::optional<Program> trace_projection(const Mechanism& m, TraceMethod method,
                                        const KeptParameters* kept) {
  if (m.model.rows() == 0) return std::nullopt;
  Program p;
  p.name = "project";
  p.words = "one step towards closed loops, positions and then velocities";
  p.inputs = input_arrays(m, false, kept);
  const Tracing tracing(p.graph);
  TracedMechanism t(m, method, kept);
  if (!t.usable) return std::nullopt;
  Workspace<Traced>& w = t.work;
  const auto close = [&](std::span<const Traced> q, PositionStage<Traced>& at,
                         LoopStage<Traced>& loops) {
    place_bodies<Traced>(t.model, q, at);
    close_loops<Traced>(t.model, q, w.functions, at, loops);
  };
  close(t.q, w.position, w.loops);
  body_inertias<Traced>(t.model, w.position, w.inertia);
  if (t.solver) {
    composite_inertia<Traced>(t.model, w.position, w.inertia, w.matrix);
    t.solver->factor({w.matrix.diagonal, w.matrix.lower, w.loops.phi});
    watch_inertia(*t.solver);
  }
  // positions (C1)
  p.mark("step of the positions");
  std::vector<Traced> right;
  for (const Traced& gap : w.loops.residual) right.push_back(-gap);
  const std::vector<Traced> step = t.solve_loops(right);
  std::vector<Traced> moved(t.q.size());
  advance<Traced>(t.model, t.q, step, moved);
  // velocities at the new place, with the factors of the old one (C2)
  p.mark("the new place");
  PositionStage<Traced> place(t.model);
  LoopStage<Traced> loops(t.model);
  close(moved, place, loops);
  const auto rate_at_new_place = [&](std::span<const Traced> v, std::span<Traced> rate) {
    loop_rate<Traced>(t.model, loops, t.to_group(v, place), rate);
  };
  rate_at_new_place(t.v, right);
  for (Traced& rate : right) rate = -rate;
  p.mark("step of the velocities");
  const std::vector<Traced> change = t.solve_loops(right);
  std::vector<Traced> v(t.v);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += change[k];
  std::vector<Traced> rate(right.size());
  rate_at_new_place(v, rate);
  p.output(position_block(m), refs_of(moved));
  p.output(velocity_block(m), refs_of(v));
  p.output(gap_block(), {largest(loops.residual).ref(), largest(rate).ref(), largest(t.v).ref()});
  if (code_size(p, RoutineUse::automatic).straight) share_reciprocals(p);
  return p;
}

}  // namespace treadle
