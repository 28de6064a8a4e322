// Inside constraints: closing the loops of islands by damped least squares, and what the work
// around it shares.
#pragma once

#include "../keeping/dense_loops.hpp"

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

/// The search for a closed position of one island. Islands share no coordinate, so all of them are
/// moved at once and each evaluation of the mechanism serves every one.
struct Search {
  explicit Search(const LoopIsland& i) : island(i) {}

  const LoopIsland& island;
  Dice dice;
  Eigen::VectorXd weight, r, step;
  Eigen::MatrixXd j, normal;
  double scale = 0.0, damping = 0.0;
  bool moving = false;   ///< still iterating
  bool pending = false;  ///< its step is on trial
  bool closed = false;
  double smallest = 1e300;  ///< gap that remained in the best attempt

  void linearize(const Model<double>& model, const LoopWorkplace& w);
  void propose();
};

/// Fills positions and loops, with the orientation rows in the form that sees half turns.
void look_wide(const Model<double>& model, const std::vector<double>& q, LoopWorkplace& w);

/// Levenberg and Marquardt on the loops of each island that is still open; columns with weight 0 do
/// not move. (C3)
void close_islands(const Model<double>& model, double tolerance, std::vector<Search>& searches,
                   LoopWorkplace& w, std::vector<double>& q);

/// The same for one island.
bool close_island(const Model<double>& model, const LoopIsland& island,
                  const Eigen::VectorXd& weight, double tolerance, LoopWorkplace& w,
                  std::vector<double>& q);

/// q moved by a tangent increment of the island's coordinates.
std::vector<double> moved(const Model<double>& model, const LoopIsland& island,
                          const std::vector<double>& q, const Eigen::VectorXd& step);

}  // namespace treadle
