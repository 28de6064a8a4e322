#include "lock.hpp"

#include "../base/at.hpp"

#include <algorithm>
#include <cmath>

namespace treadle {

namespace {

constexpr double nearly = 0.1;  // rad, or parts of the size: a person may have meant it

}  // namespace

Lock explain_lock(const Description& description, const Model<double>& model,
                  const Placement& placement, const LoopIsland& whole, std::span<const double> q) {
  const LoopIsland island = undriven(model, whole);
  Lock out;
  out.size = size_of(model, island, q);
  IslandView view(model, island, out.size);
  view.look(q);
  view.split();
  // the motion that the weakest equation alone forbids
  out.strength = view.strength(static_cast<int>(view.columns()) - 1);
  const Eigen::VectorXd motion = view.right.col(view.columns() - 1).cwiseAbs();
  for (const int i : island.bodies) {
    const TreeBody& body = model.topology->bodies[BodyId{i}];
    for (int k = 0; k < body.nv; ++k) {
      const auto place =
          std::lower_bound(island.positions.begin(), island.positions.end(), body.v_at + k) -
          island.positions.begin();
      if (motion[place] < 0.05 * motion.maxCoeff()) continue;
      out.joints.push_back(body.joint);
      break;
    }
  }
  for (const int c : island.loops) out.joints.push_back(model.topology->loops[LoopId{c}].name);
  const std::vector<JointAxis> axes = axes_of(description, model, placement, island, q);
  for (const AxisGroup& group : relations_among(axes, nearly, nearly * out.size)) {
    const double off = departure(axes, group);
    const bool parallel = group.relation == AxisRelation::parallel;
    const bool held = std::any_of(group.members.begin(), group.members.end(), [&](std::size_t k) {
      return std::find(out.joints.begin(), out.joints.end(), axes[k].name) != out.joints.end();
    });
    // exact already, or another group is larger
    if (!held || off < 1e-9 * (parallel ? 1.0 : out.size) ||
        group.members.size() <= out.axes.size())
      continue;
    out.relation = group.relation;
    out.off = off;
    out.axes.clear();
    for (const std::size_t k : group.members) out.axes.push_back(axes[k].name);
  }
  return out;
}

}  // namespace treadle
