// Random mechanisms whose closed position is known: made forward from random joint values with
// Eigen alone, so that nothing here shares code with the engine.
#pragma once

#include "src/describe/description.hpp"

#include <Eigen/Geometry>

#include <random>
#include <vector>

namespace treadle::test {

struct RandomChoice {
  int bodies = 6;
  int loops = 0;           ///< cut joints and rods to add, as far as freedom remains
  bool free_root = false;  ///< the first body floats
  bool reversed = true;    ///< some joints name the outer body as parent
  bool springs = true;
  bool dampers = true;
};

struct RandomMechanism {
  Description description;
  std::vector<Eigen::Isometry3d> poses;  ///< of the bodies in the world, loops closed
};

RandomMechanism random_mechanism(unsigned seed, const RandomChoice& choice);

Eigen::Isometry3d random_pose(std::mt19937& dice, double size = 1.0);
Eigen::Quaterniond random_rotation(std::mt19937& dice);
double uniform(std::mt19937& dice, double low = -1.0, double high = 1.0);

Pose to_pose(const Eigen::Isometry3d& x);
Eigen::Isometry3d to_isometry(const Pose& pose);

/// The same mechanism moved as a whole: ground anchors, gravity, roots and design poses.
Description moved(const Description& description, const Eigen::Isometry3d& by);

}  // namespace treadle::test
