// Axes on one body that are nearly parallel are made so.
#include "../base/at.hpp"
#include "drawn_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace treadle {

namespace {

// The axis of a frame, in world axes of the design position; and the bodies it sits on.
struct FrameAxis {
  std::size_t item = 0;
  Vec3<double> along;
  std::string body, other;  ///< `other`: where one drawing serves both bodies
  std::size_t family = 0;

  [[nodiscard]] bool sits_with(const FrameAxis& b) const {
    return body == b.body || body == b.other ||
           (!other.empty() && (other == b.body || other == b.other));
  }
};

std::vector<FrameAxis> frame_axes(const Description& d, const Placement& p,
                                  const std::vector<Drawn>& items) {
  std::vector<FrameAxis> out;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!items[k].is_joint()) continue;
    const auto j = at(items[k].item);
    const JointItem& joint = d.joints[j];
    if (!turns_about_z(joint.type)) continue;
    const bool child = items[k].kind == Drawn::Kind::child;
    const std::string& body = child ? joint.child : joint.parent;
    const Frame& frame = child ? p.joints[j].child : p.joints[j].parent;
    const bool both = items[k].kind == Drawn::Kind::design;
    out.push_back(
        {k, p.design_frame(body).r * frame.r.z, body, both ? joint.child : "", out.size()});
  }
  return out;
}

}  // namespace

std::optional<Description> DrawnGeometry::make_parallel(const Description& d, const Placement& p,
                                                        double turn) {
  std::vector<FrameAxis> axes = frame_axes(d, p, items_);
  // families: those that sit on one body and are nearly parallel, and whoever is in both
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t k = i + 1; k < axes.size(); ++k) {
      if (axes[i].family == axes[k].family || !axes[i].sits_with(axes[k])) continue;
      if (norm(cross(axes[i].along, axes[k].along)) > turn) continue;
      const std::size_t from = axes[k].family, to = axes[i].family;
      for (FrameAxis& axis : axes) {
        if (axis.family == from) axis.family = to;
      }
    }
  }
  Eigen::VectorXd change = Eigen::VectorXd::Zero(count_);
  bool any = false;
  for (std::size_t f = 0; f < axes.size(); ++f) {
    std::vector<const FrameAxis*> family;
    for (const FrameAxis& axis : axes) {
      if (axis.family == f) family.push_back(&axis);
    }
    if (family.size() < 2) continue;
    any = true;
    Vec3<double> sum{0.0, 0.0, 0.0};
    const auto sign = [&](const FrameAxis& axis) {
      return dot(axis.along, family.front()->along) < 0.0 ? -1.0 : 1.0;
    };
    for (const FrameAxis* axis : family) sum = sum + sign(*axis) * axis->along;
    const Vec3<double> mean = (1.0 / norm(sum)) * sum;
    for (const FrameAxis* axis : family) {
      const Drawn& item = items_[axis->item];
      for (int k = 3; k < 6; ++k) held_[at(item.first + k)] = true;
      const Vec3<double> across = cross(axis->along, sign(*axis) * mean);
      const double sine = norm(across);
      if (sine == 0.0) continue;
      Vec3<double> by = (std::asin(std::min(1.0, sine)) / sine) * across;
      // in the axes it was drawn in
      if (item.kind != Drawn::Kind::design) by = transpose_times(p.design_frame(axis->body).r, by);
      change[item.first + 3] = by.x;
      change[item.first + 4] = by.y;
      change[item.first + 5] = by.z;
    }
  }
  if (!any) return std::nullopt;
  return moved(d, p, change);
}

}  // namespace treadle
