// What is told of contacts: of one entry of the model's list at a state, and of a run.
#pragma once

#include "../linalg/small.hpp"

namespace treadle {

/// Of all points of one entry that touch.
struct ContactSum {
  int count = 0;
  int slipping = 0;          ///< where friction gives way
  double gap = 0.0;          ///< between what is nearest, below zero where it overlaps; no more
                             ///< than pairs are kept in mind for
  double penetration = 0.0;  ///< the largest
  double push = 0.0;         ///< sum of the normal forces
  Vec3<double> force{};      ///< on the bodies of the first list, in the world
};

/// Of all points at the last step, and over all steps.
struct ContactFacts {
  int count = 0;
  int most = 0;
  double penetration = 0.0;  ///< the largest, at the last step
  double largest_penetration = 0.0;
  int asleep = 0;  ///< bodies, at the last step
};

}  // namespace treadle
