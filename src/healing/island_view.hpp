// One island of loops in plain numbers: lengths in parts of its size, angles as they are. Drivers
// are left out, since at another time they ask for another place. What the rank of its equations
// is, how it moves when only the strong ones count (docs/theory/healing.md).
#pragma once

#include "../keeping/dense_loops.hpp"
#include "../kinematics/reach.hpp"

#include <vector>

namespace treadle {

/// Largest distance between the places of an island's joints.
double size_of(const Model<double>& model, const LoopIsland& island, std::span<const double> q);

/// Its joints in the order of the file, those of the tree and cut ones.
std::vector<int> joints_of(const Topology& topology, const LoopIsland& island);

/// An island without the rows of drivers.
LoopIsland undriven(const Model<double>& model, const LoopIsland& island);

class IslandView {
 public:
  IslandView(const Model<double>& model, const LoopIsland& island, double size);

  /// Residual and Jacobian in plain numbers.
  void look(std::span<const double> q);
  /// Singular values of the Jacobian; after look.
  void measure();
  /// The same with both bases.
  void split();
  /// q moved by a step in plain numbers.
  void move(const Eigen::VectorXd& step, std::vector<double>& q);
  /// The step in plain numbers from one place to another.
  [[nodiscard]] Eigen::VectorXd way(std::span<const double> from, std::span<const double> to);
  /// Truncated Newton: closes what the `rank` strongest equations say. True where it converged; the
  /// island is then looked at and split there. (HG2)
  bool close_strong(int rank, std::vector<double>& q);

  [[nodiscard]] const Model<double>& model() const { return *model_; }
  [[nodiscard]] const LoopIsland& island() const { return island_; }
  [[nodiscard]] const PositionStage<double>& at() const { return at_; }
  [[nodiscard]] const LoopStage<double>& loops() const { return loops_; }
  [[nodiscard]] Eigen::Index rows() const { return row_unit_.size(); }
  [[nodiscard]] Eigen::Index columns() const { return column_unit_.size(); }
  [[nodiscard]] double row_unit(Eigen::Index r) const { return row_unit_[r]; }
  [[nodiscard]] double size() const { return size_; }

  Eigen::VectorXd residual;
  Eigen::MatrixXd jacobian;
  Eigen::VectorXd strengths;  ///< singular values, falling
  Eigen::MatrixXd left, right;

  /// The part of the residual that the strong equations do not see, one number for each weak one.
  [[nodiscard]] Eigen::VectorXd unseen(int rank) const {
    return left.rightCols(rows() - rank).transpose() * residual;
  }
  /// Strength number k, 0 behind the last.
  [[nodiscard]] double strength(int k) const { return k < strengths.size() ? strengths[k] : 0.0; }

 private:
  const Model<double>* model_;
  LoopIsland island_;
  Reach reach_;
  double size_;
  Eigen::VectorXd row_unit_, column_unit_;  ///< what one plain number is
  PositionStage<double> at_;
  LoopStage<double> loops_;
  std::vector<double> dv_;
};

}  // namespace treadle
