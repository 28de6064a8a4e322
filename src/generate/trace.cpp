#include "trace.hpp"

#include "../kinematics/advance.hpp"
#include "../output/joint_signals.hpp"
#include "describe_arrays.hpp"
#include "differentiate.hpp"
#include "emit_c.hpp"
#include "reciprocals.hpp"
#include "round_bodies.hpp"
#include "side_by_side_calls.hpp"
#include "traced_mechanism.hpp"
#include "untraceable.hpp"

#include <algorithm>
#include <utility>

namespace treadle {

namespace {

std::vector<Ref> refs_of(std::span<const Traced> numbers) {
  std::vector<Ref> refs;
  for (const Traced& x : numbers) refs.push_back(x.ref());
  return refs;
}

constexpr double largest_margin = 1e30;  // of a mechanism without pivots to be watched

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
  if (!untraceable(m).empty()) return std::nullopt;
  Program p;
  p.name = "evaluate";
  p.words = "accelerations and what follows from a state";
  p.inputs = input_arrays(m, options.stabilized, options.kept);
  const Tracing tracing(p.graph);
  TracedMechanism t(m, options.kept, needs_matrix(options.method));
  if (options.kept == nullptr) {
    for (const std::size_t angle : angles_without_effect(m)) t.q[angle] = Traced(0.0);  // (X24)
  }
  const auto method = make_traced_method(options.method, m, t);
  if (!method) return std::nullopt;
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
  method->evaluate(multipliers, more);
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
  if (code_size(p, RoutineUse::automatic).straight) {
    share_reciprocals(p);
    gather_calls(p);
  }
  return p;
}

const char* trace_word(TraceMethod method) {
  return method == TraceMethod::clustered ? "clustered" : "topology";
}

std::optional<Program> trace_first(const Mechanism& m, TraceOptions& options) {
  const auto* const first = std::find(trace_order.begin(), trace_order.end(), options.method);
  for (const auto* method = first; method != trace_order.end(); ++method) {
    options.method = *method;
    if (auto program = trace_evaluation(m, options)) return program;
  }
  return std::nullopt;
}

std::optional<Program> trace_projection(const Mechanism& m, TraceMethod method,
                                        const KeptParameters* kept) {
  if (m.model.rows() == 0) return std::nullopt;
  Program p;
  p.name = "project";
  p.words = "one step towards closed loops, positions and then velocities";
  p.inputs = input_arrays(m, false, kept);
  const Tracing tracing(p.graph);
  TracedMechanism t(m, kept, needs_matrix(method));
  const auto steps = make_traced_method(method, m, t);
  if (!steps) return std::nullopt;
  Workspace<Traced>& w = t.work;
  const std::vector<std::size_t> idle =
      kept == nullptr ? angles_without_effect(m) : std::vector<std::size_t>();
  const auto close = [&](std::vector<Traced> q, PositionStage<Traced>& at,
                         LoopStage<Traced>& loops) {
    for (const std::size_t angle : idle) q[angle] = Traced(0.0);  // (X24)
    place_bodies<Traced>(t.model, q, at);
    close_loops<Traced>(t.model, q, w.functions, at, loops);
  };
  close(t.q, w.position, w.loops);
  body_inertias<Traced>(t.model, w.position, w.inertia);
  steps->prepare();
  // positions (C1)
  p.mark("step of the positions");
  std::vector<Traced> right;
  for (const Traced& gap : w.loops.residual) right.push_back(-gap);
  const std::vector<Traced> step = steps->solve(right);
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
  const std::vector<Traced> change = steps->solve(right);
  std::vector<Traced> v(t.v);
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += change[k];
  std::vector<Traced> rate(right.size());
  rate_at_new_place(v, rate);
  p.output(position_block(m), refs_of(moved));
  p.output(velocity_block(m), refs_of(v));
  p.output(gap_block(), {largest(loops.residual).ref(), largest(rate).ref(), largest(t.v).ref()});
  if (code_size(p, RoutineUse::automatic).straight) {
    share_reciprocals(p);
    gather_calls(p);
  }
  return p;
}

}  // namespace treadle
