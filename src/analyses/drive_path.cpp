#include "drive_path.hpp"

#include "../base/at.hpp"
#include "../kinematics/advance.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {}  // namespace

DrivePath::DrivePath(const Mechanism& mechanism, std::size_t island)
    : mechanism_(mechanism),
      islands_(scaled_islands(mechanism.model, mechanism.redundancy.rows)),
      island_(island),
      functions_(mechanism.functions_at(0.0)),
      watch_(mechanism.model, islands_, functions_, mechanism.redundancy.q),
      smooth_(mechanism.model, islands_),
      position_(mechanism.model),
      velocity_(mechanism.model),
      loops_(mechanism.model),
      svd_(islands_[island].rows(), islands_[island].columns(), islands_[island].rank),
      closing_(islands_[island].rows(), islands_[island].columns(), islands_[island].rank),
      step_(at(mechanism.model.nv())),
      moved_(at(mechanism.model.nq())),
      v_(at(mechanism.model.nv())),
      b_(at(islands_[island].rows())),
      x_(at(islands_[island].columns())),
      gamma_(at(mechanism.model.rows())) {}

void DrivePath::look(const std::vector<double>& q) {
  place_bodies<double>(mechanism_.model, q, position_);
  close_loops<double>(mechanism_.model, q, functions_, position_, loops_);
  fill_scaled<double>(mechanism_.model, island(), loops_.phi, phi_);
}

// Newton steps that leave the way along the curve as it is.
bool DrivePath::close(PathNode& node, const std::vector<double>& beside) {
  double before = 1e300;
  for (int it = 0; it < 15; ++it) {
    look(node.q);
    double most = 0.0;
    for (int r = 0; r < island().rows(); ++r) {
      b_[at(r)] = -loops_.residual[at(island().parts.rows[at(r)])] * island().row[at(r)];
      most = std::max(most, std::fabs(b_[at(r)]));
      double part = 0.0;
      for (int j = 0; j < phi_.cols; ++j) part += phi_(r, j) * beside[at(j)];
      for (int j = 0; j < phi_.cols; ++j) phi_(r, j) -= part * beside[at(j)];
    }
    if (most <= 1e-15 || (most < 1e-13 && most > 0.3 * before)) return true;
    if (!std::isfinite(most) || (it > 3 && most > before)) return false;
    before = most;
    closing_.split(phi_);
    closing_.particular(b_, x_);
    std::fill(step_.begin(), step_.end(), 0.0);
    for (int j = 0; j < phi_.cols; ++j)
      step_[at(island().parts.positions[at(j)])] = x_[at(j)] * island().column[at(j)];
    advance<double>(mechanism_.model, node.q, step_, moved_);
    node.q = moved_;
  }
  return before < 1e-12;
}

void DrivePath::orient(PathNode& node, const PathNode* before) {
  look(node.q);
  svd_.split(phi_);
  const int n = island().columns(), weakest = island().rank - 1;
  node.tangent.resize(at(n));
  for (int j = 0; j < n; ++j) node.tangent[at(j)] = svd_.basis()(j, 0);
  if (watch_.must_look(node.q)) watch_.look(node.q, loops_.phi);
  if (watch_.is_near(island_) && before != nullptr) {
    PathNode along = node;
    along.tangent = before->tangent;
    velocities(along, v_);
    smooth_.sample(watch_, functions_, node.q, v_);
    if (smooth_.found(island_)) {
      for (int j = 0; j < n; ++j) node.tangent[at(j)] = smooth_.basis(island_)(j, 0);
    }
  }
  node.strength = weakest < 0 ? 1.0 : svd_.sigma(weakest);
  node.left.assign(at(island().rows()), 0.0);
  node.right.assign(at(n), 0.0);
  for (int r = 0; r < island().rows() && weakest >= 0; ++r)
    node.left[at(r)] = svd_.lefts()(r, weakest);
  for (int j = 0; j < n && weakest >= 0; ++j) node.right[at(j)] = svd_.normals()(j, weakest);
  if (before == nullptr) return;
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
  };
  if (dot(node.tangent, before->tangent) < 0.0) {
    for (double& x : node.tangent) x = -x;
  }
  if (dot(node.left, before->left) * dot(node.right, before->right) < 0.0) {
    for (double& x : node.left) x = -x;
    node.strength = -node.strength;
  }
}

PathNode DrivePath::start() {
  PathNode node;
  node.q = mechanism_.start.q;
  orient(node, nullptr);
  return node;
}

bool DrivePath::go(const PathNode& from, double ds, PathNode& to) {
  std::fill(step_.begin(), step_.end(), 0.0);
  for (int j = 0; j < island().columns(); ++j)
    step_[at(island().parts.positions[at(j)])] = ds * from.tangent[at(j)] * island().column[at(j)];
  to.q.resize(from.q.size());
  advance<double>(mechanism_.model, from.q, step_, to.q);
  if (!close(to, from.tangent)) return false;
  orient(to, &from);
  return true;
}

void DrivePath::velocities(const PathNode& node, std::vector<double>& v) const {
  v.assign(at(mechanism_.model.nv()), 0.0);
  for (int j = 0; j < island().columns(); ++j)
    v[at(island().parts.positions[at(j)])] = node.tangent[at(j)] * island().column[at(j)];
}

void DrivePath::accelerations(const PathNode& node, double rate, int still,
                              std::vector<double>& a) {
  velocities(node, v_);
  for (double& x : v_) x *= rate;
  look(node.q);
  if (watch_.must_look(node.q)) watch_.look(node.q, loops_.phi);
  bool smooth = false;
  if (watch_.is_near(island_)) {
    smooth_.sample(watch_, functions_, node.q, v_);
    smooth = smooth_.found(island_);
    look(node.q);
  }
  if (smooth) {
    std::copy(smooth_.acceleration(island_).begin(), smooth_.acceleration(island_).end(),
              x_.begin());
  } else {
    move_bodies<double>(mechanism_.model, v_, position_, velocity_);
    loop_bias<double>(mechanism_.model, functions_, position_, loops_, velocity_, gamma_);
    for (int r = 0; r < island().rows(); ++r)
      b_[at(r)] = gamma_[at(island().parts.rows[at(r)])] * island().row[at(r)];
    svd_.split(phi_);
    svd_.particular(b_, x_);
  }
  const double slope = node.tangent[at(still)];
  const double along = slope != 0.0 ? -x_[at(still)] / slope : 0.0;
  a.assign(at(mechanism_.model.nv()), 0.0);
  for (int j = 0; j < island().columns(); ++j)
    a[at(island().parts.positions[at(j)])] =
        (x_[at(j)] + along * node.tangent[at(j)]) * island().column[at(j)];
}

}  // namespace treadle
