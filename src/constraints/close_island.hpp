// Inside constraints: closing the loops of one island by damped least squares, and what the work
// around it shares.
#pragma once

#include "dense_loops.hpp"

#include <cstdint>
#include <vector>

namespace treadle {

/// Attempts from shaken positions after the first one has failed.
inline constexpr int most_restarts = 12;

/// Random numbers that are the same on every machine and in every run.
class Dice {
 public:
  double throw_once() {  // in -1 .. 1
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 4503599627370496.0 - 1.0;
  }

 private:
  std::uint64_t state_ = 20260101ULL;
};

/// Residuals of the rows of an island.
Eigen::VectorXd residual_of(const LoopIsland& island, const LoopWorkplace& w);

/// q moved by a tangent increment of the island's coordinates.
std::vector<double> moved(const Model<double>& model, const LoopIsland& island,
                          const std::vector<double>& q, const Eigen::VectorXd& step);

/// Levenberg and Marquardt on the loops of one island; columns with weight 0 do not move. (C3)
bool close_island(const Model<double>& model, const LoopIsland& island,
                  const Eigen::VectorXd& weight, double tolerance, LoopWorkplace& w,
                  std::vector<double>& q);

}  // namespace treadle
