#include "course_signal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treadle {

namespace {

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

using Corner = std::array<double, 2>;

double distance_to_edge(const Corner& p, const Corner& a, const Corner& b) {
  const double ux = b[0] - a[0], uy = b[1] - a[1], wx = p[0] - a[0], wy = p[1] - a[1];
  const double squared = ux * ux + uy * uy;
  const double share = squared > 0.0 ? std::clamp((wx * ux + wy * uy) / squared, 0.0, 1.0) : 0.0;
  return length_of(wx - share * ux, wy - share * uy);
}

class CourseSignal final : public Signal {
 public:
  CourseSignal(const SignalName& name, const Probe& of, CourseItem course)
      : Signal(name, {{"clearance", "m"}, {"touched", "1"}}, Needs{}),
        of_(of),
        course_(std::move(course)),
        corners_(course_.outline.size()),
        touched_(course_.cones.size(), 0) {}

  void read(const Snapshot& s, std::span<double> out) override {
    out[0] = look(s);
    out[1] = static_cast<double>(std::count(touched_.begin(), touched_.end(), 1));
  }
  void follow(const Snapshot& s) override { look(s); }
  [[nodiscard]] bool follows() const override { return true; }
  void keep(Keep& keep) override { keep(touched_); }

 private:
  /// The least clearance; notes what is touched.
  double look(const Snapshot& s) {
    const Frame x = motion_in_world(s.bodies(), of_.group, of_.body, of_.frame, Depth::position).x;
    double reach = 0.0;  // from the frame's origin to the farthest corner
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const Vec3<double> at = x * Vec3<double>{course_.outline[k][0], course_.outline[k][1], 0.0};
      corners_[k] = {at.x, at.y};
      reach = std::max(reach, length_of(at.x - x.p.x, at.y - x.p.y));
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < touched_.size(); ++k) {
      const Corner& cone = course_.cones[k];
      const double away = length_of(cone[0] - x.p.x, cone[1] - x.p.y) - course_.radius - reach;
      if (away >= least) continue;  // farther than another one
      const double clearance = to_outline(cone) - course_.radius;
      least = std::min(least, clearance);
      if (clearance < 0.0) touched_[k] = 1;
    }
    return least;
  }
  /// Negative inside.
  [[nodiscard]] double to_outline(const Corner& p) const {
    double least = std::numeric_limits<double>::infinity();
    int left = 0;
    const int count = static_cast<int>(corners_.size());
    for (std::size_t k = 0; k < corners_.size(); ++k) {
      const Corner &a = corners_[k], &b = corners_[(k + 1) % corners_.size()];
      least = std::min(least, distance_to_edge(p, a, b));
      const double side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
      left += side > 0.0 ? 1 : side < 0.0 ? -1 : 0;
    }
    return left == count || left == -count ? -least : least;
  }

  Probe of_;
  CourseItem course_;
  std::vector<Corner> corners_;  ///< in the world
  std::vector<int> touched_;
};

}  // namespace

SignalPtr course_signal(const PartsOfModel& parts, const SignalName& name, const BodyFrame& of,
                        const CourseItem& course) {
  return std::make_unique<CourseSignal>(name, parts.probe(of), course);
}

}  // namespace treadle
