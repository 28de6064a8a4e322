// How far generated accelerations are from the exact answer of the equations, on hundreds of random
// mechanisms. The witness solves the whole system densely with 64 bits of mantissa.
#include "src/generate/compile.hpp"
#include "src/generate/emit_c.hpp"
#include "support.hpp"
#include "support/dense.hpp"
#include "support/random_mechanism.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>
#include <Eigen/SVD>

namespace treadle::test {
namespace {

constexpr double backward_limit = 1e-13, forward_limit = 1e-12, healthy = 1e4;

using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

Mechanism random_pick(unsigned seed) {
  RandomChoice choice;
  choice.bodies = 2 + static_cast<int>(seed % 7);
  choice.loops = static_cast<int>(seed % 4);
  choice.free_root = seed % 3 == 0;
  return build_mechanism(random_mechanism(seed + 70000, choice).description);
}

/// The dense system at a state.
struct Witness {
  Witness(const Mechanism& m, const Given& g) {
    Workspace<double> w(m.model, m.functions.size());
    w.functions = m.functions_at(g.time);
    assemble_equations<double>(m.model, m.forces, g.q, g.v, w);
    const Eigen::Index n = m.model.nv(), rows = m.model.rows();
    matrix = Eigen::MatrixXd::Zero(n + rows, n + rows);
    matrix.topLeftCorner(n, n) = dense_inertia(m.model, w.matrix);
    if (rows > 0) {
      const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
      matrix.bottomLeftCorner(rows, n) = phi;
      matrix.topRightCorner(n, rows) = phi.transpose();
    }
    Eigen::VectorXd right(n + rows);
    right << dense_vector(w.q_force), dense_vector(w.gamma);
    const LongVector x = Long(matrix.cast<long double>())
                             .partialPivLu()
                             .solve(LongVector(right.cast<long double>()));
    exact = x.head(n).cast<double>();
  }
  // Rows and columns scaled to size one, so that units do not count.
  [[nodiscard]] double condition() const {
    Eigen::MatrixXd k = matrix;
    for (int sweep = 0; sweep < 4; ++sweep) {
      const Eigen::VectorXd d = k.cwiseAbs().rowwise().maxCoeff().cwiseSqrt().cwiseInverse();
      k = d.asDiagonal() * k * d.asDiagonal();
    }
    const Eigen::VectorXd s = Eigen::JacobiSVD<Eigen::MatrixXd>(k).singularValues();
    return s(0) / s(s.size() - 1);
  }
  [[nodiscard]] double error(std::span<const double> qdd) const {
    return (dense_vector(qdd) - exact).lpNorm<Eigen::Infinity>() / exact.lpNorm<Eigen::Infinity>();
  }
  Eigen::MatrixXd matrix;
  Eigen::VectorXd exact;
};

std::vector<double> interpret(const Program& p, const Given& g) {
  const auto numbers = evaluate_graph(p.graph, live_nodes(p.graph, p.wanted), g.arrays());
  std::vector<double> out;
  for (const Ref r : p.wanted) out.push_back(value_of(numbers, r));
  return out;
}

std::optional<Program> with_multipliers(const Mechanism& m, TraceMethod method) {
  TraceOptions options;
  options.method = method;
  options.outputs.multipliers = true;
  return trace_evaluation(m, options);
}

void check(const Mechanism& m, const Given& g, std::span<const double> out,
           const std::string& name) {
  const auto nv = static_cast<std::size_t>(m.model.nv());
  EXPECT_LT(backward_error(*m.model.pattern, equations(m, g), out.first(nv),
                           out.subspan(nv, static_cast<std::size_t>(m.model.rows()))),
            backward_limit)
      << name;
  EXPECT_LT(Witness(m, g).error(out.first(nv)), forward_limit) << name;
}

TEST(GeneratedForward, HundredsOfMechanismsAsGraphs) {
  int checked = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Mechanism m = random_pick(seed);
    if (!m.redundancy.rows.empty()) continue;
    const Given g = given_at(m, 0.0, seed);
    if (!(Witness(m, g).condition() < healthy)) continue;
    for (const TraceMethod method : {TraceMethod::clustered, TraceMethod::topology}) {
      const std::optional<Program> p = with_multipliers(m, method);
      if (!p) continue;
      check(m, g, interpret(*p, g), "seed " + std::to_string(seed));
      ++checked;
    }
  }
  EXPECT_GT(checked, 300);
}

// Multiply-adds round differently, so some are compiled: many mechanisms in each source.
TEST(GeneratedForward, TensOfMechanismsCompiled) {
  if (find_compiler().empty()) GTEST_SKIP() << "no C compiler";
  constexpr unsigned count = 60, in_one = 30;
  const Folder folder;
  std::vector<SourceFile> sources;
  std::vector<std::pair<unsigned, std::string>> names;
  for (unsigned seed = 0; seed < count; ++seed) {
    if (seed % in_one == 0) sources.push_back({"part" + std::to_string(seed) + ".c", ""});
    const Mechanism m = random_pick(seed);
    if (!m.redundancy.rows.empty() || !(Witness(m, given_at(m, 0.0, seed)).condition() < healthy))
      continue;
    const std::optional<Program> p =
        with_multipliers(m, seed % 2 == 0 ? TraceMethod::clustered : TraceMethod::topology);
    if (!p) continue;
    EmitOptions emit;
    emit.prefix = "m" + std::to_string(seed);
    emit.routines = seed % 3 == 0 ? RoutineUse::on : RoutineUse::off;
    sources.back().text +=
        emit_preamble({&*p}, emit) + declare_program(*p, emit) + emit_program(*p, emit);
    names.emplace_back(seed, emit.prefix + "_evaluate");
  }
  CompileOptions options;
  options.cache = folder.path("cache");
  options.flags = {"-O0"};
  const auto library = load_sources(sources, options);
  for (const auto& [seed, name] : names) {
    using Function = int (*)(const double*, const double*, const double*, const double*, double*);
    const auto function = reinterpret_cast<Function>(library->find(name));
    ASSERT_NE(function, nullptr) << name;
    const Mechanism m = random_pick(seed);
    const Given g = given_at(m, 0.0, seed);
    std::vector<double> out(static_cast<std::size_t>(m.model.nv() + m.model.rows()));
    EXPECT_EQ(function(g.q.data(), g.v.data(), g.u.data(), nullptr, out.data()), 0) << name;
    check(m, g, out, name);
  }
  EXPECT_GT(names.size(), 20U);
}

}  // namespace
}  // namespace treadle::test
