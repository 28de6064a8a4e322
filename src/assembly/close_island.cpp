#include "close_island.hpp"

#include "../kinematics/advance.hpp"
#include "orientation_gap.hpp"

#include <Eigen/Cholesky>

#include <algorithm>

namespace treadle {

void Search::linearize(const Model<double>& model, const LoopWorkplace& w) {
  j = dense_jacobian(model, island, w.loops.phi) * weight.asDiagonal();
  let_slip(model, island, j);  // where it stands, nothing has rolled yet
  normal = j * j.transpose();
  scale = std::max(normal.diagonal().maxCoeff(), 1e-30);
}

void Search::propose() {
  Eigen::MatrixXd damped = normal;
  damped.diagonal().array() += damping * scale;
  step = -(weight.asDiagonal() * (j.transpose() * damped.ldlt().solve(r)));
  const double size = step.cwiseAbs().maxCoeff();
  if (size > 1.0) step *= 1.0 / size;  // no wild turns
}

void look_wide(const Model<double>& model, const std::vector<double>& q, LoopWorkplace& w) {
  place_bodies<double>(model, q, w.at);
  close_loops_wide(model, q, w.functions, w.at, w.loops);
}

namespace {

constexpr int most_iterations = 200;

// Tries the steps of all pending searches, shorter each time, until each has bettered its residual
// or given up.
void try_steps(const Model<double>& model, std::vector<Search>& searches, LoopWorkplace& w,
               std::vector<double>& q) {
  std::vector<double> dv(static_cast<std::size_t>(model.nv())), next(q);
  bool any = true;
  for (int trial = 0; trial < 30 && any; ++trial) {
    std::fill(dv.begin(), dv.end(), 0.0);
    for (Search& s : searches) {
      if (!s.pending) continue;
      s.propose();
      put_step(s.island, s.step, dv);
    }
    advance<double>(model, q, dv, next);
    look_wide(model, next, w);
    any = false;
    for (Search& s : searches) {
      if (!s.pending) continue;
      const Eigen::VectorXd trial_r = residual_of(s.island, w);
      if (trial_r.squaredNorm() < s.r.squaredNorm()) {
        s.pending = false;
        s.r = trial_r;
        s.damping = std::max(1e-15, 0.1 * s.damping);
        copy_island<double>(model, s.island, next, q);
      } else {
        s.damping = std::min(1e6, 10.0 * s.damping);
        any = true;
      }
    }
  }
  for (Search& s : searches) {
    if (s.pending) s.moving = s.pending = false;
  }
}

}  // namespace

// Levenberg-Marquardt on the loops of each island that is still open; columns with weight 0 do not
// move. (C3)
void close_islands(const Model<double>& model, double tolerance, std::vector<Search>& searches,
                   LoopWorkplace& w, std::vector<double>& q) {
  look_wide(model, q, w);
  for (Search& s : searches) {
    s.moving = !s.closed;
    s.damping = 1e-6;
    if (s.moving) s.r = residual_of(s.island, w);
  }
  for (int it = 0; it < most_iterations; ++it) {
    bool any = false;
    for (Search& s : searches) {
      if (s.moving && s.r.cwiseAbs().maxCoeff() <= tolerance) s.moving = false;
      if (!s.moving) continue;
      any = s.pending = true;
      s.linearize(model, w);
    }
    if (!any) break;
    try_steps(model, searches, w, q);
  }
  look_wide(model, q, w);
  for (Search& s : searches) {
    if (!s.closed) s.closed = s.r.cwiseAbs().maxCoeff() <= 100.0 * tolerance;
  }
}

bool close_island(const Model<double>& model, const LoopIsland& island,
                  const Eigen::VectorXd& weight, double tolerance, LoopWorkplace& w,
                  std::vector<double>& q) {
  std::vector<Search> one{Search(island)};
  one.front().weight = weight;
  close_islands(model, tolerance, one, w, q);
  return one.front().closed;
}

std::vector<double> moved(const Model<double>& model, const LoopIsland& island,
                          const std::vector<double>& q, const Eigen::VectorXd& step) {
  std::vector<double> dv(static_cast<std::size_t>(model.nv()), 0.0), out(q);
  put_step(island, step, dv);
  advance<double>(model, q, dv, out);
  return out;
}

}  // namespace treadle
