// Points that touch, on their way into a page: at each frame of the animation those with the
// largest forces.
#pragma once

#include "samples.hpp"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

namespace treadle {

/// One point of contact as a page shows it. Bodies as in the scene: 0 is the ground.
struct TouchingPoint {
  std::uint32_t on = 0, by = 0;           ///< whom the force acts on, and who exerts it
  std::array<float, 3> place{}, force{};  ///< in the world, m and N
};

/// Frame by frame, of the same rows as Frames of as many; all frames together have at most
/// `points`, each the same share of them.
class TouchingFrames {
 public:
  TouchingFrames(std::size_t frames, std::size_t points) : rows_(frames), points_(points) {}

  /// What touches at the next row; the points may be put into another order.
  void add(std::vector<TouchingPoint>& points);
  void finish();
  [[nodiscard]] bool empty() const { return frames_.empty(); }
  /// Of all frames those that are kept and those that touched.
  [[nodiscard]] std::size_t kept() const;
  [[nodiscard]] std::size_t touched() const;

  /// Lists for the viewer (docs/report.md).
  [[nodiscard]] nlohmann::ordered_json to_json() const;

  void keep(Keep& keep) { keep(rows_, frames_, last_); }

 private:
  struct Frame {
    std::uint32_t all = 0;  ///< how many touched
    std::vector<TouchingPoint> points;
  };

  void cut(std::vector<TouchingPoint>& points, std::size_t frames) const;

  EvenRows rows_;
  std::size_t points_;
  std::vector<Frame> frames_;
  Frame last_;
};

}  // namespace treadle
