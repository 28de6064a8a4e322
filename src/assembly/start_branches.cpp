#include "start_branches.hpp"

#include "../keeping/dense_loops.hpp"
#include "../kinematics/move.hpp"
#include "close_island.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

constexpr double branch_rank_lost = 1e-9, same_way = 1e-6, fits_alike = 1e-6;
constexpr Index most_directions = 40;
constexpr int branch_tries = 200, branch_steps = 60;

Decomposition ranked(const MatrixXd& a) {
  Decomposition d;
  d.setThreshold(branch_rank_lost);
  d.compute(a);
  return d;
}

MatrixXd left_null_space(const MatrixXd& a) {
  const Decomposition d = ranked(a);
  const MatrixXd q = d.householderQ();
  return q.rightCols(a.rows() - d.rank());
}

/// Velocities that loops allow at first order, and what second order asks of them.
class TangentCone {
 public:
  TangentCone(const Model<double>& model, const LoopIsland& island, LoopWorkplace& w)
      : model_(model), island_(island), w_(w), moving_(model), root_(at_size(island.positions)) {
    for (Index k = 0; k < root_.size(); ++k)
      root_[k] = std::sqrt(
          w.diagonal[static_cast<std::size_t>(island.positions[static_cast<std::size_t>(k)])]);
    MatrixXd phi = dense_jacobian(model, island, w.loops.phi);
    norms_ = natural_row_norms(model, island, w);
    for (double& size : norms_) size = size > 0.0 ? 1.0 / size : 0.0;
    phi = norms_.asDiagonal() * phi * root_.cwiseInverse().asDiagonal();
    directions_ = left_null_space(phi.transpose());
    lost_ = left_null_space(phi);
  }

  [[nodiscard]] Index size() const { return directions_.cols(); }
  [[nodiscard]] VectorXd coordinates(const std::vector<double>& v) const {
    VectorXd y(root_.size());
    for (Index k = 0; k < y.size(); ++k) y[k] = root_[k] * v[position(k)];
    return directions_.transpose() * y;
  }
  [[nodiscard]] std::vector<double> velocities(const VectorXd& y) const {
    std::vector<double> v(static_cast<std::size_t>(model_.nv()), 0.0);
    const VectorXd scaled = directions_ * y;
    for (Index k = 0; k < scaled.size(); ++k) v[position(k)] = scaled[k] / root_[k];
    return v;
  }
  [[nodiscard]] double inertia_root(std::size_t k) const { return root_[static_cast<Index>(k)]; }

  // Quadratic forms that vanish along a branch: U^T gamma(v), by polarization.
  void find_forms() {
    const Index m = size();
    std::vector<MatrixXd> forms(static_cast<std::size_t>(lost_.cols()), MatrixXd(m, m));
    MatrixXd own(lost_.cols(), m);
    for (Index i = 0; i < m; ++i) own.col(i) = second_order(VectorXd::Unit(m, i));
    for (Index i = 0; i < m; ++i) {
      for (Index j = 0; j <= i; ++j) {
        const VectorXd both = second_order(VectorXd::Unit(m, i) + VectorXd::Unit(m, j));
        for (Index k = 0; k < lost_.cols(); ++k) {
          const double value = i == j ? own(k, i) : 0.5 * (both[k] - own(k, i) - own(k, j));
          forms[static_cast<std::size_t>(k)](i, j) = forms[static_cast<std::size_t>(k)](j, i) =
              value;
        }
      }
    }
    double most = 0.0;
    for (const MatrixXd& form : forms) most = std::max(most, form.norm());
    for (MatrixXd& form : forms) {
      if (form.norm() > 1e-7 * most) forms_.push_back(form / most);
    }
  }
  [[nodiscard]] bool has_forms() const { return !forms_.empty(); }

  /// Newton's steps to where all forms vanish, with a length if one is given.
  bool settle(VectorXd& y, bool unit_length) const {
    const auto count = static_cast<Index>(forms_.size());
    for (int it = 0; it < branch_steps; ++it) {
      VectorXd f = VectorXd::Zero(count + (unit_length ? 1 : 0));
      MatrixXd j(f.size(), y.size());
      for (Index k = 0; k < count; ++k) {
        const VectorXd slope = forms_[static_cast<std::size_t>(k)] * y;
        f[k] = y.dot(slope);
        j.row(k) = 2.0 * slope.transpose();
      }
      if (unit_length) {
        f[count] = 0.5 * (y.squaredNorm() - 1.0);
        j.row(count) = y.transpose();
      }
      if (f.cwiseAbs().maxCoeff() <= 1e-14 * std::max(1.0, y.squaredNorm())) return true;
      y -= ranked(j).solve(f);
      if (!y.allFinite()) return false;
    }
    return false;
  }

 private:
  static Index at_size(const std::vector<int>& list) { return static_cast<Index>(list.size()); }
  [[nodiscard]] std::size_t position(Index k) const {
    return static_cast<std::size_t>(island_.positions[static_cast<std::size_t>(k)]);
  }
  VectorXd second_order(const VectorXd& y) {
    const std::vector<double> v = velocities(y);
    move_bodies<double>(model_, v, w_.at, moving_);
    std::vector<double> gamma(static_cast<std::size_t>(model_.rows()), 0.0);
    loop_bias<double>(model_, w_.functions, w_.at, w_.loops, moving_, gamma);
    VectorXd own(norms_.size());
    for (Index r = 0; r < own.size(); ++r)
      own[r] =
          norms_[r] * gamma[static_cast<std::size_t>(island_.rows[static_cast<std::size_t>(r)])];
    return lost_.transpose() * own;
  }

  const Model<double>& model_;
  const LoopIsland& island_;
  LoopWorkplace& w_;
  VelocityStage<double> moving_;
  VectorXd root_, norms_;
  MatrixXd directions_, lost_;
  std::vector<MatrixXd> forms_;
};

// Lines through zero on which all forms vanish.
std::vector<VectorXd> lines_of(const TangentCone& cone) {
  std::vector<VectorXd> lines;
  Dice dice;
  for (int attempt = 0; attempt < branch_tries; ++attempt) {
    VectorXd y(cone.size());
    for (double& x : y) x = dice.throw_once();
    y.normalize();
    if (!cone.settle(y, true)) continue;
    const bool known = std::any_of(lines.begin(), lines.end(), [&](const VectorXd& line) {
      return 1.0 - std::fabs(line.dot(y)) < same_way;
    });
    if (!known) lines.push_back(y);
  }
  return lines;
}

/// How well a way fits what was asked for, when it is gone at its best speed.
struct Fit {
  double misfit = 0.0, speed = 0.0;
};

Fit fit_of(const LoopIsland& island, const TangentCone& cone, const StartState& start,
           const std::vector<double>& way) {
  double both = 0.0, own = 0.0, whole = 0.0;
  for (std::size_t k = 0; k < island.positions.size(); ++k) {
    const auto p = static_cast<std::size_t>(island.positions[k]);
    if (!start.asked_velocity[p]) continue;
    const double size = cone.inertia_root(k) * cone.inertia_root(k);
    both += size * start.v[p] * way[p];
    own += size * way[p] * way[p];
    whole += size * start.v[p] * start.v[p];
  }
  if (!(own > 0.0)) return {whole, 0.0};
  return {std::max(0.0, whole - both * both / own), both / own};
}

void take(const LoopIsland& island, const StartState& start, const std::vector<double>& v,
          Assembly& assembly) {
  for (const int position : island.positions) {
    const auto p = static_cast<std::size_t>(position);
    assembly.v[p] = v[p];
    std::erase_if(assembly.unmet,
                  [&](const Unmet& u) { return u.velocity && u.position == position; });
    const double change = v[p] - start.v[p];
    if (start.asked_velocity[p] && std::fabs(change) > 1e-9 * (1.0 + std::fabs(start.v[p])))
      assembly.unmet.push_back({position, change, true});
  }
}

StartBranches choose(const Model<double>& model, const LoopIsland& island, int free,
                     const StartState& start, LoopWorkplace& w, Assembly& assembly) {
  StartBranches out;
  out.loops = island.loops;
  for (const int p : island.positions)
    out.moving = out.moving || assembly.v[static_cast<std::size_t>(p)] != 0.0;
  TangentCone cone(model, island, w);
  if (cone.size() > most_directions) return out;
  cone.find_forms();
  if (!cone.has_forms()) return out;
  if (free != 1) {  // no end of ways: the nearest
    VectorXd y = cone.coordinates(assembly.v);
    if (out.moving && cone.settle(y, false)) take(island, start, cone.velocities(y), assembly);
    return out;
  }
  std::vector<Fit> fits;
  std::vector<double> energies;
  for (const VectorXd& line : lines_of(cone)) {
    std::vector<double> way = cone.velocities(line);
    const double most = std::fabs(*std::max_element(
        way.begin(), way.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    const auto first =
        std::find_if(way.begin(), way.end(), [&](double x) { return std::fabs(x) > 1e-9 * most; });
    const double unit = *first < 0.0 ? -most : most;
    for (double& x : way) x = x == 0.0 ? 0.0 : x / unit;
    fits.push_back(fit_of(island, cone, start, way));
    energies.push_back(cone.coordinates(way).squaredNorm() * fits.back().speed * fits.back().speed);
    out.ways.push_back(std::move(way));
  }
  if (!out.moving || out.ways.empty()) return out;
  double least = fits.front().misfit, whole = 0.0;
  for (const Fit& fit : fits) least = std::min(least, fit.misfit);
  for (const int p : island.positions)
    whole +=
        std::pow(start.v[static_cast<std::size_t>(p)], 2) * w.diagonal[static_cast<std::size_t>(p)];
  int fitting = 0;
  for (std::size_t k = 0; k < fits.size(); ++k) {
    if (fits[k].misfit > least + fits_alike * whole) continue;
    ++fitting;
    if (out.taken < 0 || energies[k] < energies[static_cast<std::size_t>(out.taken)])
      out.taken = static_cast<int>(k);
  }
  out.open = fitting > 1;
  const auto taken = static_cast<std::size_t>(out.taken);
  std::vector<double> v = out.ways[taken];
  for (double& x : v) x *= fits[taken].speed;
  take(island, start, v, assembly);
  return out;
}

}  // namespace

std::vector<StartBranches> choose_branches(const Model<double>& model,
                                           std::span<const FunctionValue<double>> functions,
                                           const Redundancy& redundancy, const StartState& start,
                                           Assembly& assembly) {
  std::vector<StartBranches> out;
  if (redundancy.singular_here.empty()) return out;
  LoopWorkplace w(model, functions);
  w.look(model, assembly.q);
  const std::vector<LoopIsland> islands = loop_islands(model);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const LoopIsland& island = islands[k];
    const bool singular = std::any_of(island.rows.begin(), island.rows.end(), [&](int row) {
      return std::find(redundancy.singular_here.begin(), redundancy.singular_here.end(), row) !=
             redundancy.singular_here.end();
    });
    const bool driven = std::any_of(island.loops.begin(), island.loops.end(), [&](int c) {
      return model.loops[static_cast<std::size_t>(c)].function >= 0;
    });
    if (!singular || driven) continue;  // a driver chooses the pace, not the branch
    const int free = static_cast<int>(island.positions.size()) - redundancy.islands[k].rank;
    out.push_back(choose(model, island, free, start, w, assembly));
  }
  return out;
}

}  // namespace treadle
