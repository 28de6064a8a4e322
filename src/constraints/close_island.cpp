#include "close_island.hpp"

#include "../kinematics/advance.hpp"
#include "orientation_gap.hpp"

#include <Eigen/Cholesky>

#include <algorithm>

namespace treadle {

namespace {

constexpr int most_iterations = 200;

}  // namespace

Eigen::VectorXd residual_of(const LoopIsland& island, const LoopWorkplace& w) {
  Eigen::VectorXd r(static_cast<Eigen::Index>(island.rows.size()));
  for (std::size_t k = 0; k < island.rows.size(); ++k) {
    r[static_cast<Eigen::Index>(k)] = w.loops.residual[static_cast<std::size_t>(island.rows[k])];
  }
  return r;
}

std::vector<double> moved(const Model<double>& model, const LoopIsland& island,
                          const std::vector<double>& q, const Eigen::VectorXd& step) {
  std::vector<double> dv(static_cast<std::size_t>(model.nv()), 0.0), out(q);
  for (std::size_t k = 0; k < island.positions.size(); ++k) {
    dv[static_cast<std::size_t>(island.positions[k])] = step[static_cast<Eigen::Index>(k)];
  }
  advance<double>(model, q, dv, out);
  return out;
}

bool close_island(const Model<double>& model, const LoopIsland& island,
                  const Eigen::VectorXd& weight, double tolerance, LoopWorkplace& w,
                  std::vector<double>& q) {
  const auto look = [&](const std::vector<double>& at) {
    place_bodies<double>(model, at, w.at);
    close_loops_wide(model, at, w.functions, w.at, w.loops);
  };
  look(q);
  Eigen::VectorXd r = residual_of(island, w);
  double damping = 1e-6;
  for (int it = 0; it < most_iterations; ++it) {
    if (r.cwiseAbs().maxCoeff() <= tolerance) return true;
    const Eigen::MatrixXd j = dense_jacobian(model, island, w.loops.phi) * weight.asDiagonal();
    const Eigen::MatrixXd normal = j * j.transpose();
    const double scale = std::max(normal.diagonal().maxCoeff(), 1e-30);
    bool better = false;
    for (int trial = 0; trial < 30 && !better; ++trial) {
      Eigen::MatrixXd damped = normal;
      damped.diagonal().array() += damping * scale;
      Eigen::VectorXd step = -(weight.asDiagonal() * (j.transpose() * damped.ldlt().solve(r)));
      const double size = step.cwiseAbs().maxCoeff();
      if (size > 1.0) step *= 1.0 / size;  // no wild turns
      const std::vector<double> next = moved(model, island, q, step);
      look(next);
      const Eigen::VectorXd trial_r = residual_of(island, w);
      if (trial_r.squaredNorm() < r.squaredNorm()) {
        better = true;
        q = next;
        r = trial_r;
        damping = std::max(1e-15, 0.1 * damping);
      } else {
        damping = std::min(1e6, 10.0 * damping);
      }
    }
    if (!better) break;
  }
  look(q);
  return r.cwiseAbs().maxCoeff() <= 100.0 * tolerance;
}

}  // namespace treadle
