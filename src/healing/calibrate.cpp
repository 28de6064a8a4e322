#include "calibrate.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Gaps that the strong equations do not see, and how they feel the drawing, place by place.
struct Unseen {
  Eigen::VectorXd gap;
  Eigen::MatrixXd columns;
  double largest = 0.0;
  bool closed = false;  ///< the strong equations were closed everywhere
};

Unseen look_everywhere(const DrawnGeometry& geometry, const LoopIsland& island, double size,
                       int rank, const DrawnModel& drawn,
                       std::vector<std::vector<double>>& places) {
  IslandView view(drawn.built.model, island, size);
  const Eigen::Index weak = view.rows() - rank, count = static_cast<Eigen::Index>(places.size());
  Unseen out;
  out.gap.resize(weak * count);
  out.columns.resize(weak * count, geometry.count());
  for (Eigen::Index k = 0; k < count; ++k) {
    if (!view.close_strong(rank, places[static_cast<std::size_t>(k)])) return out;
    out.gap.segment(k * weak, weak) = view.unseen(rank);
    out.columns.middleRows(k * weak, weak) =
        view.left.rightCols(weak).transpose() *
        geometry.columns(drawn.description, drawn.built.placement, view);
  }
  out.largest = out.gap.size() > 0 ? out.gap.cwiseAbs().maxCoeff() : 0.0;
  out.closed = std::isfinite(out.largest);
  return out;
}

// The least change that lowers the gaps, by singular values: those that belong to the family of
// moving linkages may be as small as the error, and squares of them would drown.
class LeastChange {
 public:
  LeastChange(const Unseen& unseen, double least) : least_(least) {
    const Eigen::MatrixXd& w = unseen.columns;
    const bool wide = w.cols() > w.rows();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(wide ? Eigen::MatrixXd(w.transpose()) : w);
    const Eigen::Index n = std::min(w.rows(), w.cols());
    const Eigen::MatrixXd thin =
        qr.householderQ() * Eigen::MatrixXd::Identity(wide ? w.cols() : w.rows(), n);
    const Eigen::MatrixXd r = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(r, Eigen::ComputeFullU | Eigen::ComputeFullV);
    values_ = svd.singularValues();
    if (wide) {  // W = R^T Q^T
      right_ = svd.matrixV().transpose() * unseen.gap;
      basis_ = thin * svd.matrixU();
    } else {  // W = Q R
      right_ = svd.matrixU().transpose() * (thin.transpose() * unseen.gap);
      basis_ = svd.matrixV();
    }
  }
  // (HG5)
  [[nodiscard]] Eigen::VectorXd operator()(double damping) const {
    Eigen::VectorXd x(values_.size());
    for (Eigen::Index k = 0; k < x.size(); ++k)
      x[k] =
          values_[k] > least_ ? -right_[k] * values_[k] / (values_[k] * values_[k] + damping) : 0.0;
    return basis_ * x;
  }

 private:
  double least_;  ///< singular value that tells more than rounding
  Eigen::VectorXd values_, right_;
  Eigen::MatrixXd basis_;
};

}  // namespace

bool calibrate(const DrawnGeometry& geometry, const LoopIsland& island, double size, int rank,
               std::vector<std::vector<double>>& places, DrawnModel& drawn, double& error) {
  constexpr int most_steps = 40, most_trials = 8, most_slow = 4;
  constexpr double rounding = 2e-15, good = 1e-13;
  Unseen now = look_everywhere(geometry, island, size, rank, drawn, places);
  if (!now.closed) return false;
  // what rounding would change must stay far below the errors, and no step far above
  error = std::max({error, now.largest, rounding});
  double factor = 1.0;
  int slow = 0;
  for (int it = 0; it < most_steps && now.largest > rounding; ++it) {
    const LeastChange least(now, 10.0 * rounding / error);
    bool better = false;
    const double before = now.largest, norm_before = now.gap.norm();
    for (int trial = 0; trial < most_trials && !better; ++trial) {
      const double damping = factor * now.gap.squaredNorm() / static_cast<double>(now.gap.size());
      const Eigen::VectorXd change = least(damping);
      if (change.cwiseAbs().maxCoeff() > 100.0 * error) {
        factor *= 30.0;
        continue;
      }
      DrawnModel next;
      next.description = geometry.moved(drawn.description, drawn.built.placement, change);
      next.built = build_model(next.description);
      std::vector<std::vector<double>> there = places;
      Unseen then = look_everywhere(geometry, island, size, rank, next, there);
      better = then.closed && then.gap.squaredNorm() < now.gap.squaredNorm();
      factor = better ? std::max(1.0, 0.1 * factor) : 30.0 * factor;
      if (!better) continue;
      now = std::move(then);
      drawn = std::move(next);
      places = std::move(there);
    }
    if (!better || (now.largest < good && now.largest > 0.5 * before)) break;
    slow = now.gap.norm() > 0.7 * norm_before ? slow + 1 : 0;
    if (slow == most_slow) break;
  }
  return now.largest < good;
}

}  // namespace treadle
