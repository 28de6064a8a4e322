#include "axis_relations.hpp"

#include "../base/at.hpp"
#include "../joints/dispatch.hpp"
#include "island_view.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

// Mean direction, whichever way the axes point.
Vec3<double> common_direction(const std::vector<JointAxis>& axes,
                              const std::vector<std::size_t>& members) {
  const Vec3<double> first = axes[members.front()].along;
  Vec3<double> sum{0.0, 0.0, 0.0};
  for (const std::size_t k : members)
    sum = sum + (dot(axes[k].along, first) < 0.0 ? -1.0 : 1.0) * axes[k].along;
  return (1.0 / norm(sum)) * sum;
}

double off_line(const JointAxis& axis, const Vec3<double>& point) {
  return norm(cross(point - axis.place, axis.along));
}

// The point nearest to all axes.
Vec3<double> common_point(const std::vector<JointAxis>& axes,
                          const std::vector<std::size_t>& members) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  for (const std::size_t k : members) {
    const Eigen::Vector3d n(axes[k].along.x, axes[k].along.y, axes[k].along.z);
    const Eigen::Vector3d p(axes[k].place.x, axes[k].place.y, axes[k].place.z);
    const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - n * n.transpose();
    sum += across;
    right += across * p;
  }
  const Eigen::Vector3d x = sum.ldlt().solve(right);
  return {x[0], x[1], x[2]};
}

bool are_parallel(const JointAxis& a, const JointAxis& b, double turn) {
  return norm(cross(a.along, b.along)) <= turn;
}

}  // namespace

std::vector<JointAxis> axes_of(const Description& d, const Model<double>& model,
                               const Placement& placement, const LoopIsland& island,
                               std::span<const double> q) {
  PositionStage<double> stage(model);
  place_bodies<double>(model, q, stage);
  std::vector<JointAxis> out;
  if (island.loops.empty()) return out;
  const int group = model.loops[at(island.loops.front())].group;
  for (const int j : joints_of(*model.topology, island)) {
    const JointItem& joint = d.joints[at(j)];
    if (!traits_of(joint.type).flips_axis) continue;
    const PlacedBody placed = placement.find(joint.parent);
    const Frame frame =
        place_on(stage, group, placed.body.at, placed.frame) * placement.joints[at(j)].parent;
    out.push_back({joint.name, frame.p, frame.r.z, turns_about_z(joint.type)});
  }
  return out;
}

std::vector<AxisGroup> relations_among(const std::vector<JointAxis>& axes, double turn,
                                       double way) {
  std::vector<AxisGroup> out;
  std::vector<bool> in_line(axes.size(), false), in_family(axes.size(), false);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!axes[i].turns) continue;
    AxisGroup line{AxisRelation::one_line, {i}}, family{AxisRelation::parallel, {i}};
    for (std::size_t k = i + 1; k < axes.size(); ++k) {
      if (!axes[k].turns || !are_parallel(axes[i], axes[k], turn)) continue;
      family.members.push_back(k);
      if (off_line(axes[i], axes[k].place) <= way) line.members.push_back(k);
    }
    if (!in_line[i] && line.members.size() > 1) {
      for (const std::size_t k : line.members) in_line[k] = true;
      out.push_back(line);
    }
    if (in_family[i]) continue;
    for (const std::size_t k : family.members) in_family[k] = true;
    // a family that is one line says nothing more
    if (family.members.size() > 1 && family.members != line.members) out.push_back(family);
  }
  // axes through one point: of each pair that meets, all others that do so too
  std::vector<bool> met(axes.size(), false);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t k = i + 1; k < axes.size(); ++k) {
      if (met[i] || met[k] || !axes[i].turns || !axes[k].turns) continue;
      if (are_parallel(axes[i], axes[k], std::max(turn, 1e-3))) continue;
      AxisGroup star{AxisRelation::one_point, {i, k}};
      const Vec3<double> point = common_point(axes, star.members);
      if (off_line(axes[i], point) > way || off_line(axes[k], point) > way) continue;
      for (std::size_t m = k + 1; m < axes.size(); ++m) {
        if (axes[m].turns && off_line(axes[m], point) <= way) star.members.push_back(m);
      }
      if (star.members.size() < 3) continue;
      for (const std::size_t m : star.members) met[m] = true;
      out.push_back(star);
    }
  }
  return out;
}

double departure(const std::vector<JointAxis>& axes, const AxisGroup& group) {
  double most = 0.0;
  if (group.relation == AxisRelation::parallel) {
    const Vec3<double> common = common_direction(axes, group.members);
    for (const std::size_t k : group.members)
      most = std::max(most, norm(cross(axes[k].along, common)));
    return std::asin(std::min(1.0, most));
  }
  if (group.relation == AxisRelation::one_point) {
    const Vec3<double> point = common_point(axes, group.members);
    for (const std::size_t k : group.members) most = std::max(most, off_line(axes[k], point));
    return most;
  }
  for (const std::size_t k : group.members) {
    for (const std::size_t other : group.members)
      most = std::max(most, off_line(axes[k], axes[other].place));
  }
  return most;
}

}  // namespace treadle
