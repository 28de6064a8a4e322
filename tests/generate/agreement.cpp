// Traced programs against the numeric core: random mechanisms, all model files, both methods; a
// part of them compiled.
#include "equal_parts.hpp"
#include "src/base/error.hpp"
#include "src/generate/compile.hpp"
#include "src/generate/emit_c.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/kinematics/advance.hpp"
#include "support.hpp"
#include "support/page_examples.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>

namespace treadle::test {
namespace {

constexpr double rounding = 1e-13;

Mechanism pick(unsigned seed) {
  RandomChoice choice;
  choice.bodies = 2 + static_cast<int>(seed % 9);
  choice.loops = static_cast<int>(seed % 5);
  choice.free_root = seed % 2 == 0;
  return build_mechanism(random_mechanism(seed + 40000, choice).description);
}

TraceOptions everything(TraceMethod method) {
  TraceOptions options;
  options.method = method;
  options.outputs = {true, true, true, true, true, true};
  return options;
}

// The blocks of an answer against the numeric core; the worst backward error.
double check_answer(const Mechanism& m, const Given& g, const std::vector<double>& out,
                    const std::string& name) {
  const StateEquations e = equations(m, g);
  const auto nv = static_cast<std::size_t>(m.model.nv()),
             rows = static_cast<std::size_t>(m.model.rows());
  const std::span<const double> all(out);
  const auto qdd = all.first(nv), lambda = all.subspan(nv, rows),
             residual = all.subspan(nv + rows + 1, rows),
             phi = all.subspan(nv + 2 * rows + 1, e.phi.size()),
             energy = all.subspan(nv + 2 * rows + 1 + e.phi.size(), 2);
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(g.time);
  assemble_equations<double>(m.model, m.forces, g.q, g.v, w);
  const ForceState<double> state = state_of<double>(g.q, g.v, w);
  for (std::size_t r = 0; r < rows; ++r)
    EXPECT_NEAR(residual[r], w.loops.residual[r], 1e-12)
        << name << ", " << m.row_name(static_cast<int>(r));
  for (std::size_t k = 0; k < phi.size(); ++k)
    EXPECT_NEAR(phi[k], e.phi[k], 1e-12 * (1.0 + std::fabs(e.phi[k]))) << name;
  const double kinetic = kinetic_energy<double>(m.model, w.inertia, w.velocity);
  EXPECT_NEAR(energy[0], kinetic, 1e-12 * (1.0 + kinetic)) << name;
  const double potential = weight_energy<double>(m.model, w.position, w.inertia) +
                           force_energy<double>(m.forces, state).stored;
  EXPECT_NEAR(energy[1], potential, 1e-10 * (1.0 + std::fabs(potential))) << name;
  return backward_error(*m.model.pattern, e, qdd, lambda);
}

std::vector<double> interpret(const Program& p, const Given& g, bool& good) {
  const auto arrays = g.arrays();
  const auto numbers = evaluate_graph(p.graph, live_nodes(p.graph, p.wanted), arrays);
  std::vector<double> out;
  for (const Ref r : p.wanted) out.push_back(value_of(numbers, r));
  good = std::all_of(p.graph.watched().begin(), p.graph.watched().end(),
                     [&](Ref r) { return value_of(numbers, r) != 0.0; });
  return out;
}

// Rounding; redundant equations agree as well as the start was assembled.
double allowed(const Mechanism& m) {
  return m.redundancy.rows.empty() ? rounding : 10.0 * rounding;
}

TEST(GeneratedAgreement, RandomMechanismsAsGraphs) {
  int clustered = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    const Mechanism m = pick(seed);
    const Given g = given_at(m, 0.0, seed);
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      const std::optional<Program> p = trace_evaluation(m, everything(method));
      if (!p) {
        EXPECT_EQ(method, TraceMethod::clustered) << "seed " << seed;
        continue;
      }
      clustered += method == TraceMethod::clustered ? 1 : 0;
      bool good = false;
      const std::vector<double> out = interpret(*p, g, good);
      EXPECT_TRUE(good) << "seed " << seed;
      EXPECT_LT(check_answer(m, g, out, "seed " + std::to_string(seed)), allowed(m))
          << "seed " << seed;
    }
  }
  EXPECT_GT(clustered, 130);
}

TEST(GeneratedAgreement, AllModelFilesAsGraphs) {
  std::vector<std::string> files = model_files();
  for (const std::string& name : page_examples()) files.push_back(example_file(name));
  int checked = 0;
  for (const std::string& file : files) {
    std::optional<Mechanism> m;
    try {
      m = build_mechanism(read_model(file));
    } catch (const ModelError&) {
      continue;  // a part without ground, or an example of a mistake
    }
    if (m->model.nv() > 120) continue;
    const Given g = given_at(*m, 0.2, 7);
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      const std::optional<Program> p = trace_evaluation(*m, everything(method));
      if (!p) continue;
      bool good = false;
      const std::vector<double> out = interpret(*p, g, good);
      EXPECT_TRUE(good) << file;
      EXPECT_LT(check_answer(*m, g, out, file), rounding) << file;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
}

// Several mechanisms in one source, so that the compiler starts a few times only; small parts, so
// that values cross from function to function.
TEST(GeneratedAgreement, RandomMechanismsCompiled) {
  if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
  const Folder folder;
  constexpr unsigned count = 24, in_one = 6;
  std::vector<SourceFile> sources;
  std::vector<Mechanism> mechanisms;
  for (unsigned seed = 0; seed < count; ++seed) {
    mechanisms.push_back(pick(seed));
    if (seed % in_one == 0) sources.push_back({"part" + std::to_string(seed) + ".c", ""});
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      const std::optional<Program> p = trace_evaluation(mechanisms.back(), everything(method));
      if (!p) continue;
      EmitOptions emit;
      emit.prefix = (method == TraceMethod::clustered ? "c" : "t") + std::to_string(seed);
      emit.part = seed % 3 == 0 ? 100 : 700;
      sources.back().text +=
          emit_preamble({&*p}, emit) + declare_program(*p, emit) + emit_program(*p, emit);
    }
  }
  CompileOptions options;
  options.cache = folder.path("cache");
  options.flags = {"-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror"};
  const auto library = load_sources(sources, options);
  for (unsigned seed = 0; seed < count; ++seed) {
    const Mechanism& m = mechanisms[seed];
    const Given g = given_at(m, 0.0, seed);
    for (const char* kind : {"c", "t"}) {
      using Function = int (*)(const double*, const double*, const double*, const double*, double*);
      const auto function =
          reinterpret_cast<Function>(library->find(kind + std::to_string(seed) + "_evaluate"));
      if (function == nullptr) continue;
      std::vector<double> out(
          static_cast<std::size_t>(m.model.nv() + 2 * m.model.rows() + 3 + m.model.phi_values));
      EXPECT_EQ(function(g.q.data(), g.v.data(), g.u.data(), nullptr, out.data()), 0);
      EXPECT_LT(check_answer(m, g, out, "compiled"), rounding) << kind << seed;
    }
  }
}

// Derivatives of the accelerations against differences of sixth order on the numeric core.
TEST(GeneratedAgreement, JacobiansAreExact) {
  for (unsigned seed : {1U, 2U, 4U, 12U, 21U}) {
    const Mechanism m = pick(seed);
    if (!m.redundancy.rows.empty()) continue;
    TraceOptions options;
    options.outputs.accelerations = false;
    options.outputs.jacobian = true;
    std::optional<Program> p = trace_evaluation(m, options);
    if (!p) continue;
    const Given g = given_at(m, 0.0, seed);
    bool good = false;
    const std::vector<double> out = interpret(*p, g, good);
    const auto nv = static_cast<std::size_t>(m.model.nv());
    std::vector<double> matrix(nv * 2 * nv, 0.0);
    const auto& entries = p->outputs[0].entries;
    ASSERT_EQ(entries.size(), out.size());
    for (std::size_t k = 0; k < entries.size(); ++k)
      matrix[static_cast<std::size_t>(entries[k].first) * 2 * nv +
             static_cast<std::size_t>(entries[k].second)] = out[k];
    const auto solver = make_solver<double>("gauss", *m.model.pattern);
    const auto accelerations = [&](std::size_t column, double h) {
      Given moved = g;
      if (column < nv) {
        std::vector<double> dv(nv, 0.0);
        dv[column] = h;
        advance<double>(m.model, g.q, dv, moved.q);
      } else {
        moved.v[column - nv] += h;
      }
      const StateEquations e = equations(m, moved);
      std::vector<double> qdd(nv), lambda(e.gamma.size());
      EXPECT_TRUE(solver->factor(e.matrix()).ok());
      solver->solve(e.q_force, e.gamma, qdd, lambda);
      return qdd;
    };
    constexpr double h = 1e-3, weights[] = {0.75, -0.15, 1.0 / 60.0};
    for (std::size_t column = 0; column < 2 * nv; ++column) {
      std::vector<double> difference(nv, 0.0);
      double scale = 1.0;
      for (int k = 1; k <= 3; ++k) {
        const auto above = accelerations(column, k * h), below = accelerations(column, -k * h);
        for (std::size_t i = 0; i < nv; ++i) {
          difference[i] += weights[k - 1] * (above[i] - below[i]) / h;
          scale = std::max(scale, std::fabs(above[i]));
        }
      }
      for (const double d : difference) scale = std::max(scale, std::fabs(d));
      for (std::size_t i = 0; i < nv; ++i)
        EXPECT_NEAR(matrix[i * 2 * nv + column], difference[i], 1e-6 * scale)
            << "seed " << seed << ", " << m.coordinate_name(static_cast<int>(i)) << " by "
            << column;
    }
  }
}

// Tabulated laws have a slope: differences of sixth order, so short that no point of a table is
// crossed.
TEST(GeneratedAgreement, JacobiansOfTabulatedLawsAreExact) {
  const Mechanism m = link_chain(3);
  TraceOptions options;
  options.outputs.jacobian = true;
  const std::optional<Program> p = trace_evaluation(m, options);
  ASSERT_TRUE(p);
  const auto slopes = [](const Node& n) { return n.op == Op::lookup_slope; };
  EXPECT_TRUE(std::any_of(p->graph.nodes().begin(), p->graph.nodes().end(), slopes));
  const Given g = given_at(m, 0.0, 5);
  bool good = false;
  const std::vector<double> out = interpret(*p, g, good);
  ASSERT_TRUE(good);
  const auto nv = static_cast<std::size_t>(m.model.nv());
  const auto& entries = p->outputs[1].entries;
  ASSERT_EQ(entries.size(), 2 * nv * nv);  // a chain: all depends on all
  constexpr double h = 1e-3, weights[] = {0.75, -0.15, 1.0 / 60.0};
  for (std::size_t e = 0; e < entries.size(); ++e) {
    const auto row = static_cast<std::size_t>(entries[e].first),
               column = static_cast<std::size_t>(entries[e].second);
    double difference = 0.0, size = 1.0;
    for (int k = -3; k <= 3; ++k) {
      if (k == 0) continue;
      Given moved = g;
      std::vector<double> dv(nv, 0.0);
      (column < nv ? dv[column] : moved.v[column - nv]) += k * h;
      advance<double>(m.model, g.q, dv, moved.q);
      const double a = interpret(*p, moved, good)[row];
      difference += (k > 0 ? 1.0 : -1.0) * weights[std::abs(k) - 1] * a / h;
      size = std::max(size, std::fabs(a));
    }
    EXPECT_NEAR(out[nv + e], difference, 1e-8 * size) << row << " by " << column;
  }
}

// The margin is the smallest pivot over its limit: what must be checked holds where it is above 1.
TEST(GeneratedAgreement, MarginTellsHowFarARefusalIs) {
  int with_pivots = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Mechanism m = pick(seed);
    TraceOptions options;
    options.outputs.margin = true;
    const std::optional<Program> p = trace_evaluation(m, options);
    if (!p) continue;
    bool good = false;
    const double margin = interpret(*p, given_at(m, 0.0, seed), good).back();
    EXPECT_TRUE(good);
    EXPECT_GT(margin, 1.0) << "seed " << seed;
    EXPECT_TRUE(m.model.rows() > 0 || margin == 1e30);
    with_pivots += margin < 1e30 ? 1 : 0;
  }
  EXPECT_GT(with_pivots, 15);
}

// A step of the projection moves by the least amount in the mass metric: gaps fall as Newton's do.
TEST(GeneratedAgreement, ProjectionClosesLoops) {
  int closed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Mechanism m = pick(seed);
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      const std::optional<Program> p = trace_projection(m, method);
      if (!p) continue;
      Given g = given_at(m, 0.0, seed);
      for (const TreeBody& body : m.topology().bodies) {
        if (has_plain_coordinates(body.type)) g.q[static_cast<std::size_t>(body.q_at)] += 1e-6;
      }
      bool good = false;
      const std::vector<double> out = interpret(*p, g, good);
      EXPECT_TRUE(good);
      EXPECT_LT(out[out.size() - 3], 1e-8) << "seed " << seed;
      EXPECT_LT(out[out.size() - 2], 1e-3) << "seed " << seed;
      ++closed;
    }
  }
  EXPECT_GT(closed, 50);
}

}  // namespace
}  // namespace treadle::test
