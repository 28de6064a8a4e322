// Machines as a person draws them: exact ones, and the same with random errors in every point and
// axis; and machines whose axes are meant to be a little off.
#pragma once

#include "../../src/describe/description.hpp"

#include <string>
#include <vector>

namespace treadle::test {

struct DrawnMachine {
  std::string name;
  Description exact;
  int freedoms = 0;
  std::string follow;  ///< a joint of the tree, by whose coordinate the motion is told
  double duration = 1.0;
};

/// Four-bar, slider with revolute guide, Bennett, Bricard, scissor lift, delta, double wishbone.
std::vector<DrawnMachine> redundant_machines();

/// Raked, offset and skewed by 0.1 to 2 degrees on purpose.
std::vector<DrawnMachine> machines_meant_to_be_off();

/// Every point and axis of the joints, every anchor, moved by up to `error` (m, rad) in each
/// direction; the same for the same seed.
Description with_errors(const Description& exact, double error, unsigned seed);

/// The same machine with each joint drawn by two frames, one on each body.
Description with_two_frames(const Description& exact);

}  // namespace treadle::test
