// Forces of a mechanism at rest: what is left along its freedoms, and how that changes. (ST1)
#pragma once

#include "../acceleration/accelerations.hpp"
#include "../derivatives/equation_slopes.hpp"
#include "../derivatives/freedoms.hpp"

namespace treadle {

class StaticPoint {
 public:
  /// Functions stand still at their values at time t. The mechanism must outlive it.
  StaticPoint(const Mechanism& mechanism, double t);

  /// Looks at a configuration whose loops are closed.
  void look(std::span<const double> q);
  /// Moves q by dq and closes its loops again; false where they cannot be closed.
  bool move(std::span<const double> dq, std::vector<double>& q);

  [[nodiscard]] const Freedoms& freedoms() const { return freedoms_; }
  /// r = -Q, without loops (nv); g = B^T r (freedoms), in N m.
  [[nodiscard]] const Eigen::VectorXd& force() const { return force_; }
  [[nodiscard]] const Eigen::VectorXd& left() const { return left_; }
  /// Multipliers that carry Q best.
  [[nodiscard]] const Eigen::VectorXd& lambda() const { return lambda_; }
  /// s of (ST5).
  [[nodiscard]] double size() const { return size_; }
  /// H of (ST2): one pass for each freedom.
  [[nodiscard]] Eigen::MatrixXd stiffness();
  /// B^T M B.
  [[nodiscard]] Eigen::MatrixXd inertia();
  [[nodiscard]] const std::vector<double>& states() const { return states_; }
  [[nodiscard]] const std::vector<FunctionValue<double>>& functions() const { return functions_; }

 private:
  void set_point(bool with_multipliers);
  void settle_states();
  void measure(std::span<const double> q);

  const Mechanism& mechanism_;
  double t_;
  EquationSlopes slopes_;
  Freedoms freedoms_;
  Accelerations closing_;
  Workspace<double> work_;
  std::vector<FunctionValue<double>> functions_;
  std::vector<double> q_, rest_, states_;
  Eigen::VectorXd force_, left_, lambda_;
  Eigen::MatrixXd state_slope_;  ///< of rates of states along states
  double size_ = 0.0, length_;
};

}  // namespace treadle
