// The QR of the matrices A of the double insulator chain, bodies in absolute coordinates (Table 1
// of the paper on components): generated code, the dense libraries of Eigen, SuiteSparseQR, and
// UMFPACK on A^T A. What the libraries can look at once is done before the clock runs; answers are
// compared before anything is timed.
#include "src/acceleration/component_method.hpp"
#include "src/acceleration/component_orders.hpp"
#include "src/generate/component_code.hpp"
#include "src/generate/emit_c.hpp"
#include "src/io/reading/read_model.hpp"

#include <benchmark/benchmark.h>

#include <Eigen/QR>

#include <cmath>
#include <memory>

#ifdef TREADLE_HAS_SPARSE_QR
#include <umfpack.h>
#include <SuiteSparseQR.hpp>
#endif

namespace {

using namespace treadle;

/// A of one component, its order, and compiled code for its QR; independent equations alone.
struct QrCase {
  ComponentOrder order;
  BorderedMatrix bordered;
  Eigen::MatrixXd a;  ///< columns that were taken, in their order
  std::shared_ptr<LoadedLibrary> library;
  ComponentFunction code = nullptr;
  std::size_t results = 0;
};

// 0: a chain of four insulators, 1: the whole.
const QrCase& qr_case(int which) {
  static std::vector<QrCase> made;
  if (!made.empty()) return made[static_cast<std::size_t>(which)];
  const Mechanism m =
      build_mechanism(read_model(std::string(TREADLE_MODELS) + "/insulator/double_chain.json"));
  Hierarchy hierarchy(m.model, plan_hierarchy(m.model, parts_of(m), {1, 100}));
  const ComponentCode orders = order_components(m, hierarchy);
  for (const std::size_t n : {std::size_t{0}, orders.orders.size() - 1}) {
    QrCase one;
    one.order = *orders.orders[n];
    one.bordered = hierarchy.bordered(static_cast<int>(n));
    one.a.resize(one.order.rows, one.order.rank());
    for (int k = 0; k < one.order.rank(); ++k)
      for (int i = 0; i < one.order.rows; ++i)
        one.a(i, k) = one.bordered[one.order.place(
            i, one.order.equations[static_cast<std::size_t>(k)].column)];
    const Program program = trace_component_qr(one.order);
    one.results = program.wanted.size();
    EmitOptions emit;
    emit.comments = false;
    emit.routines = RoutineUse::off;
    one.library =
        load_sources({{"qr.c", emit_preamble({&program}, emit) + declare_program(program, emit) +
                                   emit_program(program, emit)}});
    one.code = reinterpret_cast<ComponentFunction>(one.library->find("model_qr"));
    made.push_back(std::move(one));
  }
  return made[static_cast<std::size_t>(which)];
}

void component_qr_generated(benchmark::State& state) {
  const QrCase& c = qr_case(static_cast<int>(state.range(0)));
  std::vector<double> out(c.results);
  // R has all of A: what depends on others has nothing left below
  const int status = c.code(c.bordered.data(), out.data());
  double r = 0.0, a = 0.0;
  for (const double x : out) r += x * x;
  for (int k = 0; k < c.order.columns; ++k)
    for (int i = 0; i < c.order.rows; ++i) a += std::pow(c.bordered[c.order.place(i, k)], 2);
  if (status != 0 || std::fabs(r - a) > 1e-12 * a) {
    state.SkipWithError("generated code is wrong");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(c.code(c.bordered.data(), out.data()));
}

void component_qr_dense(benchmark::State& state) {
  const QrCase& c = qr_case(static_cast<int>(state.range(0)));
  Eigen::HouseholderQR<Eigen::MatrixXd> qr(c.a.rows(), c.a.cols());
  for (auto _ : state) benchmark::DoNotOptimize(&qr.compute(c.a));
}

void component_qr_dense_pivoted(benchmark::State& state) {
  const QrCase& c = qr_case(static_cast<int>(state.range(0)));
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(c.a.rows(), c.a.cols());
  for (auto _ : state) benchmark::DoNotOptimize(&qr.compute(c.a));
}

BENCHMARK(component_qr_generated)->Arg(0)->Arg(1);
BENCHMARK(component_qr_dense)->Arg(0)->Arg(1);
BENCHMARK(component_qr_dense_pivoted)->Arg(0)->Arg(1);

#ifdef TREADLE_HAS_SPARSE_QR

/// A matrix by columns, zeros left out.
struct ByColumns {
  std::vector<SuiteSparse_long> begin{0}, row;
  std::vector<double> value;

  explicit ByColumns(const Eigen::MatrixXd& m) {
    for (Eigen::Index c = 0; c < m.cols(); ++c) {
      for (Eigen::Index i = 0; i < m.rows(); ++i) {
        if (std::fabs(m(i, c)) < 1e-12 * m.col(c).norm()) continue;
        row.push_back(i);
        value.push_back(m(i, c));
      }
      begin.push_back(static_cast<SuiteSparse_long>(row.size()));
    }
  }
};

void component_qr_spqr(benchmark::State& state) {
  const QrCase& c = qr_case(static_cast<int>(state.range(0)));
  ByColumns by_columns(c.a);
  cholmod_common common;
  cholmod_l_start(&common);
  cholmod_sparse a{};
  a.nrow = static_cast<std::size_t>(c.a.rows());
  a.ncol = static_cast<std::size_t>(c.a.cols());
  a.nzmax = by_columns.value.size();
  a.p = by_columns.begin.data();
  a.i = by_columns.row.data();
  a.x = by_columns.value.data();
  a.itype = CHOLMOD_LONG;
  a.xtype = CHOLMOD_REAL;
  a.sorted = a.packed = 1;
  SuiteSparseQR_factorization<double>* qr =
      SuiteSparseQR_symbolic<double>(SPQR_ORDERING_DEFAULT, 0, &a, &common);
  for (auto _ : state)
    benchmark::DoNotOptimize(SuiteSparseQR_numeric<double>(SPQR_DEFAULT_TOL, &a, qr, &common));
  if (qr->rank != c.order.rank()) state.SkipWithError("SuiteSparseQR has another rank");
  SuiteSparseQR_free<double>(&qr, &common);
  cholmod_l_finish(&common);
}

void component_umfpack(benchmark::State& state) {
  const QrCase& c = qr_case(static_cast<int>(state.range(0)));
  const Eigen::MatrixXd normal = c.a.transpose() * c.a;
  const ByColumns m(normal);
  const auto n = static_cast<SuiteSparse_long>(normal.cols());
  void *symbolic = nullptr, *numeric = nullptr;
  umfpack_dl_symbolic(n, n, m.begin.data(), m.row.data(), m.value.data(), &symbolic, nullptr,
                      nullptr);
  for (auto _ : state) {
    const auto status = umfpack_dl_numeric(m.begin.data(), m.row.data(), m.value.data(), symbolic,
                                           &numeric, nullptr, nullptr);
    umfpack_dl_free_numeric(&numeric);
    if (status != UMFPACK_OK) state.SkipWithError("UMFPACK fails");
  }
  umfpack_dl_free_symbolic(&symbolic);
}

BENCHMARK(component_qr_spqr)->Arg(0)->Arg(1);
BENCHMARK(component_umfpack)->Arg(0)->Arg(1);

#endif

}  // namespace
