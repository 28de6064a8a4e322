// Inside constraints: least squares in layers. The first layer is kept to rounding; each later one
// is made as small as those before it allow (docs/theory/constraints.md).
#pragma once

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace treadle {

/// Residuals of one layer and their derivatives by the tangent step.
struct Layer {
  Eigen::VectorXd r;
  Eigen::MatrixXd j;
};

/// A configuration with tangent steps of fixed size, and what is asked of it.
struct LayeredProblem {
  using Point = std::vector<double>;
  std::function<void(const Point&, std::vector<Layer>&)> look;  ///< fills all layers
  std::function<Point(const Point&, const Eigen::VectorXd&)> move;
  /// The step that leads from one point to another.
  std::function<Eigen::VectorXd(const Point&, const Point&)> between;
  double first_tolerance = 1e-12;  ///< of the residuals of the first layer
};

struct LayeredSolution {
  LayeredProblem::Point at;
  std::vector<double> size;  ///< |r| of each layer
};

/// A residual of a later layer that counts as met.
inline constexpr double layer_met = 1e-9;

/// Starts at a point that meets the first layer. (C8)
LayeredSolution solve_layers(const LayeredProblem& problem, const LayeredProblem::Point& start,
                             std::size_t layers);

/// Whether a is better than b in the first layer that tells them apart.
bool better(const LayeredSolution& a, const LayeredSolution& b);

/// Multipliers nu with j^T r + c^T nu = 0 as nearly as can be, of least norm.
Eigen::VectorXd multipliers(const Eigen::MatrixXd& c, const Eigen::VectorXd& gradient);

}  // namespace treadle
