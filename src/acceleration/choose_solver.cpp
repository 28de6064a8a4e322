#include "choose_solver.hpp"

#include "../base/text.hpp"
#include "../dynamics/plan_cost.hpp"
#include "../solve/clustered_solver.hpp"
#include "../solve/registry.hpp"
#include "step.hpp"

#include <algorithm>

namespace treadle {

namespace {

// One addition costs 1. A division or a root keeps the pipeline busy for as long as so many.
constexpr double cost_of_mul = 1.0, cost_of_div = 8.0, cost_of_root = 10.0;

// Larger mechanisms are not counted: that takes longer than a person waits.
constexpr int largest_counted = 400;
// Operations of Alg-S that are counted whatever the others take.
constexpr double always_counted = 1e6;

// What a cluster of a large mechanism waits for memory, in operations: its numbers lie apart.
constexpr double cost_of_cluster = 200.0;

// What Alg-S has to do at least: T = L^-1 Phi^T; the products of rows that meet in a column of it;
// and the factor of N, in which all rows that meet in one column meet each other.
double least_of_topology(const SaddlePattern& pattern) {
  double sum = 0.0, most = 0.0;
  std::vector<double> meeting(static_cast<std::size_t>(pattern.n), 0.0);
  for (const LoopPattern& loop : pattern.loops) {
    const auto reach = static_cast<double>(loop.t_columns.size());
    sum += loop.rows * reach * reach;
    for (const int column : loop.t_columns) meeting[static_cast<std::size_t>(column)] += loop.rows;
  }
  for (const double rows : meeting) {
    sum += rows * (rows - 1.0);
    most = std::max(most, rows);
  }
  return sum + most * (most - 1.0) * (most - 2.0) / 3.0;
}

double cost_of(const Tally& t) {
  return static_cast<double>(t.add) + cost_of_mul * static_cast<double>(t.mul) +
         cost_of_div * static_cast<double>(t.div) + cost_of_root * static_cast<double>(t.sqrt);
}

std::vector<Counted> counted(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

// A start at which the method does not work, and another takes its place.
bool fell_back(const SaddleSolver<Counted>& solver) {
  const auto* clustered = dynamic_cast<const ClusteredSolver<Counted>*>(&solver);
  return clustered != nullptr && clustered->fallbacks() > 0;
}

// The recursion itself, where it carries long loops along; `forming`: M and Q, without which it
// does.
SolverCount count_carrying(const Mechanism& m, Tally& forming) {
  const Model<Counted> model = cast<Counted>(m.model);
  const std::vector<Counted> q = counted(m.start.q), v = counted(m.start.v);
  Workspace<Counted> w(model, m.functions.size());
  const auto functions = m.functions_at(0.0);
  for (std::size_t k = 0; k < functions.size(); ++k)
    w.functions[k] = {functions[k].value, functions[k].rate, functions[k].acceleration};
  place_groups<Counted>(model, q, w.position);
  prepare_bodies<Counted>(model, q, v, w, {});
  close_loops<Counted>(model, q, w.functions, w.position, w.loops);
  const Tally before = Counted::tally();
  composite_inertia<Counted>(model, w.position, w.inertia, w.matrix);
  generalized_forces<Counted>(model, w.position, w.loads, w.carried, w.q_force);
  forming = Counted::tally() - before;
  Recursion<Counted> recursion(m.model, m.redundancy.vanishing);
  recursion.leave_out(m.redundancy.rows);
  Tally taken{};
  for (int pass = 0; pass < 2; ++pass) {  // splits are chosen in the first
    const Tally start = Counted::tally();
    recursion.solve({model, w.position, w.inertia, &w.loads, w.loops.phi, w.gamma, w.loops.wrench},
                    w.qdd, w.lambda);
    taken = Counted::tally() - start;
  }
  return {"clustered", taken, cost_of(taken)};
}

// Counted is the second factorization: what is chosen once and kept is no part of a step. Where the
// clusters need less than Alg-S must do at least, that is not counted.
std::vector<SolverCount> count_candidates(const Mechanism& m) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(0.0);
  assemble_equations<double>(m.model, m.forces, m.start.q, m.start.v, w);
  const auto diagonal = counted(w.matrix.diagonal), lower = counted(w.matrix.lower),
             phi = counted(w.loops.phi), q = counted(w.q_force), gamma = counted(w.gamma);
  std::vector<Counted> qdd(q.size()), lambda(gamma.size());
  std::vector<SolverCount> counts;
  const double least = least_of_topology(*m.model.pattern);
  Tally forming{};  // what only the others need
  if (carries_loops(m)) counts.push_back(count_carrying(m, forming));
  for (const char* name : {"clustered", "topology", "topology-ldl"}) {
    if (!counts.empty() && counts.front().name == name) continue;
    if (least > always_counted && !counts.empty() && counts.front().name == "clustered" &&
        counts.front().cost < least) {
      counts.push_back({name, {}, least});
      continue;
    }
    const auto solver = make_solver<Counted>(name, *m.model.pattern);
    solver->leave_out(m.redundancy.rows, m.redundancy.vanishing);
    if (!solver->factor({diagonal, lower, phi}).ok()) continue;
    const Tally before = Counted::tally();
    if (!solver->factor({diagonal, lower, phi}).ok()) continue;
    solver->solve(q, gamma, qdd, lambda);
    if (fell_back(*solver)) continue;
    const Tally taken = Counted::tally() - (before - forming);
    counts.push_back({name, taken, cost_of(taken)});
  }
  if (!counts.empty() && counts.front().name == "clustered")
    std::rotate(counts.begin(), counts.begin() + 1, counts.end());
  return counts;
}

// Coordinates between the ground and each body, its own included.
std::vector<double> coordinate_depths(const Topology& t) {
  std::vector<double> depth;
  for (const TreeBody& body : t.bodies) {
    const double above = body.parent.valid() ? depth[static_cast<std::size_t>(body.parent.at)] : 0;
    depth.push_back(above + body.nv);
  }
  return depth;
}

double coordinates_of(const Topology& t, const std::vector<BodyId>& bodies) {
  double sum = 0.0;
  for (const BodyId i : bodies) sum += t.bodies[i].nv;
  return sum;
}

// M: a composite inertia and its product with a column of B; products of that with other columns.
constexpr double cost_of_column = 90.0, cost_of_entry = 11.0;

// L of a column with so many entries.
double column_cost(double length) { return length * (length + 3.0); }

// T, N and its factor for a loop of so many rows over so many positions.
double loop_cost(double rows, double reach) {
  return rows * reach * (reach + rows) + rows * rows * rows / 3.0;
}

// Null space, reduced inertia and what is left on the border, of a cluster with so many
// coordinates and independent rows.
double cluster_cost(double coordinates, double rank, double border) {
  const double free = std::max(0.0, coordinates - rank);
  const double reduced =
      rank * rank * (rank / 3.0 + free) + coordinates * free * (rank + free) + rank * free * border;
  return 2.0 * reduced + free * column_cost(0.5 * free + border) + cost_of_cluster;
}

/// About how many operations each takes.
struct Estimates {
  double forming = 0.0;   ///< M and Q, which the recursion does without
  double topology = 0.0;  ///< Alg-S
  double clusters = 0.0;  ///< elimination of clusters in M
};

// Leading terms alone, from the topology.
Estimates estimate(const Mechanism& m) {
  const Topology& t = m.topology();
  const std::vector<int>& dependent = m.redundancy.rows;
  const std::vector<double> depth = coordinate_depths(t);
  const auto above = [&](BodyId i) {
    return i.valid() ? depth[static_cast<std::size_t>(i.at)] : 0.0;
  };
  const auto rank_of = [&](const Loop& loop) {
    const auto first = std::lower_bound(dependent.begin(), dependent.end(), loop.first_row);
    const auto last = std::lower_bound(first, dependent.end(), loop.first_row + loop.rows);
    return static_cast<double>(loop.rows - (last - first));
  };
  Estimates out;
  std::vector<char> clustered(static_cast<std::size_t>(t.bodies.size()), 0);
  for (const Cluster& cluster : t.clusters) {
    for (const BodyId i : cluster.members) clustered[static_cast<std::size_t>(i.at)] = 1;
    double rank = 0.0;
    for (const LoopId c : cluster.loops) rank += rank_of(t.loops[c]);
    out.clusters += cluster_cost(coordinates_of(t, cluster.members), rank,
                                 coordinates_of(t, cluster.interfaces) + above(cluster.root));
  }
  for (BodyId i{0}; i.at < t.bodies.size(); ++i) {
    const double nv = t.bodies[i].nv, columns = nv * column_cost(above(i));
    out.forming += nv * (cost_of_column + cost_of_entry * above(i));
    out.topology += columns;
    if (clustered[static_cast<std::size_t>(i.at)] == 0) out.clusters += columns;
  }
  for (const Loop& loop : t.loops) {
    const double reach =
        coordinates_of(t, loop.from_path) + coordinates_of(t, loop.to_path) + above(loop.ancestor);
    out.topology += loop_cost(loop.rows, reach);
  }
  return out;
}

// Where the recursion can go over a mechanism it is what `clustered` does, and the others have to
// form M and Q.
std::vector<SolverCount> estimate_candidates(const Mechanism& m) {
  const Estimates by = estimate(m);
  const RecursionPlan plan = plan_recursion(m.model, m.redundancy.vanishing);
  if (!plan.possible) return {{"topology", {}, by.topology}, {"clustered", {}, by.clusters}};
  return {{"topology", {}, by.forming + by.topology}, {"clustered", {}, operations_of(plan)}};
}

}  // namespace

bool carries_loops(const Mechanism& mechanism) {
  return !plan_recursion(mechanism.model, mechanism.redundancy.vanishing).carried.empty();
}

double estimated_operations(const Mechanism& mechanism, const std::string& solver) {
  // a general sparse solver finds about what Alg-S knows
  const std::string like = solver.starts_with("sparse") ? "topology" : solver;
  if (like.starts_with("topology")) return estimate(mechanism).topology;
  if (like == "clustered") return estimate(mechanism).clusters;
  const double n = mechanism.model.nv() + mechanism.model.rows();  // the whole matrix
  return n * n * n / 3.0;
}

const std::vector<std::string>& solver_options() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list{"auto", "generated"};
    list.insert(list.end(), solver_names().begin(), solver_names().end());
    return list;
  }();
  return names;
}

long operations(const Tally& tally) { return tally.add + tally.mul + tally.div + tally.sqrt; }

SolverChoice choose_solver(const Mechanism& mechanism) {
  if (mechanism.model.rows() == 0)
    return {"clustered", "the mechanism is a tree, and the recursion goes over it once", {}, true};
  SolverChoice choice{"topology", "", {}, true};
  const bool exact = mechanism.model.nv() <= largest_counted;
  choice.counts = exact ? count_candidates(mechanism) : estimate_candidates(mechanism);
  if (choice.counts.empty()) {
    choice.reason = "the equations are singular at the start";
    return choice;
  }
  const auto cheaper = [](const SolverCount& a, const SolverCount& b) { return a.cost < b.cost; };
  const SolverCount& best = *std::min_element(choice.counts.begin(), choice.counts.end(), cheaper);
  choice.name = best.name;
  const std::string other = best.name == "topology" ? "clustered" : "topology";
  const auto rival = std::find_if(choice.counts.begin(), choice.counts.end(),
                                  [&](const SolverCount& c) { return c.name == other; });
  const auto amount = [&](const SolverCount& c) {
    if (operations(c.operations) > 0) return std::to_string(operations(c.operations));
    return (exact ? "more than " : "") + short_number(c.cost, 2);
  };
  choice.reason = exact ? "" : "about ";
  choice.reason += amount(best) + " operations";
  if (rival != choice.counts.end()) choice.reason += " against " + amount(*rival) + " of " + other;
  return choice;
}

SolverChoice resolve_solver(const Mechanism& mechanism, const std::string& name) {
  if (name == "auto") return choose_solver(mechanism);
  return {name, "asked for", {}, false};
}

std::string solver_words(const SolverChoice& choice) {
  return choice.chosen ? choice.name + " (auto: " + choice.reason + ")" : choice.name;
}

}  // namespace treadle
