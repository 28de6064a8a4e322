#include "mode_motion.hpp"

#include "../acceleration/accelerations.hpp"
#include "../base/at.hpp"
#include "../keeping/closest.hpp"
#include "../keeping/kinds_of_units.hpp"
#include "../kinematics/advance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace treadle {

namespace {

constexpr double most_swing = 0.25;    ///< of angles, rad
constexpr double part_of_size = 0.12;  ///< of lengths
constexpr int frames_for_each = 100;

// How far bodies are apart, or the size of one.
double extent_of(const Mechanism& m, const std::vector<double>& q) {
  PositionStage<double> position(m.model);
  place_bodies<double>(m.model, q, position);
  double most = length_scale(m.model);
  const Vec3<double> first = world_pose(m.model, position, 0).p;
  for (int b = 1; b < static_cast<int>(m.model.links.size()); ++b)
    most = std::max(most, norm(world_pose(m.model, position, b).p - first));
  return most;
}

}  // namespace

ModeMotion mode_motion(const Mechanism& m, const KnownState& point, const Linearization& linear,
                       std::size_t most, double seconds) {
  ModeMotion out;
  if (m.model.links.empty()) return out;
  Accelerations closing(m, {"auto", ConstraintMethod::closest, 1.0, nullptr, true});
  const std::vector<char> lengths = lengths_among_velocities(m.model);
  const double extent = extent_of(m, point.q);
  for (std::size_t k = 0; k < linear.modes.size() && out.shown.size() < most; ++k) {
    const LinearMode& mode = linear.modes[k];
    double largest = 0.0;
    for (std::size_t j = 0; j < mode.dq.size(); ++j)
      largest = std::max(
          largest, std::abs(mode.dq[j]) / (lengths[j] != 0 ? part_of_size * extent : most_swing));
    if (largest == 0.0) continue;  // of inputs or states of forces
    const double from = seconds * static_cast<double>(out.shown.size());
    out.shown.push_back({k, from, from + seconds});
    for (int f = 0; f < frames_for_each; ++f) {
      const double turn = 4.0 * std::numbers::pi * f / frames_for_each;
      const std::complex<double> phase = std::polar(1.0 / largest, turn - 0.5 * std::numbers::pi);
      KnownState frame = point;
      std::vector<double> dq(mode.dq.size()), still(mode.dq.size(), 0.0);
      for (std::size_t j = 0; j < dq.size(); ++j) dq[j] = (mode.dq[j] * phase).real();
      advance<double>(m.model, point.q, dq, frame.q);
      normalize_quaternions(m.model, frame.q);
      std::vector<double> q = frame.q;
      if (closing.project(point.t, q, still).ok()) frame.q = q;
      frame.t = from + seconds * f / frames_for_each;
      std::fill(frame.v.begin(), frame.v.end(), 0.0);
      std::fill(frame.qdd.begin(), frame.qdd.end(), 0.0);
      std::fill(frame.lambda.begin(), frame.lambda.end(), 0.0);
      out.frames.push_back(std::move(frame));
    }
  }
  return out;
}

}  // namespace treadle
