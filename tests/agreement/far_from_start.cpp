// Redundant linkages followed far from their start, where splits and pivots of the start no longer
// serve: accelerations of all solvers against singular values, and whole runs.
#include "src/integrate/fixed_step.hpp"
#include "src/io/reading/read_model.hpp"
#include "src/simulation/run.hpp"
#include "src/solve/registry.hpp"
#include "support/dense.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/SVD>

#include <cmath>
#include <filesystem>
#include <memory>

namespace treadle::test {
namespace {

// Those in `runs` are too quick for steps of a millisecond.
std::vector<std::filesystem::path> kept_cases(const std::string& folder = "") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(tests_folder() + "/campaign/cases" + folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The motion that is nearest to the free one in the metric of M, among all that meet the equations
// as well as they can be met: y = A^+ gamma + (1 - A^+ A) L^-1 Q with A = Phi L^-T, M = L L^T.
Eigen::VectorXd by_singular_values(const Mechanism& m, double t, std::span<const double> q,
                                   std::span<const double> v) {
  Workspace<double> w(m.model, m.functions.size());
  w.functions = m.functions_at(t);
  assemble_equations<double>(m.model, m.forces, q, v, w);
  const Eigen::LLT<Eigen::MatrixXd> factor(dense_inertia(m.model, w.matrix));
  const Eigen::MatrixXd phi = dense_phi(m.model, w.loops.phi);
  const Eigen::MatrixXd a = factor.matrixL().solve(phi.transpose()).transpose();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto rank = a.rows() - static_cast<Eigen::Index>(m.redundancy.rows.size());
  const Eigen::MatrixXd along = svd.matrixV().leftCols(rank);
  Eigen::VectorXd y = factor.matrixL().solve(dense_vector(w.q_force));
  y -= along * (along.transpose() * y);
  const Eigen::VectorXd right = svd.matrixU().leftCols(rank).transpose() * dense_vector(w.gamma);
  y += along * right.cwiseQuotient(svd.singularValues().head(rank));
  return factor.matrixU().solve(y);
}

TEST(FarFromStart, AllSolversStayRight) {
  for (const auto& file : kept_cases()) {
    const Mechanism m = build_mechanism(read_model(file.string()));
    const std::vector<std::string> names{"clustered", "topology", "topology-ldl", "dense", "gauss"};
    std::vector<std::unique_ptr<MechanismSystem>> systems;
    for (const std::string& name : names)
      systems.push_back(
          std::make_unique<MechanismSystem>(m, name, ConstraintMethod::closest, 1e-3));
    MechanismSystem guide(m, "gauss", ConstraintMethod::automatic, 1e-3);
    const auto integrator = make_integrator("rk4", guide);
    std::vector<double> x = guide.start(), rate(guide.tangent_size());
    const auto nv = static_cast<std::size_t>(m.model.nv());
    for (int step = 0; step < 1000; ++step) {
      const double t = 1e-3 * step;
      // dependent rows agree as far as the loops are closed
      const Violation gap = guide.violation(t, x);
      const double tolerance = 1e-8 + 2e2 * (gap.position + gap.velocity);
      for (std::size_t s = 0; s < systems.size() && step % 10 == 0; ++s) {
        const Eigen::VectorXd exact = by_singular_values(m, t, guide.q(x), guide.v(x));
        ASSERT_TRUE(systems[s]->rate(t, x, rate).ok()) << file << ' ' << names[s] << " at " << t;
        const double off =
            (dense_vector(std::span(rate).subspan(nv, nv)) - exact).cwiseAbs().maxCoeff();
        EXPECT_LT(off, tolerance * exact.cwiseAbs().maxCoeff())
            << file << ' ' << names[s] << " at " << t << " s, open by " << gap.position << " and "
            << gap.velocity;
      }
      ASSERT_TRUE(integrator->step(guide, t, 1e-3, x).ok()) << file << " at " << t << " s";
    }
  }
}

TEST(FarFromStart, DefaultRunsEnd) {
  std::vector<std::filesystem::path> files = kept_cases();
  for (const auto& file : kept_cases("/runs")) files.push_back(file);
  for (const auto& file : files) {
    const Mechanism m = build_mechanism(read_model(file.string()));
    RunOptions options = options_of(m.description.simulation);
    Listener listener;
    long rows = 0;
    listener.progress = [&](double) { return ++rows < 100000; };
    const RunResult result = run(m, options, listener);
    EXPECT_EQ(result.end, RunEnd::done) << file << ' ' << result.time << ' ' << result.message;
    EXPECT_LT(result.energy_drift, 1e-6) << file;
  }
}

}  // namespace
}  // namespace treadle::test
