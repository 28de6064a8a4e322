#include "start_with_parts.hpp"

#include "../base/at.hpp"
#include "../base/text.hpp"
#include "../kinematics/advance.hpp"
#include "../model/build.hpp"

#include <Eigen/QR>

#include <cmath>

namespace treadle {

namespace {

// Off by less than this of itself, a start value is as it was asked for.
constexpr double as_asked = 1e-9;

/// Closing the loops takes velocities v to P v + b: what has to be put in so that what was asked
/// for comes out.
class AskedVelocities {
 public:
  AskedVelocities(const Mechanism& mechanism, MechanismSystem& system, double t,
                  const std::vector<bool>& asked)
      : mechanism_(mechanism), system_(system), t_(t) {
    for (std::size_t k = 0; k < asked.size(); ++k)
      if (asked[k]) positions_.push_back(k);
  }

  [[nodiscard]] Eigen::VectorXd missing(std::span<const double> x) const {
    Eigen::VectorXd out(count());
    for (Eigen::Index i = 0; i < out.size(); ++i) {
      const std::size_t k = positions_[static_cast<std::size_t>(i)];
      out[i] = mechanism_.start.v[k] - system_.v(x)[k];
    }
    return out;
  }
  [[nodiscard]] bool met(const Eigen::VectorXd& missing, Eigen::Index i) const {
    const std::size_t k = positions_[static_cast<std::size_t>(i)];
    return std::fabs(missing[i]) <= as_asked * (1.0 + std::fabs(mechanism_.start.v[k]));
  }
  [[nodiscard]] bool met(const Eigen::VectorXd& missing) const {
    for (Eigen::Index i = 0; i < missing.size(); ++i)
      if (!met(missing, i)) return false;
    return true;
  }
  [[nodiscard]] int position(Eigen::Index i) const {
    return static_cast<int>(positions_[static_cast<std::size_t>(i)]);
  }

  // x is closed, so P is seen by moving one of the velocities at a time. (H22)
  Report keep(std::span<double> x) {
    Eigen::VectorXd off = missing(x);
    if (met(off)) return {};
    Eigen::MatrixXd p(count(), count());
    std::vector<double> probe(x.size());
    for (Eigen::Index i = 0; i < count(); ++i) {
      probe.assign(x.begin(), x.end());
      add(probe, Eigen::VectorXd::Unit(count(), i));
      if (const Report report = system_.project(t_, probe); !report.ok()) return report;
      p.col(i) = off - missing(probe);
    }
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-9);
    solver.compute(p);
    for (int refine = 0; refine < 3; ++refine) {
      add(x, solver.solve(off));
      if (const Report report = system_.project(t_, x); !report.ok()) return report;
      off = missing(x);
    }
    return {};
  }

 private:
  [[nodiscard]] Eigen::Index count() const { return static_cast<Eigen::Index>(positions_.size()); }
  void add(std::span<double> x, const Eigen::VectorXd& change) const {
    const std::span<double> v = system_.layout().v(x);
    for (Eigen::Index i = 0; i < change.size(); ++i)
      v[positions_[static_cast<std::size_t>(i)]] += change[i];
  }

  const Mechanism& mechanism_;
  MechanismSystem& system_;
  double t_;
  std::vector<std::size_t> positions_;
};

std::string words_of_change(const Mechanism& mechanism, const char* what, int position,
                            double change) {
  return std::string("start ") + what + " of '" + mechanism.coordinate_name(position) +
         "' could not be met with the compiled parts: changed by " + short_number(change, 4);
}

}  // namespace

Report start_with_parts(const Mechanism& mechanism, MechanismSystem& system, double t,
                        std::span<double> x, std::vector<std::string>& words) {
  if (!system.parts()->ride(t, mechanism.start.v, system.layout().states(x)))
    return {Trouble::unproved, -1, 0.0, 0};
  if (const Report report = system.project(t, x); !report.ok()) return report;
  const StartState asked = build_model(mechanism.description).start;
  AskedVelocities velocities(mechanism, system, t, asked.asked_velocity);
  if (const Report report = velocities.keep(x); !report.ok()) return report;

  std::vector<double> moved(at(mechanism.model.nv()));
  difference<double>(mechanism.model, mechanism.start.q, system.q(x), moved);
  for (std::size_t k = 0; k < moved.size(); ++k)
    if (asked.asked[k] && std::fabs(moved[k]) > as_asked)
      words.push_back(words_of_change(mechanism, "value", static_cast<int>(k), moved[k]));
  const Eigen::VectorXd off = velocities.missing(x);
  for (Eigen::Index i = 0; i < off.size(); ++i)
    if (!velocities.met(off, i))
      words.push_back(words_of_change(mechanism, "velocity", velocities.position(i), -off[i]));
  return {};
}

}  // namespace treadle
