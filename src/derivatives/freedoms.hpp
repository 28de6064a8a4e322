// Where a mechanism can go from a configuration: directions that keep all loops closed, the least
// step that closes them, and multipliers of forces. Rank is that of the redundancy search; a
// direction lost in a singular position counts as free there. (E5)
#pragma once

#include "../keeping/scaled_islands.hpp"
#include "../mechanism/mechanism.hpp"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace treadle {

class Freedoms {
 public:
  /// The mechanism must outlive it.
  explicit Freedoms(const Mechanism& mechanism);

  /// With the entries of Phi of a configuration.
  void look(std::span<const double> phi);

  [[nodiscard]] int count() const { return static_cast<int>(basis_.cols()); }
  /// dq = basis y (nv x count), orthonormal in plain numbers: lengths in parts of the mechanism's.
  [[nodiscard]] const Eigen::MatrixXd& basis() const { return basis_; }
  /// dq = scale * plain numbers (nv).
  [[nodiscard]] const Eigen::VectorXd& scale() const { return scale_; }
  /// The smallest dq, in plain numbers, with Phi dq = b (rows).
  [[nodiscard]] Eigen::VectorXd closing(const Eigen::VectorXd& b) const;
  /// The smallest lambda whose Phi^T lambda is the part of `force` that loops can carry.
  [[nodiscard]] Eigen::VectorXd multipliers(const Eigen::VectorXd& force) const;
  /// Directions that are free only because the position is singular.
  [[nodiscard]] int lost() const { return lost_; }

 private:
  struct Split {
    Eigen::MatrixXd u, v;  ///< left and right directions that count
    Eigen::VectorXd sigma;
  };

  const Mechanism& mechanism_;
  std::vector<ScaledIsland> islands_;
  std::vector<Split> splits_;
  std::vector<int> outside_;  ///< velocities that no loop touches
  Eigen::VectorXd scale_;
  Eigen::MatrixXd basis_;
  int lost_ = 0;
};

}  // namespace treadle
