#include "layered.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Point = LayeredProblem::Point;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

constexpr int most_tries = 150, most_newton = 40;
constexpr double rank_threshold = 1e-8, longest_step = 0.3, flat = 1e-6, kept_tolerance = 1e-11;

Decomposition decomposed(const MatrixXd& a) {
  Decomposition d;
  d.setThreshold(rank_threshold);
  d.compute(a);
  return d;
}

// Orthonormal columns that a maps to zero.
MatrixXd null_space(const MatrixXd& a) {
  const Index n = a.cols();
  if (a.rows() == 0 || n == 0) return MatrixXd::Identity(n, n);
  const Decomposition d = decomposed(a.transpose());
  const MatrixXd q = d.householderQ();
  return q.rightCols(n - d.rank());
}

double largest(const VectorXd& v) { return v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff(); }

/// Moves over what the layers before the present one have settled.
class Descent {
 public:
  Descent(const LayeredProblem& problem, Point at) : problem_(problem), at_(std::move(at)) {
    problem_.look(at_, layers_);
  }

  void minimise(std::size_t layer);
  /// Keeps what a layer has reached from now on. (C9)
  void settle(std::size_t layer);
  bool restore(Point& at);
  [[nodiscard]] const Point& at() const { return at_; }
  [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }

 private:
  struct View {
    MatrixXd c, z, a;  ///< derivatives of what is kept, free directions, derivatives along them
    VectorXd g;        ///< slope of half the square of r along the free directions
    double f = 0.0;    ///< square of r
  };

  [[nodiscard]] MatrixXd kept_rows(const std::vector<Layer>& layers) const;
  [[nodiscard]] VectorXd kept_values(const Point& at, const std::vector<Layer>& layers) const;
  [[nodiscard]] View view(const std::vector<Layer>& layers, std::size_t layer) const;
  [[nodiscard]] MatrixXd curvature(const View& v, std::size_t layer) const;
  bool try_step(const VectorXd& step, std::size_t layer, View& v);
  bool leave_saddle(std::size_t layer, View& v);

  const LayeredProblem& problem_;
  Point at_;
  std::vector<Layer> layers_;
  std::vector<VectorXd> kept_;  ///< what layers 1, 2, ... have reached
  std::vector<std::pair<MatrixXd, Point>> locks_;
};

MatrixXd Descent::kept_rows(const std::vector<Layer>& layers) const {
  const Index n = layers[0].j.cols();
  Index rows = layers[0].j.rows();
  for (std::size_t k = 0; k < kept_.size(); ++k) rows += kept_[k].size();
  for (const auto& lock : locks_) rows += lock.first.rows();
  MatrixXd c(rows, n);
  Index next = layers[0].j.rows();
  c.topRows(next) = layers[0].j;
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    c.middleRows(next, kept_[k].size()) = layers[k + 1].j;
    next += kept_[k].size();
  }
  for (const auto& lock : locks_) {
    c.middleRows(next, lock.first.rows()) = lock.first;
    next += lock.first.rows();
  }
  return c;
}

VectorXd Descent::kept_values(const Point& at, const std::vector<Layer>& layers) const {
  std::vector<double> values(layers[0].r.begin(), layers[0].r.end());
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const VectorXd off = layers[k + 1].r - kept_[k];
    values.insert(values.end(), off.begin(), off.end());
  }
  for (const auto& lock : locks_) {
    const VectorXd off = lock.first * problem_.between(lock.second, at);
    values.insert(values.end(), off.begin(), off.end());
  }
  return Eigen::Map<VectorXd>(values.data(), static_cast<Index>(values.size()));
}

bool Descent::restore(Point& at) {
  std::vector<Layer> layers;
  double before = 1e300;
  for (int it = 0; it <= most_newton; ++it) {
    problem_.look(at, layers);
    const VectorXd c = kept_values(at, layers);
    if (c.size() == 0) return true;
    const double first = largest(layers[0].r), all = largest(c);
    if (!std::isfinite(all)) return false;
    if (first <= problem_.first_tolerance && all <= kept_tolerance) return true;
    // where rounding is reached nothing gets better any more
    if (all > 0.5 * before && first <= 100.0 * problem_.first_tolerance &&
        all <= 100.0 * kept_tolerance)
      return true;
    if (it > 8 && all > 0.9 * before) return false;
    before = all;
    VectorXd step = -decomposed(kept_rows(layers)).solve(c);
    const double size = largest(step);
    if (size > 1.0) step /= size;
    at = problem_.move(at, step);
  }
  return false;
}

Descent::View Descent::view(const std::vector<Layer>& layers, std::size_t layer) const {
  View v;
  v.c = kept_rows(layers);
  v.z = null_space(v.c);
  v.a = layers[layer].j * v.z;
  v.g = v.a.transpose() * layers[layer].r;
  v.f = layers[layer].r.squaredNorm();
  return v;
}

// Second derivatives along the free directions of half the square of r, on the curved set of what
// is kept: differences of the slope with multipliers held. (C8)
MatrixXd Descent::curvature(const View& v, std::size_t layer) const {
  constexpr double width = 1e-4;
  const VectorXd nu = multipliers(v.c, layers_[layer].j.transpose() * layers_[layer].r);
  const auto slope = [&](const VectorXd& step) {
    std::vector<Layer> there;
    problem_.look(problem_.move(at_, step), there);
    return VectorXd(there[layer].j.transpose() * there[layer].r +
                    kept_rows(there).transpose() * nu);
  };
  MatrixXd h(v.z.cols(), v.z.cols());
  for (Index k = 0; k < v.z.cols(); ++k) {
    const VectorXd step = width * v.z.col(k);
    h.col(k) = v.z.transpose() * (slope(step) - slope(-step)) / (2.0 * width);
  }
  return 0.5 * (h + h.transpose());
}

// Takes a step that makes the layer smaller or, where that cannot be seen any more, its slope.
bool Descent::try_step(const VectorXd& step, std::size_t layer, View& v) {
  Point next = problem_.move(at_, step);
  if (!restore(next)) return false;
  std::vector<Layer> layers;
  problem_.look(next, layers);
  const double f = layers[layer].r.squaredNorm();
  if (!(f < v.f * (1.0 + 1e-12))) return false;
  View there = view(layers, layer);
  if (!(f < v.f * (1.0 - 1e-10) || there.g.norm() < 0.5 * v.g.norm())) return false;
  at_ = std::move(next);
  layers_ = std::move(layers);
  v = std::move(there);
  return true;
}

// A slope that vanishes where r does not may be a saddle or a top: look for a way down.
bool Descent::leave_saddle(std::size_t layer, View& v) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(curvature(v, layer));
  const VectorXd& values = eigen.eigenvalues();
  if (values[0] >= -flat * std::max(largest(values), 1e-12)) return false;
  VectorXd way = v.z * eigen.eigenvectors().col(0);
  Index most = 0;
  way.cwiseAbs().maxCoeff(&most);
  if (way[most] < 0.0) way = -way;
  way *= 0.1 / largest(way);
  return try_step(way, layer, v) || try_step(-way, layer, v);
}

void Descent::minimise(std::size_t layer) {
  View v = view(layers_, layer);
  double damping = 1e-6;
  bool curved = false;
  for (int it = 0; it < most_tries; ++it) {
    if (v.z.cols() == 0 || largest(layers_[layer].r) <= 1e-14) return;
    if (v.g.norm() <= 1e-14 * std::max(v.a.norm(), 1e-8) * std::max(std::sqrt(v.f), 1e-3)) {
      if (std::sqrt(v.f) <= layer_met || !leave_saddle(layer, v)) return;
      continue;
    }
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(curved ? curvature(v, layer)
                                                               : MatrixXd(v.a.transpose() * v.a));
    const VectorXd strength = eigen.eigenvalues().cwiseAbs();
    const double most = std::max(largest(strength), 1e-30);
    const VectorXd slope = eigen.eigenvectors().transpose() * v.g;
    const double before = v.f;
    bool moved = false;
    for (int trial = 0; trial < 12 && !moved; ++trial) {
      VectorXd y(slope.size());
      for (Index k = 0; k < y.size(); ++k) {
        const double down = strength[k] + damping * most;
        y[k] = strength[k] <= 1e-13 * most ? 0.0 : -slope[k] / down;
      }
      VectorXd step = v.z * (eigen.eigenvectors() * y);
      const double size = largest(step);
      if (size > longest_step) step *= longest_step / size;
      moved = try_step(step, layer, v);
      damping = moved ? std::max(1e-15, 0.1 * damping) : std::min(1e6, 10.0 * damping);
    }
    if (!moved) {
      if (curved) return;
      damping = 1e-6;
    }
    curved = curved || !moved || v.f > 0.25 * before;
  }
}

void Descent::settle(std::size_t layer) {
  const Layer& now = layers_[layer];
  const bool met = largest(now.r) <= layer_met;
  MatrixXd lock(0, now.j.cols());
  if (!met) {
    // directions that this layer feels only by their curvature must not be given away
    const View v = view(layers_, layer);
    const MatrixXd quiet = v.z.cols() == 0 ? v.z : MatrixXd(v.z * null_space(v.a));
    if (quiet.cols() > 0) {
      const MatrixXd h = curvature(v, layer), inside = v.z.transpose() * quiet;
      const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(inside.transpose() * h * inside);
      const double most = std::max(h.norm(), 1e-12);
      for (Index k = 0; k < quiet.cols(); ++k) {
        if (eigen.eigenvalues()[k] <= flat * most) continue;
        lock.conservativeResize(lock.rows() + 1, Eigen::NoChange);
        lock.row(lock.rows() - 1) = (quiet * eigen.eigenvectors().col(k)).transpose();
      }
    }
  }
  kept_.push_back(met ? VectorXd(VectorXd::Zero(now.r.size())) : now.r);
  if (lock.rows() > 0) locks_.emplace_back(lock, at_);
}

}  // namespace

VectorXd multipliers(const MatrixXd& c, const VectorXd& gradient) {
  if (c.rows() == 0) return VectorXd(0);
  return -decomposed(c.transpose()).solve(gradient);
}

LayeredSolution solve_layers(const LayeredProblem& problem, const Point& start,
                             std::size_t layers) {
  Descent descent(problem, start);
  for (std::size_t k = 1; k < layers; ++k) {
    descent.minimise(k);
    if (k + 1 < layers) descent.settle(k);
  }
  LayeredSolution out{descent.at(), {}};
  for (const Layer& layer : descent.layers()) out.size.push_back(layer.r.norm());
  return out;
}

bool better(const LayeredSolution& a, const LayeredSolution& b) {
  for (std::size_t k = 1; k < a.size.size(); ++k) {
    if (std::fabs(a.size[k] - b.size[k]) > layer_met + 1e-6 * std::min(a.size[k], b.size[k]))
      return a.size[k] < b.size[k];
  }
  return false;
}

}  // namespace treadle
