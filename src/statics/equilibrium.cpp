#include "equilibrium.hpp"

#include "../base/at.hpp"
#include "../base/error.hpp"
#include "../base/text.hpp"
#include "equilibrium_modes.hpp"
#include "static_point.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double most_turn = 0.5;     ///< of an angle in a step
constexpr double good_enough = 1e-9;  ///< (ST5)
constexpr int most_steps = 150, most_relaxations = 400, most_rounds = 3;
constexpr int most_cuts = 30;

class RestSearch {
 public:
  RestSearch(const Mechanism& mechanism, const EquilibriumOptions& options)
      : mechanism_(mechanism),
        options_(options),
        point_(mechanism, options.t),
        q_(mechanism.start.q) {}

  Equilibrium search() {
    const std::vector<double> still(at(mechanism_.model.nv()), 0.0);
    point_.move(still, q_);
    point_.look(q_);
    if (point_.freedoms().count() > most_freedoms) {
      throw ModelError("", "statics looks at up to " + std::to_string(most_freedoms) +
                               " freedoms; this mechanism has " +
                               std::to_string(point_.freedoms().count()));
    }
    remember();
    for (int round = 0; round < most_rounds && !descend() && !stopped_; ++round) {
      if (relax() || stopped_) break;
    }
    return tell();
  }

 private:
  [[nodiscard]] double left() const {
    return point_.left().size() == 0 ? 0.0 : point_.left().lpNorm<Eigen::Infinity>();
  }
  [[nodiscard]] bool at_rest() const {
    return left() <= good_enough * point_.size() || step_ <= 1e-11;
  }
  bool ask_to_stop() { return stopped_ = stopped_ || (options_.stop && options_.stop()); }

  // The best place so far: what a search ends with that fails.
  void remember() {
    if (best_.empty() || left() < best_left_) {
      best_ = q_;
      best_left_ = left();
    }
  }

  // |H|^-1 g, from symmetric parts. (ST3)
  void decompose() {
    const Eigen::MatrixXd h = point_.stiffness();
    asymmetry_ = (h - h.transpose()).lpNorm<Eigen::Infinity>();
    whole_ = h;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (h + h.transpose()));
    w_ = eigen.eigenvalues();
    v_ = eigen.eigenvectors();
  }
  [[nodiscard]] Eigen::VectorXd downhill(const Eigen::VectorXd& g) const {
    Eigen::VectorXd part = v_.transpose() * g;
    const double strongest = w_.cwiseAbs().maxCoeff();
    const double nothing = good_enough * point_.size() + 1e-12 * strongest;
    for (Eigen::Index k = 0; k < part.size(); ++k) {
      // rounding must not carry it away where nothing resists
      if (std::fabs(w_[k]) <= nothing && std::fabs(part[k]) <= good_enough * point_.size()) {
        part[k] = 0.0;
        continue;
      }
      // what nothing resists goes along the force, as far as a step may
      part[k] /= -std::max({std::fabs(w_[k]), nothing, 1e-300});
    }
    return v_ * part;
  }
  [[nodiscard]] Eigen::VectorXd find_step() {
    decompose();
    const double strongest = w_.cwiseAbs().maxCoeff();
    if (w_.minCoeff() > 1e-9 * strongest && asymmetry_ > 1e-9 * strongest) {
      const Eigen::VectorXd newton = -(whole_.partialPivLu().solve(point_.left()));
      if (newton.dot(point_.left()) < 0.0 && newton.allFinite()) return newton;
    }
    return downhill(point_.left());
  }

  // Largest turn and largest length of a step, in plain numbers.
  void bound(Eigen::VectorXd& dq) const {
    double turn = 0.0, way = 0.0;
    const Eigen::VectorXd& scale = point_.freedoms().scale();
    for (Eigen::Index k = 0; k < dq.size(); ++k) {
      double& most = is_length(k) ? way : turn;
      most = std::max(most, std::fabs(dq[k]) / scale[k]);
    }
    const double factor =
        std::min({1.0, most_turn / std::max(turn, 1e-300), radius_ / std::max(way, 1e-300)});
    dq *= factor;
  }
  [[nodiscard]] bool is_length(Eigen::Index k) const {
    return lengths_[static_cast<std::size_t>(k)] != 0;
  }

  // Moves along dq as far as the force along it allows; false where it cannot move at all. (ST4)
  bool go(const Eigen::VectorXd& whole) {
    const double before = std::fabs(whole.dot(point_.force())), left_before = left();
    const std::vector<double> from = q_;
    double part = 1.0;
    for (int cut = 0; cut < most_cuts && !ask_to_stop(); ++cut) {
      const Eigen::VectorXd dq = part * whole;
      q_ = from;
      if (!point_.move({dq.data(), static_cast<std::size_t>(dq.size())}, q_)) {
        part *= 0.5;
        continue;
      }
      point_.look(q_);
      const double turned = before > 0.0 ? whole.dot(point_.force()) / before : 0.0;
      if (turned <= 0.5 || left() <= 0.5 * left_before) {
        if (cut == 0 && turned < 0.25) radius_ = std::min(2.0 * radius_, 1e4);
        return true;
      }
      part *= std::clamp(1.0 / (1.0 + turned), 0.1, 0.7);
    }
    q_ = from;
    point_.look(q_);
    return false;
  }

  bool descend() {
    int useless = 0;
    for (int k = 0; k < most_steps; ++k) {
      if (ask_to_stop()) return false;
      const Eigen::Index n = point_.left().size();
      if (n == 0 || left() == 0.0) return true;
      const double before = left();
      Eigen::VectorXd y = find_step();
      step_ = y.lpNorm<Eigen::Infinity>();
      // rounding is reached
      if (before <= 1e-14 * point_.size() || step_ <= 1e-15) return true;
      Eigen::VectorXd dq = point_.freedoms().basis() * y;
      bound(dq);
      ++steps_;
      if (!go(dq)) return at_rest();
      const bool was_best = left() < 0.5 * best_left_;
      remember();
      useless = was_best ? 0 : useless + 1;
      if (before <= good_enough * point_.size() && left() > 0.25 * before) return true;
      if (useless > 60) return at_rest();
    }
    return at_rest();
  }

  // Kinetic damping in the metric of |H|.
  bool relax() {
    q_ = best_;
    step_ = 1.0;
    point_.look(q_);
    Eigen::VectorXd u = Eigen::VectorXd::Zero(mechanism_.model.nv());
    double pace = 0.5;
    for (int k = 0; k < most_relaxations; ++k) {
      if (ask_to_stop() || left() == 0.0) break;
      if (k % 10 == 0) decompose();
      const Eigen::MatrixXd& b = point_.freedoms().basis();
      const Eigen::VectorXd& scale = point_.freedoms().scale();
      // velocity along the present freedoms
      const Eigen::VectorXd along = b.transpose() * u.cwiseQuotient(scale).cwiseQuotient(scale);
      if (v_.rows() != b.cols()) decompose();
      u = b * (along + pace * downhill(point_.left()));
      if (u.dot(point_.force()) > 0.0) u.setZero();  // past the peak of kinetic energy
      Eigen::VectorXd dq = pace * u;
      bound(dq);
      const std::vector<double> from = q_;
      if (!point_.move({dq.data(), static_cast<std::size_t>(dq.size())}, q_)) {
        u.setZero();
        pace *= 0.5;
        continue;
      }
      point_.look(q_);
      ++relaxations_;
      remember();
      if (left() <= good_enough * point_.size()) break;
    }
    q_ = best_;
    point_.look(q_);
    return left() <= good_enough * point_.size() && descend();
  }

  Equilibrium tell() {
    if (left() > best_left_) {
      q_ = best_;
      point_.look(q_);
    }
    Equilibrium out;
    out.t = options_.t;
    out.interrupted = stopped_;
    out.steps = steps_;
    out.relaxations = relaxations_;
    out.residual = left();
    out.size = point_.size();
    out.found = !stopped_ && at_rest();
    out.q = q_;
    out.states = point_.states();
    out.lambda.assign(point_.lambda().data(), point_.lambda().data() + point_.lambda().size());
    out.singular = point_.freedoms().lost();
    if (out.found) {
      out.modes = equilibrium_modes(mechanism_, point_);
      out.stable = std::none_of(out.modes.begin(), out.modes.end(), [](const StaticMode& mode) {
        return mode.kind == ModeKind::unstable;
      });
    } else if (!stopped_) {
      complain(out);
    }
    return out;
  }

  void complain(Equilibrium& out) {
    // what is left, as a direction, and the force on the coordinate that moves most
    const Eigen::VectorXd push = -(point_.freedoms().basis() * point_.left());
    const Eigen::VectorXd carried = point_.freedoms().basis() * point_.left();
    Eigen::Index most = 0;
    push.cwiseQuotient(point_.freedoms().scale()).cwiseAbs().maxCoeff(&most);
    const double scale = point_.freedoms().scale()[most];
    const std::string along =
        direction_words(mechanism_, std::vector<double>(push.data(), push.data() + push.size()));
    out.where = mechanism_.coordinate_name(static_cast<int>(most));
    out.message = "no equilibrium was found: after " + std::to_string(steps_) + " steps and " +
                  std::to_string(relaxations_) + " of relaxation a force of " +
                  short_number(std::fabs(carried[most]) / (scale * scale), 3) +
                  (is_length(most) ? " N" : " N m") + " is left along " + along +
                  ", where nothing balances it; give it a spring, a stop or a lock, or start "
                  "nearer to where it rests";
  }

  const Mechanism& mechanism_;
  const EquilibriumOptions& options_;
  StaticPoint point_;
  std::vector<double> q_, best_;
  std::vector<char> lengths_ = velocity_lengths(mechanism_);
  Eigen::VectorXd w_;
  Eigen::MatrixXd v_, whole_;
  double asymmetry_ = 0.0, best_left_ = 0.0, radius_ = 0.5, step_ = 1.0;
  int steps_ = 0, relaxations_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::vector<std::string> Equilibrium::words_of(ModeKind kind) const {
  std::vector<std::string> out;
  for (const StaticMode& mode : modes) {
    if (mode.kind == kind) out.push_back(mode.words);
  }
  return out;
}

Equilibrium find_equilibrium(const Mechanism& mechanism, const EquilibriumOptions& options) {
  return RestSearch(mechanism, options).search();
}

}  // namespace treadle
