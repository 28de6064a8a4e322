#include "component_code.hpp"

#include "../acceleration/component_method.hpp"
#include "../acceleration/component_orders.hpp"
#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../scalar/traced.hpp"
#include "emit_c.hpp"

#include <map>

namespace treadle {

namespace {

// Entries as inputs, all else zero.
std::vector<Traced> inputs_of(const ComponentOrder& order, int columns) {
  std::vector<Traced> m(order.entries.size());
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < order.height; ++i)
      if (order.entries[order.place(i, c)] != 0)
        m[order.place(i, c)] = Traced::input(0, static_cast<int>(order.place(i, c)));
  return m;
}

void name_arrays(const ComponentOrder& order, const std::vector<Traced>& out, Program& program) {
  InputArray in{"bordered", "A and W by columns", {}};
  in.numbers.resize(order.entries.size());
  program.inputs.push_back(std::move(in));
  OutputBlock block{"factors", "R_1 by rows, W_1 by rows, F by columns", {}, {}};
  block.numbers.resize(out.size());
  std::vector<Ref> refs;
  for (const Traced& x : out) refs.push_back(x.ref());
  program.output(std::move(block), std::move(refs));
}

// Entries of A that are not zero, and rows that have some.
long entries_of(const ComponentOrder& order, int* filled_rows) {
  long sum = 0;
  for (int i = 0; i < order.rows; ++i) {
    long here = 0;
    for (int c = 0; c < order.columns; ++c) here += order.entries[order.place(i, c)];
    sum += here;
    if (filled_rows != nullptr && here > 0) ++*filled_rows;
  }
  return sum;
}

// Joints with the ground are equations too, as the paper has them.
HierarchyPlan with_free_roots(HierarchyPlan plan) {
  for (Fragment& fragment : plan.fragments) {
    if (!fragment.grounded) continue;
    fragment.grounded = false;
    plan.nodes[at(fragment.node)].joints.push_back(fragment.bodies.front());
  }
  return plan;
}

}  // namespace

Program trace_component_qr(const ComponentOrder& order) {
  Program program;
  program.name = "qr";
  const Tracing tracing(program.graph);
  std::vector<Traced> m = inputs_of(order, order.columns), out;
  for (const ReflectionStep& step : order.equations)
    static_cast<void>(reflect<Traced>(order, step, Traced(0.0), std::span<Traced>(m)));
  for (const ReflectionStep& step : order.equations)
    for (int j = 0; j < order.columns; ++j) {
      const Traced& x = m[order.place(step.rows.front(), j)];
      if (x.ref().code != 0) out.push_back(x);
    }
  name_arrays(order, out, program);
  return program;
}

Program trace_component(const ComponentOrder& order, const std::string& name) {
  Program program;
  program.name = name;
  program.words = "factors of a component";
  const Tracing tracing(program.graph);
  std::vector<Traced> m = inputs_of(order, order.columns + order.seen), out;
  static_cast<void>(factor_in_order<Traced>(order, m));
  take_factors<Traced>(order, m, out);
  name_arrays(order, out, program);
  return program;
}

std::shared_ptr<ComponentCode> make_component_code(const Mechanism& mechanism,
                                                   const CompileOptions& options) {
  if (!mechanism.compiled.empty())
    throw ModelError("simulation.solver", "solver 'generated' needs what is inside of part '" +
                                              mechanism.compiled.front().name +
                                              "', which is compiled; choose another solver");
  Hierarchy hierarchy(mechanism.model, plan_hierarchy(mechanism.model, parts_of(mechanism)),
                      mechanism.redundancy.rows);
  auto code = std::make_shared<ComponentCode>(order_components(mechanism, hierarchy));
  EmitOptions emit;
  emit.prefix = "component";
  emit.comments = false;
  emit.routines = RoutineUse::off;
  std::map<const ComponentOrder*, std::string> names;
  std::vector<SourceFile> sources;
  for (const auto& order : code->orders) {
    if (order->columns + order->seen == 0 || names.count(order.get()) > 0) continue;
    const std::string name = "kind_" + std::to_string(names.size() + 1);
    names[order.get()] = name;
    const Program program = trace_component(*order, name);
    sources.push_back({name + ".c", emit_preamble({&program}, emit) +
                                        declare_program(program, emit) +
                                        emit_program(program, emit)});
  }
  code->functions.assign(code->orders.size(), nullptr);
  code->routines = static_cast<int>(sources.size());
  if (sources.empty()) return code;
  const std::shared_ptr<LoadedLibrary> library = load_sources(sources, options);
  code->library = library;
  for (std::size_t n = 0; n < code->orders.size(); ++n) {
    const auto name = names.find(code->orders[n].get());
    if (name != names.end())
      code->functions[n] =
          reinterpret_cast<ComponentFunction>(library->find("component_" + name->second));
  }
  return code;
}

std::vector<ComponentCost> count_components(const Mechanism& mechanism) {
  if (!mechanism.compiled.empty()) return {};  // what is inside of them is not known
  std::vector<ComponentCost> costs;
  if (mechanism.description.parts.empty()) return costs;
  // bodies in absolute coordinates, as many in a component as its part has; all equations
  const HierarchyChoice absolute{1, static_cast<int>(mechanism.model.links.size()) + 1,
                                 ClosedLoops::outside};
  const HierarchyPlan plan =
      with_free_roots(plan_hierarchy(mechanism.model, parts_of(mechanism), absolute));
  Hierarchy anywhere(mechanism.model, plan), moving(mechanism.model, plan);
  const ComponentCode general = order_components(mechanism, anywhere, true),
                      code = order_components(mechanism, moving);
  std::map<const ComponentOrder*, std::size_t> known;
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const ComponentOrder& order = *general.orders[n];
    if (order.columns == 0) continue;
    if (const auto same = known.find(&order); same != known.end()) {
      ++costs[same->second].alike;
      continue;
    }
    known[&order] = costs.size();
    ComponentCost cost;
    cost.name = plan.nodes[n].parent < 0 ? mechanism.description.name : plan.nodes[n].name;
    cost.rows = order.rows;
    cost.columns = order.columns;
    cost.rank = order.rank();
    cost.entries = entries_of(order, &cost.filled_rows);
    cost.moving_entries = entries_of(*code.orders[n], nullptr);
    cost.dense = dense_givens_flops(order.rows, order.columns);
    cost.qr = count_operations(trace_component_qr(order));
    cost.moving_qr = count_operations(trace_component_qr(*code.orders[n]));
    cost.routine = count_operations(trace_component(*code.orders[n], "routine"));
    costs.push_back(std::move(cost));
  }
  return costs;
}

}  // namespace treadle
