// How the axes of an island's joints lie to each other: parallel, on one line, through one point.
#pragma once

#include "drawn_geometry.hpp"

#include <string>
#include <vector>

namespace treadle {

/// The axis of a joint somewhere on its way.
struct JointAxis {
  std::string name;
  Vec3<double> place, along;
  bool turns = false;  ///< about it; else it slides along it
};

/// Joints of an island that have one axis, as they lie at q.
std::vector<JointAxis> axes_of(const Description& description, const Model<double>& model,
                               const Placement& placement, const LoopIsland& island,
                               std::span<const double> q);

enum class AxisRelation { parallel, one_line, one_point };

/// Joints (numbers in the list of axes) that have something in common.
struct AxisGroup {
  AxisRelation relation = AxisRelation::parallel;
  std::vector<std::size_t> members;
};

/// Groups of axes that lie so within `turn` (radians) and `way` (metres), none inside another of
/// its kind.
std::vector<AxisGroup> relations_among(const std::vector<JointAxis>& axes, double turn, double way);

/// How far the axes of a group are from what they have in common: radians for parallel ones, else
/// metres.
double departure(const std::vector<JointAxis>& axes, const AxisGroup& group);

}  // namespace treadle
